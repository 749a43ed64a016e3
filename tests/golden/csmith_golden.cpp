// Programs that csmith makes from fixed seeds: `assay run` prints what the compiled program does.
//
// They are made anew in each run of the tests; bench/csmith goes through more of them.
#include <fmt/format.h>

#include "golden/diff.h"
#include "golden/golden.h"
#include "golden/process.h"

namespace assay::test {

namespace {
constexpr int kPrograms = 30;
}  // namespace

std::vector<GoldenCase> list_csmith() {
  std::vector<GoldenCase> cases;
  for (int seed = 1; seed <= kPrograms; ++seed) {
    cases.push_back({"csmith", std::to_string(seed), fmt::format("csmith/{}", seed)});
  }
  return cases;
}

std::string check_csmith(const GoldenCase& golden) {
  TemporaryFolder folder;
  std::string source = (folder.path() / "program.c").string();
  std::string program = (folder.path() / "program").string();
  auto run = [&](std::vector<std::string> command) { return run_process(command, folder.path()); };
  ProcessResult made = run({"csmith", "--seed", golden.file.string(), "--output", source});
  if (made.exit_code != 0) return "csmith: " + made.err + "; scripts/setup.sh installs it";
  ProcessResult compiled = run({"clang-22", "-w", "-I/usr/include/csmith", "-o", program, source});
  if (compiled.exit_code != 0) return compiled.err;
  ProcessResult expected = run({"timeout", "10", program});
  constexpr int kTimedOut = 124;
  if (expected.exit_code == kTimedOut) return "";
  ProcessResult actual =
      run({ASSAY_PROGRAM, "run", "--extra-arg=-w", "--extra-arg=-I/usr/include/csmith", source});
  if (actual.out == expected.out && actual.exit_code == expected.exit_code) return "";
  return fmt::format("csmith --seed {}: ended with {} for {}\n{}{}", golden.file.string(),
                     actual.exit_code, expected.exit_code,
                     line_difference(split_lines(expected.out), split_lines(actual.out)),
                     actual.err);
}

}  // namespace assay::test
