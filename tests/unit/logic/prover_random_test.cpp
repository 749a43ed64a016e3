// Random questions over all integer operators.  bench/prover asks many more.
#include <gtest/gtest.h>

#include <random>

#include "logic/build.h"
#include "logic/prover.h"
#include "support/prover_check.h"

namespace assay::test {
namespace {

void expect_right(const ProverCheck& check) {
  EXPECT_TRUE(check.faults.empty()) << check.faults.size() << " faults, first " << check.faults[0];
  uint64_t all = check.sat + check.unsat + check.unknown;
  EXPECT_GT(check.sat, all / 5);
  EXPECT_GT(check.unsat, all / 5);
  EXPECT_LT(check.unknown, all / 10);
}

TEST(ProverRandom, AgreesWithEvaluationAndZ3) {
  expect_right(check_prover(1, 1500, {.max_width = 32, .conflicts = 1000}));
}

TEST(ProverRandom, AgreesAtLargeWidths) {
  expect_right(
      check_prover(1'000'000, 100, {.max_width = 128, .conflicts = 100, .z3_effort = 500'000}));
}

// Fields taken out of words and put back, sums of them, and bounds: few bits, so that every
// assignment can be tried.
class Fields {
 public:
  explicit Fields(uint32_t seed) : random_(seed), width_(4 + seed % 3) {
    x_ = pool_.symbol("x", width_);
    y_ = pool_.symbol("y", width_);
    terms_ = {x_, y_};
    while (terms_.size() < 9) terms_.push_back(step(any(), any()));
    for (int i = 0; i < 4; ++i)
      conjuncts_.push_back(condition(any(), pick(3) == 0 ? any() : number()));
  }

  void check() {
    bool has_model = false;
    for (uint64_t x = 0; x < 1u << width_ && !has_model; ++x) {
      for (uint64_t y = 0; y < 1u << width_ && !has_model; ++y)
        has_model = holds({{x_, Bits(width_, x)}, {y_, Bits(width_, y)}});
    }
    logic::Prover prover(pool_);
    EXPECT_EQ(prover.check(conjuncts_).verdict,
              has_model ? logic::Verdict::Sat : logic::Verdict::Unsat);
    EXPECT_TRUE(!has_model || holds(prover.model()));
  }

 private:
  using Term = logic::Term;
  using Bits = logic::Bits;

  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  Term any() { return terms_[pick(static_cast<uint32_t>(terms_.size()))]; }
  Term number() { return Term::constant(width_, random_()); }
  Term step(Term a, Term b) {
    Term by = Term::constant(width_, 1 + pick(width_ - 1));
    switch (pick(8)) {
      case 0:
        return logic::shl(pool_, a, by);
      case 1:
        return logic::lshr(pool_, a, by);
      case 2:
        return logic::bit_and(pool_, a, number());
      case 3:
        return logic::bit_and(pool_, a, Term::constant(width_, logic::low_mask(1 + pick(width_))));
      case 4:
        return logic::bit_or(pool_, a, b);
      case 5:
        return logic::sub(pool_, a, b);
      case 6:
        return logic::add(pool_, a, number());
      default:
        return logic::add(pool_, a, b);
    }
  }
  Term condition(Term a, Term b) {
    Term condition = pick(3) == 0   ? logic::eq(pool_, a, b)
                     : pick(2) == 0 ? logic::ult(pool_, a, b)
                                    : logic::slt(pool_, a, b);
    return pick(2) == 0 ? condition : logic::bit_not(pool_, condition);
  }
  bool holds(const logic::Assignment& assignment) const {
    for (const Bits& value : evaluate(pool_, conjuncts_, assignment)) {
      if (!value.to_bool()) return false;
    }
    return true;
  }

  std::mt19937 random_;
  uint32_t width_;
  logic::TermPool pool_;
  Term x_, y_;
  std::vector<Term> terms_, conjuncts_;
};

TEST(ProverRandom, FieldsOfWords) {
  for (uint32_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    Fields(seed).check();
  }
}

}  // namespace
}  // namespace assay::test
