// Which blocks every path from the entry passes through.
//
// Edges are those of terminators and those to the blocks' unwind targets.  Unreachable blocks
// have no dominator and dominate nothing.
#pragma once

#include <vector>

#include "ir/function.h"

namespace assay::ir {

/// The successors of each block, unwinding included, each once per edge.
std::vector<std::vector<BlockId>> block_successors(const Body& body);

class Dominators {
 public:
  /// Pre: edges and unwind targets are in range.
  explicit Dominators(const Body& body);

  bool reachable(BlockId block) const { return order_[block.index()] != kUnreached; }
  /// Reflexive.
  bool dominates(BlockId above, BlockId below) const;
  BlockId immediate(BlockId block) const { return immediate_[block.index()]; }
  /// Reachable blocks, each before its successors except along back edges.
  const std::vector<BlockId>& reverse_postorder() const { return reverse_postorder_; }
  /// Position in reverse_postorder; pre: reachable.
  uint32_t position(BlockId block) const { return order_[block.index()]; }
  const std::vector<std::vector<BlockId>>& successors() const { return successors_; }

 private:
  static constexpr uint32_t kUnreached = UINT32_MAX;
  void number_blocks(size_t count);
  void find_immediate();
  void number_tree();

  std::vector<std::vector<BlockId>> successors_;
  std::vector<BlockId> reverse_postorder_;
  std::vector<uint32_t> order_;
  std::vector<BlockId> immediate_;       // none for the entry
  std::vector<uint32_t> enter_, leave_;  // of a walk over the dominator tree
};

}  // namespace assay::ir
