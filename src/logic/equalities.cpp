#include "logic/equalities.h"

#include <algorithm>
#include <bit>

#include "logic/build.h"
#include "logic/linear.h"

namespace assay::logic {
namespace {

// Longer sums and definitions cost more than they save.
constexpr size_t kMaxSteps = 64;
constexpr size_t kMaxDefinition = 256;

bool has(const std::vector<Term>& sorted, Term t) {
  return std::binary_search(sorted.begin(), sorted.end(), t);
}

void insert(std::vector<Term>& sorted, Term t) {
  auto at = std::lower_bound(sorted.begin(), sorted.end(), t);
  if (at == sorted.end() || *at != t) sorted.insert(at, t);
}

bool is_symbol(const TermPool& pool, Term t) {
  return pool.is(t, Op::Symbol) || pool.is(t, Op::Placeholder);
}

}  // namespace

void EqualitySolver::start() {
  defined_.clear();
  used_.clear();
}

bool EqualitySolver::define(Term leaf, Term by) {
  if (has(defined_, leaf) || has(used_, leaf)) return false;
  Term roots[] = {by};
  if (!walk_.collect(roots, kMaxDefinition) || walk_.contains(leaf)) return false;
  for (size_t i = 0; i < walk_.size(); ++i) {
    if (has(defined_, walk_.term(i))) return false;
  }
  for (size_t i = 0; i < walk_.size(); ++i) {
    if (is_symbol(pool_, walk_.term(i))) insert(used_, walk_.term(i));
  }
  insert(defined_, leaf);
  return true;
}

// What the form says whatever is assumed.
Solved EqualitySolver::decide(Term equality, const LinearForm& form) {
  if (form.parts.empty())
    return {.kind = form.constant == 0 ? Solved::Kind::Always : Solved::Kind::Never};
  uint64_t factors = 0;
  for (const auto& part : form.parts) factors |= part.factor;
  // match: 2^k (...) = c, c not a multiple of 2^k    result: never
  if (form.constant != 0 && std::countr_zero(form.constant) < std::countr_zero(factors))
    return {.kind = Solved::Kind::Never};
  // match: f x + c = 0, f odd    result: x = -c / f
  if (form.parts.size() == 1 && form.parts[0].factor % 2 == 1) {
    uint64_t value = (uint64_t{0} - form.constant) * inverse_of_odd(form.parts[0].factor);
    Term simpler = eq(pool_, form.parts[0].term, Term::constant(form.width, value));
    if (simpler != equality) return {.kind = Solved::Kind::Simpler, .simpler = simpler};
  }
  return {};
}

Solved EqualitySolver::solve_form(Term equality, const LinearForm& form) {
  uint64_t mask = low_mask(form.width);
  for (size_t i = 0; i < form.parts.size(); ++i) {
    const LinearForm::Part& part = form.parts[i];
    bool unit = part.factor == 1 || part.factor == mask;
    // A factor other than one is worth it only where no other multiplication comes of it.
    bool solvable = unit || (part.factor % 2 == 1 && form.parts.size() == 1);
    if (!solvable || !is_symbol(pool_, part.term)) continue;
    // f x + rest = 0
    Term by = linear_term(pool_, form, i, uint64_t{0} - inverse_of_odd(part.factor));
    if (define(part.term, by))
      return {.kind = Solved::Kind::Defines, .replacement = {part.term, by}};
  }
  return decide(equality, form);
}

Solved EqualitySolver::simplify(Term equality) {
  if (!pool_.is(equality, Op::Eq)) return {};
  Term a = pool_.arg(equality, 0), b = pool_.arg(equality, 1);
  auto is_sum = [&](Term t) {
    if (t.is_immediate()) return false;
    Op op = pool_.op(t);
    return op == Op::Add || op == Op::Sub || op == Op::Neg || op == Op::Mul || op == Op::Shl;
  };
  LinearForm form;
  if (!is_sum(a) && !is_sum(b)) return {};
  if (!linear_difference(pool_, a, b, kMaxSteps, form)) return {};
  Solved solved = decide(equality, form);
  bool has_remainder = std::any_of(form.parts.begin(), form.parts.end(), [&](const auto& part) {
    return pool_.is(part.term, Op::URem) || pool_.is(part.term, Op::SRem);
  });
  if (solved.kind != Solved::Kind::Open || !has_remainder) return solved;
  if (!linear_difference(pool_, a, b, kMaxSteps, form, Remainders::Expand)) return {};
  return form.parts.empty() ? decide(equality, form) : Solved{};
}

Solved EqualitySolver::solve(Term assumption) {
  if (!pool_.is(assumption, Op::Eq)) return {};
  Term a = pool_.arg(assumption, 0), b = pool_.arg(assumption, 1);
  LinearForm form;
  if (linear_difference(pool_, a, b, kMaxSteps, form)) return solve_form(assumption, form);
  for (auto [leaf, by] : {Replacement{a, b}, Replacement{b, a}}) {
    if (is_symbol(pool_, leaf) && define(leaf, by))
      return {.kind = Solved::Kind::Defines, .replacement = {leaf, by}};
  }
  return {};
}

}  // namespace assay::logic
