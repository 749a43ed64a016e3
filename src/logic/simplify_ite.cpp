// Simplification of choices.
#include <array>

#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

namespace {

// A choice between Booleans is made of And, Or and Not where one side is known.  Null if not.
Term choose_boolean(TermPool& pool, Term c, Term x, Term y) {
  // match: c ? true : y, c ? c : y   result: c | y
  if (x.is_true() || x == c) return logic::bit_or(pool, c, y);
  // match: c ? x : false, c ? x : c   result: c & x
  if (y.is_false() || y == c) return logic::bit_and(pool, c, x);
  // match: c ? false : y, c ? ~c : y   result: ~c & y
  if (x.is_false() || are_complements(pool, x, c)) {
    return logic::bit_and(pool, logic::bit_not(pool, c), y);
  }
  // match: c ? x : true, c ? x : ~c   result: ~c | x
  if (y.is_true() || are_complements(pool, y, c)) {
    return logic::bit_or(pool, logic::bit_not(pool, c), x);
  }
  // match: c ? ~y : y   result: c ^ y
  if (are_complements(pool, x, y)) return logic::bit_xor(pool, c, y);
  return Term();
}

// match: x = y ? x : y, x = y ? y : x   result: the second one
bool chooses_equals(const TermPool& pool, Term c, Term x, Term y) {
  if (!pool.is(c, Op::Eq)) return false;
  Term p = pool.arg(c, 0);
  Term q = pool.arg(c, 1);
  return (p == x && q == y) || (p == y && q == x);
}

struct Choice {
  Term condition, then, otherwise;
};

bool match_ite(const TermPool& pool, Term t, Choice& choice) {
  if (!pool.is(t, Op::Ite)) return false;
  std::span<const Term> args = pool.args(t);
  choice = {args[0], args[1], args[2]};
  return true;
}

// Choices in the arms.  Null if no rule fires.
Term merge_arms(TermPool& pool, Term c, Term x, Term y) {
  Choice inner;
  if (match_ite(pool, x, inner)) {
    // match: c ? (c ? x : z) : y   result: c ? x : y
    if (inner.condition == c) return logic::ite(pool, c, inner.then, y);
    // match: c ? (d ? x : y) : y   result: c & d ? x : y
    if (inner.otherwise == y) {
      return logic::ite(pool, logic::bit_and(pool, c, inner.condition), inner.then, y);
    }
    // match: c ? (d ? y : x) : y   result: c & ~d ? x : y
    if (inner.then == y) {
      Term d = logic::bit_not(pool, inner.condition);
      return logic::ite(pool, logic::bit_and(pool, c, d), inner.otherwise, y);
    }
  }
  if (match_ite(pool, y, inner)) {
    // match: c ? x : (c ? z : y)   result: c ? x : y
    if (inner.condition == c) return logic::ite(pool, c, x, inner.otherwise);
    // match: c ? x : (d ? x : y)   result: c | d ? x : y
    if (inner.then == x) {
      return logic::ite(pool, logic::bit_or(pool, c, inner.condition), x, inner.otherwise);
    }
    // match: c ? x : (d ? y : x)   result: c | ~d ? x : y
    if (inner.otherwise == x) {
      Term d = logic::bit_not(pool, inner.condition);
      return logic::ite(pool, logic::bit_or(pool, c, d), x, inner.then);
    }
  }
  return Term();
}

}  // namespace

Term ite(TermPool& pool, Term c, Term x, Term y) {
  check_alike(x, y);
  ASSAY_CHECK(c.width() == 1, "a condition should be a Boolean");
  // match: true ? x : y   result: x; false ? x : y   result: y
  if (c.is_immediate()) return c.is_true() ? x : y;
  // match: c ? x : x   result: x
  if (x == y) return x;
  uint32_t width = x.width();
  Term d;
  // match: ~c ? x : y   result: c ? y : x
  if (match(pool, c, Op::Not, d)) {
    c = d;
    std::swap(x, y);
  }
  if (width == 1) {
    if (Term t = choose_boolean(pool, c, x, y); !t.is_null()) return t;
  } else {
    // match: c ? 1 : 0   result: zext(c); 0 : 1 likewise with ~c
    if (is_one(pool, x) && is_zero(pool, y)) return logic::zext(pool, c, width);
    if (is_zero(pool, x) && is_one(pool, y)) {
      return logic::zext(pool, logic::bit_not(pool, c), width);
    }
    // match: c ? ones : 0   result: sext(c); 0 : ones likewise with ~c
    if (is_ones(pool, x) && is_zero(pool, y)) return logic::sext(pool, c, width);
    if (is_zero(pool, x) && is_ones(pool, y)) {
      return logic::sext(pool, logic::bit_not(pool, c), width);
    }
  }
  if (chooses_equals(pool, c, x, y)) return y;
  if (Term t = merge_arms(pool, c, x, y); !t.is_null()) return t;
  std::array<Term, 3> args = {c, x, y};
  return pool.make(Op::Ite, width, args);
}

}  // namespace assay::logic::slow
