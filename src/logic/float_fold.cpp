#include "logic/float_fold.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"
#include "logic/float_host.h"

namespace assay::logic {
namespace {

using host::Quad;

template <class Float>
Float load(const Bits& bits) {
  Float value = 0;
  uint64_t words[2] = {bits.word(0), bits.width() > 64 ? bits.word(1) : 0};
  std::memcpy(&value, words, bits.width() / 8);
  return value;
}

template <class Float>
Bits save(uint32_t width, Float value) {
  uint64_t words[2] = {};
  std::memcpy(words, &value, width / 8);
  return Bits::from_words(width, words);
}

// The formats that no host type has: sign, exponent, fraction in 16 bits.
struct Small {
  int exponent_bits;
  int fraction_bits;
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
};
constexpr Small kHalf = {5, 10};
constexpr Small kBFloat = {8, 7};

bool is_small_format(FloatFormat format) {
  return format == FloatFormat::Half || format == FloatFormat::BFloat;
}
Small small_of(FloatFormat format) { return format == FloatFormat::Half ? kHalf : kBFloat; }

double load_small(Small format, const Bits& bits) {
  auto word = static_cast<int>(bits.low());
  int fraction = word & ((1 << format.fraction_bits) - 1);
  int exponent = word >> format.fraction_bits & ((1 << format.exponent_bits) - 1);
  double magnitude = 0;
  if (exponent == (1 << format.exponent_bits) - 1) {
    magnitude = fraction == 0 ? __builtin_inf() : __builtin_nan("");
  } else if (exponent == 0) {
    magnitude = __builtin_ldexp(fraction, 1 - format.bias() - format.fraction_bits);
  } else {
    magnitude = __builtin_ldexp(fraction | 1 << format.fraction_bits,
                                exponent - format.bias() - format.fraction_bits);
  }
  return (word >> 15 & 1) != 0 ? -magnitude : magnitude;
}

// A number in parts: (-1)^negative * mantissa * 2^exponent, the mantissa of 113 bits at most.
struct QuadParts {
  bool negative = false;
  bool is_finite = true;
  bool is_nan = false;
  unsigned __int128 mantissa = 0;
  int exponent = 0;
};

QuadParts take_apart(Quad value) {
  unsigned __int128 bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  constexpr int kFractionBits = 112;
  auto exponent = static_cast<int>(bits >> kFractionBits & 0x7fff);
  unsigned __int128 fraction = bits & ((static_cast<unsigned __int128>(1) << kFractionBits) - 1);
  QuadParts parts;
  parts.negative = bits >> 127 != 0;
  parts.is_finite = exponent != 0x7fff;
  parts.is_nan = !parts.is_finite && fraction != 0;
  parts.mantissa =
      exponent == 0 ? fraction : fraction | static_cast<unsigned __int128>(1) << kFractionBits;
  parts.exponent = std::max(exponent, 1) - 16383 - kFractionBits;
  return parts;
}

int bit_length(unsigned __int128 value) {
  auto high = static_cast<uint64_t>(value >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<uint64_t>(value));
}

// Rounded once, to nearest even.
Bits save_small(Small format, Quad value) {
  QuadParts parts = take_apart(value);
  int word = 0;
  int infinity = ((1 << format.exponent_bits) - 1) << format.fraction_bits;
  if (parts.is_nan) {
    word = infinity | 1 << (format.fraction_bits - 1);
  } else if (!parts.is_finite) {
    word = infinity;
  } else if (parts.mantissa != 0) {
    // The exponent of the last place: that of the leading bit's binade, or the subnormals'.
    int last = std::max(parts.exponent + bit_length(parts.mantissa) - 1 - format.fraction_bits,
                        1 - format.bias() - format.fraction_bits);
    int drop = last - parts.exponent;
    unsigned __int128 kept = 0;
    if (drop <= 0) {
      kept = parts.mantissa << -drop;
    } else if (drop <= 114) {
      kept = parts.mantissa >> drop;
      unsigned __int128 rest = parts.mantissa - (kept << drop);
      unsigned __int128 half = static_cast<unsigned __int128>(1) << (drop - 1);
      if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
    }
    // A carry out of the fraction moves into the exponent by itself, up to infinity.
    int biased = last + format.fraction_bits + format.bias() - 1;
    int64_t combined =
        static_cast<int64_t>(kept) + (static_cast<int64_t>(biased) << format.fraction_bits);
    word = static_cast<int>(std::min<int64_t>(combined, infinity));
  }
  return Bits(16, static_cast<uint64_t>(word | (parts.negative ? 1 << 15 : 0)));
}

// Calls `use` with the value, in a type that holds all values of the format.
template <class Use>
Bits with_value(FloatFormat format, const Bits& bits, Use use) {
  switch (format) {
    case FloatFormat::Half:
    case FloatFormat::BFloat:
      return use(load_small(small_of(format), bits));
    case FloatFormat::Single:
      return use(load<float>(bits));
    case FloatFormat::Double:
      return use(load<double>(bits));
    case FloatFormat::X87:
      return use(load<long double>(bits));
    case FloatFormat::Quad:
      return use(load<Quad>(bits));
  }
  return Bits();
}

// Rounded once, as `value` is converted straight to the format.
template <class Number>
Bits save_as(FloatFormat format, Number value) {
  switch (format) {
    case FloatFormat::Half:
    case FloatFormat::BFloat:
      return save_small(small_of(format), static_cast<Quad>(value));
    case FloatFormat::Single:
      return save(32, static_cast<float>(value));
    case FloatFormat::Double:
      return save(64, static_cast<double>(value));
    case FloatFormat::X87:
      return save(80, static_cast<long double>(value));
    case FloatFormat::Quad:
      return save(128, static_cast<Quad>(value));
  }
  return Bits();
}

template <class Float>
Bits compute_as(Op op, std::span<const Bits> args, RoundMode mode) {
  Float a = load<Float>(args[0]);
  Float b = args.size() > 1 ? load<Float>(args[1]) : Float(0);
  if (op_info(op).width_rule == WidthRule::Predicate) {
    return Bits::boolean(host::compare(op, a, b));
  }
  return save(args[0].width(), host::compute(op, mode, a, b));
}

Bits compute(Op op, std::span<const Bits> args, Params params) {
  auto format = static_cast<FloatFormat>(params.a);
  auto mode = static_cast<RoundMode>(params.b);
  switch (format) {
    case FloatFormat::Half:
    case FloatFormat::BFloat: {
      // double has more than twice the bits, so that rounding twice is rounding once.
      double a = load_small(small_of(format), args[0]);
      double b = args.size() > 1 ? load_small(small_of(format), args[1]) : 0;
      if (op_info(op).width_rule == WidthRule::Predicate) {
        return Bits::boolean(host::compare(op, a, b));
      }
      return save_small(small_of(format), host::compute(op, mode, a, b));
    }
    case FloatFormat::Single:
      return compute_as<float>(op, args, mode);
    case FloatFormat::Double:
      return compute_as<double>(op, args, mode);
    case FloatFormat::X87:
      return compute_as<long double>(op, args, mode);
    case FloatFormat::Quad:
      return compute_as<Quad>(op, args, mode);
  }
  return Bits();
}

// The integer part, if it lies in the range of the integers of that width.
bool to_integer(const QuadParts& parts, uint32_t width, bool is_signed, Bits& result) {
  if (!parts.is_finite) return false;
  result = Bits(width, 0);
  int length = parts.mantissa == 0 ? 0 : bit_length(parts.mantissa) + parts.exponent;
  if (length <= 0) return true;
  if (length > static_cast<int>(width)) return false;
  unsigned __int128 mantissa = parts.mantissa;
  int shift = parts.exponent;
  if (shift < 0) mantissa >>= -shift;  // fits: length > 0
  uint64_t words[2] = {static_cast<uint64_t>(mantissa), static_cast<uint64_t>(mantissa >> 64)};
  Bits magnitude = Bits::from_words(std::max(width, 128u), words);
  if (shift > 0) {
    magnitude = bits_shl(magnitude, Bits(magnitude.width(), static_cast<uint64_t>(shift)));
  }
  result = bits_extract(magnitude, width - 1, 0);
  if (!is_signed) return !parts.negative;
  bool is_minimum = result.power_of_two() == static_cast<int32_t>(width) - 1;
  if (result.sign() && !(parts.negative && is_minimum)) return false;
  if (parts.negative) result = bits_neg(result);
  return true;
}

Bits to_signed_integer(const QuadParts& parts, uint32_t width) {
  uint32_t computed = std::max(width, 32u);
  Bits result;
  if (!to_integer(parts, computed, true, result)) {
    result = bits_shl(Bits(computed, 1), Bits(computed, computed - 1));
  }
  return computed == width ? result : bits_extract(result, width - 1, 0);
}

Bits to_unsigned_integer(const QuadParts& parts, uint32_t width) {
  if (width < 32) return to_signed_integer(parts, width);
  if (width < 64) return bits_extract(to_signed_integer(parts, 64), width - 1, 0);
  Bits result;
  if (to_integer(parts, width, false, result)) return result;
  bool is_negative = parts.negative && !parts.is_nan;
  return is_negative ? to_signed_integer(parts, width) : Bits(width, 0);
}

template <class Float>
Bits scaled(uint32_t width, unsigned __int128 mantissa, int exponent, bool negative) {
  auto value = static_cast<Float>(mantissa);
  // Exact, or an overflow to infinity: integers are not subnormal.
  for (; exponent > 0; --exponent) value *= 2;
  return save(width, negative ? -value : value);
}

// The leading bits of a number, the last of them standing for all that follow: enough to round by.
// The number is 2^exponent times that.
unsigned __int128 leading_bits(const Bits& number, uint32_t kept, int& exponent) {
  uint32_t top = number.width();
  while (top > 0 && !number.bit(top - 1)) --top;
  uint32_t drop = top > kept ? top - kept : 0;
  unsigned __int128 result = 0;
  for (uint32_t i = top; i-- > drop;) result = result << 1 | (number.bit(i) ? 1 : 0);
  for (uint32_t i = 0; i < drop; ++i) result |= number.bit(i) ? 1 : 0;
  // Past the largest exponent of any format it is infinity, however much further.
  exponent = static_cast<int>(std::min(drop, 20000u));
  return result;
}

Bits from_wide_integer(FloatFormat format, const Bits& magnitude, bool negative) {
  int exponent = 0;
  if (is_small_format(format)) {
    Quad value = static_cast<uint64_t>(leading_bits(magnitude, 64, exponent));
    for (; exponent > 0; --exponent) value *= 2;
    return save_small(small_of(format), negative ? -value : value);
  }
  unsigned __int128 mantissa = leading_bits(magnitude, 126, exponent);
  switch (format) {
    case FloatFormat::Single:
      return scaled<float>(32, mantissa, exponent, negative);
    case FloatFormat::Double:
      return scaled<double>(64, mantissa, exponent, negative);
    case FloatFormat::X87:
      return scaled<long double>(80, mantissa, exponent, negative);
    default:
      return scaled<Quad>(128, mantissa, exponent, negative);
  }
}

Bits from_integer(FloatFormat format, const Bits& value, bool is_signed) {
  bool negative = is_signed && value.sign();
  if (!value.is_small()) {
    return from_wide_integer(format, negative ? bits_neg(value) : value, negative);
  }
  if (!is_signed) return save_as(format, value.low());
  return save_as(format, static_cast<int64_t>(bits_sext(value, 64).low()));
}

}  // namespace

Bits fold_float(Op op, uint32_t width, std::span<const Bits> args, Params params) {
  auto format = static_cast<FloatFormat>(params.a);
  switch (op) {
    case Op::FConvert: {
      auto to = static_cast<FloatFormat>(params.b);
      if (format == to) return args[0];
      return with_value(format, args[0], [&](auto value) { return save_as(to, value); });
    }
    case Op::FToSInt:
      return with_value(format, args[0],
                        [&](auto value) { return to_signed_integer(take_apart(value), width); });
    case Op::FToUInt:
      return with_value(format, args[0],
                        [&](auto value) { return to_unsigned_integer(take_apart(value), width); });
    case Op::SIntToF:
      return from_integer(format, args[0], true);
    case Op::UIntToF:
      return from_integer(format, args[0], false);
    default:
      ASSAY_CHECK(has_flag(op, kFloat), "only floating-point operators should come here");
      return compute(op, args, params);
  }
}

}  // namespace assay::logic
