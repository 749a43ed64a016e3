// Completion: from a model of what was left of a question to one of the question itself.
//
// Preparation replaces symbols and drops conjuncts, so a model it finds, or the gates find, speaks
// of other terms than the question does.  Replaced symbols get their values back, last one first,
// under the same functions throughout.  Then the whole question is evaluated: no answer rests on a
// rewriting step being right.
#pragma once

#include <map>
#include <span>

#include "logic/candidate.h"
#include "logic/substitute.h"

namespace assay::logic {

class Completion {
 public:
  explicit Completion(const TermPool& pool)
      : step_cone_(pool), step_(pool), cone_(pool), values_(pool) {}

  /// False if the values found do not satisfy the question.
  bool run(std::span<const Term> question, const Candidate& found,
           std::span<const Replacement> replaced);
  /// After run(): what the question's symbols, placeholders and applications are.
  const Candidate& values() const { return values_; }

 private:
  Bits leaf(const Candidate& found, Term t) const;

  Cone step_cone_;
  Candidate step_;  // one replaced symbol
  Cone cone_;       // of the question
  Candidate values_;
  std::map<Term, Bits> replaced_values_;
};

}  // namespace assay::logic
