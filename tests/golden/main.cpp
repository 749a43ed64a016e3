// Lists the golden cases and registers each as a test of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

#include "golden/golden.h"
#include "support/part.h"

namespace assay::test {
namespace {

struct Kind {
  const char* name;  // its folder under tests/
  std::set<std::string> suffixes;
  std::string (*check)(const GoldenCase&, Accept);
};

std::string check_layers_of(const GoldenCase& golden, Accept) { return check_layers(golden); }
std::string check_csmith_of(const GoldenCase& golden, Accept) { return check_csmith(golden); }

const std::set<std::string> kSources{".c", ".cc", ".cpp", ".cxx", ".C"};

class GoldenTest : public testing::Test {
 public:
  GoldenTest(const Kind& kind, GoldenCase golden, Accept accept)
      : kind_(kind), golden_(std::move(golden)), accept_(accept) {}

  void TestBody() override {
#ifdef __SANITIZE_ADDRESS__
    // Its shadow takes more room than any limit leaves.
    if (read_file(golden_.file).find("ulimit -v") != std::string::npos)
      GTEST_SKIP() << "the sanitizer's memory is not ours";
#endif
    std::string complaint = kind_.check(golden_, accept_);
    if (!complaint.empty()) ADD_FAILURE_AT(golden_.file.c_str(), 1) << complaint;
  }

 private:
  const Kind& kind_;
  GoldenCase golden_;
  Accept accept_;
};

std::vector<GoldenCase> list_cases(const Kind& kind) {
  namespace fs = std::filesystem;
  std::vector<GoldenCase> cases;
  fs::path tests = root_dir() / "tests";
  std::error_code error;
  for (fs::recursive_directory_iterator at(tests / kind.name, error), end; at != end;
       at.increment(error)) {
    if (!at->is_regular_file() || !kind.suffixes.contains(at->path().extension())) continue;
    cases.push_back({kind.name, at->path(), fs::relative(at->path(), tests)});
  }
  std::sort(cases.begin(), cases.end(),
            [](const GoldenCase& a, const GoldenCase& b) { return a.name < b.name; });
  return cases;
}

void register_case(const Kind& kind, const GoldenCase& golden, Accept accept) {
  // The test's name is the path below its kind, so that a failure can be pasted after ./test.sh.
  std::string name = golden.name.substr(golden.kind.size() + 1);
  testing::RegisterTest(
      golden.kind.c_str(), name.c_str(), nullptr, nullptr, golden.file.c_str(), 1,
      [&kind, golden, accept]() -> testing::Test* { return new GoldenTest(kind, golden, accept); });
}

}  // namespace
}  // namespace assay::test

int main(int argc, char** argv) {
  using namespace assay::test;
  static const Kind kinds[] = {
      {"ir", kSources, check_ir},
      {"findings", kSources, check_findings},
      {"rules", kSources, check_rules},
      {"run", kSources, check_run},
      {"cli", {".test"}, check_session},
  };
  static const Kind layers{"layers", {}, check_layers_of};
  static const Kind csmith{"csmith", {}, check_csmith_of};
  static const Kind pages{"pages", {}, check_rule_page};

  std::string part = take_option(argc, argv, "--part");
  Accept accept = take_flag(argc, argv, "--accept") ? Accept::Yes : Accept::No;
  testing::InitGoogleTest(&argc, argv);
  for (const Kind& kind : kinds) {
    for (const GoldenCase& golden : list_cases(kind)) {
      if (in_part(golden.name, part)) register_case(kind, golden, accept);
    }
  }
  for (const GoldenCase& golden : list_layers()) {
    if (in_part(golden.name, part)) register_case(layers, golden, accept);
  }
  for (const GoldenCase& golden : list_csmith()) {
    if (in_part(golden.name, part)) register_case(csmith, golden, accept);
  }
  for (const GoldenCase& golden : list_rule_pages()) {
    if (in_part(golden.name, part)) register_case(pages, golden, accept);
  }
  return RUN_ALL_TESTS();
}
