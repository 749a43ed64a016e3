// What a path's assumptions say about a condition.
//
// Cheap ways first: a condition that was assumed itself, or its opposite; symbols that are known
// to have one value.  Only then the prover, with those assumptions that share symbols with the
// question: the others can be true whatever it asks.  What is left of a question is often asked
// again, on a path that differs elsewhere: answers are remembered.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/tri.h"
#include "logic/cone.h"
#include "logic/prover.h"
#include "logic/term_pool.h"

namespace assay::simulator {

/// Which assumptions are put into a term.
enum class Known : uint8_t {
  Values,
  Truths,  // Booleans that are true: which pointers are null
};

class Solver {
 public:
  /// `questions`: how many may go to the SAT solver; what comes later is not known.
  Solver(logic::TermPool& pool, int64_t conflicts, uint64_t questions)
      : pool_(pool),
        prover_(pool, {.max_gates = kMaxGates}),
        cone_(pool),
        budget_{.conflicts = conflicts, .rounds = 2},
        max_questions_(questions) {}

  logic::TermPool& pool() const { return pool_; }
  /// Which symbols are lengths of strings; before the first question.
  void set_lengths(std::function<bool(logic::Term symbol)> is_length) {
    is_length_ = std::move(is_length);
  }

  /// Without the prover.
  Tri decide_cheaply(std::span<const logic::Term> path, logic::Term condition);
  Tri decide(std::span<const logic::Term> path, logic::Term condition);
  /// Whether it can hold; what is not known counts as possible.
  bool is_possible(std::span<const logic::Term> path, logic::Term condition);
  /// Whether values were found for which the path can be and the condition is not true; false as
  /// well where none were found within the budget.
  bool is_shown_to_fail(std::span<const logic::Term> path, logic::Term condition);

  /// What assumptions of the form `symbol = constant` make of a term: PREfix's cascade.
  logic::Term with_known_values(std::span<const logic::Term> path, logic::Term term,
                                Known known = Known::Values);

  /// Whether all that a path assumes is seen to be possible together, asked with more patience:
  /// before a warning, of which there are few.
  bool is_feasible(std::span<const logic::Term> path);
  /// Whether an assumption shares a symbol with the term and holds one that `is_lost` names: the
  /// program looked at the value in a way that is not followed here.
  bool is_checked_otherwise(std::span<const logic::Term> path, logic::Term term,
                            const std::function<bool(logic::Term symbol)>& is_lost);
  /// Whether one of the term's symbols was compared with a limit: with more than its sign.
  bool is_limited(std::span<const logic::Term> path, logic::Term term);
  /// Whether it says little: a few sums and products, no quotient and no choice of bits.
  bool is_simple(logic::Term term);
  /// Whether one of the term's symbols was compared as a floating-point number: what that says
  /// is not followed.
  bool is_compared_as_float(std::span<const logic::Term> path, logic::Term term);

  using Symbols = std::vector<uint32_t>;  // nodes, sorted
  /// The symbols of a term; none of one that is too large to be asked about.
  const Symbols& symbols_of(logic::Term term);
  logic::Term term(uint32_t symbol) const { return pool_.term(symbol); }

  uint64_t questions() const { return prover_.counts().questions; }
  uint64_t cheap() const { return cheap_; }
  /// Assumptions and symbols that were gone through to find answers: work that no point counts.
  uint64_t looked_at() const { return looked_at_; }
  /// Whether no more questions are asked but those that can be answered cheaply.
  bool is_exhausted() const {
    return prover_.counts().by_solver + prover_.counts().unknown >= max_questions_ ||
           assumed_ >= kMaxAssumed;
  }

 private:
  /// A question that takes more is not worth its time here.
  static constexpr uint32_t kMaxGates = 30'000;
  /// Assumptions in all questions together, so that thousands of long ones come to an end.
  static constexpr uint64_t kMaxAssumed = 400'000;
  bool is_null_of_place(logic::Term condition) const;
  /// Whether a condition has so many nodes that no question is asked about it.
  bool is_too_large(logic::Term condition);
  /// Whether they cannot all hold; false as well where it is not known.
  bool is_refuted(std::span<const logic::Term> question);
  std::vector<logic::Term> relevant(std::span<const logic::Term> path, logic::Term condition);

  logic::TermPool& pool_;
  logic::Prover prover_;
  logic::Cone cone_;
  logic::Budget budget_;
  struct Leaves {
    Symbols symbols;
    bool is_too_large = false;
  };
  const Leaves& leaves_of(logic::Term term);

  std::function<bool(logic::Term symbol)> is_length_;
  std::unordered_map<uint32_t, Leaves> leaves_;
  std::unordered_map<Hash, bool> refuted_;  // by the question's nodes, sorted
  uint64_t max_questions_;
  uint64_t assumed_ = 0;
  uint64_t cheap_ = 0;
  uint64_t looked_at_ = 0;
};

}  // namespace assay::simulator
