#include "logic/by_facts.h"

#include "logic/build.h"

namespace assay::logic {
namespace {

using UnsignedWide = unsigned __int128;

class Rules {
 public:
  Rules(TermPool& pool, const BaseFacts& base) : pool_(pool), base_(base) {}

  Term simplify(Term t) {
    Op op = pool_.op(t);
    if (op == Op::Ult) return less(pool_.arg(t, 0), pool_.arg(t, 1));
    if (op == Op::Slt || op == Op::SDiv || op == Op::SRem || op == Op::AShr || op == Op::SExt)
      return without_sign(op, t);
    return Term();
  }

 private:
  /// x times a constant, by multiplication or shift, that does not wrap.
  struct Multiple {
    Term x;
    uint64_t factor = 0;
  };

  Facts facts(Term t) const { return base_.of(t); }
  bool is_tracked(Term t) const { return t.width() <= 64; }

  // match: a signed operator on operands that are not negative    result: the unsigned one
  Term without_sign(Op op, Term t) {
    Term a = pool_.arg(t, 0);
    if (!is_tracked(a) || !facts(a).nonnegative()) return Term();
    if (op == Op::SExt) return is_tracked(t) ? zext(pool_, a, t.width()) : Term();
    Term b = pool_.arg(t, 1);
    if (op == Op::AShr) return lshr(pool_, a, b);
    if (!facts(b).nonnegative()) return Term();
    if (op == Op::Slt) return ult(pool_, a, b);
    return op == Op::SDiv ? udiv(pool_, a, b) : urem(pool_, a, b);
  }

  bool is_multiple(Term t, Multiple& result) const {
    if (t.is_immediate()) return false;
    bool product = pool_.is(t, Op::Mul), shift = pool_.is(t, Op::Shl);
    if ((!product && !shift) || !pool_.arg(t, 1).is_immediate()) return false;
    uint64_t k = pool_.arg(t, 1).bits();
    if (shift && k >= t.width()) return false;
    result = {pool_.arg(t, 0), shift ? uint64_t{1} << k : k};
    return result.factor != 0 &&
           UnsignedWide{facts(result.x).umax} * result.factor >> t.width() == 0;
  }

  bool is_sum(Term t, Term& x, Term& y) const {
    if (!pool_.is(t, Op::Add)) return false;
    x = pool_.arg(t, 0);
    y = pool_.arg(t, 1);
    return (UnsignedWide{facts(x).umax} + facts(y).umax) >> t.width() == 0;
  }

  // a < b
  Term less(Term a, Term b) {
    if (!is_tracked(a)) return Term();
    Term result = less_remainder(a, b);
    if (result.is_null()) result = less_multiple(a, b);
    if (result.is_null()) result = less_sum(a, b);
    return result;
  }

  Term less_remainder(Term a, Term b) {
    Term zero = Term::constant(a.width(), 0);
    // match: x % y < y    result: y != 0
    if (pool_.is(a, Op::URem) && pool_.arg(a, 1) == b) return ne(pool_, b, zero);
    // match: x < x % y    result: false
    if (pool_.is(b, Op::URem) && pool_.arg(b, 0) == a) return kFalse;
    // match: y < x % y    result: y = 0 and x != 0
    if (pool_.is(b, Op::URem) && pool_.arg(b, 1) == a)
      return bit_and(pool_, eq(pool_, a, zero), ne(pool_, pool_.arg(b, 0), zero));
    return Term();
  }

  Term less_multiple(Term a, Term b) {
    Multiple left, right;
    bool is_left = is_multiple(a, left), is_right = is_multiple(b, right);
    auto constant = [&](uint64_t value) { return Term::constant(a.width(), value); };
    // match: f x < f y    result: x < y
    if (is_left && is_right && left.factor == right.factor) return ult(pool_, left.x, right.x);
    // match: f x < k      result: x < k / f, rounded up
    if (is_left && b.is_immediate()) {
      uint64_t quotient = b.bits() / left.factor + (b.bits() % left.factor != 0 ? 1 : 0);
      return ult(pool_, left.x, constant(quotient));
    }
    // match: k < f x      result: k / f < x
    if (is_right && a.is_immediate()) return ult(pool_, constant(a.bits() / right.factor), right.x);
    return Term();
  }

  Term less_sum(Term a, Term b) {
    Term x, y, u, v;
    bool is_left = is_sum(a, x, y), is_right = is_sum(b, u, v);
    // match: x + y < x + v    result: y < v, and so on
    if (is_left && is_right) {
      if (x == u) return ult(pool_, y, v);
      if (x == v) return ult(pool_, y, u);
      if (y == u) return ult(pool_, x, v);
      if (y == v) return ult(pool_, x, u);
    }
    Term zero = Term::constant(a.width(), 0);
    // match: x + y < x        result: false
    if (is_left && (x == b || y == b)) return kFalse;
    // match: x < x + v        result: v != 0
    if (is_right && u == a) return ne(pool_, v, zero);
    if (is_right && v == a) return ne(pool_, u, zero);
    // match: x + j < k        result: x < k - j
    if (is_left && y.is_immediate() && b.is_immediate()) {
      if (b.bits() <= y.bits()) return kFalse;
      return ult(pool_, x, Term::constant(a.width(), b.bits() - y.bits()));
    }
    // match: k < u + j        result: k - j < u
    if (is_right && v.is_immediate() && a.is_immediate()) {
      if (a.bits() < v.bits()) return kTrue;
      return ult(pool_, Term::constant(a.width(), a.bits() - v.bits()), u);
    }
    return Term();
  }

  TermPool& pool_;
  const BaseFacts& base_;
};

}  // namespace

Term simplify_by_facts(TermPool& pool, const BaseFacts& base, Term t) {
  Term result = Rules(pool, base).simplify(t);
  return result == t ? Term() : result;
}

}  // namespace assay::logic
