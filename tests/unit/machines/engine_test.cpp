// What marks cannot say: summaries, ranking inputs, determinism, limits.
#include "engines/machines/engine.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "findings/ranking.h"
#include "unit/actions/try_rules.h"
#include "unit/machines/rule_case.h"

namespace assay::machines {
namespace {

namespace fs = std::filesystem;

fs::path file(const std::string& name) { return fs::path(ASSAY_TESTS_DIR) / "machines" / name; }

test::CaseResult run(const std::string& name, const EngineOptions& options = {}) {
  return test::run_case(test::read_case(file(name)), options);
}

void expect_text(const std::string& text, const fs::path& expected) {
  if (std::getenv("ASSAY_ACCEPT") != nullptr) std::ofstream(expected) << text;
  EXPECT_EQ(text, test::read_text(expected));
}

TEST(MachineTrace, ShowsTheSummariesOfPldiFigure5) {
  EngineOptions options;
  options.trace = true;
  expect_text(run("figures/pldi_figure_2.c", options).trace, file("figures/pldi_figure_5.expect"));
}

TEST(MachineWhy, TellsCallsSynonymsAndBranches) {
  std::string text = run("why.c").text();
  std::string folder = file("").string();
  for (size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size());
  expect_text(text, file("why.expect"));
}

TEST(MachineNotes, CountSuccessesAndFailuresOfPasteFigure9) {
  test::CaseResult result = run("figures/paste_figure_9.c");
  findings::Statistics statistics;
  for (const auto* list : {&result.errors, &result.notes})
    for (const RuleFinding& one : *list) statistics.add(one.finding);
  const findings::Tally* malloc_tally = statistics.of_name("NULL_STAT", "malloc");
  const findings::Tally* foo_tally = statistics.of_name("NULL_STAT", "foo");
  ASSERT_TRUE(malloc_tally && foo_tally);
  EXPECT_NEAR(findings::z_statistic(malloc_tally->size(), malloc_tally->examples(), 0.8), -1.06,
              0.005);
  EXPECT_NEAR(findings::z_statistic(foo_tally->size(), foo_tally->examples(), 0.8), -2.83, 0.005);
}

TEST(MachineRank, FollowsDistanceBranchesSynonymsAndCalls) {
  test::CaseResult result = run("figures/pldi_figure_2.c");
  ASSERT_EQ(result.errors.size(), 2u);
  const findings::RankInputs* by_message[2] = {};
  for (const RuleFinding& error : result.errors)
    by_message[error.finding.message.find("using q") == std::string::npos] = &error.finding.rank;
  ASSERT_TRUE(by_message[0] && by_message[1]);
  EXPECT_EQ(by_message[0]->indirection, 1u);
  EXPECT_EQ(by_message[0]->call_chain, 1u);
  EXPECT_EQ(by_message[0]->conditionals, 2u);
  EXPECT_EQ(by_message[0]->group, "kfree");
  EXPECT_EQ(by_message[1]->indirection, 0u);
  EXPECT_EQ(by_message[1]->call_chain, 1u);
}

// "ranks the errors in err2 first (two successes, no failures), then err1 and err3 (one success,
// one failure) and finally err4 (one failure)"
TEST(MachineRank, OrdersTheErrorsOfPasteFigure6) {
  test::CaseResult result = run("figures/paste_figure_6.c");
  findings::Statistics statistics;
  std::vector<findings::Finding> errors;
  for (const auto* list : {&result.errors, &result.notes})
    for (const RuleFinding& one : *list) statistics.add(one.finding);
  for (const RuleFinding& one : result.errors) errors.push_back(one.finding);
  std::vector<findings::IdentifiedFinding> identified = findings::identify(std::move(errors));
  std::map<std::string, double> by_function;
  std::vector<std::string> order;
  for (const findings::Ranked& one : findings::rank(identified, statistics)) {
    order.push_back(identified[one.index].finding.function);
    ASSERT_TRUE(one.code.has_value()) << order.back();
    by_function[order.back()] = one.code->z;
  }
  ASSERT_EQ(order.size(), 4u);
  EXPECT_EQ(order.front(), "err2");
  EXPECT_EQ(order.back(), "err4");
  EXPECT_EQ(by_function["err1"], by_function["err3"]);
  EXPECT_GT(by_function["err2"], by_function["err1"]);
  EXPECT_GT(by_function["err1"], by_function["err4"]);
}

TEST(MachinePath, LeadsFromTheRootToTheError) {
  test::CaseResult result = run("figures/pldi_figure_2.c");
  for (const RuleFinding& error : result.errors) {
    ASSERT_FALSE(error.path.empty());
    EXPECT_EQ(error.path.back().kind, PathEvent::Kind::Stop);
    size_t entered = 0, left = 0;
    for (const PathEvent& event : error.path) {
      entered += event.kind == PathEvent::Kind::Enter;
      left += event.kind == PathEvent::Kind::Leave;
    }
    bool is_in_callee = error.finding.message.find("using q") != std::string::npos;
    EXPECT_EQ(entered, 1u);
    EXPECT_EQ(left, is_in_callee ? 0u : 1u);
  }
}

TEST(MachineEngine, GivesTheSameTwiceAndInAnyOrderOfRoots) {
  test::RuleCase the_case = test::read_case(file("figures/paste_figure_4.c"));
  std::string first = test::run_case(the_case).text();
  EXPECT_EQ(first, test::run_case(the_case).text());

  Result<metal::Composition> composition = test::load_rules(the_case.rule);
  ASSERT_TRUE(composition.ok());
  std::unique_ptr<metal::ActionRunner> runner = test::load_runner(composition.value());
  test::SmallProgram program({file("recursion.c")});
  Workspace workspace(program);
  Engine engine(composition.value(), *runner, workspace);
  std::vector<callgraph::FunctionId> roots = engine.roots();
  auto texts = [&](bool backwards) {
    std::map<callgraph::FunctionId, std::string> by_root;
    for (size_t i = 0; i < roots.size(); ++i) {
      callgraph::FunctionId root = roots[backwards ? roots.size() - 1 - i : i];
      test::CaseResult result;
      result.errors = engine.analyse(root).errors;
      by_root[root] = result.text();
    }
    return by_root;
  };
  auto forwards = texts(false);
  EXPECT_EQ(forwards, texts(false));
  EXPECT_EQ(forwards, texts(true));
}

TEST(MachineEngine, StopsAtItsLimitOfSteps) {
  EngineOptions options;
  options.max_steps = 3;
  test::CaseResult result = run("figures/pldi_figure_2.c", options);
  ASSERT_FALSE(result.stopped.empty());
  EXPECT_NE(result.stopped.front().reason.find("limit of steps"), std::string::npos);
}

// What was found until then is told.
TEST(MachineEngine, KeepsWhatItFoundBeforeTheRootsLimit) {
  EngineOptions options;
  test::CaseResult all = run("figures/pldi_figure_2.c", options);
  ASSERT_FALSE(all.errors.empty());
  for (options.max_root_steps = 1;; ++options.max_root_steps) {
    test::CaseResult part = run("figures/pldi_figure_2.c", options);
    if (part.stopped.empty()) break;
    ASSERT_LE(part.errors.size(), all.errors.size());
    if (part.errors.empty()) continue;
    EXPECT_NE(part.stopped.front().reason.find("root's limit"), std::string::npos);
    EXPECT_FALSE(part.stopped.front().is_rule_fault);
    return;
  }
  ADD_FAILURE() << "nothing was told before the limit was met";
}

// What was under way at the limit is not walked again by a root with as many steps; one with more
// gets further.
TEST(MachineEngine, TakesWhatALimitCut) {
  test::RuleCase the_case = test::read_case(file("figures/pldi_figure_2.c"));
  Result<metal::Composition> composition = test::load_rules(the_case.rule);
  ASSERT_TRUE(composition.ok());
  std::unique_ptr<metal::ActionRunner> runner = test::load_runner(composition.value());
  test::SmallProgram program(the_case.sources);
  Workspace workspace(program);
  EngineOptions options;
  options.max_root_steps = 1;
  Engine engine(composition.value(), *runner, workspace, options);
  callgraph::FunctionId root = engine.roots().front();
  RootResult first = engine.analyse(root);
  RootResult again = engine.analyse(root);
  EXPECT_FALSE(first.stopped.empty());
  EXPECT_EQ(first.stopped.size(), again.stopped.size());
  EXPECT_EQ(first.errors.size(), again.errors.size());
  engine.grant(10'000);
  RootResult more = engine.analyse(root);
  EXPECT_TRUE(more.stopped.empty());
  EXPECT_GT(more.errors.size(), first.errors.size());
}

TEST(MachineCounts, CountAPlaceOnce) {
  test::CaseResult result = run("counts.c");
  std::map<std::pair<std::string, std::string>, int64_t> unique;
  for (const RuleCount& count : result.counts) unique[{count.place, count.key}] = count.by;
  std::map<std::string, int64_t> sums;
  for (const auto& [key, by] : unique) sums[key.second] += by;
  EXPECT_EQ(sums["calls"], 3);
}

}  // namespace
}  // namespace assay::machines
