// What facts about the arguments say about an operation, and the other way round.
#pragma once

#include <span>

#include "logic/facts.h"
#include "logic/op.h"
#include "logic/term_pool.h"

namespace assay::logic {

/// Of the result, given those of the arguments.  Never too narrow.  Operators it does not know,
/// and widths past 64, give Facts::any.
Facts forward(Op op, uint32_t width, std::span<const Facts> args, Params params);

/// Narrows the arguments' facts by what is known of the result.
void backward(Op op, const Facts& result, std::span<Facts> args, Params params);

}  // namespace assay::logic
