#include "logic/linear.h"

#include <algorithm>

#include "logic/build.h"

namespace assay::logic {
namespace {

class Expansion {
 public:
  Expansion(TermPool& pool, LinearForm& form, Remainders remainders)
      : pool_(pool), form_(form), remainders_(remainders) {}

  bool run(Term a, Term b, size_t limit) {
    form_ = {.width = a.width()};
    todo_ = {{a, 1}, {b, ~uint64_t{0}}};
    while (!todo_.empty()) {
      if (limit-- == 0) return false;
      LinearForm::Part part = todo_.back();
      todo_.pop_back();
      expand(part.term, part.factor);
    }
    expanded_ = form_.parts.size();
    collect();
    return true;
  }
  /// Whether parts, or constants of `a`, met others of their kind.  Pre: `b` was a constant.
  bool has_joined() const { return form_.parts.size() < expanded_ || constants_ > 2; }

 private:
  void expand(Term t, uint64_t factor) {
    if (t.is_immediate()) {
      form_.constant += t.bits() * factor;
      ++constants_;
      return;
    }
    std::span<const Term> args = pool_.args(t);
    switch (pool_.op(t)) {
      case Op::Add:
        todo_.push_back({args[0], factor});
        todo_.push_back({args[1], factor});
        return;
      case Op::Sub:
        todo_.push_back({args[0], factor});
        todo_.push_back({args[1], uint64_t{0} - factor});
        return;
      case Op::Neg:
        todo_.push_back({args[0], uint64_t{0} - factor});
        return;
      case Op::Not:  // -x - 1
        todo_.push_back({args[0], uint64_t{0} - factor});
        form_.constant -= factor;
        return;
      case Op::Mul:
        if (args[1].is_immediate()) {
          todo_.push_back({args[0], factor * args[1].bits()});
          return;
        }
        if (multiply_out(args[0], args[1], factor) || multiply_out(args[1], args[0], factor))
          return;
        t = sorted_product(t);
        break;
      case Op::Shl:
        if (!args[1].is_immediate() || args[1].bits() >= form_.width) break;
        todo_.push_back({args[0], factor << args[1].bits()});
        return;
      case Op::URem:
      case Op::SRem: {
        if (remainders_ == Remainders::Keep) break;
        // Also for y = 0, where it is x.
        Term quotient =
            pool_.op(t) == Op::URem ? udiv(pool_, args[0], args[1]) : sdiv(pool_, args[0], args[1]);
        todo_.push_back({args[0], factor});
        todo_.push_back({mul(pool_, args[1], quotient), uint64_t{0} - factor});
        return;
      }
      default:
        break;
    }
    form_.parts.push_back({t, factor});
  }

  // match: x (y + z), and likewise with the other linear operators
  // result: x y and x z, each to be looked at again
  bool multiply_out(Term x, Term sum, uint64_t factor) {
    if (sum.is_immediate()) return false;
    std::span<const Term> args = pool_.args(sum);
    uint64_t minus = uint64_t{0} - factor;
    switch (pool_.op(sum)) {
      case Op::Add:
        todo_.push_back({mul(pool_, x, args[0]), factor});
        todo_.push_back({mul(pool_, x, args[1]), factor});
        return true;
      case Op::Sub:
        todo_.push_back({mul(pool_, x, args[0]), factor});
        todo_.push_back({mul(pool_, x, args[1]), minus});
        return true;
      case Op::Neg:
        todo_.push_back({mul(pool_, x, args[0]), minus});
        return true;
      case Op::Not:
        todo_.push_back({mul(pool_, x, args[0]), minus});
        todo_.push_back({x, minus});
        return true;
      case Op::Mul:
        if (!args[1].is_immediate()) return false;
        todo_.push_back({mul(pool_, x, args[0]), factor * args[1].bits()});
        return true;
      case Op::Shl:
        if (!args[1].is_immediate() || args[1].bits() >= form_.width) return false;
        todo_.push_back({mul(pool_, x, args[0]), factor << args[1].bits()});
        return true;
      default:
        return false;
    }
  }

