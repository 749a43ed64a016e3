// Where setjmp and its kind may return a second time from.
//
// C lets longjmp come back from any call made while the frame of setjmp lives.  The control-flow
// graph has no edges for that; an analysis that joins states at blocks adds the states of `from`
// to the block after the call, with what setjmp answered unknown and non-zero.
#pragma once

#include <vector>

#include "ir/unit.h"

namespace assay::ir {

struct SecondReturn {
  PointId call;               // flagged ReturnsTwice
  BlockId block;              // that ends with it
  BlockId resume;             // where its jump leads
  std::vector<BlockId> from;  // blocks with a call that may not come back, sorted
};

/// In the order of blocks.  Calls of the compiler's builtins do not count; any other may longjmp.
std::vector<SecondReturn> second_returns(const Unit& unit, const Body& body);

}  // namespace assay::ir
