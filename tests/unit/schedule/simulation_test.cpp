// The simulator over a stored program: models cross units, results do not depend on workers.
#include "schedule/simulation.h"

#include <gmock/gmock.h>

#include "schedule/capture.h"
#include "schedule/simulation_plan.h"
#include "schedule/simulation_report.h"
#include "schedule/simulation_task.h"
#include "unit/store/scratch.h"

namespace assay::schedule {
namespace {

using store::must;
using store::Scratch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SimulationTest : public testing::Test {
 protected:
  SimulationTest()
      : store_(store::open_for_writing(scratch_ / ".assay/a.db")), library_(no_files) {}

  static Result<std::string> no_files(const std::string&) { return input_error("no such file"); }

  void program(std::vector<std::pair<std::string, std::string>> files) {
    std::vector<frontend::CompileCommand> commands;
    for (const auto& [name, text] : files) {
      scratch_.write(name, text);
      commands.push_back({.directory = scratch_ / "",
                          .file = scratch_ / name,
                          .output = "",
                          .arguments = {"cc", "-c", scratch_ / name}});
    }
    must(capture(store_, commands, {.jobs = 1}));
  }

  SimulationReport run(const std::string& function = "", unsigned jobs = 1,
                       CacheUse cache = CacheUse::Off) {
    SimulationOptions options;
    options.jobs = jobs;
    options.cache = cache;
    options.folder = scratch_ / ".assay";
    options.function = function;
    return must(simulate(store_, library_, options));
  }

  /// With what earlier runs found out; the same must come out without.
  SimulationReport again(std::vector<std::pair<std::string, std::string>> files) {
    program(std::move(files));
    SimulationReport warm = run("", 1, CacheUse::ReadWrite);
    SimulationReport cold = run();
    EXPECT_EQ(encode_simulation_report(warm), encode_simulation_report(cold));
    return warm;
  }

  static std::vector<std::string> told(const SimulationReport& report) {
    std::vector<std::string> lines;
    for (const findings::Finding& finding : report.findings)
      lines.push_back(fmt::format("{}:{} {}", finding.function, finding.where.line, finding.kind));
    return lines;
  }

  Scratch scratch_;
  store::Store store_;
  models::Library library_;
};

TEST_F(SimulationTest, AModelOfOneUnitIsUsedInAnother) {
  program({{"a.c", "int *nothing(void) { return 0; }\n"},
           {"b.c", "int *nothing(void);\nint main(void) { return *nothing(); }\n"}});
  SimulationReport report = run();
  EXPECT_EQ(report.functions, 2u);
  EXPECT_THAT(told(report), ElementsAre("main:2 null-deref"));
  EXPECT_THAT(report.failed, IsEmpty());
}

TEST_F(SimulationTest, AStaticOfAnotherUnitIsNotMeant) {
  program({{"a.c", "static int *get(void) { return 0; }\nint *other(void) { return get(); }\n"},
           {"b.c",
            "static int here;\nstatic int *get(void) { return &here; }\n"
            "int main(void) { return *get(); }\n"}});
  EXPECT_THAT(told(run()), IsEmpty());
}

TEST_F(SimulationTest, AConstantOfAnotherUnitIsKnownUnlessAThirdWritesIt) {
  std::vector<std::pair<std::string, std::string>> files{
      {"a.c", "int is_on = 1;\nconst int is_off = 0;\n"},
      {"b.c",
       "extern int is_on;\nextern const int is_off;\n"
       "int main(void) {\n  int *p = 0;\n  if (is_off) return *p;\n  if (is_on) return 0;\n"
       "  return *p;\n}\n"}};
  program(files);
  EXPECT_THAT(told(run()), IsEmpty());
  files.push_back({"c.c", "extern int is_on;\nvoid turn_off(void) { is_on = 0; }\n"});
  program(files);
  EXPECT_THAT(told(run()), ElementsAre("main:7 null-deref"));
}

TEST_F(SimulationTest, AnswersDoNotDependOnTheNumberOfWorkers) {
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += fmt::format(
        "int *get{0}(int c) {{ static int x; return c == {0} ? 0 : &x; }}\n"
        "int use{0}(void) {{ return *get{0}({0}); }}\n",
        i);
  program({{"a.c", many},
           {"b.c", "int odd(int x); int even(int x) { return !x || odd(x - 1); }\n"},
           {"c.c", "int even(int x); int odd(int x) { return x && even(x - 1); }\n"}});
  SimulationReport one = run("", 1);
  SimulationReport two = run("", 2);
  EXPECT_EQ(one.findings.size(), 40u);
  EXPECT_EQ(told(one), told(two));
  EXPECT_EQ(one.paths, two.paths);
  EXPECT_EQ(one.points, two.points);
}

constexpr const char* kLeaf = "int *nothing(int c) { return c > 3 ? 0 : &c + __LINE__ - 1; }\n";
constexpr const char* kCaller =
    "int *nothing(int c);\nint limit = 1;\nint *middle(int c) { return nothing(c + 4); }\n"
    "int main(int argc, char **argv) { return *middle(argc) + limit; }\n";

TEST_F(SimulationTest, WhatDidNotChangeIsNotSimulatedAgain) {
  SimulationReport first = again({{"a.c", kLeaf}, {"b.c", kCaller}});
  EXPECT_EQ(first.known, 0u);
  EXPECT_FALSE(first.findings.empty());
  SimulationReport second = again({{"a.c", kLeaf}, {"b.c", kCaller}});
  EXPECT_EQ(second.known, second.functions);
}

TEST_F(SimulationTest, ARunsCountsAreRemembered) {
  program({{"a.c", kLeaf}, {"b.c", kCaller}});
  EXPECT_FALSE(must(last_simulation(store_)).has_value());
  SimulationReport report = run();
  ASSERT_TRUE(keep_simulation_record(store_, report).ok());
  std::optional<SimulationReport> again = must(last_simulation(store_));
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->functions, report.functions);
  EXPECT_EQ(again->paths, report.paths);
  EXPECT_EQ(again->complete.paths, report.complete.paths);
  EXPECT_EQ(again->coverage.points_seen, report.coverage.points_seen);
}

TEST_F(SimulationTest, AFunctionThatMovesIsNotSimulatedAgain) {
  again({{"a.c", kLeaf}, {"b.c", kCaller}});
  SimulationReport moved = again(
      {{"a.c", std::string("/* new */\n\n") + kLeaf}, {"b.c", std::string("// new\n") + kCaller}});
  EXPECT_EQ(moved.known, moved.functions);
  ASSERT_FALSE(moved.findings.empty());
  EXPECT_EQ(moved.findings.front().where.line, 5u);
}

TEST_F(SimulationTest, TheWaveStopsWhereASummaryStaysTheSame) {
  again({{"a.c", kLeaf}, {"b.c", kCaller}});
  SimulationReport same =
      again({{"a.c", "int *nothing(int c) { if (c > 3) return 0; return &c + __LINE__ - 1; }\n"},
             {"b.c", kCaller}});
  EXPECT_EQ(same.known + 1, same.functions);
  SimulationReport other = again(
      {{"a.c", "int *nothing(int c) { static int x; return &x + (c - c); }\n"}, {"b.c", kCaller}});
  EXPECT_LE(other.known + 2, other.functions);
}

TEST_F(SimulationTest, AKeyHoldsWhatAFunctionReads) {
  std::string user =
      "extern const struct { int is_on, *p; } table;\n"
      "int main(void) { return table.is_on ? *table.p : 0; }\n";
  auto table = [](const char* fields) {
    return fmt::format("const struct {{ int is_on, *p; }} table = {{ {} }};\n", fields);
  };
  EXPECT_THAT(told(again({{"a.c", table("0, 0")}, {"b.c", user}})), IsEmpty());
  EXPECT_THAT(told(again({{"a.c", table("1, 0")}, {"b.c", user}})),
              ElementsAre("main:2 null-deref"));
  EXPECT_THAT(told(again({{"a.c", table("0, 0")}, {"b.c", user}})), IsEmpty());
}

TEST_F(SimulationTest, OneFunctionIsSimulatedWithWhatItCallsAlone) {
  program({{"a.c",
            "int *nothing(void) { return 0; }\n"
            "int asked(void) { return nothing() == 0; }\n"
            "int unasked(void) { return *nothing(); }\n"}});
  SimulationReport report = run("asked");
  EXPECT_EQ(report.functions, 2u);
  ASSERT_EQ(report.models.size(), 1u);
  EXPECT_EQ(report.models.front().name, "asked");
  EXPECT_THAT(report.models.front().text, HasSubstr("(asked"));
}

TEST(SimulationBytes, TasksAndAnswersComeBackAsTheyWere) {
  SimulationTask task;
  task.components.push_back(
      {.functions = {callgraph::FunctionId(uint32_t{1}), callgraph::FunctionId(uint32_t{2})},
       .is_recursive = true});
  task.models.emplace(callgraph::FunctionId(uint32_t{0}), "(f)");
  Bytes bytes = encode_simulation_task(task);
  SimulationTask again = must(decode_simulation_task(bytes, 3));
  EXPECT_EQ(encode_simulation_task(again), bytes);
  EXPECT_FALSE(decode_simulation_task(bytes, 2).ok());
  EXPECT_FALSE(decode_simulation_task(bytes.substr(0, bytes.size() - 1), 3).ok());

  SimulationAnswer answer;
  answer.model = "(f)";
  answer.findings.resize(1);
  answer.findings[0].finding.kind = "leak";
  answer.coverage.points_seen = 7;
  answer.is_out_of_budget = true;
  Bytes said = encode_simulation_answers({answer});
  EXPECT_EQ(encode_simulation_answers(must(decode_simulation_answers(said))), said);
  EXPECT_FALSE(decode_simulation_answers("").ok());
  EXPECT_FALSE(decode_simulation_answers(said.substr(0, said.size() - 1)).ok());
}

}  // namespace
}  // namespace assay::schedule
