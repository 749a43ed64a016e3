#include "logic/conjunction.h"

#include <algorithm>
#include <array>

namespace assay::logic {
namespace {

// A part as `base` or its negation; of an equation with a constant, also its two sides.
struct Part {
  Term base;
  bool negated = false;
  Term left;  // of `left = constant`, else null
  Term right;
};

struct PartList {
  std::array<Part, kMaxParts> parts;
  size_t count = 0;

  std::span<const Part> all() const { return {parts.data(), count}; }
};

Part make_part(const TermPool& pool, Term t) {
  Part part{.base = t};
  if (pool.is(t, Op::Not)) {
    part.base = pool.arg(t, 0);
    part.negated = true;
  }
  if (pool.is(part.base, Op::Eq) && pool.is_constant(pool.arg(part.base, 1))) {
    part.left = pool.arg(part.base, 0);
    part.right = pool.arg(part.base, 1);
  }
  return part;
}

PartList parts_of(const TermPool& pool, Op op, Term t) {
  PartList list;
  std::array<Term, kMaxParts> todo;
  size_t left = 0;
  todo[left++] = t;
  while (left > 0) {
    Term current = todo[--left];
    if (pool.is(current, op) && left + list.count + 2 <= kMaxParts) {
      todo[left++] = pool.arg(current, 1);
      todo[left++] = pool.arg(current, 0);
      continue;
    }
    list.parts[list.count++] = make_part(pool, current);
  }
  return list;
}

bool clash(Op op, const Part& a, const Part& b) {
  if (a.base == b.base) return a.negated != b.negated;
  // x = k1 and x = k2; in a disjunction their negations.
  bool negated = op == Op::Or;
  return !a.left.is_null() && a.left == b.left && a.negated == negated && b.negated == negated;
}

bool has_all(std::span<const Part> parts, std::span<const Part> of) {
  return std::ranges::all_of(of, [&](const Part& wanted) {
    return std::ranges::any_of(parts, [&](const Part& part) {
      return part.base == wanted.base && part.negated == wanted.negated;
    });
  });
}

}  // namespace

Parts compare_parts(const TermPool& pool, Op op, Term a, Term b) {
  PartList first = parts_of(pool, op, a);
  PartList second = parts_of(pool, op, b);
  for (const Part& x : first.all()) {
    for (const Part& y : second.all()) {
      if (clash(op, x, y)) return Parts::Clash;
    }
  }
  if (has_all(first.all(), second.all())) return Parts::FirstHasAll;
  if (has_all(second.all(), first.all())) return Parts::SecondHasAll;
  return Parts::Apart;
}

}  // namespace assay::logic
