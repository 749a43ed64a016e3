#include "ir/loops.h"

#include <gtest/gtest.h>

#include "ir/dominators.h"
#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

std::vector<uint32_t> numbers(const std::vector<BlockId>& blocks) {
  std::vector<uint32_t> result;
  for (BlockId block : blocks) result.push_back(block.index());
  return result;
}

using Numbers = std::vector<uint32_t>;

TEST(Loops, NoneInStraightCode) {
  Loops loops = find_loops(graph({{1, 2}, {3}, {3}, {}}));
  EXPECT_TRUE(loops.loops.empty());
  EXPECT_FALSE(loops.irreducible);
}

TEST(Loops, SelfLoop) {
  Loops loops = find_loops(graph({{1}, {1, 2}, {}}));
  ASSERT_EQ(loops.loops.size(), 1u);
  EXPECT_EQ(loops.loops[0].header, BlockId(1u));
  EXPECT_EQ(numbers(loops.loops[0].blocks), (Numbers{1}));
  EXPECT_EQ(numbers(loops.loops[0].latches), (Numbers{1}));
}

TEST(Loops, NestedOnesKnowTheirParent) {
  // 1 outer header, 2 inner header, 3 inner body, 4 outer latch
  Loops loops = find_loops(graph({{1}, {2, 5}, {3, 4}, {2}, {1}, {}}));
  ASSERT_EQ(loops.loops.size(), 2u);
  EXPECT_EQ(loops.loops[0].header, BlockId(1u));
  EXPECT_EQ(numbers(loops.loops[0].blocks), (Numbers{1, 2, 3, 4}));
  EXPECT_FALSE(loops.loops[0].parent.valid());
  EXPECT_EQ(loops.loops[1].header, BlockId(2u));
  EXPECT_EQ(numbers(loops.loops[1].blocks), (Numbers{2, 3}));
  EXPECT_EQ(loops.loops[1].parent, LoopId(0u));
  EXPECT_EQ(loops.of_block[3], LoopId(1u));
  EXPECT_EQ(loops.of_block[4], LoopId(0u));
  EXPECT_FALSE(loops.of_block[5].valid());
}

TEST(Loops, TwoLatchesMakeOneLoop) {
  Loops loops = find_loops(graph({{1}, {2, 3}, {1}, {1, 4}, {}}));
  ASSERT_EQ(loops.loops.size(), 1u);
  EXPECT_EQ(numbers(loops.loops[0].latches), (Numbers{2, 3}));
}

TEST(Loops, IrreducibleIsSeen) {
  // 1 and 2 jump to each other, and both are entered from 0.
  Loops loops = find_loops(graph({{1, 2}, {2, 3}, {1}, {}}));
  EXPECT_TRUE(loops.irreducible);
  EXPECT_TRUE(loops.loops.empty());
}

TEST(Loops, UnwindingClosesLoopsToo) {
  Body body = graph({{1}, {2}, {}});
  body.blocks[1].unwind = BlockId(1u);
  EXPECT_EQ(find_loops(body).loops.size(), 1u);
}

TEST(Loops, UnreachableBlocksAreInNone) {
  Loops loops = find_loops(graph({{}, {2}, {1}}));
  EXPECT_TRUE(loops.loops.empty());
  EXPECT_FALSE(loops.irreducible);
}

TEST(Dominators, Diamond) {
  Body body = graph({{1, 2}, {3}, {3}, {}, {3}});
  Dominators dominators(body);
  EXPECT_EQ(dominators.immediate(BlockId(3u)), BlockId(0u));
  EXPECT_TRUE(dominators.dominates(BlockId(0u), BlockId(3u)));
  EXPECT_FALSE(dominators.dominates(BlockId(1u), BlockId(3u)));
  EXPECT_TRUE(dominators.dominates(BlockId(1u), BlockId(1u)));
  EXPECT_FALSE(dominators.reachable(BlockId(4u)));
  EXPECT_FALSE(dominators.dominates(BlockId(4u), BlockId(3u)));
}

// 20 000 else-ifs: deep, and not slow.
TEST(Dominators, LongChain) {
  std::vector<std::vector<uint32_t>> chain;
  for (uint32_t i = 0; i < 40000; ++i) chain.push_back({i + 1, 40000});
  chain.push_back({});
  Body body = graph(chain);
  Dominators dominators(body);
  EXPECT_TRUE(dominators.dominates(BlockId(100u), BlockId(39999u)));
  EXPECT_EQ(dominators.immediate(BlockId(40000u)), BlockId(0u));
}

// Dominance by definition: whatever cannot be reached without a block.
TEST(Dominators, AgreeWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    uint32_t count = 2 + random() % 9;
    std::vector<std::vector<uint32_t>> next(count);
    for (auto& list : next)
      for (uint32_t e = random() % 3; e > 0; --e) list.push_back(random() % count);
    Dominators dominators(graph(next));
    auto reached = [&](uint32_t without) {
      std::vector<bool> seen(count);
      std::vector<uint32_t> todo;
      if (without != 0) todo.push_back(0);
      while (!todo.empty()) {
        uint32_t at = todo.back();
        todo.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        for (uint32_t to : next[at])
          if (to != without) todo.push_back(to);
      }
      return seen;
    };
    std::vector<bool> all = reached(count);
    for (uint32_t a = 0; a < count; ++a) {
      std::vector<bool> avoiding = reached(a);
      for (uint32_t b = 0; b < count; ++b)
        EXPECT_EQ(dominators.dominates(BlockId(a), BlockId(b)), all[a] && all[b] && !avoiding[b]);
    }
  }
}

}  // namespace
}  // namespace assay::ir::test
