// The prover against the evaluator: all assignments of small symbols; models and cores; budgets;
// questions that build on each other; absurd input.
#include "logic/prover.h"

#include <gtest/gtest.h>

#include <random>

#include "logic/build.h"
#include "logic/build_float.h"
#include "logic/eval.h"

namespace assay::logic::test {
namespace {

/// Random Booleans over three symbols, small enough to try all assignments.
class SmallTerms {
 public:
  SmallTerms(TermPool& pool, uint32_t seed, uint32_t width) : pool_(pool), random_(seed) {
    for (const char* name : {"x", "y", "z"}) symbols.push_back(pool.symbol(name, width));
  }

  Term boolean() {
    Term a = word(3), b = word(3);
    Term t = pick(3) == 0 ? eq(pool_, a, b) : (pick(2) == 0 ? ult(pool_, a, b) : slt(pool_, a, b));
    if (pick(6) == 0) t = pick(2) == 0 ? umul_overflows(pool_, a, b) : smul_overflows(pool_, a, b);
    if (pick(4) == 0) t = bit_or(pool_, t, ult(pool_, word(2), word(2)));
    return pick(2) == 0 ? bit_not(pool_, t) : t;
  }

  /// The first assignment that makes all true, if any.
  bool satisfiable(std::span<const Term> terms) {
    uint32_t width = symbols[0].width();
    for (uint64_t all = 0; all < uint64_t{1} << 3 * width; ++all) {
      Assignment assignment;
      for (size_t i = 0; i < symbols.size(); ++i)
        assignment[symbols[i]] = Bits(width, all >> i * width & low_mask(width));
      if (holds(terms, assignment)) return true;
    }
    return false;
  }
  bool holds(std::span<const Term> terms, const Assignment& assignment) const {
    for (const Bits& value : evaluate(pool_, terms, assignment)) {
      if (!value.to_bool()) return false;
    }
    return true;
  }

  std::vector<Term> symbols;

 private:
  uint32_t pick(uint32_t count) { return random_() % count; }

  Term word(int depth) {
    uint32_t width = symbols[0].width();
    if (depth == 0 || pick(4) == 0)
      return pick(4) == 0 ? Term::constant(width, random_()) : symbols[pick(3)];
    Term a = word(depth - 1), b = word(depth - 1);
    constexpr Op kBinary[] = {Op::And,  Op::Or,   Op::Xor,  Op::Add, Op::Sub,  Op::Mul, Op::UDiv,
                              Op::SDiv, Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr};
    switch (pick(18)) {
      case 0:
        return bit_not(pool_, a);
      case 1:
        return neg(pool_, a);
      case 2:
        return ite(pool_, ult(pool_, a, b), b, a);
      case 3:
        return extract(pool_, concat(pool_, a, b), width, 1);
      case 4:
        return truncate(pool_, lshr(pool_, sext(pool_, a, 2 * width), zext(pool_, b, 2 * width)),
                        width);
      default: {
        Term args[] = {a, b};
        return build(pool_, kBinary[pick(std::size(kBinary))], width, args);
      }
    }
  }

