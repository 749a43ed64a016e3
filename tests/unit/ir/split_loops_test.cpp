#include "ir/split_loops.h"

#include <gtest/gtest.h>

#include <random>

#include "ir/loops.h"
#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

// Every step of the result is a step of the original, and the other way round.
void expect_same_paths(const Body& body, const SplitBody& split) {
  ASSERT_EQ(split.original.size(), split.body.blocks.size());
  for (size_t b = 0; b < split.body.blocks.size(); ++b) {
    BlockId original = split.original[b];
    std::span<const Edge> made = split.body.edges_of(BlockId(b));
    std::span<const Edge> wanted = body.edges_of(original);
    ASSERT_EQ(made.size(), wanted.size());
    for (size_t i = 0; i < made.size(); ++i) {
      EXPECT_EQ(split.original[made[i].target.index()], wanted[i].target);
      EXPECT_EQ(made[i].kind, wanted[i].kind);
    }
    BlockId unwind = split.body.blocks[b].unwind;
    EXPECT_EQ(unwind.valid() ? split.original[unwind.index()] : BlockId(),
              body.blocks[original.index()].unwind);
  }
}

TEST(SplitLoops, LeavesReducibleBodiesAlone) {
  Body body = graph({{1}, {2, 5}, {3, 4}, {2}, {1}, {}});
  SplitBody split = split_irreducible_loops(body, 0);
  EXPECT_TRUE(split.complete);
  EXPECT_EQ(split.body.blocks.size(), body.blocks.size());
}

TEST(SplitLoops, AJumpIntoALoopGetsACopyOfTheRest) {
  // 1 and 2 jump to each other, and both are entered from 0.
  Body body = graph({{1, 2}, {2, 3}, {1}, {}});
  SplitBody split = split_irreducible_loops(body, 10);
  EXPECT_TRUE(split.complete);
  EXPECT_EQ(split.body.blocks.size(), 5u);
  EXPECT_EQ(find_loops(split.body).loops.size(), 1u);
  EXPECT_FALSE(find_loops(split.body).irreducible);
  expect_same_paths(body, split);
}

TEST(SplitLoops, AnInnerCycleMayBeTheIrreducibleOne) {
  Body body = graph({{1}, {2, 3}, {3, 1}, {2, 4}, {1, 5}, {}});
  SplitBody split = split_irreducible_loops(body, 100);
  EXPECT_TRUE(split.complete);
  EXPECT_FALSE(find_loops(split.body).irreducible);
  expect_same_paths(body, split);
}

TEST(SplitLoops, TheEntryIsNeverCopied) {
  Body body = graph({{1, 2}, {0, 2}, {1, 3}, {}});
  SplitBody split = split_irreducible_loops(body, 100);
  EXPECT_TRUE(split.complete);
  EXPECT_FALSE(find_loops(split.body).irreducible);
  expect_same_paths(body, split);
}

TEST(SplitLoops, SaysWhenTheBudgetIsNotEnough) {
  // A computed goto at the end of each of eight handlers.
  std::vector<uint32_t> all{1, 2, 3, 4, 5, 6, 7, 8};
  Body body = graph({all, all, all, all, all, all, all, all, all});
  SplitBody split = split_irreducible_loops(body, 20);
  EXPECT_FALSE(split.complete);
  EXPECT_LE(split.body.blocks.size(), body.blocks.size() + 20);
  expect_same_paths(body, split);
}

TEST(SplitLoops, RandomGraphsKeepTheirPaths) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    uint32_t count = 2 + random() % 9;
    std::vector<std::vector<uint32_t>> successors(count);
    for (std::vector<uint32_t>& each : successors)
      for (uint32_t i = random() % 3; i > 0; --i) each.push_back(random() % count);
    Body body = graph(successors);
    if (random() % 4 == 0) body.blocks[random() % count].unwind = BlockId(random() % count);
    SplitBody split = split_irreducible_loops(body, 300);
    expect_same_paths(body, split);
    EXPECT_EQ(find_loops(split.body).irreducible, !split.complete);
  }
}

}  // namespace
}  // namespace assay::ir::test
