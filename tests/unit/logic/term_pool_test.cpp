#include "logic/term_pool.h"

#include <gtest/gtest.h>

#include "logic/build.h"
#include "logic/eval.h"

namespace assay::logic {
namespace {

TEST(TermPool, EqualExpressionsAreOneTerm) {
  TermPool pool;
  Term x = pool.symbol("x", 32);
  EXPECT_EQ(x, pool.symbol("x", 32));
  EXPECT_NE(x, pool.symbol("y", 32));
  EXPECT_NE(x, pool.symbol("x", 16));
  EXPECT_EQ(add(pool, x, Term::constant(32, 1)), add(pool, Term::constant(32, 1), x));
  EXPECT_EQ(pool.constant(Bits::ones(100)), pool.constant(Bits::ones(100)));
}

TEST(TermPool, ConstantsOf64BitsEnterNoPool) {
  TermPool pool;
  Term sum = add(pool, Term::constant(64, ~uint64_t{0}), Term::constant(64, 2));
  EXPECT_TRUE(sum.is_value(1));
  EXPECT_EQ(pool.node_count(), 0u);
  EXPECT_EQ(Term::constant(8, 0x1ff).bits(), 0xffu);
  EXPECT_EQ(Term::constant(8, 0xff).signed_bits(), -1);
}

TEST(TermPool, ChildrenAreOlderAndSpansStay) {
  TermPool pool;
  Term first = pool.symbol("s", 32);
  Term t = mul(pool, first, pool.symbol("t", 32));
  std::span<const Term> args = pool.args(t);
  for (int i = 0; i < 100'000; ++i) t = bit_xor(pool, mul(pool, t, first), Term::constant(32, 5));
  EXPECT_EQ(args[0], first);
  for (uint32_t id = 1; id <= pool.node_count(); ++id) {
    for (Term arg : pool.args(pool.term(id))) ASSERT_LT(arg.node(), id);
  }
}

TEST(TermPool, FreshSymbolsAreNew) {
  TermPool pool;
  Term a = pool.fresh_symbol("v", 8);
  Term b = pool.fresh_symbol("v", 8);
  EXPECT_EQ(pool.name(a), "v");
  EXPECT_EQ(pool.name(b), "v!1");
}

TEST(TermPool, ClearStartsAgain) {
  TermPool pool;
  Term before = neg(pool, pool.symbol("x", 8));
  pool.clear();
  EXPECT_EQ(pool.node_count(), 0u);
  EXPECT_EQ(neg(pool, pool.symbol("x", 8)), before);
}

TEST(TermPool, LimitIsReportedNotEnforced) {
  TermPool pool;
  pool.set_node_limit(2);
  Term x = pool.symbol("x", 8);
  Term t = neg(pool, x);
  EXPECT_FALSE(pool.over_limit());
  t = mul(pool, t, x);
  EXPECT_TRUE(pool.over_limit());
  EXPECT_EQ(pool.arg(t, 0), x);
}

TEST(TermPoolDeath, WrongWidthsAreOurMistake) {
  TermPool pool;
  Term x = pool.symbol("x", 8);
  EXPECT_DEATH(add(pool, x, Term::constant(16, 1)), "one width");
  EXPECT_DEATH(pool.symbol("wide", kMaxWidth + 1), "within bounds");
  EXPECT_DEATH(extract(pool, x, 8, 0), "inside its term");
}

TEST(TermEval, UnassignedIsZeroAndOpaqueMayBeAssigned) {
  TermPool pool;
  Term x = pool.symbol("x", 8);
  Term call = pool.apply("f", {&x, 1}, 8);
  Term sum = add(pool, call, x);
  EXPECT_TRUE(evaluate(pool, sum, {}).is_zero());
  EXPECT_EQ(evaluate(pool, sum, {{x, Bits(8, 3)}, {call, Bits(8, 4)}}), Bits(8, 7));
}

TEST(TermBuild, ProcessorsShiftByTheLowBits) {
  TermPool pool;
  auto number = [](uint64_t value) { return Term::constant(32, value); };
  EXPECT_TRUE(shl_masked(pool, number(1), number(33)).is_value(2));
  EXPECT_TRUE(lshr_masked(pool, number(8), number(35)).is_value(1));
  EXPECT_TRUE(ashr_masked(pool, number(0x80000000), number(63)).is_value(0xffffffff));
  EXPECT_TRUE(shl(pool, number(1), number(33)).is_value(0));
  EXPECT_TRUE(shift_amount_in_range(pool, 32, number(31)).is_true());
  EXPECT_TRUE(shift_amount_in_range(pool, 32, number(32)).is_false());
  EXPECT_TRUE(shift_amount_in_range(pool, 64, pool.symbol("n", 6)).is_true());
  EXPECT_TRUE(rotate_left(pool, number(0x80000001), 1).is_value(3));
}

// Overflow is: the exact result, in more bits, is not the result extended.
TEST(TermBuild, OverflowForAllOperandsOfFiveBits) {
  TermPool pool;
  constexpr uint32_t kWidth = 5;
  Term x = pool.symbol("x", kWidth);
  Term y = pool.symbol("y", kWidth);
  std::vector<Term> symbolic = {uadd_overflows(pool, x, y), sadd_overflows(pool, x, y),
                                usub_overflows(pool, x, y), ssub_overflows(pool, x, y),
                                umul_overflows(pool, x, y), smul_overflows(pool, x, y),
                                sdiv_overflows(pool, x, y), neg_overflows(pool, x)};
  for (uint64_t i = 0; i < 32; ++i) {
    for (uint64_t j = 0; j < 32; ++j) {
      Term a = Term::constant(kWidth, i);
      Term b = Term::constant(kWidth, j);
      auto u = [](int64_t exact) { return exact < 0 || exact > 31; };
      auto s = [](int64_t exact) { return exact < -16 || exact > 15; };
      auto p = static_cast<int64_t>(i);
      auto q = static_cast<int64_t>(j);
      int64_t m = a.signed_bits();
      int64_t n = b.signed_bits();
      std::vector<bool> expected = {
          u(p + q), s(m + n), u(p - q), s(m - n), u(p * q), s(m * n), m == -16 && n == -1,
          m == -16};
      std::vector<Term> folded = {uadd_overflows(pool, a, b), sadd_overflows(pool, a, b),
                                  usub_overflows(pool, a, b), ssub_overflows(pool, a, b),
                                  umul_overflows(pool, a, b), smul_overflows(pool, a, b),
                                  sdiv_overflows(pool, a, b), neg_overflows(pool, a)};
      Assignment values = {{x, Bits(kWidth, i)}, {y, Bits(kWidth, j)}};
      std::vector<Bits> evaluated = evaluate(pool, symbolic, values);
      for (size_t k = 0; k < expected.size(); ++k) {
        ASSERT_EQ(folded[k], Term::boolean(expected[k])) << k << ": " << i << ", " << j;
        ASSERT_EQ(evaluated[k].to_bool(), expected[k]) << k << ": " << i << ", " << j;
      }
    }
  }
}

}  // namespace
}  // namespace assay::logic