  TermPool& pool_;
  std::mt19937 random_;
};

void expect_right(SmallTerms& small, Prover& prover, std::span<const Term> terms, uint32_t seed) {
  Answer answer = prover.check(terms);
  ASSERT_NE(answer.verdict, Verdict::Unknown);
  ASSERT_EQ(answer.sat(), small.satisfiable(terms)) << "seed " << seed;
  if (answer.sat()) {
    ASSERT_TRUE(small.holds(terms, prover.model())) << "seed " << seed;
    return;
  }
  for (Term part : answer.core) {
    bool given = std::find(terms.begin(), terms.end(), part) != terms.end();
    ASSERT_TRUE(given) << "seed " << seed;
  }
  ASSERT_FALSE(small.satisfiable(answer.core)) << "seed " << seed;
}

void all_assignments(bool filters, uint32_t first_seed, int rounds) {
  for (uint32_t seed = first_seed; seed < first_seed + rounds; ++seed) {
    TermPool pool;
    SmallTerms small(pool, seed, 1 + seed % 3);
    Prover prover(pool, {.filters = filters});
    // One prover for several questions: what it keeps must not matter.
    for (int question = 0; question < 4; ++question) {
      std::vector<Term> terms;
      for (uint32_t i = 0; i < 1 + seed % 4; ++i) terms.push_back(small.boolean());
      expect_right(small, prover, terms, seed);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Prover, AgreesWithAllAssignments) { all_assignments(true, 1, 1200); }

TEST(Prover, AgreesWithAllAssignmentsWithoutFilters) { all_assignments(false, 5000, 400); }

struct ProverTest : testing::Test {
  TermPool pool;
  Prover prover{pool};
  Term x = pool.symbol("x", 32), y = pool.symbol("y", 32), z = pool.symbol("z", 32);

  Term k(uint64_t value) { return Term::constant(32, value); }
  Answer check(std::vector<Term> terms, Budget budget = {}) { return prover.check(terms, budget); }
  void expect_sat(const std::vector<Term>& terms) {
    ASSERT_TRUE(prover.check(terms).sat());
    for (const Bits& value : evaluate(pool, terms, prover.model())) EXPECT_TRUE(value.to_bool());
  }
};

TEST_F(ProverTest, Constants) {
  EXPECT_TRUE(check({}).sat());
  EXPECT_TRUE(check({kTrue}).sat());
  Answer answer = check({kTrue, kFalse});
  EXPECT_TRUE(answer.unsat());
  EXPECT_EQ(answer.core, std::vector<Term>{kFalse});
}

TEST_F(ProverTest, PlainContradictionNamesBothSides) {
  Term less = ult(pool, x, y);
  Answer answer = check({ult(pool, y, z), less, bit_not(pool, less)});
  ASSERT_TRUE(answer.unsat());
  EXPECT_EQ(answer.core, (std::vector<Term>{less, bit_not(pool, less)}));
  EXPECT_EQ(prover.counts().trivial, 1u);
}

TEST_F(ProverTest, IntervalsRefuteWithoutGates) {
  EXPECT_TRUE(check({ult(pool, x, k(10)), ult(pool, k(20), add(pool, x, k(5)))}).unsat());
  EXPECT_EQ(prover.counts().by_facts, 1u);
  EXPECT_EQ(prover.counts().by_solver, 0u);
}

TEST_F(ProverTest, KnownBitsRefuteWithoutGates) {
  Term even = shl(pool, x, k(1));
  EXPECT_TRUE(check({eq(pool, bit_and(pool, even, k(3)), k(1))}).unsat());
  EXPECT_EQ(prover.counts().by_solver, 0u);
}

// Each has few models, none of which is a guess; the search finds one by the operators' inverses.
TEST_F(ProverTest, ModelsAreFoundWithoutGates) {
  Term x = pool.symbol("x", 32), y = pool.symbol("y", 32), z = pool.symbol("z", 32);
  auto number = [](uint64_t value) { return Term::constant(32, value); };
  Term table = number(0);
  for (uint32_t i = 1; i < 8; ++i) {
    table = ite(pool, eq(pool, bit_and(pool, x, number(7)), number(i)), number(i * i), table);
  }
  std::vector<std::vector<Term>> questions{
      {slt(pool, sub(pool, number(16), x), y),
       bit_not(pool, slt(pool, sub(pool, number(16), z), add(pool, y, x)))},
      {ult(pool, number(1000), mul(pool, x, y)), ult(pool, mul(pool, x, y), number(1010)),
       ult(pool, number(2), y)},
      {eq(pool, bit_and(pool, table, number(37)), number(36))},
      {ult(pool, udiv(pool, x, number(10)), y), eq(pool, urem(pool, x, number(10)), number(7)),
       ult(pool, number(500), x)},
      {eq(pool, shl(pool, x, bit_and(pool, y, number(31))), number(0x50000))},
  };
  for (size_t i = 0; i < questions.size(); ++i) {
    Prover prover(pool);
    EXPECT_TRUE(prover.check(questions[i]).sat()) << i;
    EXPECT_EQ(prover.counts().by_solver, 0u) << i;
    for (const Bits& value : evaluate(pool, questions[i], prover.model())) {
      EXPECT_TRUE(value.to_bool()) << i;
    }
  }
}

TEST_F(ProverTest, EqualitiesAreSolved) {
  // y = x + 1, z = y + x  =>  z - 1 = 2 x
  Term first = eq(pool, y, add(pool, x, k(1))), second = eq(pool, z, add(pool, y, x));
  Term odd = ne(pool, sub(pool, z, k(1)), mul(pool, x, k(2)));
  EXPECT_TRUE(check({first, second, odd}).unsat());
  EXPECT_EQ(prover.counts().by_solver, 0u);
  expect_sat({first, second, bit_not(pool, odd), ult(pool, k(1000), x)});
}

TEST_F(ProverTest, SumsCancel) {
  EXPECT_EQ(prover.is_valid(eq(pool, sub(pool, add(pool, x, y), y), x)), Tri::Yes);
  EXPECT_EQ(prover.is_valid(eq(pool, add(pool, add(pool, x, y), z), add(pool, add(pool, z, x), y))),
            Tri::Yes);
  EXPECT_EQ(prover.counts().by_solver, 0u);
}

TEST_F(ProverTest, Validity) {
  Term sum = add(pool, x, y);
  EXPECT_EQ(prover.is_valid(ule(pool, x, bit_or(pool, x, y))), Tri::Yes);
  EXPECT_EQ(prover.is_valid(ule(pool, x, sum)), Tri::No);
  EXPECT_EQ(prover.is_valid(
                eq(pool, bit_xor(pool, x, y), sub(pool, bit_or(pool, x, y), bit_and(pool, x, y)))),
            Tri::Yes);
}

TEST_F(ProverTest, AssertionsStay) {
  prover.assert_always(ult(pool, x, y));
  prover.assert_always(ult(pool, y, z));
  Answer answer = check({ult(pool, z, x)});
  ASSERT_TRUE(answer.unsat());
  EXPECT_EQ(answer.core, (std::vector<Term>{ult(pool, z, x)}));
  EXPECT_TRUE(check({ult(pool, x, z)}).sat());
  prover.assert_always(ult(pool, z, x));
  answer = check({eq(pool, x, k(1))});
  EXPECT_TRUE(answer.unsat());
}

TEST_F(ProverTest, QuestionsBuildOnEachOther) {
  std::vector<Term> path;
  for (uint32_t i = 0; i < 20; ++i) {
    path.push_back(ne(pool, mul(pool, add(pool, x, k(i)), y), k(3 * i + 1)));
    expect_sat(path);
  }
  path.push_back(eq(pool, mul(pool, x, y), k(1)));
  path.back() = eq(pool, mul(pool, add(pool, x, k(0)), y), k(1));
  EXPECT_TRUE(check(path).unsat());
  path.pop_back();
  expect_sat(path);
}

TEST_F(ProverTest, CoreLeavesOutWhatDoesNotMatter) {
  Term unrelated = eq(pool, mul(pool, z, z), k(49));
  Term product = mul(pool, x, y);
  Term a = eq(pool, bit_and(pool, x, k(1)), k(0)), b = eq(pool, bit_and(pool, product, k(1)), k(1));
  Prover plain(pool, {.filters = false});
  Answer answer = plain.check(std::vector<Term>{unrelated, a, b});
  ASSERT_TRUE(answer.unsat());
  EXPECT_EQ(answer.core, (std::vector<Term>{a, b}));
}

TEST_F(ProverTest, BudgetIsAnAnswer) {
  Term wide_x = zext(pool, x, 64), wide_y = zext(pool, y, 64);
  // A product of two primes: hard, but decided by its budget alone.
  Term hard =
      eq(pool, mul(pool, wide_x, wide_y), Term::constant(64, 4294967291ull * 4294967279ull));
  Term small = bit_and(pool, ult(pool, k(1), x), ult(pool, k(1), y));
  Answer answer = check({hard, small}, {.conflicts = 50});
  EXPECT_EQ(answer.verdict, Verdict::Unknown);
  EXPECT_EQ(answer.reason, "out of conflicts");
  EXPECT_EQ(prover.is_valid(bit_not(pool, bit_and(pool, hard, small)), {.conflicts = 50}),
            Tri::Unknown);
  // The prover is as good as before.
  expect_sat({ult(pool, x, y)});
}

TEST_F(ProverTest, TooManyGatesIsAnAnswer) {
  Prover narrow(pool, {.max_gates = 2000, .filters = false});
  Answer answer = narrow.check(eq(pool, mul(pool, x, y), mul(pool, y, add(pool, x, z))));
  EXPECT_EQ(answer.verdict, Verdict::Unknown);
  EXPECT_EQ(answer.reason, "the circuit is too large");
  Term small = eq(pool, add(pool, x, y), bit_xor(pool, x, z));
  EXPECT_TRUE(narrow.check(small).sat());
  // Too large twice: once with the gates of earlier questions, once alone. Nothing of it is left.
  Term large = eq(pool, mul(pool, x, y), mul(pool, z, add(pool, x, z)));
  EXPECT_EQ(narrow.check(large).verdict, Verdict::Unknown);
  EXPECT_EQ(narrow.check(bit_and(pool, large, small)).verdict, Verdict::Unknown);
  EXPECT_EQ(narrow.check(large).reason, "the circuit is too large");
  EXPECT_TRUE(narrow.check(ult(pool, add(pool, x, z), y)).sat());
}

TEST_F(ProverTest, FunctionsAreFunctions) {
  Term fx = pool.apply("f", std::vector{x}, 32), fy = pool.apply("f", std::vector{y}, 32);
  EXPECT_TRUE(check({eq(pool, x, y), ne(pool, fx, fy)}).unsat());
  expect_sat({ne(pool, x, y), ne(pool, fx, fy)});
  expect_sat({ne(pool, fx, fy)});
  // Without a rewrite that makes them one term.
  Term close = ult(pool, bit_xor(pool, x, y), k(2)),
       same_bit = eq(pool, bit_and(pool, bit_xor(pool, x, y), k(1)), k(0));
  EXPECT_TRUE(check({close, same_bit, ult(pool, fx, fy)}).unsat());
  expect_sat({eq(pool, x, k(7)), eq(pool, fx, k(9)),
              ult(pool, pool.apply("f", std::vector{fx}, 32), k(3))});
}

TEST_F(ProverTest, ReplacedSymbolsTakeTheirValuesFromTheSameFunctions) {
  auto f = [&](Term t) { return pool.apply("f", std::vector{t}, 32); };
  // Only the definition of x has the outer application.
  std::vector<Term> terms = {eq(pool, x, f(f(k(1)))), eq(pool, f(k(1)), k(2)),
                             eq(pool, f(k(2)), k(5))};
  expect_sat(terms);
  EXPECT_EQ(evaluate(pool, x, prover.model()), Bits(32, 5));
  // Terms that the question does not have are under the same functions.
  EXPECT_EQ(evaluate(pool, f(sub(pool, x, k(3))), prover.model()), Bits(32, 5));
  EXPECT_EQ(evaluate(pool, f(k(77)), prover.model()), Bits(32, 0));
  expect_sat({eq(pool, y, f(x)), eq(pool, x, f(z)), eq(pool, z, f(k(3))), ult(pool, y, k(9)),
              ult(pool, k(3), y)});
  EXPECT_EQ(prover.counts().wrong_models, 0u);
}

TEST_F(ProverTest, FloatsAreComputedInModels) {
  Term a = pool.symbol("a", 32), b = pool.symbol("b", 32);
  Term sum = f_add(pool, FloatFormat::Single, a, b);
  expect_sat(
      {eq(pool, a, k(0x3f800000)), eq(pool, b, k(0x40000000)), eq(pool, sum, k(0x40400000))});
  EXPECT_TRUE(
      check({eq(pool, a, k(0x3f800000)), eq(pool, b, k(0x40000000)), eq(pool, sum, k(0))}).unsat());
  Answer hard = check({eq(pool, sum, k(0x12345678)), ult(pool, a, k(5)), ult(pool, b, k(5))});
  EXPECT_NE(hard.verdict, Verdict::Sat);
}

TEST_F(ProverTest, WideTerms) {
  Term p = pool.symbol("p", 128), q = pool.symbol("q", 128);
  Term both = add(pool, p, q);
  std::vector<Term> terms = {ult(pool, both, p), ult(pool, both, q),
                             eq(pool, extract(pool, p, 127, 64), Term::constant(64, ~uint64_t{0}))};
  expect_sat(terms);
  EXPECT_TRUE(check({ult(pool, both, p), bit_not(pool, ult(pool, both, q))}).unsat());
}

TEST_F(ProverTest, MillionNodes) {
  Term chain = x;
  for (int i = 0; i < 500'000; ++i) {
    Term args[] = {chain, i % 2 == 0 ? y : z};
    chain = pool.make(i % 3 == 0 ? Op::Xor : (i % 3 == 1 ? Op::And : Op::Or), 32, args);
  }
  Answer answer = check({eq(pool, chain, k(5))});
  EXPECT_NE(answer.verdict, Verdict::Unsat);
}

TEST_F(ProverTest, AbsurdWidths) {
  Term p = pool.symbol("p", kMaxWidth), q = pool.symbol("q", kMaxWidth);
  EXPECT_TRUE(check({eq(pool, add(pool, p, q), p)}).sat());
  Answer product = check({eq(pool, mul(pool, p, q), udiv(pool, q, p)), ne(pool, p, q),
                          ult(pool, mul(pool, p, p), udiv(pool, p, q))});
  EXPECT_EQ(product.verdict, Verdict::Unknown);
  EXPECT_EQ(product.reason, "the circuit is too large");
}

TEST_F(ProverTest, SameQuestionsSameAnswers) {
  auto run = [] {
    std::string log;
    for (uint32_t seed = 0; seed < 40; ++seed) {
      TermPool terms;
      SmallTerms small(terms, seed, 3);
      Prover one(terms);
      for (int i = 0; i < 5; ++i) {
        Answer answer = one.check(std::vector<Term>{small.boolean(), small.boolean()});
        log += std::to_string(static_cast<int>(answer.verdict));
        for (const auto& [term, value] : one.model()) log += value.smtlib();
      }
    }
    return log;
  };
  EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace assay::logic::test
