#include "ir/dominators.h"

#include <algorithm>

namespace assay::ir {

std::vector<std::vector<BlockId>> block_successors(const Body& body) {
  std::vector<std::vector<BlockId>> result(body.blocks.size());
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    for (const Edge& edge : body.edges_of(BlockId(b))) result[b].push_back(edge.target);
    if (body.blocks[b].unwind.valid()) result[b].push_back(body.blocks[b].unwind);
  }
  return result;
}

Dominators::Dominators(const Body& body) : successors_(block_successors(body)) {
  number_blocks(body.blocks.size());
  find_immediate();
  number_tree();
}

void Dominators::number_blocks(size_t count) {
  order_.assign(count, kUnreached);
  immediate_.assign(count, BlockId());
  if (count == 0) return;
  struct Frame {
    BlockId block;
    size_t next = 0;
  };
  std::vector<bool> seen(count);
  std::vector<Frame> stack{{BlockId(0u)}};
  seen[0] = true;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::vector<BlockId>& next = successors_[frame.block.index()];
    if (frame.next == next.size()) {
      reverse_postorder_.push_back(frame.block);
      stack.pop_back();
      continue;
    }
    BlockId target = next[frame.next++];
    if (seen[target.index()]) continue;
    seen[target.index()] = true;
    stack.push_back({target});
  }
  std::reverse(reverse_postorder_.begin(), reverse_postorder_.end());
  for (size_t i = 0; i < reverse_postorder_.size(); ++i)
    order_[reverse_postorder_[i].index()] = static_cast<uint32_t>(i);
}

// Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm".
void Dominators::find_immediate() {
  size_t count = reverse_postorder_.size();
  std::vector<std::vector<uint32_t>> predecessors(count);
  for (size_t i = 0; i < count; ++i)
    for (BlockId next : successors_[reverse_postorder_[i].index()])
      predecessors[order_[next.index()]].push_back(static_cast<uint32_t>(i));

  std::vector<uint32_t> above(count, kUnreached);
  if (count > 0) above[0] = 0;
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 1; i < count; ++i) {
      uint32_t common = kUnreached;
      for (uint32_t from : predecessors[i]) {
        if (above[from] == kUnreached) continue;
        if (common == kUnreached) {
          common = from;
          continue;
        }
        while (common != from) {
          while (common > from) common = above[common];
          while (from > common) from = above[from];
        }
      }
      if (above[i] == common) continue;
      above[i] = common;
      changed = true;
    }
  }
  for (size_t i = 1; i < count; ++i)
    immediate_[reverse_postorder_[i].index()] = reverse_postorder_[above[i]];
}

// Nested intervals: one block is above another exactly when its interval holds the other's.
void Dominators::number_tree() {
  size_t count = order_.size();
  enter_.assign(count, 0);
  leave_.assign(count, 0);
  std::vector<uint32_t> size(count, 1);
  for (size_t i = reverse_postorder_.size(); i > 1; --i) {
    BlockId block = reverse_postorder_[i - 1];
    size[immediate_[block.index()].index()] += size[block.index()];
  }
  // Parents come first in this order: each hands its kids parts of its own interval.
  std::vector<uint32_t> next(count, 0);
  for (size_t i = 0; i < reverse_postorder_.size(); ++i) {
    uint32_t block = reverse_postorder_[i].index();
    uint32_t begin = 0;
    if (i > 0) {
      uint32_t above = immediate_[block].index();
      begin = next[above];
      next[above] += size[block];
    }
    enter_[block] = begin;
    leave_[block] = begin + size[block];
    next[block] = begin + 1;
  }
}

bool Dominators::dominates(BlockId above, BlockId below) const {
  if (!reachable(above) || !reachable(below)) return false;
  return enter_[above.index()] <= enter_[below.index()] &&
         enter_[below.index()] < leave_[above.index()];
}

}  // namespace assay::ir
