// Each metal file under tests/actions is a test.  With a C or C++ file of the same name beside
// it, its rules are tried on that; otherwise its C code is only compiled.  What happens, or what is
// wrong with it, is compared with `.expect`.  With ASSAY_ACCEPT=1 in the environment the
// expectation is rewritten.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "metal/actions/compile.h"
#include "unit/actions/try_rules.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

std::string outcome(const fs::path& file) {
  Result<metal::Composition> rules = load_rules(file);
  if (!rules.ok()) return rules.error() + "\n";
  Result<Bytes> object = metal::compile_actions(rules.value());
  if (!object.ok()) return object.error() + "\n";
  std::string text;
  metal::ActionObject decoded = metal::decode_action_object(object.value()).take();
  for (const std::string& warning : decoded.warnings) text += "warning: " + warning + "\n";
  fs::path source = fs::path(file).replace_extension(".c");
  if (!fs::exists(source)) source.replace_extension(".cpp");
  if (!fs::exists(source)) return text + "compiled\n";
  Result<std::unique_ptr<metal::ActionRunner>> runner =
      metal::load_actions(rules.value(), object.value(), nullptr);
  if (!runner.ok()) return runner.error() + "\n";
  return text + try_rules(rules.value(), *runner.value(), lower(source));
}

class ActionFile : public testing::Test {
 public:
  explicit ActionFile(fs::path file) : file_(std::move(file)) {}

  void TestBody() override {
    std::string text = outcome(file_);
    fs::path expected = fs::path(file_).replace_extension(".expect");
    if (std::getenv("ASSAY_ACCEPT") != nullptr) std::ofstream(expected) << text;
    EXPECT_EQ(text, read_text(expected));
  }

 private:
  fs::path file_;
};

const bool kRegistered = [] {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / "actions")) {
    if (entry.path().extension() == ".metal") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    testing::RegisterTest("ActionFiles", file.stem().c_str(), nullptr, nullptr, file.c_str(), 1,
                          [file]() -> testing::Test* { return new ActionFile(file); });
  }
  return true;
}();

}  // namespace
}  // namespace assay::test
