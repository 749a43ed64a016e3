// Search: a model found by going down from what is false (propagation-based local search; Niemetz,
// Preiner and Biere, CAV 2016).
//
// A conjunct that is false should be true; its operator says what one of its arguments would have
// to be for that, that one's operator the same, down to a symbol, which gets the value.  It finds
// most models that the SAT solver would, in a fraction of the time, and never refutes anything.
// Choices come from a generator that begins anew with each question.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/candidate.h"
#include "logic/refine.h"

namespace assay::logic {

class Search {
 public:
  explicit Search(const TermPool& pool) : pool_(pool) {}

  /// Changes the candidate's leaves until all terms are true.  False: it did not come to that
  /// within its moves.  Pre: the cone is that of the terms, and the facts hold for every model.
  bool run(const Cone& cone, std::span<const Term> terms, const Refinement& facts,
           Candidate& candidate);
  /// The same in a few moves, where no facts are known yet.  Pre: the candidate has values for the
  /// cone, where it begins.
  bool run_briefly(const Cone& cone, std::span<const Term> terms, Candidate& candidate);

 private:
  /// What a term should be.
  struct Wish {
    Term term;
    uint64_t value = 0;
  };
  bool move_to_model(const Cone& cone, std::span<const Term> terms, const Refinement* facts,
                     Candidate& candidate, uint64_t moves);
  bool descend(Wish& wish);
  bool descend_choice(Wish& wish);
  std::optional<uint64_t> wanted(Op op, Term t, size_t which, uint64_t target);
  std::optional<uint64_t> wanted_order(size_t which, uint64_t mask, uint64_t other, bool less);
  std::optional<uint64_t> wanted_product(uint32_t width, uint64_t other, uint64_t target) const;
  uint64_t wanted_shift(Op op, uint32_t width, size_t which, uint64_t self, uint64_t other,
                        uint64_t target);
  uint64_t value_of(Term t) const { return candidate_->word(t); }
  bool can_change(Term t) const { return !pool_.is_constant(t) && t.width() <= 64; }
  uint64_t random();

  const TermPool& pool_;
  const Candidate* candidate_ = nullptr;
  std::vector<uint64_t> leaves_;  // by position in the cone
  std::vector<Term> open_;
  uint64_t seed_ = 0;
};

}  // namespace assay::logic
