#include "logic/build_float.h"

#include <array>
#include <bit>

#include "logic/build.h"
#include "logic/float_fold.h"
#include "logic/float_host.h"
#include "logic/simplify.h"

namespace assay::logic {
namespace {

template <class Float, class Word>
Term compute_word(Op op, RoundMode mode, std::span<const Term> args) {
  auto a = std::bit_cast<Float>(static_cast<Word>(args[0].bits()));
  auto b = args.size() > 1 ? std::bit_cast<Float>(static_cast<Word>(args[1].bits())) : Float(0);
  if (op_info(op).width_rule == WidthRule::Predicate) return Term::boolean(host::compare(op, a, b));
  return Term::constant(sizeof(Float) * 8, std::bit_cast<Word>(host::compute(op, mode, a, b)));
}

// float and double without a detour through Bits.  Null for all else.
Term fold_words(Op op, std::span<const Term> args, Params params) {
  if (op > Op::FLe) return Term();
  for (Term arg : args) {
    if (!arg.is_immediate()) return Term();
  }
  auto mode = static_cast<RoundMode>(params.b);
  switch (static_cast<FloatFormat>(params.a)) {
    case FloatFormat::Single:
      return compute_word<float, uint32_t>(op, mode, args);
    case FloatFormat::Double:
      return compute_word<double, uint64_t>(op, mode, args);
    default:
      return Term();
  }
}

Term build_one(TermPool& pool, Op op, FloatFormat format, uint32_t width, Term a,
               uint32_t second = 0) {
  return build_float(pool, op, width, {&a, 1}, {.a = static_cast<uint32_t>(format), .b = second});
}

Term build_two(TermPool& pool, Op op, FloatFormat format, uint32_t width, Term a, Term b) {
  std::array<Term, 2> args = {a, b};
  return build_float(pool, op, width, args, {.a = static_cast<uint32_t>(format)});
}

// How many bits below the exponent.  X87 keeps its leading 1 there.
uint32_t mantissa_bits(FloatFormat format) {
  constexpr uint32_t kBits[] = {10, 7, 23, 52, 64, 112};
  return kBits[static_cast<size_t>(format)];
}

Term without_sign(TermPool& pool, FloatFormat format, Term a) {
  return truncate(pool, a, float_width(format) - 1);
}

// Infinity without its sign.
Term infinity(TermPool& pool, FloatFormat format) {
  uint32_t width = float_width(format) - 1;
  uint32_t below = format == FloatFormat::X87 ? 63 : mantissa_bits(format);
  return pool.constant(bits_shl(Bits::ones(width), Bits(width, below)));
}

}  // namespace

Term build_float(TermPool& pool, Op op, uint32_t width, std::span<const Term> args, Params params) {
  if (Term t = fold_words(op, args, params); !t.is_null()) return t;
  if (Term t = rules::fold_constants(pool, op, width, args, params); !t.is_null()) return t;
  // match: convert(x) to its own format   result: x
  if (op == Op::FConvert && params.a == params.b) return args[0];
  // match: y op x, op one of + * =, x older   result: x op y.  Which NaN comes out of two is not
  // said by C.
  if ((op == Op::FAdd || op == Op::FMul || op == Op::FEq) && args[1] < args[0]) {
    std::array<Term, 2> swapped = {args[1], args[0]};
    return pool.make(op, width, swapped, params);
  }
  return pool.make(op, width, args, params);
}

Term f_add(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FAdd, format, a.width(), a, b);
}
Term f_sub(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FSub, format, a.width(), a, b);
}
Term f_mul(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FMul, format, a.width(), a, b);
}
Term f_div(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FDiv, format, a.width(), a, b);
}
Term f_rem(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FRem, format, a.width(), a, b);
}
Term f_sqrt(TermPool& pool, FloatFormat format, Term a) {
  return build_one(pool, Op::FSqrt, format, a.width(), a);
}
Term f_round(TermPool& pool, FloatFormat format, RoundMode mode, Term a) {
  return build_one(pool, Op::FRound, format, a.width(), a, static_cast<uint32_t>(mode));
}
Term f_eq(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FEq, format, 1, a, b);
}
Term f_lt(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FLt, format, 1, a, b);
}
Term f_le(TermPool& pool, FloatFormat format, Term a, Term b) {
  return build_two(pool, Op::FLe, format, 1, a, b);
}

Term f_neg(TermPool& pool, FloatFormat format, Term a) {
  uint32_t width = float_width(format);
  return bit_xor(pool, a, pool.constant(bits_shl(Bits(width, 1), Bits(width, width - 1))));
}

Term f_abs(TermPool& pool, FloatFormat format, Term a) {
  uint32_t width = float_width(format);
  return bit_and(pool, a, pool.constant(bits_lshr(Bits::ones(width), Bits(width, 1))));
}

Term f_is_nan(TermPool& pool, FloatFormat format, Term a) {
  Term rest = without_sign(pool, format, a);
  if (format != FloatFormat::X87) return ult(pool, infinity(pool, format), rest);
  // Without its leading 1 a number with an exponent is invalid, and the processor treats it as a
  // NaN.
  Term exponent = extract(pool, a, 78, 64);
  Term lead = extract(pool, a, 63, 63);
  Term invalid = bit_and(pool, is_nonzero(pool, exponent), bit_not(pool, lead));
  return bit_or(pool, invalid, ult(pool, infinity(pool, format), rest));
}

Term f_is_infinite(TermPool& pool, FloatFormat format, Term a) {
  return eq(pool, without_sign(pool, format, a), infinity(pool, format));
}

Term f_is_zero(TermPool& pool, FloatFormat format, Term a) {
  return bit_not(pool, is_nonzero(pool, without_sign(pool, format, a)));
}

Term f_convert(TermPool& pool, FloatFormat from, FloatFormat to, Term a) {
  return build_one(pool, Op::FConvert, from, float_width(to), a, static_cast<uint32_t>(to));
}
Term f_to_sint(TermPool& pool, FloatFormat from, Term a, uint32_t width) {
  return build_one(pool, Op::FToSInt, from, width, a);
}
Term f_to_uint(TermPool& pool, FloatFormat from, Term a, uint32_t width) {
  return build_one(pool, Op::FToUInt, from, width, a);
}
Term sint_to_f(TermPool& pool, FloatFormat to, Term a) {
  return build_one(pool, Op::SIntToF, to, float_width(to), a);
}
Term uint_to_f(TermPool& pool, FloatFormat to, Term a) {
  return build_one(pool, Op::UIntToF, to, float_width(to), a);
}

}  // namespace assay::logic
