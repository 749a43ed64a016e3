// Products and quotients of complex constants, as compiled code computes them.
//
// Compilers call a function of their run-time library (__muldc3, __divdc3), which scales and
// handles infinities; the host's is the same.
#pragma once

#include <array>
#include <optional>

#include "logic/term_pool.h"

namespace assay::semantics {

enum class ComplexOp : uint8_t { Multiply, Divide };

/// Real and imaginary part of a and b, of which the result is made.  None where a part is no
/// constant, or the format is none of the host's.
std::optional<std::array<logic::Term, 2>> fold_complex(logic::TermPool& pool, ComplexOp op,
                                                       logic::FloatFormat format,
                                                       const std::array<logic::Term, 4>& parts);

}  // namespace assay::semantics
