#include "logic/completion.h"

#include <algorithm>

namespace assay::logic {

// What no one has spoken of may be anything.
Bits Completion::leaf(const Candidate& found, Term t) const {
  if (auto value = replaced_values_.find(t); value != replaced_values_.end()) return value->second;
  return found.contains(t) ? found.value(t) : Bits(t.width(), 0);
}

bool Completion::run(std::span<const Term> question, const Candidate& found,
                     std::span<const Replacement> replaced) {
  replaced_values_.clear();
  step_.take_functions(found);
  for (size_t i = replaced.size(); i-- > 0;) {
    const auto& [symbol, by] = replaced[i];
    step_cone_.collect({&by, 1});
    step_.compute_more(step_cone_, [&](Term t) { return leaf(found, t); });
    replaced_values_.insert_or_assign(symbol, step_.value(by));
  }
  values_.take_functions(step_);
  cone_.collect(question);
  values_.compute_more(cone_, [&](Term t) { return leaf(found, t); });
  return std::all_of(question.begin(), question.end(), [&](Term t) { return values_.is_true(t); });
}

}  // namespace assay::logic
