// Simplification of division and remainder.  Division by zero has SMT-LIB's values, so `0 / x` and
// `x / x` are no constants.
#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

Term udiv(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::UDiv, width, a, b); !t.is_null()) return t;
  // match: x / y at width 1, unsigned   result: x | ~y
  if (width == 1) return logic::bit_or(pool, a, logic::bit_not(pool, b));
  if (pool.is_constant(b)) {
    // match: x / 0 unsigned   result: ones
    if (is_zero(pool, b)) return ones(pool, width);
    // match: x / 2^n unsigned   result: x >> n
    if (int32_t power = pool.value(b).power_of_two(); power >= 0) {
      return logic::lshr(pool, a, number(pool, width, static_cast<uint64_t>(power)));
    }
  }
  return rules::make(pool, Op::UDiv, width, a, b);
}

Term sdiv(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::SDiv, width, a, b); !t.is_null()) return t;
  // match: x / y at width 1, signed   result: x | ~y
  if (width == 1) return logic::bit_or(pool, a, logic::bit_not(pool, b));
  if (pool.is_constant(b)) {
    // match: x / 0 signed   result: x < 0 ? 1 : -1
    if (is_zero(pool, b)) {
      Term negative = logic::slt(pool, a, b);
      return logic::ite(pool, negative, number(pool, width, 1), ones(pool, width));
    }
    // match: x / 1 signed   result: x
    if (is_one(pool, b)) return a;
    // match: x / -1 signed   result: -x
    if (is_ones(pool, b)) return logic::neg(pool, a);
  }
  return rules::make(pool, Op::SDiv, width, a, b);
}

Term urem(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::URem, width, a, b); !t.is_null()) return t;
  // match: x % y at width 1, unsigned   result: x & ~y
  if (width == 1) return logic::bit_and(pool, a, logic::bit_not(pool, b));
  // match: x % x, 0 % x unsigned   result: 0
  if (a == b || is_zero(pool, a)) return zero(pool, width);
  if (pool.is_constant(b)) {
    // match: x % 0 unsigned   result: x
    if (is_zero(pool, b)) return a;
    // match: x % 2^n unsigned   result: x & (2^n - 1)
    if (pool.value(b).power_of_two() >= 0) {
      return logic::bit_and(pool, a, logic::sub(pool, b, number(pool, width, 1)));
    }
  }
  return rules::make(pool, Op::URem, width, a, b);
}

Term srem(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::SRem, width, a, b); !t.is_null()) return t;
  // match: x % y at width 1, signed   result: x & ~y
  if (width == 1) return logic::bit_and(pool, a, logic::bit_not(pool, b));
  // match: x % x, 0 % x signed   result: 0
  if (a == b || is_zero(pool, a)) return zero(pool, width);
  if (pool.is_constant(b)) {
    // match: x % 0 signed   result: x
    if (is_zero(pool, b)) return a;
    // match: x % 1, x % -1 signed   result: 0
    if (is_one(pool, b) || is_ones(pool, b)) return zero(pool, width);
  }
  return rules::make(pool, Op::SRem, width, a, b);
}

}  // namespace assay::logic::slow
