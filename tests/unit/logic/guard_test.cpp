#include "logic/guard.h"

#include <gtest/gtest.h>

#include <random>

#include "logic/build.h"
#include "logic/eval.h"

namespace assay::logic::test {
namespace {

struct GuardTest : testing::Test {
  TermPool terms;
  GuardPool guards{terms};
  Term p = terms.symbol("p", 1), q = terms.symbol("q", 1), r = terms.symbol("r", 1);
  Guard a = guards.atom(p), b = guards.atom(q), c = guards.atom(r);
};

TEST_F(GuardTest, JoinsBecomeTrueAgain) {
  EXPECT_TRUE(guards.make_or(a, !a).is_always());
  EXPECT_TRUE(guards.make_and(a, !a).is_never());
  Guard split = guards.make_or(guards.make_and(a, b), guards.make_and(a, !b));
  EXPECT_EQ(split, a);
}

TEST_F(GuardTest, EquivalentGuardsAreEqual) {
  EXPECT_EQ(guards.make_and(a, guards.make_or(b, c)),
            guards.make_or(guards.make_and(a, b), guards.make_and(c, a)));
  EXPECT_EQ(guards.make_xor(a, b), guards.make_or(guards.make_and(a, !b), guards.make_and(!a, b)));
}

TEST_F(GuardTest, AtomsSeeThroughConstantsAndComplements) {
  EXPECT_TRUE(guards.atom(kTrue).is_always());
  EXPECT_TRUE(guards.atom(kFalse).is_never());
  EXPECT_EQ(guards.atom(bit_not(terms, p)), !a);
}

TEST_F(GuardTest, Implication) {
  EXPECT_EQ(guards.implies(guards.make_and(a, b), a), Tri::Yes);
  EXPECT_EQ(guards.implies(a, guards.make_and(a, b)), Tri::No);
  EXPECT_EQ(guards.implies(Guard::too_large(), a), Tri::Unknown);
}

TEST_F(GuardTest, CofactorAndSupport) {
  Guard g = guards.make_ite(a, b, c);
  EXPECT_EQ(guards.cofactor(g, p, true), b);
  EXPECT_EQ(guards.cofactor(g, p, false), c);
  EXPECT_EQ(guards.cofactor(g, bit_not(terms, p), true), c);
  EXPECT_EQ(guards.cofactor(g, terms.symbol("other", 1), true), g);
  EXPECT_EQ(guards.support(g), (std::vector<Term>{p, q, r}));
  EXPECT_EQ(guards.support(guards.cofactor(g, p, true)), (std::vector<Term>{q}));
}

TEST_F(GuardTest, TermsOfConstantsAndAtoms) {
  EXPECT_EQ(guards.to_term(Guard::always()), kTrue);
  EXPECT_EQ(guards.to_term(Guard::never()), kFalse);
  EXPECT_EQ(guards.to_term(a), p);
  EXPECT_EQ(guards.to_term(!a), bit_not(terms, p));
}

TEST_F(GuardTest, PastTheBudget) {
  GuardPool small(terms, {.nodes = 8, .steps = 100});
  Guard parity = Guard::never();
  for (int i = 0; i < 10; ++i)
    parity = small.make_xor(parity, small.atom(terms.symbol("x" + std::to_string(i), 1)));
  EXPECT_TRUE(parity.is_too_large());
  EXPECT_TRUE((!parity).is_too_large());
  EXPECT_TRUE(small.make_and(parity, Guard::never()).is_never());
  EXPECT_TRUE(small.make_and(parity, Guard::always()).is_too_large());
}

// A chain of conditions as long as a generated function has: nothing may recurse.
TEST_F(GuardTest, LongChains) {
  GuardPool many(terms, {.nodes = 1'000'000, .steps = 10'000'000});
  std::vector<Guard> atoms;
  for (int i = 0; i < 20000; ++i)
    atoms.push_back(many.atom(terms.symbol("c" + std::to_string(i), 1)));
  Guard all = Guard::always();
  for (size_t i = atoms.size(); i-- > 0;) all = many.make_and(atoms[i], all);
  ASSERT_FALSE(all.is_too_large());
  EXPECT_EQ(many.size(all), atoms.size());
  EXPECT_EQ(many.implies(all, atoms.back()), Tri::Yes);
  EXPECT_TRUE(many.make_and(all, !atoms.back()).is_never());
  EXPECT_FALSE(many.to_term(all).is_null());
}

TEST(GuardRandom, AgreesWithTermsOnAllAssignments) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    TermPool terms;
    GuardPool guards(terms);
    constexpr int kAtoms = 4;
    std::vector<Term> symbols;
    std::vector<std::pair<Guard, uint16_t>> made = {{Guard::always(), 0xffff}};
    constexpr uint16_t kTables[] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    for (int i = 0; i < kAtoms; ++i) {
      symbols.push_back(terms.symbol("s" + std::to_string(i), 1));
      made.emplace_back(guards.atom(symbols.back()), kTables[i]);
    }
    auto pick = [&] {
      auto one = made[random() % made.size()];
      if (random() % 2 != 0) one = {!one.first, static_cast<uint16_t>(~one.second)};
      return one;
    };
    for (int i = 0; i < 30; ++i) {
      auto x = pick(), y = pick(), z = pick();
      if (random() % 2 != 0)
        made.emplace_back(guards.make_and(x.first, y.first), x.second & y.second);
      else
        made.emplace_back(guards.make_ite(x.first, y.first, z.first),
                          (x.second & y.second) | (~x.second & z.second));
    }
    for (auto& [guard, table] : made) {
      for (auto& [other, other_table] : made) ASSERT_EQ(guard == other, table == other_table);
      Term term = guards.to_term(guard);
      for (int row = 0; row < 16; ++row) {
        Assignment assignment;
        for (int i = 0; i < kAtoms; ++i)
          assignment.emplace(symbols[i], Bits::boolean((row >> i & 1) != 0));
        ASSERT_EQ(evaluate(terms, term, assignment).to_bool(), (table >> row & 1) != 0);
      }
    }
  }
}

}  // namespace
}  // namespace assay::logic::test
