#include "support/prover_check.h"

#include <fmt/format.h>

#include "logic/build.h"
#include "logic/prover.h"
#include "support/random_terms.h"
#include "support/z3_terms.h"

namespace assay::test {
namespace {

using namespace assay::logic;

// Some conditions as a path has them: what the filters live on.
void add_conditions(TermPool& pool, RandomTerms& random, std::vector<Term>& question) {
  for (Term symbol : random.symbols()) {
    Term k = pool.constant(random.value(symbol.width()));
    Term other = random.symbols()[random.number(random.symbols().size())];
    switch (random.number(8)) {
      case 0:
        question.push_back(ult(pool, symbol, k));
        break;
      case 1:
        question.push_back(sle(pool, k, symbol));
        break;
      case 2:
        question.push_back(eq(pool, bit_and(pool, symbol, k), k));
        break;
      case 3:
        question.push_back(ne(pool, symbol, k));
        break;
      case 4:
        if (other.width() == symbol.width())
          question.push_back(eq(pool, symbol, add(pool, other, k)));
        break;
      default:
        break;
    }
  }
}

void check_one(uint64_t seed, const ProverCheckOptions& options, ProverCheck& result) {
  TermPool pool;
  RandomTerms random(pool, seed, {.max_width = options.max_width});
  std::vector<Term> question = {random.next_boolean()};
  if (random.number(3) != 0) add_conditions(pool, random, question);
  Term all = all_of(pool, question);
  // Terms as drawn reach the circuits of what simplification would have removed.
  if (random.number(2) == 0) question[0] = simplified(pool, question[0]);
  Prover prover(pool, {.filters = seed % 2 == 0});
  Answer answer = prover.check(question, {.conflicts = options.conflicts});
  switch (answer.verdict) {
    case Verdict::Unknown:
      ++result.unknown;
      return;
    case Verdict::Sat:
      ++result.sat;
      if (!evaluate(pool, all, prover.model()).to_bool())
        result.faults.push_back(fmt::format("seed {}: the model does not satisfy it", seed));
      return;
    case Verdict::Unsat:
      ++result.unsat;
      break;
  }
  // The core is refuted too, so Z3 is asked about that.
  std::optional<bool> truth =
      Z3Terms(pool).satisfiable(all_of(pool, answer.core), options.z3_effort);
  if (!truth.has_value())
    ++result.unchecked;
  else if (*truth)
    result.faults.push_back(fmt::format("seed {}: Z3 finds a model of what is refuted", seed));
}

}  // namespace

ProverCheck& ProverCheck::operator+=(const ProverCheck& other) {
  sat += other.sat;
  unsat += other.unsat;
  unknown += other.unknown;
  unchecked += other.unchecked;
  faults.insert(faults.end(), other.faults.begin(), other.faults.end());
  return *this;
}

ProverCheck check_prover(uint64_t first, uint64_t count, const ProverCheckOptions& options) {
  ProverCheck result;
  for (uint64_t seed = first; seed < first + count; ++seed) check_one(seed, options, result);
  return result;
}

}  // namespace assay::test
