// Each C or C++ file under tests/machines is a program with a rule; its marks say what is reported.
// With ASSAY_ACCEPT=1 in the environment the marks are rewritten instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "marks/reports.h"
#include "unit/actions/try_rules.h"
#include "unit/machines/rule_case.h"

namespace assay::machines {
namespace {

namespace fs = std::filesystem;

class MachineCase : public testing::Test {
 public:
  explicit MachineCase(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    test::RuleCase the_case = test::read_case(source_);
    std::string source = test::read_text(source_);
    std::string text = test::run_case(the_case).text();
    if (std::getenv("ASSAY_ACCEPT") != nullptr) {
      std::ofstream(source_) << marks::with_reports(source, marks::read_reports(text, source_));
      return;
    }
    EXPECT_EQ(marks::compare_reports(source, marks::read_reports(text, source_)), "") << text;
    // Without the block cache every path is walked: that may find nothing else.
    EngineOptions options;
    options.block_cache = false;
    text = test::run_case(the_case, options).text();
    EXPECT_EQ(marks::compare_reports(source, marks::read_reports(text, source_)), "")
        << "without the block cache\n"
        << text;
  }

 private:
  fs::path source_;
};

const bool kRegistered = [] {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(fs::path(ASSAY_TESTS_DIR) / "machines")) {
    std::string extension = entry.path().extension();
    if ((extension != ".c" && extension != ".cpp") ||
        entry.path().stem().string().ends_with("_other"))
      continue;
    sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    std::string name = fs::relative(source, fs::path(ASSAY_TESTS_DIR) / "machines");
    std::replace_if(name.begin(), name.end(), [](char c) { return c == '.' || c == '/'; }, '_');
    testing::RegisterTest("MachineCases", name.c_str(), nullptr, nullptr, source.c_str(), 1,
                          [source]() -> testing::Test* { return new MachineCase(source); });
  }
  return true;
}();

}  // namespace
}  // namespace assay::machines
