// Simplification of shifts.
#include <algorithm>

#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

namespace {

// match: (x shift k1) shift k2   result: x shift (k1 + k2)
Term merge_shifts(TermPool& pool, Op op, Term a, uint32_t amount, uint32_t& merged) {
  Term x, k;
  merged = amount;
  if (!match_constant(pool, a, op, x, k)) return a;
  merged = std::min(a.width(), distance(pool, k) + amount);
  return x;
}

}  // namespace

Term shl(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::Shl, width, a, b); !t.is_null()) return t;
  // match: x << y at width 1   result: x & ~y
  if (width == 1) return logic::bit_and(pool, a, logic::bit_not(pool, b));
  // match: 0 << x   result: 0
  if (is_zero(pool, a)) return a;
  if (!pool.is_constant(b)) return rules::make(pool, Op::Shl, width, a, b);
  uint32_t amount = 0;
  Term x, k;
  a = merge_shifts(pool, Op::Shl, a, distance(pool, b), amount);
  // match: x << 0   result: x
  if (amount == 0) return a;
  // match: x << k, k at least the width   result: 0
  if (amount >= width) return zero(pool, width);
  // match: (x + k1) << k   result: (x << k) + (k1 << k)
  if (match_constant(pool, a, Op::Add, x, k)) {
    Term by = number(pool, width, amount);
    return logic::add(pool, logic::shl(pool, x, by), logic::shl(pool, k, by));
  }
  // match: (x * k1) << k   result: x * (k1 << k)
  if (match_constant(pool, a, Op::Mul, x, k)) {
    return logic::mul(pool, x, logic::shl(pool, k, number(pool, width, amount)));
  }
  return rules::make(pool, Op::Shl, width, a, number(pool, width, amount));
}

Term lshr(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::LShr, width, a, b); !t.is_null()) return t;
  // match: x >> y at width 1, unsigned   result: x & ~y
  if (width == 1) return logic::bit_and(pool, a, logic::bit_not(pool, b));
  // match: 0 >> x   result: 0
  if (is_zero(pool, a)) return a;
  if (!pool.is_constant(b)) return rules::make(pool, Op::LShr, width, a, b);
  uint32_t amount = 0;
  Term x, k;
  a = merge_shifts(pool, Op::LShr, a, distance(pool, b), amount);
  // match: x >> 0   result: x
  if (amount == 0) return a;
  // match: x >> k, k at least the width, unsigned   result: 0
  if (amount >= width) return zero(pool, width);
  // match: (x << k) >> k unsigned   result: x & low bits
  if (match_constant(pool, a, Op::Shl, x, k) && distance(pool, k) == amount) {
    return logic::bit_and(pool, x, logic::lshr(pool, ones(pool, width), k));
  }
  // match: zext(x) >> k unsigned, k at least the width of x   result: 0
  if (match(pool, a, Op::ZExt, x) && x.width() <= amount) return zero(pool, width);
  return rules::make(pool, Op::LShr, width, a, number(pool, width, amount));
}

Term ashr(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::AShr, width, a, b); !t.is_null()) return t;
  // match: x >> y at width 1, signed   result: x
  if (width == 1) return a;
  // match: 0 >> x, ones >> x signed   result: 0, ones
  if (is_zero(pool, a) || is_ones(pool, a)) return a;
  if (!pool.is_constant(b)) return rules::make(pool, Op::AShr, width, a, b);
  uint32_t amount = 0;
  Term x, k;
  a = merge_shifts(pool, Op::AShr, a, distance(pool, b), amount);
  // match: x >> 0   result: x
  if (amount == 0) return a;
  // match: x >> k, k at least the width, signed   result: x >> (width - 1)
  amount = std::min(amount, width - 1);
  // match: (x << k) >> k signed   result: sext(low bits of x)
  if (match_constant(pool, a, Op::Shl, x, k) && distance(pool, k) == amount) {
    return logic::sext(pool, logic::truncate(pool, x, width - amount), width);
  }
  // match: zext(x) >> k signed, x narrower   result: zext(x) >> k unsigned
  Term by = number(pool, width, amount);
  if (pool.is(a, Op::ZExt)) return logic::lshr(pool, a, by);
  return rules::make(pool, Op::AShr, width, a, by);
}

}  // namespace assay::logic::slow
