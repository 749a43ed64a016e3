#include "logic/aig.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "unit/logic/simulate.h"

namespace assay::logic::test {
namespace {

struct AigTest : testing::Test {
  Aig aig;
  Lit a = aig.make_input(), b = aig.make_input(), c = aig.make_input();
};

TEST_F(AigTest, ConstantsAndEqualOperandsNeedNoGate) {
  EXPECT_EQ(aig.make_and(a, kTrueLit), a);
  EXPECT_EQ(aig.make_and(a, kFalseLit), kFalseLit);
  EXPECT_EQ(aig.make_and(a, a), a);
  EXPECT_EQ(aig.make_and(a, !a), kFalseLit);
  EXPECT_EQ(aig.make_xor(a, a), kFalseLit);
  EXPECT_EQ(aig.make_xor(a, !a), kTrueLit);
  EXPECT_EQ(aig.make_ite(a, b, b), b);
  EXPECT_EQ(aig.and_count(), 0u);
}

TEST_F(AigTest, EqualGatesAreOne) {
  EXPECT_EQ(aig.make_and(a, b), aig.make_and(b, a));
  EXPECT_EQ(aig.make_xor(a, b), aig.make_xor(b, a));
  EXPECT_EQ(aig.make_xor(a, b), !aig.make_xor(a, !b));
  EXPECT_EQ(aig.and_count(), 3u);
}

TEST_F(AigTest, Contradiction) {
  EXPECT_EQ(aig.make_and(aig.make_and(a, b), !a), kFalseLit);
  EXPECT_EQ(aig.make_and(aig.make_and(a, b), aig.make_and(!b, c)), kFalseLit);
}

TEST_F(AigTest, Idempotence) {
  Lit ab = aig.make_and(a, b);
  EXPECT_EQ(aig.make_and(ab, a), ab);
  EXPECT_EQ(aig.make_and(ab, aig.make_and(b, c)), aig.make_and(ab, c));
}

TEST_F(AigTest, Subsumption) {
  Lit ab = aig.make_and(a, b);
  EXPECT_EQ(aig.make_and(!ab, !a), !a);
  Lit not_a_and_c = aig.make_and(!a, c);
  EXPECT_EQ(aig.make_and(!ab, not_a_and_c), not_a_and_c);
}

TEST_F(AigTest, Substitution) {
  Lit ab = aig.make_and(a, b);
  EXPECT_EQ(aig.make_and(!ab, a), aig.make_and(a, !b));
}

TEST_F(AigTest, Resolution) {
  EXPECT_EQ(aig.make_and(!aig.make_and(a, b), !aig.make_and(a, !b)), !a);
}

TEST_F(AigTest, NothingFiresWhereNothingIsShared) {
  Lit d = aig.make_input();
  Lit gate = aig.make_and(aig.make_and(a, b), !aig.make_and(c, d));
  EXPECT_EQ(aig.and_count(), 3u);
  EXPECT_TRUE(aig.is_and(gate.node()));
}

TEST_F(AigTest, ExclusiveOrCancels) {
  EXPECT_EQ(aig.make_xor(a, aig.make_xor(a, b)), b);
  EXPECT_EQ(aig.make_xor(aig.make_xor(!a, b), b), !a);
}

TEST_F(AigTest, GatesAreRecognised) {
  EXPECT_EQ(aig.gate(aig.make_xor(a, b).node()).kind, Gate::Kind::Xor);
  EXPECT_EQ(aig.gate(aig.make_ite(a, b, c).node()).kind, Gate::Kind::Ite);
  EXPECT_EQ(aig.gate(aig.make_majority(a, b, c).node()).kind, Gate::Kind::Majority);
  EXPECT_EQ(aig.gate(aig.make_and(a, b).node()).kind, Gate::Kind::And);
}

bool computed(const Gate& gate, const std::vector<bool>& values) {
  bool a = value_of(values, gate.a), b = value_of(values, gate.b), c = value_of(values, gate.c);
  switch (gate.kind) {
    case Gate::Kind::And:
      return a && b;
    case Gate::Kind::Xor:
      return (a != b) != gate.flip;
    case Gate::Kind::Ite:
      return a ? b : c;
    default:
      return (int(a) + int(b) + int(c) >= 2) != gate.flip;
  }
}

// Random graphs over four inputs: every literal is the function that was asked for, and every gate
// is what gate() says it is.
TEST(AigRandom, RewritingKeepsMeaning) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    Aig aig;
    struct Made {
      Lit lit;
      uint16_t table;
    };
    std::vector<Made> made = {{kFalseLit, 0}};
    for (uint16_t table : {0xaaaa, 0xcccc, 0xf0f0, 0xff00})
      made.push_back({aig.make_input(), table});
    auto pick = [&] {
      Made one = made[random() % made.size()];
      if (random() % 2 != 0) one = {!one.lit, static_cast<uint16_t>(~one.table)};
      return one;
    };
    for (int i = 0; i < 60; ++i) {
      Made x = pick(), y = pick(), z = pick();
      switch (random() % 5) {
        case 0:
          made.push_back({aig.make_and(x.lit, y.lit), uint16_t(x.table & y.table)});
          break;
        case 1:
          made.push_back({aig.make_or(x.lit, y.lit), uint16_t(x.table | y.table)});
          break;
        case 2:
          made.push_back({aig.make_xor(x.lit, y.lit), uint16_t(x.table ^ y.table)});
          break;
        case 3:
          made.push_back({aig.make_ite(x.lit, y.lit, z.lit),
                          uint16_t((x.table & y.table) | (~x.table & z.table))});
          break;
        default:
          made.push_back({aig.make_majority(x.lit, y.lit, z.lit),
                          uint16_t((x.table & y.table) | (z.table & (x.table | y.table)))});
      }
    }
    for (uint32_t row = 0; row < 16; ++row) {
      std::vector<bool> values =
          simulate(aig, {(row & 1) != 0, (row & 2) != 0, (row & 4) != 0, (row & 8) != 0});
      for (const Made& one : made)
        ASSERT_EQ(value_of(values, one.lit), (one.table >> row & 1) != 0) << round;
      for (uint32_t node = 5; node < aig.node_count(); ++node)
        ASSERT_EQ(computed(aig.gate(node), values), values[node]) << round << " node " << node;
    }
  }
}

TEST(AigBudget, IsAValue) {
  Aig aig(10);
  Lit last = aig.make_input();
  for (int i = 0; i < 100; ++i) last = aig.make_and(last, aig.make_input());
  EXPECT_TRUE(aig.too_large());
  EXPECT_LE(aig.node_count(), 10u);
}

}  // namespace
}  // namespace assay::logic::test
