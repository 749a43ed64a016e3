// Each tests/models/*.model is a test: its canonical text, or the exact error, in `.expect`.
// With ASSAY_ACCEPT=1 in the environment the expectation is rewritten instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "models/library.h"
#include "models/parse.h"
#include "models/print.h"
#include "unit/models/read_text.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;

class ModelText : public testing::Test {
 public:
  explicit ModelText(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    // Files are called by their bare names, so that messages are the same on every machine.
    fs::path folder = source_.parent_path();
    Library library([folder](const std::string& path) { return read_text(folder / path); });
    Result<void> added = library.add_file(source_.filename());
    std::string text = added.ok() ? canonical_text() : added.error() + "\n";
    fs::path expected = fs::path(source_).replace_extension(".expect");
    if (std::getenv("ASSAY_ACCEPT") != nullptr) std::ofstream(expected) << text;
    Result<std::string> wanted = read_text(expected);
    ASSERT_TRUE(wanted.ok()) << expected;
    EXPECT_EQ(text, wanted.value());
  }

 private:
  std::string canonical_text() {
    std::string name = source_.filename();
    ModelFile file = parse_models(name, read_text(source_).take()).take();
    std::string text = print_models(file);
    Result<ModelFile> again = parse_models(name, text);
    EXPECT_TRUE(again.ok()) << again.error();
    if (again.ok()) {
      EXPECT_EQ(print_models(again.value()), text);
    }
    return text;
  }

  fs::path source_;
};

const bool kRegistered = [] {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / "models")) {
    if (entry.path().extension() == ".model") sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    std::string name = source.stem();
    std::replace(name.begin(), name.end(), '-', '_');
    testing::RegisterTest("ModelTexts", name.c_str(), nullptr, nullptr, source.c_str(), 1,
                          [source]() -> testing::Test* { return new ModelText(source); });
  }
  return true;
}();

}  // namespace
}  // namespace assay::models
