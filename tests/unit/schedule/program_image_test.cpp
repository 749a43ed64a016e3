// The program as workers see it: the same functions and the same call graph as the database's.
#include "schedule/program_image.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include "callgraph/print.h"
#include "schedule/capture.h"
#include "schedule/image_view.h"
#include "schedule/machines_plan.h"
#include "schedule/program_graph.h"
#include "unit/store/scratch.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;
using store::must;
using store::Scratch;
using store::Store;

class ProgramImageTest : public testing::Test {
 protected:
  ProgramImageTest() : store_(store::open_for_writing(scratch_ / ".assay/a.db")) {
    add("shared.h", "static inline int twice(int x) { return 2 * x; }\nint next(int);\n");
    add("a.c",
        "#include \"shared.h\"\n"
        "static int helper(int x) { return twice(x); }\n"
        "int next(int x) { return helper(x) + 1; }\n");
    add("b.c",
        "#include \"shared.h\"\n"
        "int (*table[])(int) = {next};\n"
        "int odd(int x); int even(int x) { return x == 0 || odd(x - 1); }\n"
        "int odd(int x) { return x != 0 && even(x - 1); }\n"
        "int main(void) { return table[0](twice(3)); }\n");
    std::vector<frontend::CompileCommand> commands;
    for (const char* name : {"a.c", "b.c"})
      commands.push_back({.directory = scratch_ / "",
                          .file = scratch_ / name,
                          .output = "",
                          .arguments = {"cc", "-c", scratch_ / name}});
    must(capture(store_, commands, {.jobs = 2}));
  }

  void add(const std::string& name, const std::string& text) { scratch_.write(name, text); }
  ProgramImage image() { return must(ProgramImage::make(store_, {.folder = scratch_ / ".assay"})); }
  callgraph::CallGraph graph_of_store() {
    callgraph::CallGraphBuilder builder;
    for (const store::StoredUnit& unit : must(store_.units()))
      builder.add_unit(must(store_.load(unit.row)));
    return builder.finish();
  }

  Scratch scratch_;
  Store store_;
};

TEST_F(ProgramImageTest, LeavesNoFileBehind) {
  ProgramImage made = image();
  EXPECT_GT(made.bytes(), 0u);
  for (const auto& entry : std::filesystem::directory_iterator(scratch_ / ".assay"))
    EXPECT_EQ(entry.path().filename().string().find("image"), std::string::npos);
}

TEST_F(ProgramImageTest, HasTheCallGraphOfTheDatabase) {
  ProgramImage made = image();
  for (unsigned workers : {1u, 2u}) {
    ProgramGraph graph = must(build_graph(made, {.pool = {.workers = workers}}));
    EXPECT_TRUE(graph.failed.empty());
    EXPECT_EQ(callgraph::print_text(graph.graph, false),
              callgraph::print_text(graph_of_store(), false));
  }
}

// Asks what nobody survives.
class DeadlyQuestion : public UnitQuestion {
 public:
  void answer(const ProgramImage&, uint32_t, const ImageUnits&, const ImageUnits::Loaded&,
              ByteWriter&) const override {
    ::_exit(1);
  }
  void take(uint32_t, ByteReader&) override { ++taken; }
  int taken = 0;
};

TEST_F(ProgramImageTest, HasTheCallGraphThoughAQuestionKillsItsWorkers) {
  ProgramImage made = image();
  DeadlyQuestion deadly;
  GraphOptions options;
  options.questions = {&deadly};
  ProgramGraph graph = must(build_graph(made, options));
  EXPECT_TRUE(graph.failed.empty());
  EXPECT_EQ(deadly.taken, 0);
  EXPECT_EQ(callgraph::print_text(graph.graph, false),
            callgraph::print_text(graph_of_store(), false));
}

TEST_F(ProgramImageTest, LoadsEachFunctionWithABody) {
  ProgramImage made = image();
  ProgramGraph graph = must(build_graph(made, {}));
  // A cache of a few bytes keeps nothing; what is held stays good all the same.
  for (uint64_t cache : {uint64_t{1}, ImageView::kCacheBytes}) {
    ImageView view(made, graph.graph, cache);
    std::vector<std::shared_ptr<const machines::LoadedFunction>> held;
    for (size_t i = 0; i < graph.graph.functions.size(); ++i) {
      const callgraph::ProgramFunction& function = graph.graph.functions[i];
      auto loaded = view.load(FunctionId(i));
      ASSERT_EQ(loaded != nullptr, function.unit >= 0) << function.name;
      if (loaded != nullptr) held.push_back(loaded);
    }
    for (const auto& loaded : held)
      EXPECT_FALSE(loaded->unit->symbols[loaded->function.symbol].name.empty());
    EXPECT_TRUE(view.take_unreadable().empty());
  }
}

TEST_F(ProgramImageTest, StartsFromRootsAndFromCirclesThatNobodyEnters) {
  ProgramImage made = image();
  ProgramGraph graph = must(build_graph(made, {}));
  std::vector<std::string> names;
  for (FunctionId root : roots_by_unit(graph.graph))
    names.push_back(graph.graph.functions[root.index()].name);
  EXPECT_THAT(names, testing::Contains("main"));
  EXPECT_THAT(names, testing::AnyOf(testing::Contains("odd"), testing::Contains("even")));
  EXPECT_THAT(names, testing::Not(testing::Contains("helper")));
}

TEST(MachinesPlan, AsksEachRuleAboutEachFunctionOnce) {
  callgraph::CallGraph graph;
  for (uint32_t i = 0; i < 100; ++i) {
    graph.functions.push_back(
        {.name = std::to_string(i), .unit = i % 10 == 9 ? -1 : 0, .index_in_unit = i});
    graph.roots.push_back(FunctionId(i));
  }
  for (unsigned jobs : {1u, 2u, 7u}) {
    std::map<std::pair<uint32_t, FunctionId>, int> asked;
    for (const MachinesTask& task : plan_machines(graph, {true, false, true}, jobs))
      for (const MachinesTask& pair : split_task(task))
        ++asked[{pair.rules.front(), pair.functions.front()}];
    EXPECT_EQ(asked.size(), 3u * 90u);
    for (const auto& [pair, times] : asked) EXPECT_EQ(times, 1);
  }
}

}  // namespace
}  // namespace assay::schedule
