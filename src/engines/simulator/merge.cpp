// Merging outcomes without loss: equal ones, and those that differ in two opposite guards only.
#include <algorithm>

#include "engines/simulator/extract.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;

/// Makes `a` stand for both, if it can.
bool Extractor::merge_pair(Found& a, const Found& b) const {
  if (a.return_type != b.return_type || a.is_unsure != b.is_unsure ||
      a.guards.size() != b.guards.size())
    return false;
  bool same_others = std::equal(a.others.begin(), a.others.end(), b.others.begin(), b.others.end(),
                                same_operation);
  if (!same_others) return false;
  if (a.guards == b.guards) return true;
  std::vector<Term> only_a, only_b;
  std::set_difference(a.guards.begin(), a.guards.end(), b.guards.begin(), b.guards.end(),
                      std::back_inserter(only_a));
  std::set_difference(b.guards.begin(), b.guards.end(), a.guards.begin(), a.guards.end(),
                      std::back_inserter(only_b));
  if (only_a.size() != 1 || only_b.size() != 1) return false;
  if (only_a[0] != logic::bit_not(parts_.pool, only_b[0])) return false;
  std::erase(a.guards, only_a[0]);
  std::erase(a.order, only_a[0]);
  a.guard_operations.erase(only_a[0]);
  return true;
}

void Extractor::merge() {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < outcomes_.size(); ++i) {
      for (size_t j = i + 1; j < outcomes_.size();) {
        if (!merge_pair(outcomes_[i], outcomes_[j])) {
          ++j;
          continue;
        }
        outcomes_.erase(outcomes_.begin() + static_cast<ptrdiff_t>(j));
        changed = true;
      }
    }
  }
}

}  // namespace assay::simulator
