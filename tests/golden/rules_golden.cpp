// tests/rules: `assay rules test` on each file, with the rule of the same path below rules/, or
// with the one that a first line `// rule: memory/use_after_free.metal` names.
#include <fmt/format.h>

#include "golden/golden.h"
#include "golden/process.h"

namespace assay::test {
namespace {

std::string rule_of(const GoldenCase& golden) {
  std::string source = read_file(golden.file);
  constexpr std::string_view kWord = "// rule:";
  std::string first = source.substr(0, source.find('\n'));
  if (first.starts_with(kWord)) return "rules/" + trimmed(first.substr(kWord.size()));
  return std::filesystem::path(golden.name).replace_extension(".metal");
}

}  // namespace

std::string check_rules(const GoldenCase& golden, Accept accept) {
  std::string file = "tests/" + golden.name;
  std::vector<std::string> command{ASSAY_PROGRAM, "rules", "test", "--jobs=1",
                                   rule_of(golden), file};
  if (accept == Accept::Yes) command.push_back("--accept");
  ProcessResult result = run_process(command, root_dir());
  if (result.exit_code == 0) return "";
  return fmt::format("assay rules test {} {} ended with {}\n{}{}", rule_of(golden), file,
                     result.exit_code, result.out, result.err);
}

}  // namespace assay::test
