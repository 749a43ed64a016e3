// What the simplifying builders share: looking at one level of a term, and folding.
//
// Rules are written `match:` / `result:`; x, y, z stand for any terms, k for constants, c for
// Booleans.  A rule may call builders on parts of its arguments, but never so that the calls nest
// as deep as the term: terms of a million levels pass here.
#pragma once

#include <span>

#include "logic/build.h"

namespace assay::logic::rules {

inline void check_alike(Term a, Term b) {
  ASSAY_CHECK(a.width() == b.width() && !a.is_null(), "operands should have one width");
}

inline bool match(const TermPool& pool, Term t, Op op, Term& x) {
  if (!pool.is(t, op)) return false;
  x = pool.arg(t, 0);
  return true;
}

inline bool match(const TermPool& pool, Term t, Op op, Term& x, Term& y) {
  if (!pool.is(t, op)) return false;
  x = pool.arg(t, 0);
  y = pool.arg(t, 1);
  return true;
}

/// `op(x, k)`.
inline bool match_constant(const TermPool& pool, Term t, Op op, Term& x, Term& k) {
  return match(pool, t, op, x, k) && pool.is_constant(k);
}

/// `t` is `op(x, other)` or `op(other, x)`; finds `other`.
inline bool match_partner(const TermPool& pool, Term t, Op op, Term x, Term& other) {
  Term left, right;
  if (!match(pool, t, op, left, right)) return false;
  if (left != x && right != x) return false;
  other = left == x ? right : left;
  return true;
}

/// A choice between two constants: an Ite of them, or an extended Boolean.
bool match_choice(TermPool& pool, Term t, Term& condition, Term& k1, Term& k2);

bool is_zero(const TermPool& pool, Term t);
bool is_ones(const TermPool& pool, Term t);
bool is_one(const TermPool& pool, Term t);
/// The most negative and the most positive number.
bool is_signed_min(const TermPool& pool, Term t);
bool is_signed_max(const TermPool& pool, Term t);

/// A constant shift amount as a number, at most the width.
uint32_t distance(const TermPool& pool, Term k);

Term zero(TermPool& pool, uint32_t width);
Term ones(TermPool& pool, uint32_t width);
Term number(TermPool& pool, uint32_t width, uint64_t value);

/// One is the complement of the other.
inline bool are_complements(const TermPool& pool, Term a, Term b) {
  return (pool.is(a, Op::Not) && pool.arg(a, 0) == b) ||
         (pool.is(b, Op::Not) && pool.arg(b, 0) == a);
}

/// Constant last, otherwise the older first.
inline void order(const TermPool& pool, Term& a, Term& b) {
  bool swap = pool.is_constant(a) ? !pool.is_constant(b) : !pool.is_constant(b) && b < a;
  if (swap) std::swap(a, b);
}

Term make(TermPool& pool, Op op, uint32_t width, Term a);
Term make(TermPool& pool, Op op, uint32_t width, Term a, Term b);

/// The constant, where all arguments are; else null.
Term fold_constants(TermPool& pool, Op op, uint32_t width, std::span<const Term> args,
                    Params params = {});

/// What every binary operator does first: constants, and choices between constants.  Null if
/// neither.
Term fold_binary(TermPool& pool, Op op, uint32_t width, Term a, Term b);

}  // namespace assay::logic::rules
