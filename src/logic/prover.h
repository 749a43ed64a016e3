// The prover: whether some assignment makes all of a set of Booleans true (Calysto's SPEAR).
//
// Cheap questions first: constants, contradictions, known bits and intervals, equalities solved for
// symbols, guessed models.  What is left becomes gates, clauses and a question to the SAT solver.
// One prover serves one pool, and keeps gates, clauses and what the solver learnt from one question
// to the next.  The same questions in the same order get the same answers on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/tri.h"
#include "logic/eval.h"
#include "logic/term_pool.h"

namespace assay::logic {

class QueryRecorder;

/// How much one question may cost; counted, so that it is the same on every machine.
struct Budget {
  int64_t conflicts = 100'000;  // of the SAT solver; negative: no limit
  uint32_t rounds = 64;         // how often floating point and functions may refute a model
};

struct ProverOptions {
  uint32_t max_gates = 4'000'000;
  bool filters = true;                // off: everything goes to the SAT solver (for tests)
  QueryRecorder* recorder = nullptr;  // not owned
};

enum class Verdict : uint8_t { Sat, Unsat, Unknown };

struct [[nodiscard]] Answer {
  Verdict verdict = Verdict::Unknown;
  /// Unknown: why, as half a sentence.
  std::string_view reason;
  /// Unsat: assumptions that cannot hold together with what is asserted, in the order given.  A
  /// subset, not always a smallest one; empty if the assertions contradict each other.
  std::vector<Term> core;

  bool sat() const { return verdict == Verdict::Sat; }
  bool unsat() const { return verdict == Verdict::Unsat; }
};

/// What answered how many questions.
struct ProverCounts {
  uint64_t questions = 0;
  uint64_t trivial = 0;     // by constants and plain contradictions
  uint64_t by_facts = 0;    // refuted by known bits and intervals
  uint64_t by_guess = 0;    // satisfied by a guessed model
  uint64_t by_rewrite = 0;  // refuted by solving equalities
  uint64_t by_gates = 0;    // constant once they were gates
  uint64_t by_solver = 0;
  uint64_t unknown = 0;
  uint64_t wrong_models = 0;  // of the unknown: what was found did not satisfy the question
};

class Prover {
 public:
  /// The pool outlives the prover.  Questions may add terms to it.
  explicit Prover(TermPool& pool, ProverOptions options = {});
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  /// From now on part of every question.  A Boolean.
  void assert_always(Term t);
  /// Whether all assumptions and assertions can be true together.
  Answer check(std::span<const Term> assumptions, const Budget& budget = {});
  Answer check(Term assumption, const Budget& budget = {}) {
    return check(std::span<const Term>(&assumption, 1), budget);
  }
  /// Whether `t` is true whenever the assertions are.
  Tri is_valid(Term t, const Budget& budget = {});

  /// After a Sat, until the next question: a value for each symbol, placeholder and application the
  /// question speaks of; others may have any.  Floating-point operations have the values their
  /// arguments give them.
  Assignment model() const;
  const ProverCounts& counts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::logic
