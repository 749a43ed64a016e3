// Simplification of the bitwise operators, which at width 1 are the Boolean ones.
#include "logic/conjunction.h"
#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

Term bit_not(TermPool& pool, Term a) {
  Term x, c, k1, k2;
  if (Term k = fold_constants(pool, Op::Not, a.width(), {&a, 1}); !k.is_null()) return k;
  // match: ~~x   result: x
  if (match(pool, a, Op::Not, x)) return x;
  // match: ~-x   result: x + -1
  if (match(pool, a, Op::Neg, x)) return logic::add(pool, x, ones(pool, x.width()));
  // match: ~(c ? k1 : k2)   result: c ? ~k1 : ~k2
  if (match_choice(pool, a, c, k1, k2)) {
    return logic::ite(pool, c, logic::bit_not(pool, k1), logic::bit_not(pool, k2));
  }
  return rules::make(pool, Op::Not, a.width(), a);
}

namespace {

// And and Or are one operator in a mirror: `op` is the operator, `dual` the other one.
struct Lattice {
  Op op;
  Op dual;
  bool absorbing_is_ones;  // what swallows everything: 0 for And, ones for Or
};
constexpr Lattice kAnd = {Op::And, Op::Or, false};
constexpr Lattice kOr = {Op::Or, Op::And, true};

Term build_lattice(TermPool& pool, const Lattice& lattice, Term a, Term b) {
  return lattice.op == Op::And ? logic::bit_and(pool, a, b) : logic::bit_or(pool, a, b);
}

// Rules with a constant on the right.  Null if none fires.
Term with_constant(TermPool& pool, const Lattice& lattice, Term a, Term k) {
  Term x, k1;
  bool k_is_ones = is_ones(pool, k);
  // match: x & 0, x | ones   result: the constant
  // match: x & ones, x | 0   result: x
  if (k_is_ones || is_zero(pool, k)) return k_is_ones == lattice.absorbing_is_ones ? k : a;
  // match: (x & k1) & k   result: x & (k1 & k); likewise for |
  if (match_constant(pool, a, lattice.op, x, k1)) {
    return build_lattice(pool, lattice, x, build_lattice(pool, lattice, k1, k));
  }
  // match: zext(x) & k   result: zext(x & low bits of k)
  if (lattice.op == Op::And && match(pool, a, Op::ZExt, x)) {
    Term low = logic::truncate(pool, k, x.width());
    return logic::zext(pool, logic::bit_and(pool, x, low), a.width());
  }
  return Term();
}

// Rules where one side occurs in the other.  Null if none fires.
Term absorb(TermPool& pool, const Lattice& lattice, Term a, Term b) {
  Term x, y;
  for (int swapped = 0; swapped < 2; ++swapped, std::swap(a, b)) {
    // match: x & (x & y)   result: x & y; likewise for |
    if (match_partner(pool, b, lattice.op, a, y)) return b;
    // match: x & (x | y)   result: x; likewise mirrored
    if (match_partner(pool, b, lattice.dual, a, y)) return a;
    // match: x & (~x | y)   result: x & y; likewise mirrored
    // match: x & (~x & y)   result: 0; likewise mirrored
    if (match(pool, b, lattice.dual, x, y) || match(pool, b, lattice.op, x, y)) {
      bool first = are_complements(pool, x, a);
      if (!first && !are_complements(pool, y, a)) continue;
      if (pool.op(b) == lattice.dual) {
        Term rest = first ? y : x;
        order(pool, a, rest);
        return rules::make(pool, lattice.op, a.width(), a, rest);
      }
      return lattice.absorbing_is_ones ? ones(pool, a.width()) : zero(pool, a.width());
    }
  }
  return Term();
}

Term simplify_lattice(TermPool& pool, const Lattice& lattice, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, lattice.op, width, a, b); !t.is_null()) return t;
  order(pool, a, b);
  if (pool.is_constant(b)) {
    Term t = with_constant(pool, lattice, a, b);
    return t.is_null() ? rules::make(pool, lattice.op, width, a, b) : t;
  }
  // match: x & x, x | x   result: x
  if (a == b) return a;
  // match: x & ~x   result: 0
  // match: x | ~x   result: ones
  if (are_complements(pool, a, b)) {
    return lattice.absorbing_is_ones ? ones(pool, width) : zero(pool, width);
  }
  if (width == 1) {
    // match: a conjunction with a part and its negation, or with x = k1 and x = k2   result: false;
    // a disjunction likewise.  match: all parts of b are parts of a   result: a
    switch (compare_parts(pool, lattice.op, a, b)) {
      case Parts::Clash:
        return Term::boolean(lattice.absorbing_is_ones);
      case Parts::FirstHasAll:
        return a;
      case Parts::SecondHasAll:
        return b;
      case Parts::Apart:
        break;
    }
  }
  Term t = absorb(pool, lattice, a, b);
  return t.is_null() ? rules::make(pool, lattice.op, width, a, b) : t;
}

}  // namespace

Term bit_and(TermPool& pool, Term a, Term b) { return simplify_lattice(pool, kAnd, a, b); }
Term bit_or(TermPool& pool, Term a, Term b) { return simplify_lattice(pool, kOr, a, b); }

Term bit_xor(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  uint32_t width = a.width();
  if (Term t = fold_binary(pool, Op::Xor, width, a, b); !t.is_null()) return t;
  order(pool, a, b);
  Term x, y, k;
  if (pool.is_constant(b)) {
    // match: x ^ 0   result: x
    if (is_zero(pool, b)) return a;
    // match: x ^ ones   result: ~x
    if (is_ones(pool, b)) return logic::bit_not(pool, a);
    // match: (x ^ k1) ^ k2   result: x ^ (k1 ^ k2)
    if (match_constant(pool, a, Op::Xor, x, k)) {
      return logic::bit_xor(pool, x, logic::bit_xor(pool, k, b));
    }
    // match: ~x ^ k   result: x ^ ~k
    if (match(pool, a, Op::Not, x)) return logic::bit_xor(pool, x, logic::bit_not(pool, b));
    return rules::make(pool, Op::Xor, width, a, b);
  }
  // match: x ^ x   result: 0
  if (a == b) return zero(pool, width);
  // match: x ^ ~x   result: ones
  if (are_complements(pool, a, b)) return ones(pool, width);
  // match: x ^ (x ^ y)   result: y
  if (match_partner(pool, b, Op::Xor, a, y)) return y;
  if (match_partner(pool, a, Op::Xor, b, y)) return y;
  // match: ~x ^ ~y   result: x ^ y
  // match: ~x ^ y   result: ~(x ^ y)
  bool first = match(pool, a, Op::Not, x);
  bool second = match(pool, b, Op::Not, y);
  if (!first && !second) return rules::make(pool, Op::Xor, width, a, b);
  Term inner = logic::bit_xor(pool, first ? x : a, second ? y : b);
  return first && second ? inner : logic::bit_not(pool, inner);
}

}  // namespace assay::logic::slow
