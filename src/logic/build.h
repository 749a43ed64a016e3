// The builders: make the simplest term we know for an operation on terms.
//
// Constant operands are folded inline, in a few machine instructions and without the pool: concrete
// execution passes here millions of times a second.  Everything else goes to simplify_*.cpp, which
// looks at one level of the arguments.  Results are canonical in this much: a constant argument of
// a commutative operator comes last, otherwise the older term first; there is no subtraction of a
// constant, no `<=`, and no arithmetic at width 1, where Xor, And and Not say it all.
#pragma once

#include <span>

#include "logic/term_pool.h"
#include "logic/word_ops.h"

namespace assay::logic {

namespace slow {
// The ways of the builders below for operands that are not all immediates.
Term bit_not(TermPool& pool, Term a);
Term neg(TermPool& pool, Term a);
Term bit_and(TermPool& pool, Term a, Term b);
Term bit_or(TermPool& pool, Term a, Term b);
Term bit_xor(TermPool& pool, Term a, Term b);
Term add(TermPool& pool, Term a, Term b);
Term sub(TermPool& pool, Term a, Term b);
Term mul(TermPool& pool, Term a, Term b);
Term udiv(TermPool& pool, Term a, Term b);
Term sdiv(TermPool& pool, Term a, Term b);
Term urem(TermPool& pool, Term a, Term b);
Term srem(TermPool& pool, Term a, Term b);
Term shl(TermPool& pool, Term a, Term b);
Term lshr(TermPool& pool, Term a, Term b);
Term ashr(TermPool& pool, Term a, Term b);
Term eq(TermPool& pool, Term a, Term b);
Term ult(TermPool& pool, Term a, Term b);
Term slt(TermPool& pool, Term a, Term b);
Term umul_overflows(TermPool& pool, Term a, Term b);
Term smul_overflows(TermPool& pool, Term a, Term b);
Term zext(TermPool& pool, Term a, uint32_t width);
Term sext(TermPool& pool, Term a, uint32_t width);
Term extract(TermPool& pool, Term a, uint32_t high, uint32_t low);
Term concat(TermPool& pool, Term high, Term low);
Term ite(TermPool& pool, Term condition, Term then, Term otherwise);

/// Both immediates, of one width.
constexpr bool are_words(Term a, Term b) {
  return (a.node() | b.node()) == 0 && a.width() == b.width();
}
}  // namespace slow

// Operands of one width, unless said otherwise.  At width 1 the bit_ operators are the Boolean
// ones.

inline Term bit_not(TermPool& pool, Term a) {
  if (a.node() == 0) return Term::constant(a.width(), ~a.bits());
  return slow::bit_not(pool, a);
}
inline Term neg(TermPool& pool, Term a) {
  if (a.node() == 0) return Term::constant(a.width(), uint64_t{0} - a.bits());
  return slow::neg(pool, a);
}
inline Term bit_and(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), a.bits() & b.bits());
  return slow::bit_and(pool, a, b);
}
inline Term bit_or(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), a.bits() | b.bits());
  return slow::bit_or(pool, a, b);
}
inline Term bit_xor(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), a.bits() ^ b.bits());
  return slow::bit_xor(pool, a, b);
}
inline Term add(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), a.bits() + b.bits());
  return slow::add(pool, a, b);
}
inline Term sub(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), a.bits() - b.bits());
  return slow::sub(pool, a, b);
}
inline Term mul(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), a.bits() * b.bits());
  return slow::mul(pool, a, b);
}

// Division by zero as in SMT-LIB; see op.h.  It truncates towards zero, as in C.

inline Term udiv(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), word::udiv(a.bits(), b.bits()));
  return slow::udiv(pool, a, b);
}
inline Term sdiv(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) {
    return Term::constant(a.width(), word::sdiv(a.width(), a.bits(), b.bits()));
  }
  return slow::sdiv(pool, a, b);
}
inline Term urem(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::constant(a.width(), word::urem(a.bits(), b.bits()));
  return slow::urem(pool, a, b);
}
inline Term srem(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) {
    return Term::constant(a.width(), word::srem(a.width(), a.bits(), b.bits()));
  }
  return slow::srem(pool, a, b);
}

// Shifts by the width or more give 0 or the sign everywhere.  The amount is unsigned.

inline Term shl(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) {
    return Term::constant(a.width(), word::shl(a.width(), a.bits(), b.bits()));
  }
  return slow::shl(pool, a, b);
}
inline Term lshr(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) {
    return Term::constant(a.width(), word::lshr(a.width(), a.bits(), b.bits()));
  }
  return slow::lshr(pool, a, b);
}
inline Term ashr(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) {
    return Term::constant(a.width(), word::ashr(a.width(), a.bits(), b.bits()));
  }
  return slow::ashr(pool, a, b);
}

// Comparisons.

