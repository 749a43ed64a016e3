// Simplification changes no value: all pairs of small terms under all operators, for all inputs;
// and random terms of any width against the evaluator and Z3.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "logic/build.h"
#include "logic/smtlib_print.h"
#include "support/random_terms.h"
#include "support/z3_terms.h"
#include "unit/logic/term_tables.h"

namespace assay::logic {
namespace {

constexpr Op kBinary[] = {Op::And,  Op::Or,   Op::Xor,   Op::Add,   Op::Sub,   Op::Mul,  Op::UDiv,
                          Op::SDiv, Op::URem, Op::SRem,  Op::Shl,   Op::LShr,  Op::AShr, Op::Eq,
                          Op::Ult,  Op::Slt,  Op::UMulO, Op::SMulO, Op::Concat};

uint32_t result_width(Op op, Term a, Term b) {
  if (op_info(op).width_rule == WidthRule::Predicate) return 1;
  return op == Op::Concat ? a.width() + b.width() : a.width();
}

class SmallTerms {
 public:
  explicit SmallTerms(uint32_t width)
      : width_(width),
        x_(pool_.symbol("x", width)),
        y_(pool_.symbol("y", width)),
        c_(pool_.symbol("c", 1)),
        tables_(pool_, {x_, y_, c_}) {}

  // All operators on leaves, simplified.
  std::vector<Term> level_one() {
    std::vector<Term> leaves = {x_, y_};
    for (uint64_t k = 0; k < uint64_t{1} << width_; ++k)
      leaves.push_back(Term::constant(width_, k));
    std::vector<Term> result = leaves;
    for (Term a : leaves) {
      result.push_back(bit_not(pool_, a));
      result.push_back(neg(pool_, a));
      for (Term b : leaves) {
        for (Op op : kBinary) {
          Term built = checked(op, a, b);
          if (built.width() == width_) result.push_back(built);
          if (built.width() == 1) result.push_back(sext(pool_, built, width_));
          if (built.width() == 1) result.push_back(zext(pool_, built, width_));
        }
        result.push_back(ite(pool_, c_, a, b));
      }
      for (uint32_t high = 0; high < width_; ++high) {
        Term part = extract(pool_, a, high, high / 2);
        result.push_back(resize(pool_, part, width_, Extend::Zero));
        result.push_back(resize(pool_, part, width_, Extend::Sign));
      }
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  // The builder's term, after comparing it with the operator as it stands.
  Term checked(Op op, Term a, Term b) {
    std::array<Term, 2> args = {a, b};
    Term built = build(pool_, op, result_width(op, a, b), args);
    Term raw = pool_.make(op, result_width(op, a, b), args);
    compare(raw, built);
    return built;
  }

  void check_unary(Term a) {
    for (Op op : {Op::Not, Op::Neg}) compare_built(op, a.width(), {a}, {});
    for (uint32_t high = 0; high < a.width(); ++high) {
      for (uint32_t low = 0; low <= high; ++low) {
        compare_built(Op::Extract, high - low + 1, {a}, {.a = high, .b = low});
      }
    }
    compare_built(Op::ZExt, a.width() + 2, {a}, {});
    compare_built(Op::SExt, a.width() + 2, {a}, {});
  }

  void check_ite(Term c, Term a, Term b) { compare_built(Op::Ite, a.width(), {c, a, b}, {}); }

  TermPool& pool() { return pool_; }
  Term condition() const { return c_; }

 private:
  void compare_built(Op op, uint32_t width, std::vector<Term> args, Params params) {
    Term built = build(pool_, op, width, args, params);
    compare(pool_.make(op, width, args, params), built);
  }

  void compare(Term raw, Term built) {
    ASSERT_EQ(raw.width(), built.width());
    ASSERT_EQ(tables_.table(raw), tables_.table(built))
        << smtlib_term(pool_, raw) << "\nbecame " << smtlib_term(pool_, built);
  }

  uint32_t width_;
  TermPool pool_;
  Term x_, y_, c_;
  test::TermTables tables_;
};

class TermSimplify : public testing::TestWithParam<uint32_t> {};

TEST_P(TermSimplify, AllOperatorsOnPairsOfSmallTerms) {
  SmallTerms terms(GetParam());
  std::vector<Term> parts = terms.level_one();
  std::mt19937_64 engine(GetParam());
  auto pick = [&] { return parts[engine() % parts.size()]; };
  for (Term part : parts) terms.check_unary(part);
  int rounds = GetParam() == 4 ? 400 : 1500;
  for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
    Term a = pick();
    Term b = pick();
    for (Op op : kBinary) terms.checked(op, a, b);
    terms.check_unary(terms.checked(kBinary[engine() % std::size(kBinary)], a, b));
    Term lower = ult(terms.pool(), a, pick());
    terms.check_ite(terms.condition(), a, b);
    terms.check_ite(lower, ite(terms.pool(), terms.condition(), a, b), pick());
    // Conjunctions and disjunctions of conditions.
    Term other = eq(terms.pool(), b, pick());
    terms.checked(Op::And, lower, other);
    terms.checked(Op::Or, bit_and(terms.pool(), lower, other), bit_not(terms.pool(), other));
  }
}

INSTANTIATE_TEST_SUITE_P(widths, TermSimplify, testing::Values(1, 2, 3, 4));

TEST(TermRandom, SimplifiedTermsEvaluateAlikeAndAsInZ3) {
  for (uint64_t seed = 0; seed < 15 && !testing::Test::HasFailure(); ++seed) {
    TermPool pool;
    assay::test::RandomTerms random(pool, seed);
    assay::test::Z3Terms z3(pool);
    for (int i = 0; i < 200; ++i) {
      Term raw = random.next();
      Term built = assay::test::simplified(pool, raw);
      for (int j = 0; j < 4; ++j) {
        Assignment assignment = random.assignment();
        Bits expected = evaluate(pool, raw, assignment);
        ASSERT_EQ(expected, evaluate(pool, built, assignment))
            << "seed " << seed << ": " << smtlib_term(pool, raw) << "\nbecame "
            << smtlib_term(pool, built);
        if (j == 0) {
          ASSERT_EQ(expected, z3.evaluate(raw, assignment))
              << "seed " << seed << ": " << smtlib_term(pool, raw);
        }
      }
    }
  }
}

}  // namespace
}  // namespace assay::logic
