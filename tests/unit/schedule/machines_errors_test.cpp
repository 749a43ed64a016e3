#include "schedule/machines_errors.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "unit/machines/rule_case.h"

namespace assay::schedule {
namespace {

using machines::PathEvent;

class ErrorFilterTest : public testing::Test {
 protected:
  /// At the end of the function, by its first branch's first edge if it has one.
  machines::RuleFinding error_in(const std::string& function, uint32_t calls, size_t steps) {
    machines::RuleFinding error;
    error.finding.kind = "use-after-free";
    error.finding.rank.call_chain = calls;
    error.finding.trace.resize(steps);
    callgraph::FunctionId id = program_.find(function);
    if (program_.load(id)->function.body.edges_of(ir::BlockId(0u)).size() > 1)
      error.path.push_back({PathEvent::Kind::Edge, id, ir::BlockId(0u), 0, {}});
    error.path.push_back({PathEvent::Kind::Stop, id, {}, 0, {}});
    return error;
  }
  RuleAnswer keep(const std::string& function, uint32_t calls = 0, size_t steps = 1) {
    RuleAnswer answer;
    filter_.keep(program_.find(function), error_in(function, calls, steps), answer);
    return answer;
  }

  test::SmallProgram program_{{std::filesystem::path(ASSAY_TESTS_DIR) / "machines_refute/paths.c"}};
  machines::Writes writes_{program_};
  ErrorFilter filter_{program_, writes_, Refuting::InWorker};
};

TEST_F(ErrorFilterTest, WhatNoRunCanDoIsNotTold) {
  filter_.begin(1000);
  EXPECT_EQ(keep("masks_possible", 1).findings.size(), 1u);
  RuleAnswer impossible = keep("masks_impossible", 1);
  EXPECT_TRUE(impossible.findings.empty());
  EXPECT_FALSE(filter_.take_given_up());
}

TEST_F(ErrorFilterTest, WithoutPointsOnlyWhatIsOfOneFunctionIsTold) {
  filter_.begin(0);
  RuleAnswer across = keep("masks_possible", 1);
  EXPECT_TRUE(across.findings.empty());
  EXPECT_TRUE(filter_.take_given_up());
  EXPECT_FALSE(filter_.take_given_up());
  EXPECT_EQ(keep("masks_possible", 0).findings.size(), 1u);
  EXPECT_TRUE(keep("masks_impossible", 0).findings.empty());
}

TEST_F(ErrorFilterTest, WithoutPointsWhatIsNotOfOneFunctionIsNotWanted) {
  findings::Finding about = error_in("masks_possible", 1, 1).finding;
  filter_.begin(1000);
  EXPECT_TRUE(filter_.wants({.about = about, .steps = 1, .crosses_calls = true}));
  filter_.begin(0);
  EXPECT_TRUE(filter_.wants({.about = about, .steps = 1}));
  EXPECT_FALSE(filter_.take_given_up());
  EXPECT_FALSE(filter_.wants({.about = about, .steps = 1, .crosses_calls = true}));
  EXPECT_TRUE(filter_.take_given_up());
}

TEST_F(ErrorFilterTest, WhatWasToldOftenIsToldAgainOnlyIfShorter) {
  filter_.begin(100'000);
  for (size_t i = 0; i < findings::kMaxEvidence; ++i)
    EXPECT_EQ(keep("masks_possible", 1, 5).findings.size(), 1u);
  EXPECT_TRUE(keep("masks_possible", 1, 5).findings.empty());
  EXPECT_EQ(keep("masks_possible", 1, 4).findings.size(), 1u);
  filter_.begin(100'000);
  EXPECT_EQ(keep("masks_possible", 1, 5).findings.size(), 1u);
}

// It need not be found out how what nobody wants comes about.
TEST_F(ErrorFilterTest, WhatWasToldOftenIsNotWantedUnlessShorter) {
  filter_.begin(100'000);
  findings::Finding about = error_in("masks_possible", 1, 5).finding;
  EXPECT_TRUE(filter_.wants({.about = about, .steps = 5}));
  for (size_t i = 0; i < findings::kMaxEvidence; ++i) keep("masks_possible", 1, 5);
  EXPECT_FALSE(filter_.wants({.about = about, .steps = 5}));
  EXPECT_TRUE(filter_.wants({.about = about, .steps = 4}));
  EXPECT_FALSE(filter_.take_given_up());
}

TEST_F(ErrorFilterTest, WhatWasImpossibleByManyWaysIsGivenUp) {
  constexpr size_t kMany = 48;
  filter_.begin(10'000'000);
  findings::Finding about = error_in("masks_impossible", 1, 5).finding;
  for (size_t i = 0; i < kMany; ++i) {
    EXPECT_TRUE(filter_.wants({.about = about, .steps = 5}));
    keep("masks_impossible", 1, 5);
  }
  EXPECT_FALSE(filter_.take_given_up());
  EXPECT_FALSE(filter_.wants({.about = about, .steps = 1}));
  EXPECT_TRUE(filter_.take_given_up());
}

}  // namespace
}  // namespace assay::schedule
