// What the evaluator asks of a program: each function under tests/semantics/obligations.c is a
// case, and its name says what is not sure to hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "frontend/command.h"
#include "frontend/parse.h"
#include "logic/build.h"
#include "support/symbolic.h"

namespace assay {
namespace {

using semantics::Obligation;
using semantics::ObligationKind;
using semantics::Source;

struct ObligationTest : testing::Test {
  ObligationTest() {
    std::filesystem::path source =
        std::filesystem::path(ASSAY_TESTS_DIR) / "semantics" / "asked" / "obligations.c";
    frontend::CommandAdapter adapter;
    unit = frontend::parse_unit(
        adapter.prepare(frontend::command_for_source(source, {}).take()).take());
  }

  std::vector<Obligation> asked(const std::string& function) {
    const ir::Unit* units[] = {&unit};
    semantics::Program program(units);
    testing_support::ForkDriver driver(program);
    driver.explore(program.prepare(*program[program.find(function)].body));
    return driver.obligations();
  }
  /// The first of its kind; fails if there is none.
  Obligation only(const std::string& function, ObligationKind kind) {
    for (const Obligation& each : asked(function)) {
      if (each.kind == kind) return each;
    }
    ADD_FAILURE() << function << ": nothing of this kind was asked";
    return {.kind = kind};
  }

  ir::Unit unit;
};

TEST_F(ObligationTest, AParameterMayBeNull) {
  Obligation asked = only("follows_parameter", ObligationKind::NonNull);
  EXPECT_EQ(asked.holds, Tri::Unknown);
  EXPECT_EQ(asked.source, Source::Inputs);
}

TEST_F(ObligationTest, AfterACheckNothingIsAsked) { EXPECT_TRUE(asked("checks_first").empty()); }

TEST_F(ObligationTest, WhatACallGivesIsImprecise) {
  Obligation asked = only("divides_by_unknown", ObligationKind::DivisorNonZero);
  EXPECT_EQ(asked.holds, Tri::Unknown);
  EXPECT_EQ(asked.source, Source::Imprecise);
}

TEST_F(ObligationTest, NullIsFollowed) {
  EXPECT_EQ(only("follows_null", ObligationKind::NonNull).holds, Tri::No);
}

TEST_F(ObligationTest, AnIndexMayBePastTheEnd) {
  Obligation asked = only("indexes", ObligationKind::InBounds);
  EXPECT_EQ(asked.holds, Tri::Unknown);
  EXPECT_EQ(asked.source, Source::Inputs);
  EXPECT_TRUE(this->asked("indexes_checked").empty());
}

TEST_F(ObligationTest, AVariableIsReadBeforeItIsWritten) {
  EXPECT_EQ(only("reads_unwritten", ObligationKind::Initialised).holds, Tri::No);
}

TEST_F(ObligationTest, OneOfSeveralCellsIsReadBeforeItIsWritten) {
  EXPECT_EQ(only("reads_one_of_unwritten", ObligationKind::Initialised).holds, Tri::No);
  Obligation asked = only("reads_one_of_some", ObligationKind::Initialised);
  EXPECT_EQ(asked.holds, Tri::Unknown);
  EXPECT_EQ(asked.source, Source::Inputs);
  EXPECT_EQ(asked.offset, 4);
  EXPECT_TRUE(this->asked("writes_one_of_unwritten").empty());
}

TEST_F(ObligationTest, RecordsAreCopiedAndFilledBehindPointersWithSeveralTargets) {
  const ir::Unit* units[] = {&unit};
  for (const char* function : {"copies_padding", "zeroes_one"}) {
    semantics::Program program(units);
    testing_support::MergeDriver merge(program);
    auto merged = merge.explore(program.prepare(*program[program.find(function)].body));
    EXPECT_TRUE(merge.obligations().empty()) << function;
    logic::TermPool& pool = merge.pool();
    bool copies = std::string_view(function) == "copies_padding";
    logic::Term given = logic::is_nonzero(pool, merge.parameters()[0]);
    logic::Term one = logic::Term::constant(32, copies ? 2 : 1);
    logic::Term other = logic::Term::constant(32, copies ? 3 : 1);
    logic::Term right = logic::eq(pool, merged.value, logic::ite(pool, given, one, other));
    EXPECT_EQ(logic::Prover(pool).is_valid(right), Tri::Yes) << function;
  }
}

TEST_F(ObligationTest, ASumMayOverflow) {
  EXPECT_EQ(only("adds", ObligationKind::NoOverflow).holds, Tri::Unknown);
  EXPECT_TRUE(asked("adds_small").empty());
}

TEST_F(ObligationTest, AShiftMayBeTooFar) {
  EXPECT_EQ(only("shifts", ObligationKind::ShiftInRange).holds, Tri::Unknown);
}

TEST_F(ObligationTest, MergingSeesAByteThatOnePathWrote) {
  const ir::Unit* units[] = {&unit};
  semantics::Program program(units);
  testing_support::MergeDriver driver(program);
  driver.explore(program.prepare(*program[program.find("writes_on_one_path")].body));
  const std::vector<Obligation>& all = driver.obligations();
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const Obligation& each) {
    return each.kind == ObligationKind::Initialised && each.holds == Tri::Unknown;
  }));
}

/// What a function gives if its pointers are not null, whatever its inputs are.
TEST_F(ObligationTest, AnObjectFromOutsideGoesOnBeforeItsBeginning) {
  const ir::Unit* units[] = {&unit};
  for (auto [function, result] : {std::pair<const char*, uint64_t>{"container_keeps", 52},
                                  {"container_is_one", 1},
                                  {"container_on_one_path", 1}}) {
    semantics::Program program(units);
    const semantics::Prepared& prepared = program.prepare(*program[program.find(function)].body);
    testing_support::ForkDriver fork(program);
    for (const testing_support::PathResult& path : fork.explore(prepared)) {
      EXPECT_TRUE(path.value.is_value(result)) << function << ", forking";
    }
    EXPECT_FALSE(fork.is_cut()) << function;
    for (const Obligation& each : fork.obligations()) {
      EXPECT_EQ(each.kind, ObligationKind::NonNull) << function;
    }
    testing_support::MergeDriver merge(program);
    testing_support::MergedResult merged = merge.explore(prepared);
    logic::Prover prover(merge.pool());
    logic::Term right =
        logic::eq(merge.pool(), merged.value, logic::Term::constant(merged.value.width(), result));
    EXPECT_EQ(prover.is_valid(right), Tri::Yes) << function << ", merging";
  }
}

}  // namespace
}  // namespace assay
