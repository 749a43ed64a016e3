#include "ir/loops.h"

#include <algorithm>

#include "ir/dominators.h"

namespace assay::ir {

namespace {

struct BackEdges {
  std::vector<std::vector<BlockId>> latches;  // by header
  bool irreducible = false;
};

// An edge against the order goes back; to a block that does not dominate its source, it closes a
// cycle that can be entered elsewhere.
BackEdges find_back_edges(const Dominators& dominators, size_t block_count) {
  BackEdges result;
  result.latches.resize(block_count);
  for (BlockId from : dominators.reverse_postorder()) {
    for (BlockId to : dominators.successors()[from.index()]) {
      if (dominators.position(to) > dominators.position(from)) continue;
      if (dominators.dominates(to, from))
        result.latches[to.index()].push_back(from);
      else
        result.irreducible = true;
    }
  }
  for (std::vector<BlockId>& latches : result.latches) {
    std::sort(latches.begin(), latches.end());
    latches.erase(std::unique(latches.begin(), latches.end()), latches.end());
  }
  return result;
}

/// Builds loops from the innermost outwards; a finished loop stands for its blocks.
class LoopFinder {
 public:
  LoopFinder(const Body& body, const Dominators& dominators)
      : dominators_(dominators), predecessors_(body.blocks.size()) {
    result_.of_block.resize(body.blocks.size());
    for (BlockId from : dominators.reverse_postorder())
      for (BlockId to : dominators.successors()[from.index()])
        predecessors_[to.index()].push_back(from);
  }

  Loops find() {
    BackEdges back = find_back_edges(dominators_, predecessors_.size());
    result_.irreducible = back.irreducible;
    const std::vector<BlockId>& order = dominators_.reverse_postorder();
    // Backwards: inner headers come after outer ones.
    for (size_t i = order.size(); i > 0; --i)
      if (std::vector<BlockId>& latches = back.latches[order[i - 1].index()]; !latches.empty())
        add_loop(order[i - 1], std::move(latches));
    sort_outer_first();
    fill_blocks();
    return std::move(result_);
  }

 private:
  // The outermost loop found so far around `id`; halves the way for the next call.
  LoopId outermost(LoopId id) {
    while (outer_[id.index()].valid()) {
      LoopId next = outer_[id.index()];
      if (outer_[next.index()].valid()) outer_[id.index()] = outer_[next.index()];
      id = next;
    }
    return id;
  }

  void add_loop(BlockId header, std::vector<BlockId> latches) {
    LoopId id(result_.loops.size());
    result_.loops.push_back({.header = header, .latches = latches});
    outer_.emplace_back();
    std::vector<BlockId> todo = std::move(latches);
    while (!todo.empty()) {
      BlockId block = todo.back();
      todo.pop_back();
      if (!dominators_.dominates(header, block)) continue;
      LoopId inner = result_.of_block[block.index()];
      if (!inner.valid()) {
        result_.of_block[block.index()] = id;
      } else {
        inner = outermost(inner);
        if (inner == id) continue;
        outer_[inner.index()] = id;
        result_.loops[inner.index()].parent = id;
        block = result_.loops[inner.index()].header;
      }
      if (block == header) continue;
      for (BlockId from : predecessors_[block.index()]) todo.push_back(from);
    }
    // Reached by its own latch only when it is one: the header belongs to its loop in any case.
    if (!result_.of_block[header.index()].valid()) result_.of_block[header.index()] = id;
  }

  void sort_outer_first() {
    std::vector<Loop>& loops = result_.loops;
    std::vector<uint32_t> depth(loops.size(), 0);
    // Found inner before outer, so a parent's index is larger.
    for (size_t i = loops.size(); i > 0; --i)
      if (LoopId parent = loops[i - 1].parent; parent.valid())
        depth[i - 1] = depth[parent.index()] + 1;
    std::vector<uint32_t> order(loops.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint32_t>(i);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return depth[a] != depth[b] ? depth[a] < depth[b] : loops[a].header < loops[b].header;
    });
    std::vector<LoopId> renamed(loops.size());
    std::vector<Loop> sorted;
    for (uint32_t old : order) {
      renamed[old] = LoopId(sorted.size());
      sorted.push_back(std::move(loops[old]));
    }
    for (Loop& loop : sorted)
      if (loop.parent.valid()) loop.parent = renamed[loop.parent.index()];
    for (LoopId& id : result_.of_block)
      if (id.valid()) id = renamed[id.index()];
    loops = std::move(sorted);
  }

  void fill_blocks() {
    for (size_t b = 0; b < result_.of_block.size(); ++b)
      for (LoopId id = result_.of_block[b]; id.valid(); id = result_.loops[id.index()].parent)
        result_.loops[id.index()].blocks.push_back(BlockId(b));
  }

  const Dominators& dominators_;
  std::vector<std::vector<BlockId>> predecessors_;
  std::vector<LoopId> outer_;  // union-find over loops
  Loops result_;
};

}  // namespace

Loops find_loops(const Body& body) {
  Dominators dominators(body);
  return LoopFinder(body, dominators).find();
}

}  // namespace assay::ir
