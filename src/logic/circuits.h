// Circuits: what each bit-vector operator is in gates, with as few gates as we know how.
//
// Fewer gates are fewer variables for the SAT solver (Calysto, section 4.3).  The counts are in a
// table in docs/ARCHITECTURE.md, which a test verifies.  A word is its literals, lowest bit first.
// Constant bits cost nothing: every circuit shrinks where its operands are known.  Operands of one
// width, unless said otherwise; divisions and shifts follow SMT-LIB (op.h).
#pragma once

#include <span>
#include <vector>

#include "logic/aig.h"

namespace assay::logic {

using Lits = std::vector<Lit>;
using LitSpan = std::span<const Lit>;

namespace circuit {

Lits bit_not(LitSpan a);
Lits bit_and(Aig& aig, LitSpan a, LitSpan b);
Lits bit_or(Aig& aig, LitSpan a, LitSpan b);
Lits bit_xor(Aig& aig, LitSpan a, LitSpan b);
Lits ite(Aig& aig, Lit condition, LitSpan a, LitSpan b);

// circuits_add.cpp

/// `carry` is added; the carry out of the highest bit is dropped.
Lits add(Aig& aig, LitSpan a, LitSpan b, Lit carry = kFalseLit);
Lits sub(Aig& aig, LitSpan a, LitSpan b);
Lits neg(Aig& aig, LitSpan a);
/// `-a` if `condition`, else `a`.
Lits negate_if(Aig& aig, Lit condition, LitSpan a);
Lit eq(Aig& aig, LitSpan a, LitSpan b);
Lit ult(Aig& aig, LitSpan a, LitSpan b);
Lit slt(Aig& aig, LitSpan a, LitSpan b);
/// The conjunction or disjunction of all, balanced.
Lit all(Aig& aig, LitSpan a);
Lit any(Aig& aig, LitSpan a);

// circuits_shift.cpp

Lits shl(Aig& aig, LitSpan a, LitSpan amount);
Lits lshr(Aig& aig, LitSpan a, LitSpan amount);
Lits ashr(Aig& aig, LitSpan a, LitSpan amount);

// circuits_mul.cpp

/// The low bits of the product, as many as `a` has.
Lits mul(Aig& aig, LitSpan a, LitSpan b);
/// Whether the product needs more bits than the operands have.
Lit umul_overflows(Aig& aig, LitSpan a, LitSpan b);
Lit smul_overflows(Aig& aig, LitSpan a, LitSpan b);

// circuits_div.cpp

struct Division {
  Lits quotient, remainder;
};
Division udivide(Aig& aig, LitSpan a, LitSpan b);
/// Truncating; the remainder has the sign of `a`.
Division sdivide(Aig& aig, LitSpan a, LitSpan b);

}  // namespace circuit
}  // namespace assay::logic
