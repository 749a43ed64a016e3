// The prover on random questions: models are checked by evaluation, refutations by Z3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::test {

struct ProverCheckOptions {
  uint32_t max_width = 128;
  int64_t conflicts = 2'000;
  unsigned z3_effort = 5'000'000;  // about a second
};

struct ProverCheck {
  uint64_t sat = 0, unsat = 0, unknown = 0;
  uint64_t unchecked = 0;           // refutations that Z3 gave up on
  std::vector<std::string> faults;  // answers that are wrong, with their seeds

  ProverCheck& operator+=(const ProverCheck& other);
};

/// One question per seed from `first` on: a random Boolean, with conditions on its symbols.  Odd
/// seeds go to the SAT solver without filters.
ProverCheck check_prover(uint64_t first, uint64_t count, const ProverCheckOptions& options = {});

}  // namespace assay::test
