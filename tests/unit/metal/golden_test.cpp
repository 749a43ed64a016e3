// Each file under tests/metal is a test: its canonical form and its trees, or its mistakes, are
// compared with `.expect`.  With ASSAY_ACCEPT=1 in the environment the expectation is rewritten.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "metal/parse.h"
#include "metal/print.h"
#include "support/read_text.h"

namespace assay::metal {
namespace {

namespace fs = std::filesystem;
using test::read_text;

class MetalFile : public testing::Test {
 public:
  explicit MetalFile(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    std::string name = source_.filename();
    Result<Program> program = parse_program(name, read_text(source_));
    std::string text;
    if (program.ok()) {
      text = print_program(program.value());
      Result<Program> again = parse_program("printed", text);
      ASSERT_TRUE(again.ok()) << again.error();
      EXPECT_EQ(print_program(again.value()), text);
      text += "\n" + dump_program(program.value());
      for (const std::string& warning : program.value().warnings) text += warning + "\n";
    } else {
      text = program.error() + "\n";
    }
    fs::path expected = fs::path(source_).replace_extension(".expect");
    if (std::getenv("ASSAY_ACCEPT") != nullptr) std::ofstream(expected) << text;
    EXPECT_EQ(text, read_text(expected));
  }

 private:
  fs::path source_;
};

const bool kMetalFiles = [] {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / "metal")) {
    if (entry.path().extension() == ".metal") sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    testing::RegisterTest("MetalFiles", source.stem().c_str(), nullptr, nullptr, source.c_str(), 1,
                          [source]() -> testing::Test* { return new MetalFile(source); });
  }
  return true;
}();

}  // namespace
}  // namespace assay::metal
