// The flags of a loop: variables that it sets to a few constants and to nothing else, as `done = 1`.
//
// A loop leaves no doubt about them: each of their values comes to its header by a way of its own.
#pragma once

#include <functional>
#include <vector>

#include "ir/loops.h"
#include "ir/unit.h"

namespace assay::ir {

/// The number that an expression stands for; none: it is no constant.
using ConstantOf = std::function<std::optional<uint64_t>(NodeId)>;

/// In order.  Integers of the function's own, whose address nobody has, which live before the loop.
std::vector<LocalId> loop_flags(const Unit& unit, const Body& body, const Loop& loop,
                                size_t max_values, const ConstantOf& constant_of);

}  // namespace assay::ir
