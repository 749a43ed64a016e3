// tests/run: what a program prints under `assay run`, beside it in FILE.expect, and the faults it
// is told of, as marks on their lines.
#include <fmt/format.h>

#include "golden/diff.h"
#include "golden/golden.h"
#include "golden/process.h"
#include "marks/reports.h"

namespace assay::test {

std::string check_run(const GoldenCase& golden, Accept accept) {
  std::string source = read_file(golden.file);
  CaseArguments arguments = case_arguments(source);
  TemporaryFolder temporary;
  std::vector<std::string> command{ASSAY_PROGRAM, "run", golden.file.string()};
  command.insert(command.end(), arguments.program.begin(), arguments.program.end());
  command.push_back("--");
  command.insert(command.end(), arguments.compiler.begin(), arguments.compiler.end());
  // In a folder of its own: what the program writes goes away with it.
  ProcessResult result = run_process(command, temporary.path());
  std::string actual = result.out;
  if (result.exit_code != 0) actual += fmt::format("exit: {}\n", result.exit_code);

  marks::Reports reports = marks::read_reports(result.err, golden.name);
  std::string complaints = marks::compare_reports(source, reports);
  // A program that says nothing and ends well needs no file to say so.
  std::filesystem::path expect_file = golden.file.string() + ".expect";
  std::string expected = read_file(expect_file);
  if (actual != expected) {
    complaints += line_difference(split_lines(expected), split_lines(actual));
  }
  if (complaints.empty()) return "";
  bool is_ours = result.err.find("assay: error:") != std::string::npos;
  if (accept == Accept::Yes && reports.elsewhere.empty() && !is_ours) {
    write_file(golden.file, marks::with_reports(source, reports));
    if (actual != expected) write_file(expect_file, actual);
    return "";
  }
  if (is_ours) complaints += result.err;
  return fmt::format("tests/{}\n{}", golden.name, complaints);
}

}  // namespace assay::test
