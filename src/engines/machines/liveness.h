// Which variables of a function, and which values of its calls, may still be read at the begin of a
// block.
//
// What is known about the others is of no use on any path from there.  Dropping it makes paths
// equal that differ in nothing else: a block is gone through once for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/function.h"
#include "metal/tree.h"

namespace assay::machines {

class Liveness {
 public:
  Liveness(const ir::Body& body, const metal::FunctionTrees& trees, const metal::TreePool& pool,
           metal::ScopeId scope);

  bool is_live(ir::BlockId block, ir::LocalId local) const {
    return bit(block.index(), local.index());
  }
  bool is_live_value(ir::BlockId block, ir::NodeId call) const {
    return bit(block.index(), call_bits_[call.index()]);
  }

 private:
  bool bit(size_t block, size_t number) const {
    if (rows_.empty()) return true;
    return (rows_[block * words_ + number / 64] >> (number % 64) & 1) != 0;
  }
  void number_calls(const ir::Body& body);

  size_t bits_ = 0;
  size_t words_ = 0;
  std::vector<uint32_t> call_bits_;  // by node
  std::vector<uint64_t> rows_;       // by block; empty: everything counts as live
};

}  // namespace assay::machines
