// Floating point is folded as the hardware computes it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "logic/build.h"
#include "logic/build_float.h"

namespace assay::logic {
namespace {

Term of(float value) { return Term::constant(32, std::bit_cast<uint32_t>(value)); }
Term of(double value) { return Term::constant(64, std::bit_cast<uint64_t>(value)); }
float to_float(Term t) { return std::bit_cast<float>(static_cast<uint32_t>(t.bits())); }
double to_double(Term t) { return std::bit_cast<double>(t.bits()); }

Term of(TermPool& pool, long double value) {
  uint64_t words[2] = {};
  std::memcpy(words, &value, 10);
  return pool.constant(Bits::from_words(80, words));
}
long double to_long_double(TermPool& pool, Term t) {
  Bits bits = pool.value(t);
  uint64_t words[2] = {bits.word(0), bits.word(1)};
  long double value = 0;
  std::memcpy(&value, words, 10);
  return value;
}

constexpr FloatFormat kAll[] = {FloatFormat::Half,   FloatFormat::BFloat, FloatFormat::Single,
                                FloatFormat::Double, FloatFormat::X87,    FloatFormat::Quad};

TEST(TermFloat, Arithmetic) {
  TermPool pool;
  EXPECT_EQ(to_double(f_add(pool, FloatFormat::Double, of(0.1), of(0.2))), 0.1 + 0.2);
  EXPECT_EQ(to_float(f_mul(pool, FloatFormat::Single, of(0.1f), of(0.3f))), 0.1f * 0.3f);
  EXPECT_EQ(to_double(f_rem(pool, FloatFormat::Double, of(5.5), of(-2.0))), 1.5);
  EXPECT_EQ(to_double(f_sqrt(pool, FloatFormat::Double, of(2.0))), std::sqrt(2.0));
  Term third = f_div(pool, FloatFormat::X87, of(pool, 1.0L), of(pool, 3.0L));
  EXPECT_EQ(to_long_double(pool, third), 1.0L / 3.0L);
  EXPECT_EQ(pool.node_count(), 3u) << "only the wide constants";
}

TEST(TermFloat, ComparisonsAndNan) {
  TermPool pool;
  Term nan = of(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(f_eq(pool, FloatFormat::Double, nan, nan).is_false());
  EXPECT_TRUE(f_le(pool, FloatFormat::Double, nan, of(1.0)).is_false());
  EXPECT_TRUE(f_eq(pool, FloatFormat::Double, of(0.0), of(-0.0)).is_true());
  EXPECT_TRUE(f_lt(pool, FloatFormat::Single, of(-1.0f), of(2.0f)).is_true());
  for (FloatFormat format : kAll) {
    Term one = sint_to_f(pool, format, Term::constant(32, 1));
    Term zero = f_sub(pool, format, one, one);
    Term infinite = f_div(pool, format, one, zero);
    Term invalid = f_sub(pool, format, infinite, infinite);
    EXPECT_TRUE(f_is_nan(pool, format, invalid).is_true());
    EXPECT_TRUE(f_is_nan(pool, format, infinite).is_false());
    EXPECT_TRUE(f_is_infinite(pool, format, f_neg(pool, format, infinite)).is_true());
    EXPECT_TRUE(f_is_infinite(pool, format, one).is_false());
    EXPECT_TRUE(f_is_zero(pool, format, f_neg(pool, format, zero)).is_true());
    EXPECT_TRUE(f_lt(pool, format, f_neg(pool, format, one), zero).is_true());
    EXPECT_EQ(f_abs(pool, format, f_neg(pool, format, one)), one);
  }
}

TEST(TermFloat, IntegersThereAndBack) {
  TermPool pool;
  for (FloatFormat format : kAll) {
    for (int64_t value : {0, 1, -1, 100, -127, 128}) {
      Term integer = Term::constant(64, static_cast<uint64_t>(value));
      Term real = sint_to_f(pool, format, integer);
      EXPECT_EQ(f_to_sint(pool, format, real, 64), integer) << value;
      EXPECT_EQ(f_to_sint(pool, format, real, 200), sext(pool, integer, 200)) << value;
    }
  }
  EXPECT_EQ(to_float(uint_to_f(pool, FloatFormat::Single, Term::constant(64, ~uint64_t{0}))),
            18446744073709551616.0f);
  Term wide = pool.constant(bits_add(bits_shl(Bits(128, 1), Bits(128, 100)), Bits(128, 1)));
  EXPECT_EQ(to_double(uint_to_f(pool, FloatFormat::Double, wide)), std::ldexp(1.0, 100));
  EXPECT_EQ(f_to_uint(pool, FloatFormat::Double, of(std::ldexp(1.0, 100)), 128),
            pool.constant(bits_shl(Bits(128, 1), Bits(128, 100))));
  EXPECT_TRUE(f_to_sint(pool, FloatFormat::Double, of(-3.99), 32).is_value(0xfffffffd));
}

TEST(TermFloat, OutOfRangeAsOnX86) {
  TermPool pool;
  double volatile big = 1e30;
  double volatile minus = -1.0;
  EXPECT_TRUE(f_to_sint(pool, FloatFormat::Double, of(double{big}), 32).is_value(0x80000000));
  EXPECT_TRUE(f_to_sint(pool, FloatFormat::Double, of(300.0), 8).is_value(44));
  EXPECT_TRUE(f_to_uint(pool, FloatFormat::Double, of(double{minus}), 32).is_value(0xffffffff));
  EXPECT_TRUE(f_to_uint(pool, FloatFormat::Double, of(double{minus}), 64).is_value(~uint64_t{0}));
  Term nan = of(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(f_to_sint(pool, FloatFormat::Double, nan, 64).is_value(uint64_t{1} << 63));
}

TEST(TermFloat, ConversionsRoundOnce) {
  TermPool pool;
  auto to_half = [&](double value) {
    return f_convert(pool, FloatFormat::Double, FloatFormat::Half, of(value)).bits();
  };
  EXPECT_EQ(to_half(1.0), 0x3c00u);
  EXPECT_EQ(to_half(65504.0), 0x7bffu);
  EXPECT_EQ(to_half(65519.0), 0x7bffu);
  EXPECT_EQ(to_half(65520.0), 0x7c00u);
  EXPECT_EQ(to_half(std::ldexp(1.0, -24)), 0x0001u);
  EXPECT_EQ(to_half(std::ldexp(1.0, -25)), 0x0000u);
  EXPECT_EQ(to_half(std::ldexp(1.5, -25)), 0x0001u);
  EXPECT_EQ(to_half(-2.0), 0xc000u);
  // Halfway in Half, and a little more, which rounding through float would lose.
  EXPECT_EQ(to_half(1.0 + std::ldexp(1.0, -11)), 0x3c00u);
  EXPECT_EQ(to_half(1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40)), 0x3c01u);
  EXPECT_EQ(f_convert(pool, FloatFormat::Single, FloatFormat::BFloat, of(1.0f)).bits(), 0x3f80u);
  EXPECT_EQ(to_float(f_convert(pool, FloatFormat::Double, FloatFormat::Single, of(0.1))), 0.1f);
  Term third = of(pool, 1.0L / 3.0L);
  Term quad = f_convert(pool, FloatFormat::X87, FloatFormat::Quad, third);
  EXPECT_EQ(f_convert(pool, FloatFormat::Quad, FloatFormat::X87, quad), third);
}

// Every value of 16 bits survives the way through a wider format.
TEST(TermFloat, AllHalves) {
  TermPool pool;
  for (FloatFormat format : {FloatFormat::Half, FloatFormat::BFloat}) {
    for (uint64_t bits = 0; bits < 65536; ++bits) {
      Term half = Term::constant(16, bits);
      Term wide = f_convert(pool, format, FloatFormat::Single, half);
      Term back = f_convert(pool, FloatFormat::Single, format, wide);
      if (f_is_nan(pool, format, half).is_true()) {
        ASSERT_TRUE(f_is_nan(pool, format, back).is_true());
      } else {
        ASSERT_EQ(back, half) << bits;
      }
      if (format == FloatFormat::BFloat && !f_is_nan(pool, format, half).is_true()) {
        ASSERT_EQ(wide.bits(), bits << 16);
      }
    }
  }
}

TEST(TermFloat, Rounding) {
  TermPool pool;
  auto rounded = [&](RoundMode mode, double value) {
    return to_double(f_round(pool, FloatFormat::Double, mode, of(value)));
  };
  EXPECT_EQ(rounded(RoundMode::NearestEven, 2.5), 2.0);
  EXPECT_EQ(rounded(RoundMode::NearestAway, 2.5), 3.0);
  EXPECT_EQ(rounded(RoundMode::Down, -2.5), -3.0);
  EXPECT_EQ(rounded(RoundMode::Up, -2.5), -2.0);
  EXPECT_EQ(rounded(RoundMode::Zero, -2.5), -2.0);
}

TEST(TermFloat, UnknownOperandsAreOpaqueAndShared) {
  TermPool pool;
  Term x = pool.symbol("x", 64);
  Term y = pool.symbol("y", 64);
  Term sum = f_add(pool, FloatFormat::Double, x, y);
  EXPECT_EQ(sum, f_add(pool, FloatFormat::Double, y, x));
  EXPECT_NE(f_sub(pool, FloatFormat::Double, x, y), f_sub(pool, FloatFormat::Double, y, x));
  EXPECT_FALSE(f_eq(pool, FloatFormat::Double, x, x).is_immediate()) << "x may be a NaN";
  EXPECT_EQ(f_convert(pool, FloatFormat::Double, FloatFormat::Double, x), x);
}

}  // namespace
}  // namespace assay::logic