  // The factors of nested products in one order, so that (x y) z and x (z y) are one term.
  Term sorted_product(Term t) {
    constexpr size_t kMaxFactors = 8;
    std::vector<Term> factors = {t};
    for (size_t i = 0; i < factors.size();) {
      if (!pool_.is(factors[i], Op::Mul)) {
        ++i;
        continue;
      }
      if (factors.size() == kMaxFactors) return t;
      Term product = factors[i];
      factors[i] = pool_.arg(product, 0);
      factors.push_back(pool_.arg(product, 1));
    }
    if (factors.size() == 2) return t;
    std::sort(factors.begin(), factors.end());
    Term product = factors[0];
    for (size_t i = 1; i < factors.size(); ++i) product = mul(pool_, product, factors[i]);
    return product;
  }

  void collect() {
    uint64_t mask = low_mask(form_.width);
    form_.constant &= mask;
    auto& parts = form_.parts;
    std::sort(parts.begin(), parts.end(),
              [](const auto& x, const auto& y) { return x.term < y.term; });
    size_t kept = 0;
    for (size_t i = 0; i < parts.size();) {
      LinearForm::Part sum{parts[i].term, 0};
      for (; i < parts.size() && parts[i].term == sum.term; ++i) sum.factor += parts[i].factor;
      sum.factor &= mask;
      if (sum.factor != 0) parts[kept++] = sum;
    }
    parts.resize(kept);
  }

  TermPool& pool_;
  LinearForm& form_;
  Remainders remainders_;
  std::vector<LinearForm::Part> todo_;
  size_t expanded_ = 0, constants_ = 0;  // before they were put together
};

}  // namespace

bool linear_difference(TermPool& pool, Term a, Term b, size_t limit, LinearForm& result,
                       Remainders remainders) {
  if (a.width() > 64) return false;
  return Expansion(pool, result, remainders).run(a, b, limit);
}

// (x + y) - (u + v) + c: the constant last, so that sums that differ in it alone share the rest,
// and what is known of one is known of the other.
Term linear_term(TermPool& pool, const LinearForm& form, size_t skip, uint64_t scale) {
  uint64_t mask = low_mask(form.width);
  Term constant = Term::constant(form.width, form.constant * scale);
  Term plus, minus;
  for (size_t i = 0; i < form.parts.size(); ++i) {
    if (i == skip) continue;
    uint64_t factor = form.parts[i].factor * scale & mask;
    // A subtraction is cheaper than an addition of the negative.
    bool is_minus = factor == mask;
    Term part = form.parts[i].term;
    if (!is_minus) part = mul(pool, part, Term::constant(form.width, factor));
    Term& sum = is_minus ? minus : plus;
    sum = sum.is_null() ? part : add(pool, sum, part);
  }
  if (plus.is_null()) return minus.is_null() ? constant : sub(pool, constant, minus);
  if (!minus.is_null()) plus = sub(pool, plus, minus);
  return add(pool, plus, constant);
}

Term shorter_sum(TermPool& pool, Term t) {
  constexpr size_t kMaxSteps = 32;
  if (t.width() > 64 || (!pool.is(t, Op::Add) && !pool.is(t, Op::Sub))) return Term();
  auto is_sum = [&](Term part) {
    return pool.is(part, Op::Add) || pool.is(part, Op::Sub) || pool.is(part, Op::Neg);
  };
  if (!is_sum(pool.arg(t, 0)) && !is_sum(pool.arg(t, 1))) return Term();
  LinearForm form;
  Expansion expansion(pool, form, Remainders::Keep);
  if (!expansion.run(t, Term::constant(t.width(), 0), kMaxSteps)) return Term();
  return expansion.has_joined() ? linear_term(pool, form) : Term();
}

uint64_t inverse_of_odd(uint64_t odd) {
  uint64_t inverse = odd;  // right in the lowest three bits; each step doubles them
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace assay::logic
