#include "findings/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::findings {
namespace {

using testing::ElementsAre;

class RankingTest : public testing::Test {
 protected:
  Finding make(std::string function, uint32_t line = 1) {
    Finding finding;
    finding.kind = "checked";
    finding.function = std::move(function);
    finding.where = {"/a.c", line, 1, line, 2};
    return finding;
  }
  void report(Finding finding) {
    statistics.add(finding);
    findings.push_back({std::move(finding), {}});
  }
  void note_success(std::string function, std::string name, uint32_t line) {
    Finding note = make(std::move(function), line);
    note.rank.success = std::move(name);
    statistics.add(note);
  }
  std::vector<std::string> ranked(RankOptions options = {}) {
    std::vector<std::string> names;
    for (const Ranked& one : rank(findings, statistics, options))
      names.push_back(std::to_string(one.place) + " " + findings[one.index].finding.function);
    return names;
  }

  Statistics statistics;
  std::vector<IdentifiedFinding> findings;
};

// PASTE, figure 9: one of two results of malloc is checked, none of two of foo.
TEST_F(RankingTest, ReliabilityOfRules) {
  EXPECT_NEAR(z_statistic(2, 1, 0.8), -1.06, 0.005);
  EXPECT_NEAR(z_statistic(2, 0, 0.8), -2.83, 0.005);

  for (uint32_t line : {10, 12}) {
    Finding foo = make("foo_user", line);
    foo.rank.failure = "foo";
    report(foo);
  }
  Finding unchecked = make("malloc_user", 20);
  unchecked.rank.failure = "malloc";
  report(unchecked);
  note_success("malloc_user", "malloc", 18);
  EXPECT_THAT(ranked(), ElementsAre("1 malloc_user", "2 foo_user", "2 foo_user"));
  std::vector<Ranked> order = rank(findings, statistics);
  EXPECT_NEAR(order[0].rule->z, -1.06, 0.005);
  EXPECT_NEAR(order[1].rule->z, -2.83, 0.005);
}

// A rule that counts nothing is no worse than one that chance explains as well.
TEST_F(RankingTest, WrittenRulesStandBetweenSureAndWeakStatistics) {
  auto kept_but_once = [&](std::string function, std::string name, uint32_t times) {
    Finding finding = make(std::move(function), 500);
    finding.rank.failure = name;
    report(finding);
    for (uint32_t line = 1; line <= times; ++line) note_success("others", name, line);
  };
  kept_but_once("weak", "read", 9);
  report(make("written", 600));
  kept_but_once("sure", "open", 40);
  EXPECT_THAT(ranked(), ElementsAre("1 sure", "2 written", "3 weak"));
}

// PASTE, figure 6: by the counts of each function.
TEST_F(RankingTest, ReliabilityOfCode) {
  auto fails = [&](std::string function, uint32_t line) {
    Finding finding = make(std::move(function), line);
    finding.rank.failure = "";
    report(finding);
  };
  report(make("err2", 20));
  note_success("err2", "", 18);
  note_success("err2", "", 19);
  fails("err1", 10);
  note_success("err1", "", 9);
  fails("err3", 30);
  note_success("err3", "", 29);
  fails("err4", 40);
  for (double chance : {0.5, 0.8})
    EXPECT_THAT(ranked({.code_chance = chance}),
                ElementsAre("1 err2", "2 err1", "2 err3", "4 err4"));
}

TEST_F(RankingTest, APopulationIsCountedByItsMembers) {
  for (uint32_t line = 1; line <= 10; ++line) {
    Finding member = make("caller", line);
    member.rank.population = "put";
    statistics.add(member);
  }
  Finding used = make("caller", 50);
  used.rank.failure = "put";
  report(used);
  const Tally* tally = statistics.of_name("checked", "put");
  ASSERT_NE(tally, nullptr);
  EXPECT_EQ(tally->size(), 10u);
  EXPECT_EQ(tally->examples(), 9u);
}

TEST_F(RankingTest, TheSamePlaceCountsOnce) {
  note_success("f", "malloc", 3);
  note_success("f", "malloc", 3);
  EXPECT_EQ(statistics.of_name("checked", "malloc")->successes, 1u);
}

TEST_F(RankingTest, GenericOrder) {
  auto add = [&](std::string name, RankInputs inputs) {
    Finding finding = make(std::move(name));
    finding.rank = std::move(inputs);
    report(finding);
  };
  add("minor", {.severity = Severity::Minor});
  add("far", {.distance = 40});
  add("conditionals", {.distance = 5, .conditionals = 3});
  add("synonym", {.indirection = 1});
  add("two_synonyms", {.indirection = 2});
  add("callee", {.call_chain = 1});
  add("far_callee", {.call_chain = 3});
  add("near", {.distance = 2});
  add("security", {.severity = Severity::Security, .distance = 900, .call_chain = 9});
  EXPECT_THAT(ranked(), ElementsAre("1 security", "2 near", "3 conditionals", "4 far", "5 synonym",
                                    "6 two_synonyms", "7 callee", "8 far_callee", "9 minor"));
}

TEST_F(RankingTest, GroupsStayTogether) {
  auto add = [&](std::string name, uint32_t distance, std::string group) {
    Finding finding = make(std::move(name));
    finding.rank.distance = distance;
    finding.rank.group = std::move(group);
    report(finding);
  };
  add("a_near", 1, "put_a");
  add("b_near", 2, "put_b");
  add("a_far", 30, "put_a");
  add("alone", 5, "");
  EXPECT_THAT(ranked(), ElementsAre("1 a_near", "2 a_far", "3 b_near", "4 alone"));
}

TEST_F(RankingTest, OfSeveralWaysToOneCauseTheEasiestIsKept) {
  Finding hard = make("f"), easy = make("f");
  hard.rank.call_chain = 4;
  hard.message = "a";
  easy.rank.call_chain = 1;
  easy.message = "b";
  std::vector<IdentifiedFinding> kept = identify({hard, easy});
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].finding.rank.call_chain, 1u);
}

}  // namespace
}  // namespace assay::findings
