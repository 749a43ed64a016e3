// Comparisons turned round.
#pragma once

#include "ir/op.h"

namespace assay::ir {

constexpr bool is_comparison(Op op) { return op >= Op::Lt && op <= Op::Ne; }

/// The same with the operands changing places.
constexpr Op mirrored(Op op) {
  switch (op) {
    case Op::Lt:
      return Op::Gt;
    case Op::Le:
      return Op::Ge;
    case Op::Gt:
      return Op::Lt;
    case Op::Ge:
      return Op::Le;
    default:
      return op;
  }
}

/// What holds where it does not.  Pre: is_comparison(op); not of floating-point numbers.
constexpr Op opposite(Op op) {
  switch (op) {
    case Op::Lt:
      return Op::Ge;
    case Op::Le:
      return Op::Gt;
    case Op::Gt:
      return Op::Le;
    case Op::Ge:
      return Op::Lt;
    case Op::Eq:
      return Op::Ne;
    default:
      return Op::Eq;
  }
}

}  // namespace assay::ir
