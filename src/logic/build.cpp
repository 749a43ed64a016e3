#include "logic/build.h"

#include <array>
#include <bit>
#include <vector>

#include "logic/build_float.h"

namespace assay::logic {

// The sum's carry: at one more bit the circuit of the plain sum is part of this one.
Term uadd_overflows(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) {
    return Term::boolean(((a.bits() + b.bits()) & low_mask(a.width())) < a.bits());
  }
  uint32_t width = a.width();
  if (width == kMaxWidth) return ult(pool, add(pool, a, b), a);
  Term sum = add(pool, zext(pool, a, width + 1), zext(pool, b, width + 1));
  return extract(pool, sum, width, width);
}

// Operands of one sign, and a sum of the other.  No adder besides that of the sum.
Term sadd_overflows(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(word::saddo(a.width(), a.bits(), b.bits()));
  uint32_t top = a.width() - 1;
  Term sign_a = extract(pool, a, top, top);
  Term sign_b = extract(pool, b, top, top);
  Term sign_sum = extract(pool, add(pool, a, b), top, top);
  // One after the other, here and below: the order of arguments is the compiler's, and that of
  // terms shows in what is printed.
  Term changes = bit_xor(pool, sign_a, sign_sum);
  return bit_and(pool, eq(pool, sign_a, sign_b), changes);
}

Term ssub_overflows(TermPool& pool, Term a, Term b) {
  if (slow::are_words(a, b)) return Term::boolean(word::ssubo(a.width(), a.bits(), b.bits()));
  uint32_t top = a.width() - 1;
  Term sign_a = extract(pool, a, top, top);
  Term sign_b = extract(pool, b, top, top);
  Term sign_difference = extract(pool, sub(pool, a, b), top, top);
  Term changes = bit_xor(pool, sign_a, sign_difference);
  return bit_and(pool, bit_xor(pool, sign_a, sign_b), changes);
}

Term sdiv_overflows(TermPool& pool, Term a, Term b) {
  Term by_minus_one = eq(pool, b, pool.constant(Bits::ones(b.width())));
  return bit_and(pool, neg_overflows(pool, a), by_minus_one);
}

Term neg_overflows(TermPool& pool, Term a) {
  uint32_t width = a.width();
  return eq(pool, a, pool.constant(bits_shl(Bits(width, 1), Bits(width, width - 1))));
}

Term all_of(TermPool& pool, std::span<const Term> parts) {
  Term result = kTrue;
  for (Term part : parts) result = bit_and(pool, result, part);
  return result;
}

Term any_of(TermPool& pool, std::span<const Term> parts) {
  Term result = kFalse;
  for (Term part : parts) result = bit_or(pool, result, part);
  return result;
}

namespace {

Term mask_amount(TermPool& pool, Term amount) {
  uint32_t width = amount.width();
  ASSAY_CHECK(std::has_single_bit(width), "a processor's shift should have a power of two of bits");
  return bit_and(pool, amount, pool.constant(Bits(width, width - 1)));
}

}  // namespace

Term shl_masked(TermPool& pool, Term a, Term b) { return shl(pool, a, mask_amount(pool, b)); }
Term lshr_masked(TermPool& pool, Term a, Term b) { return lshr(pool, a, mask_amount(pool, b)); }
Term ashr_masked(TermPool& pool, Term a, Term b) { return ashr(pool, a, mask_amount(pool, b)); }

Term shift_amount_in_range(TermPool& pool, uint32_t width, Term amount) {
  // An amount of few bits cannot reach the width.
  if (static_cast<uint32_t>(std::bit_width(width)) > amount.width()) return kTrue;
  return ult(pool, amount, pool.constant(Bits(amount.width(), width)));
}

Term rotate_left(TermPool& pool, Term a, uint32_t amount) {
  uint32_t width = a.width();
  amount %= width;
  if (amount == 0) return a;
  Term high = extract(pool, a, width - amount - 1, 0);
  Term low = extract(pool, a, width - 1, width - amount);
  return concat(pool, high, low);
}

Term build(TermPool& pool, Op op, uint32_t width, std::span<const Term> args, Params params) {
  switch (op) {
    case Op::Not:
      return bit_not(pool, args[0]);
    case Op::Neg:
      return neg(pool, args[0]);
    case Op::And:
      return bit_and(pool, args[0], args[1]);
    case Op::Or:
      return bit_or(pool, args[0], args[1]);
    case Op::Xor:
      return bit_xor(pool, args[0], args[1]);
    case Op::Add:
      return add(pool, args[0], args[1]);
    case Op::Sub:
      return sub(pool, args[0], args[1]);
    case Op::Mul:
      return mul(pool, args[0], args[1]);
    case Op::UDiv:
      return udiv(pool, args[0], args[1]);
    case Op::SDiv:
      return sdiv(pool, args[0], args[1]);
    case Op::URem:
      return urem(pool, args[0], args[1]);
    case Op::SRem:
      return srem(pool, args[0], args[1]);
    case Op::Shl:
      return shl(pool, args[0], args[1]);
    case Op::LShr:
      return lshr(pool, args[0], args[1]);
    case Op::AShr:
      return ashr(pool, args[0], args[1]);
    case Op::ZExt:
      return zext(pool, args[0], width);
    case Op::SExt:
      return sext(pool, args[0], width);
    case Op::Extract:
      return extract(pool, args[0], params.a, params.b);
    case Op::Concat:
      return concat(pool, args[0], args[1]);
    case Op::Ite:
      return ite(pool, args[0], args[1], args[2]);
    case Op::Eq:
      return eq(pool, args[0], args[1]);
    case Op::Ult:
      return ult(pool, args[0], args[1]);
    case Op::Slt:
      return slt(pool, args[0], args[1]);
    case Op::UMulO:
      return umul_overflows(pool, args[0], args[1]);
    case Op::SMulO:
      return smul_overflows(pool, args[0], args[1]);
    default:
      if (has_flag(op, kFloat)) return build_float(pool, op, width, args, params);
      return pool.make(op, width, args, params);
  }
}

}  // namespace assay::logic
