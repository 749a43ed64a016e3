// Floating-point operators on values, by the host's arithmetic; see build_float.h.
//
// What C leaves undefined, a conversion of a number outside of the integer type's range, gives what
// x86-64 code computes: a signed result of 32 bits or more is the most negative number; a narrower
// one is cut from that of 32 bits; an unsigned one of 32 bits is cut from the signed one of 64, and
// one of 64 bits wraps for negative numbers and is 0 past the range.
#pragma once

#include <span>

#include "logic/bits.h"
#include "logic/term_pool.h"

namespace assay::logic {

/// Pre: `op` has kFloat; widths and formats as the pool's make() wants them.
Bits fold_float(Op op, uint32_t width, std::span<const Bits> args, Params params);

}  // namespace assay::logic
