// Natural loops: back edges, headers, nesting.
#pragma once

#include <vector>

#include "ir/function.h"

namespace assay::ir {

using LoopId = Id<struct LoopTag>;

struct Loop {
  BlockId header;
  LoopId parent;                 // none: outermost
  std::vector<BlockId> blocks;   // sorted; inner loops' blocks included
  std::vector<BlockId> latches;  // sources of the back edges
};

struct Loops {
  std::vector<Loop> loops;       // outer before inner, then by header
  std::vector<LoopId> of_block;  // innermost; none outside loops
  bool irreducible = false;      // some cycle has several entries: it is in no Loop; split_loops.h
};

Loops find_loops(const Body& body);

}  // namespace assay::ir
