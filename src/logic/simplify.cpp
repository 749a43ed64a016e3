#include "logic/simplify.h"

#include <algorithm>
#include <array>
#include <vector>

#include "logic/fold.h"

namespace assay::logic::rules {

bool match_choice(TermPool& pool, Term t, Term& condition, Term& k1, Term& k2) {
  if (t.node() == 0) return false;
  std::span<const Term> args = pool.args(t);
  switch (pool.op(t)) {
    case Op::Ite:
      if (!pool.is_constant(args[1]) || !pool.is_constant(args[2])) return false;
      condition = args[0];
      k1 = args[1];
      k2 = args[2];
      return true;
    case Op::ZExt:
    case Op::SExt:
      if (args[0].width() != 1) return false;
      condition = args[0];
      k1 = pool.op(t) == Op::ZExt ? number(pool, t.width(), 1) : ones(pool, t.width());
      k2 = zero(pool, t.width());
      return true;
    default:
      return false;
  }
}

bool is_zero(const TermPool& pool, Term t) {
  if (t.node() == 0) return t.bits() == 0;
  return pool.is(t, Op::WideConst) && pool.value(t).is_zero();
}

bool is_ones(const TermPool& pool, Term t) {
  if (t.node() == 0) return t.bits() == low_mask(t.width());
  return pool.is(t, Op::WideConst) && pool.value(t).is_ones();
}

bool is_one(const TermPool& pool, Term t) {
  if (t.node() == 0) return t.bits() == 1;
  return pool.is(t, Op::WideConst) && pool.value(t).power_of_two() == 0;
}

bool is_signed_min(const TermPool& pool, Term t) {
  if (t.node() == 0) return t.bits() == uint64_t{1} << (t.width() - 1);
  return pool.is(t, Op::WideConst) &&
         pool.value(t).power_of_two() == static_cast<int32_t>(t.width()) - 1;
}

bool is_signed_max(const TermPool& pool, Term t) {
  if (t.node() == 0) return t.bits() == low_mask(t.width()) >> 1;
  return pool.is(t, Op::WideConst) &&
         bits_not(pool.value(t)).power_of_two() == static_cast<int32_t>(t.width()) - 1;
}

uint32_t distance(const TermPool& pool, Term k) {
  Bits value = pool.value(k);
  for (size_t i = 1; i < value.word_count(); ++i) {
    if (value.word(i) != 0) return k.width();
  }
  return static_cast<uint32_t>(std::min<uint64_t>(value.low(), k.width()));
}

Term zero(TermPool& pool, uint32_t width) { return number(pool, width, 0); }

Term ones(TermPool& pool, uint32_t width) {
  if (width <= 64) return Term::constant(width, ~uint64_t{0});
  return pool.constant(Bits::ones(width));
}

Term number(TermPool& pool, uint32_t width, uint64_t value) {
  if (width <= 64) return Term::constant(width, value);
  return pool.constant(Bits(width, value));
}

Term make(TermPool& pool, Op op, uint32_t width, Term a) { return pool.make(op, width, {&a, 1}); }

Term make(TermPool& pool, Op op, uint32_t width, Term a, Term b) {
  std::array<Term, 2> args = {a, b};
  return pool.make(op, width, args);
}

Term fold_constants(TermPool& pool, Op op, uint32_t width, std::span<const Term> args,
                    Params params) {
  for (Term arg : args) {
    if (!pool.is_constant(arg)) return Term();
  }
  std::vector<Bits> values;
  values.reserve(args.size());
  for (Term arg : args) values.push_back(pool.value(arg));
  return pool.constant(fold(op, width, values, params));
}

Term fold_binary(TermPool& pool, Op op, uint32_t width, Term a, Term b) {
  bool first = pool.is_constant(a);
  bool second = pool.is_constant(b);
  if (first && second) {
    std::array<Term, 2> args = {a, b};
    return fold_constants(pool, op, width, args);
  }
  Term c, k1, k2, d, k3, k4;
  auto both = [&](Term x, Term y) {
    std::array<Term, 2> args = {x, y};
    return fold_constants(pool, op, width, args);
  };
  // match: op(c ? k1 : k2, k)   result: c ? op(k1, k) : op(k2, k)
  if (second && match_choice(pool, a, c, k1, k2)) {
    return ite(pool, c, both(k1, b), both(k2, b));
  }
  // match: op(k, c ? k1 : k2)   result: c ? op(k, k1) : op(k, k2)
  if (first && match_choice(pool, b, c, k1, k2)) {
    return ite(pool, c, both(a, k1), both(a, k2));
  }
  // match: op(c ? k1 : k2, c ? k3 : k4)   result: c ? op(k1, k3) : op(k2, k4)
  if (!first && !second && match_choice(pool, a, c, k1, k2) && match_choice(pool, b, d, k3, k4) &&
      c == d) {
    return ite(pool, c, both(k1, k3), both(k2, k4));
  }
  return Term();
}

}  // namespace assay::logic::rules