inline Term eq(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(a.bits() == b.bits());
  return slow::eq(pool, a, b);
}
inline Term ne(TermPool& pool, Term a, Term b) { return bit_not(pool, eq(pool, a, b)); }
inline Term ult(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(a.bits() < b.bits());
  return slow::ult(pool, a, b);
}
inline Term ule(TermPool& pool, Term a, Term b) { return bit_not(pool, ult(pool, b, a)); }
inline Term slt(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(a.signed_bits() < b.signed_bits());
  return slow::slt(pool, a, b);
}
inline Term sle(TermPool& pool, Term a, Term b) { return bit_not(pool, slt(pool, b, a)); }

// Whether the operation leaves the range of its width.

Term uadd_overflows(TermPool& pool, Term a, Term b);
Term sadd_overflows(TermPool& pool, Term a, Term b);
inline Term usub_overflows(TermPool& pool, Term a, Term b) { return ult(pool, a, b); }
Term ssub_overflows(TermPool& pool, Term a, Term b);
inline Term umul_overflows(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(word::umulo(a.width(), a.bits(), b.bits()));
  return slow::umul_overflows(pool, a, b);
}
inline Term smul_overflows(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(word::smulo(a.width(), a.bits(), b.bits()));
  return slow::smul_overflows(pool, a, b);
}
/// The most negative number by -1.
Term sdiv_overflows(TermPool& pool, Term a, Term b);
/// The negation of the most negative number.
Term neg_overflows(TermPool& pool, Term a);

// Widths.

/// Pre: `width` at least a's.
inline Term zext(TermPool& pool, Term a, uint32_t width) {
  if (a.node() == 0 && a.width() <= width && width <= 64) return Term::constant(width, a.bits());
  return slow::zext(pool, a, width);
}
inline Term sext(TermPool& pool, Term a, uint32_t width) {
  if (a.node() == 0 && a.width() <= width && width <= 64) {
    return Term::constant(width, static_cast<uint64_t>(a.signed_bits()));
  }
  return slow::sext(pool, a, width);
}
/// Bits `high` down to `low`, both included.
inline Term extract(TermPool& pool, Term a, uint32_t high, uint32_t low) {
  if (a.node() == 0 && low <= high && high < a.width()) {
    return Term::constant(high - low + 1, a.bits() >> low);
  }
  return slow::extract(pool, a, high, low);
}
/// The `width` low bits.  Pre: `width` at most a's.
inline Term truncate(TermPool& pool, Term a, uint32_t width) {
  return extract(pool, a, width - 1, 0);
}
/// To any width: cut, or extended with zeros or the sign.
enum class Extend : uint8_t { Zero, Sign };
inline Term resize(TermPool& pool, Term a, uint32_t width, Extend how) {
  if (width < a.width()) return truncate(pool, a, width);
  return how == Extend::Sign ? sext(pool, a, width) : zext(pool, a, width);
}
/// Any widths.
inline Term concat(TermPool& pool, Term high, Term low) {
  if ((high.node() | low.node()) == 0 && high.width() + low.width() <= 64) {
    return Term::constant(high.width() + low.width(), high.bits() << low.width() | low.bits());
  }
  return slow::concat(pool, high, low);
}
/// A Boolean: whether any bit is set.
inline Term is_nonzero(TermPool& pool, Term a) {
  if (a.node() == 0) return Term::boolean(a.bits() != 0);
  return bit_not(pool, eq(pool, a, pool.constant(Bits(a.width(), 0))));
}

/// `condition` is a Boolean, the others of one width.
inline Term ite(TermPool& pool, Term condition, Term then, Term otherwise) {
  if (condition.node() == 0 && then.width() == otherwise.width()) {
    return condition.bits() != 0 ? then : otherwise;
  }
  return slow::ite(pool, condition, then, otherwise);
}

// Booleans.

inline Term implies(TermPool& pool, Term a, Term b) { return bit_or(pool, bit_not(pool, a), b); }
/// True for none.
Term all_of(TermPool& pool, std::span<const Term> parts);
/// False for none.
Term any_of(TermPool& pool, std::span<const Term> parts);

// What processors do with a shift amount past the width: they use its low bits.  x86 and ARM64 do
// so for 32 and 64 bits (a narrower C operand is promoted first).  Pre: the width is a power of
// two.

Term shl_masked(TermPool& pool, Term a, Term b);
Term lshr_masked(TermPool& pool, Term a, Term b);
Term ashr_masked(TermPool& pool, Term a, Term b);
/// Whether a value of `width` bits may be shifted so far in C.  The amount has a width of its own;
/// a negative one is a large one here, and as wrong.
Term shift_amount_in_range(TermPool& pool, uint32_t width, Term amount);

/// Rotation by a constant; any number.
Term rotate_left(TermPool& pool, Term a, uint32_t amount);

/// The operator with simplification, whichever it is: for readers and substitution.  Operands as
/// the pool's make() wants them.
Term build(TermPool& pool, Op op, uint32_t width, std::span<const Term> args, Params params = {});

}  // namespace assay::logic
