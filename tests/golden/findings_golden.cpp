// tests/findings: what `assay check FILE` reports, against the marks in the file.
#include <fmt/format.h>

#include "golden/golden.h"
#include "golden/process.h"
#include "marks/reports.h"

namespace assay::test {

std::string check_findings(const GoldenCase& golden, Accept accept) {
  std::string source = read_file(golden.file);
  CaseArguments arguments = case_arguments(source);
  TemporaryFolder temporary;
  std::string file = "tests/" + golden.name;
  std::vector<std::string> command{
      ASSAY_PROGRAM,   "check",    "--quiet",
      "--color=never", "--jobs=1", "--db=" + (temporary.path() / "assay.db").string()};
  command.insert(command.end(), arguments.program.begin(), arguments.program.end());
  command.push_back(file);
  if (!arguments.compiler.empty()) {
    command.push_back("--");
    command.insert(command.end(), arguments.compiler.begin(), arguments.compiler.end());
  }
  ProcessResult result = run_process(command, root_dir());
  if (result.exit_code != 0 && result.exit_code != 1) {
    return fmt::format("assay check {} ended with {}\n{}{}", file, result.exit_code, result.out,
                       result.err);
  }
  marks::Reports actual = marks::read_reports(result.out, golden.name);
  std::string complaints = marks::compare_reports(source, actual);
  if (complaints.empty()) return "";
  if (accept == Accept::Yes && actual.elsewhere.empty()) {
    write_file(golden.file, marks::with_reports(source, actual));
    return "";
  }
  return file + "\n" + complaints;
}

}  // namespace assay::test
