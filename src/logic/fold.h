// One operator applied to values: the meaning of the operators, which everything else is measured
// against.
#pragma once

#include <span>

#include "logic/bits.h"
#include "logic/term_pool.h"

namespace assay::logic {

/// Pre: widths as op_info(op).width_rule says; no leaf and no Apply.
Bits fold(Op op, uint32_t width, std::span<const Bits> args, Params params);

}  // namespace assay::logic
