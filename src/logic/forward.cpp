#include <algorithm>
#include <bit>

#include "logic/transfer.h"
#include "logic/word_ops.h"

namespace assay::logic {
namespace {

using Wide = __int128;
using UWide = unsigned __int128;

Facts signed_range(uint32_t width, Wide low, Wide high) {
  Facts facts = Facts::any(width);
  if (low < facts.lowest() || high > facts.highest()) return facts;
  return Facts::signed_between(width, static_cast<int64_t>(low), static_cast<int64_t>(high));
}

Facts unsigned_range(uint32_t width, UWide low, UWide high) {
  Facts facts = Facts::any(width);
  // Both bounds past the end wrap alike.
  if ((low >> width) != (high >> width)) return facts;
  return Facts::between(width, static_cast<uint64_t>(low) & facts.mask(),
                        static_cast<uint64_t>(high) & facts.mask());
}

Facts complement(const Facts& a) {
  Facts result = a;
  std::swap(result.zeros, result.ones);
  result.umin = ~a.umax & a.mask();
  result.umax = ~a.umin & a.mask();
  result.smin = ~a.smax;
  result.smax = ~a.smin;
  return result;
}

// Bits of a + b + carry: where both operands and both extreme carries agree.
Facts add_bits(const Facts& a, const Facts& b, uint64_t carry) {
  uint64_t most = (~a.zeros & a.mask()) + (~b.zeros & b.mask()) + carry;
  uint64_t least = a.ones + b.ones + carry;
  uint64_t carry_zero = ~(most ^ a.zeros ^ b.zeros), carry_one = least ^ a.ones ^ b.ones;
  uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one);
  return Facts::known_bits(a.width, ~most & known, least & known);
}

Facts add(const Facts& a, const Facts& b) {
  Facts result = add_bits(a, b, 0);
  result.meet(unsigned_range(a.width, UWide{a.umin} + b.umin, UWide{a.umax} + b.umax));
  result.meet(signed_range(a.width, Wide{a.smin} + b.smin, Wide{a.smax} + b.smax));
  return result;
}

Facts sub(const Facts& a, const Facts& b) {
  Facts result = add_bits(a, complement(b), 1);
  UWide turn = UWide{1} << a.width;
  result.meet(unsigned_range(a.width, turn + a.umin - b.umax, turn + a.umax - b.umin));
  result.meet(signed_range(a.width, Wide{a.smin} - b.smax, Wide{a.smax} - b.smin));
  return result;
}

struct Corners {
  Wide low, high;
};

template <class Combine>
Corners corners(const Facts& a, const Facts& b, Combine combine) {
  Wide values[] = {combine(Wide{a.smin}, Wide{b.smin}), combine(Wide{a.smin}, Wide{b.smax}),
                   combine(Wide{a.smax}, Wide{b.smin}), combine(Wide{a.smax}, Wide{b.smax})};
  auto [low, high] = std::minmax_element(std::begin(values), std::end(values));
  return {*low, *high};
}

Corners product(const Facts& a, const Facts& b) {
  return corners(a, b, [](Wide x, Wide y) { return x * y; });
}

Facts mul(const Facts& a, const Facts& b) {
  uint32_t low_zeros = std::countr_one(a.zeros) + std::countr_one(b.zeros);
  Facts result = low_zeros >= a.width
                     ? Facts::constant(a.width, 0)
                     : Facts::known_bits(a.width, (uint64_t{1} << low_zeros) - 1, 0);
  UWide highest = UWide{a.umax} * b.umax;
  if (highest >> a.width == 0)
    result.meet(unsigned_range(a.width, UWide{a.umin} * b.umin, highest));
  Corners range = product(a, b);
  result.meet(signed_range(a.width, range.low, range.high));
  return result;
}

Facts udiv(const Facts& a, const Facts& b) {
  if (b.umax == 0) return Facts::constant(a.width, a.mask());
  // A zero divisor gives the largest number.
  uint64_t high = b.umin == 0 ? a.mask() : a.umax / b.umin;
  return Facts::between(a.width, a.umin / b.umax, high);
}

Facts urem(const Facts& a, const Facts& b) {
  if (a.umax < b.umin) return a;
  uint64_t high = b.umin == 0 ? a.umax : std::min(a.umax, b.umax - 1);
  return Facts::between(a.width, 0, high);
}

Facts sdiv(const Facts& a, const Facts& b) {
  if (b.smin <= 0 && b.smax >= 0) return Facts::any(a.width);
  // Monotone in each operand while the divisor keeps its sign.
  Corners range = corners(a, b, [](Wide x, Wide y) { return x / y; });
  return signed_range(a.width, range.low, range.high);
}

Facts srem(const Facts& a, const Facts& b) {
  int64_t low = std::min<int64_t>(a.smin, 0), high = std::max<int64_t>(a.smax, 0);
  if (b.smin > 0 || b.smax < 0) {
    Wide largest = std::max(b.smin < 0 ? -Wide{b.smin} : Wide{b.smin},
                            b.smax < 0 ? -Wide{b.smax} : Wide{b.smax}) -
                   1;
    if (Wide{low} < -largest) low = static_cast<int64_t>(-largest);
    if (Wide{high} > largest) high = static_cast<int64_t>(largest);
  }
  return Facts::signed_between(a.width, low, high);
}

Facts shl(const Facts& a, const Facts& b) {
  if (b.umin >= a.width) return Facts::constant(a.width, 0);
  uint32_t least = static_cast<uint32_t>(b.umin);
  uint32_t low_zeros = std::min<uint32_t>(std::countr_one(a.zeros) + least, a.width);
  if (!b.is_constant())
    return Facts::known_bits(a.width, low_zeros == 0 ? 0 : low_mask(low_zeros), 0);
  Facts result = Facts::known_bits(a.width, a.zeros << least | (least == 0 ? 0 : low_mask(least)),
                                   a.ones << least);
  if (UWide{a.umax} << least >> a.width == 0)
    result.meet(Facts::between(a.width, a.umin << least, a.umax << least));
  result.meet(
      signed_range(a.width, Wide{a.smin} * (Wide{1} << least), Wide{a.smax} * (Wide{1} << least)));
  return result;
}

Facts lshr(const Facts& a, const Facts& b) {
  uint64_t high = b.umin >= a.width ? 0 : a.umax >> b.umin;
  uint64_t low = b.umax >= a.width ? 0 : a.umin >> b.umax;
  Facts result = Facts::between(a.width, low, high);
  if (b.is_constant() && b.umin < a.width)
    result.meet(Facts::known_bits(a.width, a.zeros >> b.umin, a.ones >> b.umin));
  return result;
}

Facts ashr(const Facts& a, const Facts& b) {
  uint64_t last = a.width - 1;
  uint64_t least = std::min(b.umin, last), most = std::min(b.umax, last);
  Facts result = Facts::signed_between(a.width, std::min(a.smin >> least, a.smin >> most),
                                       std::max(a.smax >> least, a.smax >> most));
  if (least == most) {
    uint64_t zeros = static_cast<uint64_t>(word::to_signed(a.width, a.zeros) >> least);
    uint64_t ones = static_cast<uint64_t>(word::to_signed(a.width, a.ones) >> least);
    result.meet(Facts::known_bits(a.width, zeros, ones));
  }
  return result;
}

Facts extract(const Facts& a, uint32_t high, uint32_t low) {
  uint32_t width = high - low + 1;
  Facts result = Facts::known_bits(width, a.zeros >> low, a.ones >> low);
  if ((a.umin >> low) >> (width - 1) >> 1 == (a.umax >> low) >> (width - 1) >> 1)
    result.meet(
        Facts::between(width, a.umin >> low & low_mask(width), a.umax >> low & low_mask(width)));
  if (low == 0) result.meet(signed_range(width, a.smin, a.smax));
  return result;
}

Facts concat(uint32_t width, const Facts& high, const Facts& low) {
  Facts result = Facts::known_bits(width, high.zeros << low.width | low.zeros,
                                   high.ones << low.width | low.ones);
  result.meet(
      Facts::between(width, high.umin << low.width | low.umin, high.umax << low.width | low.umax));
  return result;
}

Facts sext(uint32_t width, const Facts& a) {
  Facts result = Facts::signed_between(width, a.smin, a.smax);
  result.meet(Facts::known_bits(width, static_cast<uint64_t>(word::to_signed(a.width, a.zeros)),
                                static_cast<uint64_t>(word::to_signed(a.width, a.ones))));
  return result;
}

Facts eq(const Facts& a, const Facts& b) {
  Facts both = a;
  both.meet(b);
  if (both.empty) return Facts::boolean(false);
  if (a.is_constant() && b.is_constant()) return Facts::boolean(a.umin == b.umin);
  return Facts::any(1);
}

Facts less(bool always, bool never) {
  if (always) return Facts::boolean(true);
  if (never) return Facts::boolean(false);
  return Facts::any(1);
}

Facts smulo(const Facts& a, const Facts& b) {
  Corners range = product(a, b);
  return less(range.low > a.highest() || range.high < a.lowest(),
              range.low >= a.lowest() && range.high <= a.highest());
}

Facts bitwise(Op op, const Facts& a, const Facts& b) {
  switch (op) {
    case Op::And: {
      Facts result = Facts::known_bits(a.width, a.zeros | b.zeros, a.ones & b.ones);
      result.meet(Facts::between(a.width, 0, std::min(a.umax, b.umax)));
      return result;
    }
    case Op::Or: {
      Facts result = Facts::known_bits(a.width, a.zeros & b.zeros, a.ones | b.ones);
      result.meet(Facts::between(a.width, std::max(a.umin, b.umin), a.mask()));
      return result;
    }
    default:
      return Facts::known_bits(a.width, (a.zeros & b.zeros) | (a.ones & b.ones),
                               (a.zeros & b.ones) | (a.ones & b.zeros));
  }
}

Facts choice(const Facts& condition, const Facts& a, const Facts& b) {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  return a.join(b);
}

}  // namespace

