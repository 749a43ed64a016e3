// Irreducible cycles made reducible, by copying blocks.
//
// A cycle that can be entered at several blocks has no header.  One of its entries is made the
// header; who enters elsewhere from outside is sent to a copy of the blocks that it passes before
// it comes to the header.  Copies hold the same points, so the result keeps every rule of
// function.h but one: a node may be a point of several blocks, copies of each other, of which
// every path passes the one that it needs.
//
// Done on demand, by whoever needs natural loops: stored bodies stay as they were written.
#pragma once

#include <vector>

#include "ir/function.h"

namespace assay::ir {

struct SplitBody {
  Body body;
  std::vector<BlockId> original;  // by block: itself, or what it is a copy of
  bool complete = true;           // false: the budget was not enough, a cycle stays irreducible
};

/// As many points (and blocks) may be copied: linear in the body, small ones in any case.
size_t split_budget(const Body& body);

/// `body` itself, with no copies, if it has no irreducible cycle.
SplitBody split_irreducible_loops(const Body& body, size_t budget);

}  // namespace assay::ir
