// Simplification of sums, products and their inverses.
//
// Sums keep their constant outermost, `(x + y) + k`, so that addresses with equal bases compare by
// their offsets alone.
#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

Term neg(TermPool& pool, Term a) {
  Term x, y, k, c, k1, k2;
  if (Term t = fold_constants(pool, Op::Neg, a.width(), {&a, 1}); !t.is_null()) return t;
  // match: -x at width 1   result: x
  if (a.width() == 1) return a;
  // match: --x   result: x
  if (match(pool, a, Op::Neg, x)) return x;
  // match: -~x   result: x + 1
  if (match(pool, a, Op::Not, x)) return logic::add(pool, x, number(pool, a.width(), 1));
  // match: -(x - y)   result: y - x
  if (match(pool, a, Op::Sub, x, y)) return logic::sub(pool, y, x);
  // match: -(x + k)   result: -k - x
  if (match_constant(pool, a, Op::Add, x, k)) return logic::sub(pool, logic::neg(pool, k), x);
  // match: -(x * k)   result: x * -k
  if (match_constant(pool, a, Op::Mul, x, k)) return logic::mul(pool, x, logic::neg(pool, k));
  // match: -(c ? k1 : k2)   result: c ? -k1 : -k2
  if (match_choice(pool, a, c, k1, k2)) {
    return logic::ite(pool, c, logic::neg(pool, k1), logic::neg(pool, k2));
  }
  return rules::make(pool, Op::Neg, a.width(), a);
}

namespace {

// Pre: `k` is constant.
Term add_constant(TermPool& pool, Term a, Term k) {
  Term x, k1;
  // match: x + 0   result: x
  if (is_zero(pool, k)) return a;
  // match: (x + k1) + k   result: x + (k1 + k)
  if (match_constant(pool, a, Op::Add, x, k1)) {
    return logic::add(pool, x, logic::add(pool, k1, k));
  }
  // match: (k1 - x) + k   result: (k1 + k) - x
  if (match(pool, a, Op::Sub, k1, x) && pool.is_constant(k1)) {
    return logic::sub(pool, logic::add(pool, k1, k), x);
  }
  // match: ~x + k   result: (k - 1) - x
  if (match(pool, a, Op::Not, x)) {
    return logic::sub(pool, logic::sub(pool, k, number(pool, k.width(), 1)), x);
  }
  return rules::make(pool, Op::Add, a.width(), a, k);
}

}  // namespace

Term add(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::Add, width, a, b); !t.is_null()) return t;
  // match: x + y at width 1   result: x ^ y
  if (width == 1) return logic::bit_xor(pool, a, b);
  order(pool, a, b);
  if (pool.is_constant(b)) return add_constant(pool, a, b);
  Term x, y, k;
  // match: x + x   result: x << 1
  if (a == b) return logic::shl(pool, a, number(pool, width, 1));
  // match: x + ~x   result: ones
  if (are_complements(pool, a, b)) return ones(pool, width);
  for (int swapped = 0; swapped < 2; ++swapped, std::swap(a, b)) {
    // match: x + -y   result: x - y
    if (match(pool, b, Op::Neg, y)) return logic::sub(pool, a, y);
    // match: x + (y - x)   result: y
    if (match(pool, b, Op::Sub, y, x) && x == a) return y;
    // match: y + (x + k)   result: (x + y) + k
    if (match_constant(pool, b, Op::Add, x, k)) {
      return logic::add(pool, logic::add(pool, a, x), k);
    }
  }
  return rules::make(pool, Op::Add, width, a, b);
}

Term sub(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::Sub, width, a, b); !t.is_null()) return t;
  // match: x - y at width 1   result: x ^ y
  if (width == 1) return logic::bit_xor(pool, a, b);
  // match: x - k   result: x + -k
  if (pool.is_constant(b)) return logic::add(pool, a, logic::neg(pool, b));
  // match: 0 - x   result: -x
  if (is_zero(pool, a)) return logic::neg(pool, b);
  // match: ones - x   result: ~x
  if (is_ones(pool, a)) return logic::bit_not(pool, b);
  // match: x - x   result: 0
  if (a == b) return zero(pool, width);
  Term x, y, k;
  // match: x - -y   result: x + y
  if (match(pool, b, Op::Neg, y)) return logic::add(pool, a, y);
  // match: (x + y) - x   result: y
  if (match_partner(pool, a, Op::Add, b, y)) return y;
  // match: x - (x + y)   result: -y
  if (match_partner(pool, b, Op::Add, a, y)) return logic::neg(pool, y);
  // match: (x - y) - x   result: -y
  if (match(pool, a, Op::Sub, x, y) && x == b) return logic::neg(pool, y);
  // match: x - (x - y)   result: y
  if (match(pool, b, Op::Sub, x, y) && x == a) return y;
  // match: (x + k) - y   result: (x - y) + k
  if (match_constant(pool, a, Op::Add, x, k)) return logic::add(pool, logic::sub(pool, x, b), k);
  // match: x - (y + k)   result: (x - y) + -k
  if (match_constant(pool, b, Op::Add, y, k)) {
    return logic::add(pool, logic::sub(pool, a, y), logic::neg(pool, k));
  }
  return rules::make(pool, Op::Sub, width, a, b);
}

