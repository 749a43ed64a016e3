// tests/ir: what `assay ir FILE` prints, beside the source in FILE.expect.
#include <fmt/format.h>

#include "golden/diff.h"
#include "golden/golden.h"
#include "golden/process.h"

namespace assay::test {

std::string check_ir(const GoldenCase& golden, Accept accept) {
  CaseArguments arguments = case_arguments(read_file(golden.file));
  std::vector<std::string> command{ASSAY_PROGRAM, "ir"};
  command.insert(command.end(), arguments.program.begin(), arguments.program.end());
  command.push_back("tests/" + golden.name);
  if (!arguments.compiler.empty()) {
    command.push_back("--");
    command.insert(command.end(), arguments.compiler.begin(), arguments.compiler.end());
  }
  ProcessResult result = run_process(command, root_dir());

  // Complaints are part of the expectation, but only where there are any.
  std::string actual = result.out;
  if (!result.err.empty()) actual += "stderr:\n" + result.err;
  if (result.exit_code != 0) actual += fmt::format("exit: {}\n", result.exit_code);
  actual = replace_all(actual, root_dir().string() + "/", "");

  std::filesystem::path expect_file = golden.file.string() + ".expect";
  std::string expected = read_file(expect_file);
  if (actual == expected) return "";
  // A crash is never what anyone meant to expect.
  if (accept == Accept::Yes && result.exit_code < 126) {
    write_file(expect_file, actual);
    return "";
  }
  if (!std::filesystem::exists(expect_file)) {
    return fmt::format("tests/{}.expect does not exist; ./test.sh --accept {} writes it:\n{}",
                       golden.name, golden.name, actual);
  }
  return fmt::format("tests/{} is lowered to something else than its .expect says\n{}", golden.name,
                     line_difference(split_lines(expected), split_lines(actual)));
}

}  // namespace assay::test
