// Bitwise operators, addition and what follows from it.
#include "base/check.h"
#include "logic/circuits.h"
#include "logic/full_adder.h"

namespace assay::logic::circuit {
namespace {

template <class Make>
Lits zip(LitSpan a, LitSpan b, Make make) {
  ASSAY_CHECK(a.size() == b.size(), "operands should be of one width");
  Lits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = make(a[i], b[i]);
  return result;
}

// Balanced, so that depth stays logarithmic and equal prefixes do not matter.
template <class Make>
Lit reduce(Lits level, Lit neutral, Make make) {
  if (level.empty()) return neutral;
  while (level.size() > 1) {
    size_t half = level.size() / 2;
    for (size_t i = 0; i < half; ++i) level[i] = make(level[2 * i], level[2 * i + 1]);
    if (level.size() % 2 != 0) level[half++] = level.back();
    level.resize(half);
  }
  return level[0];
}

}  // namespace

Lits bit_not(LitSpan a) {
  Lits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = !a[i];
  return result;
}

Lits bit_and(Aig& aig, LitSpan a, LitSpan b) {
  return zip(a, b, [&](Lit x, Lit y) { return aig.make_and(x, y); });
}

Lits bit_or(Aig& aig, LitSpan a, LitSpan b) {
  return zip(a, b, [&](Lit x, Lit y) { return aig.make_or(x, y); });
}

Lits bit_xor(Aig& aig, LitSpan a, LitSpan b) {
  return zip(a, b, [&](Lit x, Lit y) { return aig.make_xor(x, y); });
}

Lits ite(Aig& aig, Lit condition, LitSpan a, LitSpan b) {
  return zip(a, b, [&](Lit x, Lit y) { return aig.make_ite(condition, x, y); });
}

Lit all(Aig& aig, LitSpan a) {
  return reduce(Lits(a.begin(), a.end()), kTrueLit,
                [&](Lit x, Lit y) { return aig.make_and(x, y); });
}

Lit any(Aig& aig, LitSpan a) {
  return reduce(Lits(a.begin(), a.end()), kFalseLit,
                [&](Lit x, Lit y) { return aig.make_or(x, y); });
}

Lits add(Aig& aig, LitSpan a, LitSpan b, Lit carry) {
  ASSAY_CHECK(a.size() == b.size(), "operands should be of one width");
  Lits result(a.size());
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    Sum sum = full_adder(aig, a[i], b[i], carry);
    result[i] = sum.bit;
    carry = sum.carry;
  }
  result.back() = aig.make_xor(aig.make_xor(a.back(), b.back()), carry);
  return result;
}

Lits sub(Aig& aig, LitSpan a, LitSpan b) { return add(aig, a, bit_not(b), kTrueLit); }

Lits neg(Aig& aig, LitSpan a) { return negate_if(aig, kTrueLit, a); }

// A bit flips if some lower bit is set.  `flip` implies the condition, so the next one is
// condition and (bit or flip), and the xor has made (!bit !flip) already: four gates a bit.
Lits negate_if(Aig& aig, Lit condition, LitSpan a) {
  Lits result(a.size());
  Lit flip = kFalseLit;
  for (size_t i = 0; i < a.size(); ++i) {
    result[i] = aig.make_xor(a[i], flip);
    if (i + 1 < a.size()) flip = aig.make_and(condition, aig.make_or(a[i], flip));
  }
  return result;
}

Lit eq(Aig& aig, LitSpan a, LitSpan b) { return all(aig, bit_not(bit_xor(aig, a, b))); }

// The borrow of a - b, from the lowest bit up: b is larger here, or a is not and b was larger
// below.
Lit ult(Aig& aig, LitSpan a, LitSpan b) {
  ASSAY_CHECK(a.size() == b.size(), "operands should be of one width");
  Lit less = kFalseLit;
  for (size_t i = 0; i < a.size(); ++i) less = aig.make_majority(!a[i], b[i], less);
  return less;
}

Lit slt(Aig& aig, LitSpan a, LitSpan b) {
  Lits x(a.begin(), a.end()), y(b.begin(), b.end());
  std::swap(x.back(), y.back());
  return ult(aig, x, y);
}

}  // namespace assay::logic::circuit
