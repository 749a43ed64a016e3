// Facts are never too narrow: all values at small widths, for every operator and many sets.
#include "logic/facts.h"

#include <gtest/gtest.h>

#include <random>

#include "logic/fold.h"
#include "logic/transfer.h"

namespace assay::logic::test {
namespace {

Facts random_facts(std::mt19937& random, uint32_t width) {
  Facts facts = Facts::any(width);
  uint64_t mask = low_mask(width);
  uint64_t x = random() & mask, y = random() & mask;
  switch (random() % 5) {
    case 0:
      facts = Facts::constant(width, x);
      break;
    case 1:
      facts = Facts::between(width, std::min(x, y), std::max(x, y));
      break;
    case 2:
      facts = Facts::known_bits(width, x & ~y, y & ~x & random());
      break;
    case 3: {
      int64_t p = Facts::constant(width, x).smin, q = Facts::constant(width, y).smin;
      facts = Facts::signed_between(width, std::min(p, q), std::max(p, q));
      break;
    }
    default:
      break;
  }
  return facts;
}

struct Case {
  Op op;
  uint32_t width;
  std::vector<uint32_t> widths;
  Params params;
};

Case random_case(std::mt19937& random) {
  constexpr Op kOperators[] = {
      Op::Not,    Op::Neg,  Op::And,  Op::Or,  Op::Xor,  Op::Add,   Op::Sub,  Op::Mul,  Op::UDiv,
      Op::SDiv,   Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr,  Op::ZExt, Op::SExt, Op::Extract,
      Op::Concat, Op::Ite,  Op::Eq,   Op::Ult, Op::Slt,  Op::UMulO, Op::SMulO};
  Op op = kOperators[random() % std::size(kOperators)];
  uint32_t w = 1 + random() % 4;
  switch (op_info(op).width_rule) {
    case WidthRule::Predicate:
      return {op, 1, {w, w}, {}};
    case WidthRule::Wider:
      return {op, w + static_cast<uint32_t>(random() % 3), {w}, {}};
    case WidthRule::Slice: {
      uint32_t low = random() % w, high = low + random() % (w - low);
      return {op, high - low + 1, {w}, {high, low}};
    }
    case WidthRule::Sum: {
      uint32_t other = 1 + random() % 3;
      return {op, w + other, {w, other}, {}};
    }
    case WidthRule::Choice:
      return {op, w, {1, w, w}, {}};
    default:
      return {op, w, std::vector<uint32_t>(op_info(op).arity, w), {}};
  }
}

// Calls `use` with each choice of one value from each set.
template <class Use>
void for_all(const std::vector<Facts>& sets, Use use) {
  uint32_t total = 0;
  for (const Facts& set : sets) total += set.width;
  for (uint64_t all = 0; all < uint64_t{1} << total; ++all) {
    std::vector<Bits> values;
    uint64_t rest = all;
    bool inside = true;
    for (const Facts& set : sets) {
      uint64_t value = rest & set.mask();
      rest >>= set.width;
      inside = inside && set.may_be(value);
      values.emplace_back(set.width, value);
    }
    if (inside) use(values);
  }
}

TEST(Facts, ForwardHoldsForAllValues) {
  std::mt19937 random(4);
  for (int i = 0; i < 20000; ++i) {
    Case c = random_case(random);
    std::vector<Facts> args;
    for (uint32_t width : c.widths) args.push_back(random_facts(random, width));
    Facts result = forward(c.op, c.width, args, c.params);
    for_all(args, [&](const std::vector<Bits>& values) {
      uint64_t value = fold(c.op, c.width, values, c.params).low();
      ASSERT_TRUE(result.may_be(value)) << op_info(c.op).name << " width " << c.width;
    });
  }
}

TEST(Facts, BackwardLosesNoValue) {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    Case c = random_case(random);
    std::vector<Facts> args;
    for (uint32_t width : c.widths) args.push_back(random_facts(random, width));
    Facts result = random_facts(random, c.width);
    std::vector<Facts> narrowed = args;
    backward(c.op, result, narrowed, c.params);
    for_all(args, [&](const std::vector<Bits>& values) {
      if (!result.may_be(fold(c.op, c.width, values, c.params).low())) return;
      for (size_t k = 0; k < values.size(); ++k) {
        ASSERT_TRUE(narrowed[k].may_be(values[k].low()))
            << op_info(c.op).name << " width " << c.width << " argument " << k;
      }
    });
  }
}

TEST(Facts, MeetAndJoin) {
  std::mt19937 random(6);
  for (int i = 0; i < 20000; ++i) {
    uint32_t width = 1 + random() % 4;
    Facts a = random_facts(random, width), b = random_facts(random, width), both = a;
    both.meet(b);
    Facts either = a.join(b);
    for (uint64_t value = 0; value < 1u << width; ++value) {
      ASSERT_TRUE(!a.may_be(value) || !b.may_be(value) || both.may_be(value));
      ASSERT_TRUE((!a.may_be(value) && !b.may_be(value)) || either.may_be(value));
    }
  }
}

TEST(Facts, ViewsLearnFromEachOther) {
  Facts small = Facts::between(32, 0, 99);
  EXPECT_EQ(small.zeros, 0xffffff80u);
  EXPECT_EQ(small.smin, 0);
  EXPECT_EQ(small.smax, 99);
  Facts aligned = Facts::known_bits(8, 0x07, 0);
  EXPECT_EQ(aligned.umax, 0xf8u);
  EXPECT_TRUE(Facts::between(8, 5, 4).empty);
  Facts full = Facts::constant(64, ~uint64_t{0});
  EXPECT_EQ(full.smin, -1);
  EXPECT_TRUE(full.is_constant());
}

TEST(Facts, WideTermsAreUnknown) {
  std::vector<Facts> wide = {Facts::any(128), Facts::any(128)};
  EXPECT_EQ(forward(Op::Eq, 1, wide, {}), Facts::any(1));
  EXPECT_FALSE(Facts::any(128).is_constant());
}

}  // namespace
}  // namespace assay::logic::test
