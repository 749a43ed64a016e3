// Random questions over all integer operators.  bench/prover asks many more.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace assay::test
