// Each program under tests/callgraph is a test: parsed, and its graph compared with `.expect`.
// With ASSAY_ACCEPT=1 in the environment the expectation is rewritten instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "callgraph/call_graph.h"
#include "callgraph/print.h"
#include "frontend/command.h"
#include "frontend/parse.h"
#include "support/read_text.h"

namespace assay::callgraph {
namespace {

namespace fs = std::filesystem;
using test::read_text;

class GraphOfProgram : public testing::Test {
 public:
  explicit GraphOfProgram(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    Result<frontend::CompileCommand> command = frontend::command_for_source(source_, {});
    ASSERT_TRUE(command.ok()) << command.error();
    frontend::CommandAdapter adapter;
    Result<frontend::PreparedCommand> prepared = adapter.prepare(command.value());
    ASSERT_TRUE(prepared.ok()) << prepared.error();
    ir::Unit unit = frontend::parse_unit(prepared.value());
    for (const ir::Diagnostic& diagnostic : unit.diagnostics)
      ADD_FAILURE() << diagnostic.line << ": " << diagnostic.message;
    CallGraphBuilder builder;
    builder.add_unit(unit);
    std::string text = print_text(builder.finish(), false);
    fs::path expected = fs::path(source_).replace_extension(".expect");
    if (std::getenv("ASSAY_ACCEPT") != nullptr) std::ofstream(expected) << text;
    EXPECT_EQ(text, read_text(expected));
  }

 private:
  fs::path source_;
};

const bool kRegistered = [] {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / "callgraph")) {
    if (entry.path().extension() != ".expect") sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    std::string name = source.filename();
    std::replace(name.begin(), name.end(), '.', '_');
    testing::RegisterTest("CallGraphPrograms", name.c_str(), nullptr, nullptr, source.c_str(), 1,
                          [source]() -> testing::Test* { return new GraphOfProgram(source); });
  }
  return true;
}();

}  // namespace
}  // namespace assay::callgraph
