// Division: restoring, one quotient bit per stage from the highest down.
//
// Stage k knows the remainder to have k + 1 bits, so the subtraction is that short, and the rest of
// the divisor has to be zero for it to succeed; half the gates of stages at full width.  Division
// by zero needs no case of its own: subtracting zero always succeeds, which gives all ones and `a`.
#include "base/check.h"
#include "logic/circuits.h"

namespace assay::logic::circuit {
namespace {

// The only bit set if `b` is a constant power of two, else b.size().
size_t power_of_two(LitSpan b) {
  size_t found = b.size();
  for (size_t i = 0; i < b.size(); ++i) {
    if (!b[i].is_constant()) return b.size();
    if (b[i].is_false()) continue;
    if (found != b.size()) return b.size();
    found = i;
  }
  return found;
}

// How many bits every remainder fits: those of the divisor, if it is known not to be zero.
size_t remainder_bits(LitSpan b) {
  size_t bits = b.size();
  while (bits > 0 && b[bits - 1].is_false()) --bits;
  return bits > 0 && b[bits - 1].is_true() ? bits : b.size();
}

Division divide_by_power(LitSpan a, size_t power) {
  Division result{Lits(a.size(), kFalseLit), Lits(a.size(), kFalseLit)};
  for (size_t i = 0; i < a.size(); ++i) {
    if (i < power)
      result.remainder[i] = a[i];
    else
      result.quotient[i - power] = a[i];
  }
  return result;
}

// `remainder` less `b` if that is not negative; nine gates a bit.  The difference of a bit is
// r xor (!b xor carry), so the choice between it and r is one gate, not a multiplexer; and the
// products inside (!b xor carry) are those of the next carry.
Lit subtract_if_fits(Aig& aig, Lits& remainder, LitSpan b, Lit upper_is_zero) {
  size_t count = remainder.size();
  Lits change(count);
  Lit carry = kTrueLit;  // not borrowed
  for (size_t i = 0; i < count; ++i) {
    change[i] = aig.make_xor(!b[i], carry);
    carry = aig.make_or(aig.make_and(!b[i], carry),
                        aig.make_and(remainder[i], aig.make_or(!b[i], carry)));
  }
  Lit fits = aig.make_and(carry, upper_is_zero);
  for (size_t i = 0; i < count; ++i)
    remainder[i] = aig.make_xor(remainder[i], aig.make_and(fits, change[i]));
  return fits;
}

}  // namespace

Division udivide(Aig& aig, LitSpan a, LitSpan b) {
  ASSAY_CHECK(a.size() == b.size(), "operands should be of one width");
  size_t width = a.size();
  if (size_t power = power_of_two(b); power != width) return divide_by_power(a, power);
  // zero_from[i]: the bits of b from i up are zero.
  Lits zero_from(width + 1, kTrueLit);
  for (size_t i = width; i-- > 0;) zero_from[i] = aig.make_and(zero_from[i + 1], !b[i]);
  size_t enough = remainder_bits(b);
  Division result{Lits(width, kFalseLit), {}};
  Lits remainder;
  for (size_t k = 0; k < width; ++k) {
    remainder.insert(remainder.begin(), a[width - 1 - k]);
    result.quotient[width - 1 - k] =
        subtract_if_fits(aig, remainder, b.first(remainder.size()), zero_from[remainder.size()]);
    if (remainder.size() > enough) remainder.pop_back();
    if (aig.too_large()) break;
  }
  remainder.resize(width, kFalseLit);
  result.remainder = std::move(remainder);
  return result;
}

Division sdivide(Aig& aig, LitSpan a, LitSpan b) {
  Lit sign_a = a.back(), sign_b = b.back();
  Division result = udivide(aig, negate_if(aig, sign_a, a), negate_if(aig, sign_b, b));
  result.quotient = negate_if(aig, aig.make_xor(sign_a, sign_b), result.quotient);
  result.remainder = negate_if(aig, sign_a, result.remainder);
  return result;
}

}  // namespace assay::logic::circuit
