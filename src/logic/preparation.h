// What is tried before gates: the cheap filters, in the order of their cost.
//
// Conjunctions are taken apart; facts that always hold, then those that follow from the
// assumptions, refute or drop some; guessed models satisfy the rest; or equalities and known values
// are put into the others and all begins again.  What is left is handed on, equivalent but for the
// symbols in replaced(), whose values Completion finds afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/base_facts.h"
#include "logic/candidate.h"
#include "logic/equalities.h"
#include "logic/refine.h"
#include "logic/search.h"

namespace assay::logic {

struct Conjunct {
  static constexpr uint32_t kAsserted = UINT32_MAX;
  Term term;
  uint32_t origin = kAsserted;  // which assumption it is part of
};

class Preparation {
 public:
  /// SatAsAsked: the guess is a model of the question itself, and speaks of all of it.
  enum class Outcome : uint8_t {
    SatAsAsked,
    Sat,
    UnsatTrivial,
    UnsatByFacts,
    UnsatByRewrite,
    Open
  };

  explicit Preparation(TermPool& pool);

  /// Takes conjunctions apart and finds plain contradictions; with `filters`, does the rest too.
  Outcome run(std::span<const Conjunct> conjuncts, bool filters);

  /// After Open: what is left to decide.
  const std::vector<Term>& terms() const { return terms_; }
  /// The assumptions behind a refutation of these conjuncts (positions in terms()).
  std::vector<uint32_t> origins(std::span<const uint32_t> positions) const;
  /// After an Unsat outcome.
  const std::vector<uint32_t>& core() const { return core_; }
  /// After either Sat: the guess.
  const Candidate& guess() const { return candidate_; }
  /// Symbols that are gone and what they were replaced by, in the order it was done.
  const std::vector<Replacement>& replaced() const { return replaced_; }
  /// A good guess for later questions.
  void remember(const Candidate& model);

 private:
  bool flatten();
  bool add_part(Term t, uint32_t origin);
  bool drop_decided();
  bool guess_as_asked();
  bool guess_model(int first, int last);
  bool is_model(std::span<const Term> terms) const;
  uint64_t remembered_word(int kind, Term t) const;
  uint64_t guess_word(int kind, Term t) const;
  bool rewrite(bool& refuted);
  void replace_known_symbols(std::vector<Replacement>& replacements);
  void narrow_symbols(std::vector<Replacement>& replacements);
  bool solve_equalities(std::vector<Replacement>& replacements, bool& changed);
  void find_equivalents(std::vector<Replacement>& equivalents);
  void drop_masks(std::vector<Replacement>& equivalents);
  void core_is_all();

  TermPool& pool_;
  Cone cone_;
  BaseFacts base_;
  Refinement refinement_;
  Candidate candidate_;
  Search search_;
  EqualitySolver equalities_;

  std::vector<Term> terms_;
  std::vector<uint32_t> origins_;  // of terms_
  std::vector<uint32_t> core_;
  std::vector<Conjunct> pending_;
  std::vector<uint32_t> all_origins_;
  std::vector<Replacement> replaced_;
  std::vector<uint32_t> replaced_origins_;  // assumptions that defined them
  bool facts_used_ = false;                 // a replacement rests on all assumptions together
  bool narrowed_ = false;

  // Which Booleans are among terms_, by node: 1 + position, for it and for its complement.  Only
  // those that bear the stamp count, so that starting anew costs nothing.
  struct Mark {
    uint64_t stamp = 0;
    uint32_t positive = 0, negative = 0;
  };
  Mark& mark_of(Term t);
  std::vector<Mark> marks_;
  uint64_t stamp_ = 0;

  static constexpr int kRemembered = 4, kFewGuesses = kRemembered + 1, kGuesses = kRemembered + 6;
  // Values by node, in ascending order.
  using Remembered = std::vector<std::pair<uint32_t, uint64_t>>;
  std::array<Remembered, kRemembered> remembered_;
  int next_remembered_ = 0;
};

}  // namespace assay::logic