Facts forward(Op op, uint32_t width, std::span<const Facts> args, Params params) {
  if (width > 64) return Facts::any(width);
  for (const Facts& arg : args) {
    if (!arg.tracked()) return Facts::any(width);
    if (arg.empty) return arg.width == width ? arg : Facts::any(width);
  }
  switch (op) {
    case Op::Not:
      return complement(args[0]);
    case Op::Neg:
      return sub(Facts::constant(width, 0), args[0]);
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return bitwise(op, args[0], args[1]);
    case Op::Add:
      return add(args[0], args[1]);
    case Op::Sub:
      return sub(args[0], args[1]);
    case Op::Mul:
      return mul(args[0], args[1]);
    case Op::UDiv:
      return udiv(args[0], args[1]);
    case Op::SDiv:
      return sdiv(args[0], args[1]);
    case Op::URem:
      return urem(args[0], args[1]);
    case Op::SRem:
      return srem(args[0], args[1]);
    case Op::Shl:
      return shl(args[0], args[1]);
    case Op::LShr:
      return lshr(args[0], args[1]);
    case Op::AShr:
      return ashr(args[0], args[1]);
    case Op::ZExt: {
      Facts result = Facts::between(width, args[0].umin, args[0].umax);
      result.meet(Facts::known_bits(width, args[0].zeros | (result.mask() & ~args[0].mask()),
                                    args[0].ones));
      return result;
    }
    case Op::SExt:
      return sext(width, args[0]);
    case Op::Extract:
      return extract(args[0], params.a, params.b);
    case Op::Concat:
      return concat(width, args[0], args[1]);
    case Op::Ite:
      return choice(args[0], args[1], args[2]);
    case Op::Eq:
      return eq(args[0], args[1]);
    case Op::Ult:
      return less(args[0].umax < args[1].umin, args[0].umin >= args[1].umax);
    case Op::Slt:
      return less(args[0].smax < args[1].smin, args[0].smin >= args[1].smax);
    case Op::UMulO:
      return less(UWide{args[0].umin} * args[1].umin >> args[0].width != 0,
                  UWide{args[0].umax} * args[1].umax >> args[0].width == 0);
    case Op::SMulO:
      return smulo(args[0], args[1]);
    default:
      return Facts::any(width);
  }
}

}  // namespace assay::logic