namespace {

// Pre: `k` is constant.
Term mul_constant(TermPool& pool, Term a, Term k) {
  Term x, k1;
  uint32_t width = a.width();
  // match: x * 0   result: 0
  if (is_zero(pool, k)) return k;
  // match: x * ones   result: -x
  if (is_ones(pool, k)) return logic::neg(pool, a);
  // match: x * 2^n   result: x << n
  if (int32_t power = pool.value(k).power_of_two(); power >= 0) {
    return logic::shl(pool, a, number(pool, width, static_cast<uint64_t>(power)));
  }
  // match: (x * k1) * k   result: x * (k1 * k)
  if (match_constant(pool, a, Op::Mul, x, k1)) {
    return logic::mul(pool, x, logic::mul(pool, k1, k));
  }
  // match: (x << k1) * k   result: x * (k << k1)
  if (match_constant(pool, a, Op::Shl, x, k1)) {
    return logic::mul(pool, x, logic::shl(pool, k, k1));
  }
  // match: -x * k   result: x * -k
  if (match(pool, a, Op::Neg, x)) return logic::mul(pool, x, logic::neg(pool, k));
  // match: (x + k1) * k   result: x * k + k1 * k
  if (match_constant(pool, a, Op::Add, x, k1)) {
    return logic::add(pool, logic::mul(pool, x, k), logic::mul(pool, k1, k));
  }
  return rules::make(pool, Op::Mul, width, a, k);
}

}  // namespace

Term mul(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::Mul, width, a, b); !t.is_null()) return t;
  // match: x * y at width 1   result: x & y
  if (width == 1) return logic::bit_and(pool, a, b);
  order(pool, a, b);
  if (pool.is_constant(b)) return mul_constant(pool, a, b);
  Term x, y;
  // match: -x * -y   result: x * y
  if (match(pool, a, Op::Neg, x) && match(pool, b, Op::Neg, y)) return logic::mul(pool, x, y);
  return rules::make(pool, Op::Mul, width, a, b);
}

Term umul_overflows(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  if (Term t = fold_binary(pool, Op::UMulO, 1, a, b); !t.is_null()) return t;
  // match: x * y overflows unsigned at width 1   result: false
  if (a.width() == 1) return kFalse;
  order(pool, a, b);
  if (pool.is_constant(b)) {
    // match: x * 0, x * 1 overflow unsigned   result: false
    if (is_zero(pool, b) || is_one(pool, b)) return kFalse;
    // match: x * k overflows unsigned   result: max / k < x
    return logic::ult(pool, logic::udiv(pool, ones(pool, a.width()), b), a);
  }
  return rules::make(pool, Op::UMulO, 1, a, b);
}

Term smul_overflows(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  if (Term t = fold_binary(pool, Op::SMulO, 1, a, b); !t.is_null()) return t;
  uint32_t width = a.width();
  // match: x * y overflows signed at width 1   result: x & y, as -1 * -1 is 1
  if (width == 1) return logic::bit_and(pool, a, b);
  order(pool, a, b);
  if (pool.is_constant(b)) {
    // match: x * 0, x * 1 overflow signed   result: false
    if (is_zero(pool, b) || is_one(pool, b)) return kFalse;
    Term low = pool.constant(bits_shl(Bits(width, 1), Bits(width, width - 1)));
    // match: x * -1 overflows signed   result: x = min
    if (is_ones(pool, b)) return logic::eq(pool, a, low);
    // match: x * k overflows signed   result: x outside of [min / k, max / k], in k's order
    Term high = logic::bit_not(pool, low);
    Term from = logic::sdiv(pool, low, b);
    Term to = logic::sdiv(pool, high, b);
    if (pool.value(b).sign()) std::swap(from, to);
    return logic::bit_or(pool, logic::slt(pool, a, from), logic::slt(pool, to, a));
  }
  return rules::make(pool, Op::SMulO, 1, a, b);
}

}  // namespace assay::logic::slow
