// Facts about terms that hold whatever is assumed; computed once per term.
#pragma once

#include <vector>

#include "logic/cone.h"
#include "logic/facts.h"

namespace assay::logic {

class BaseFacts {
 public:
  explicit BaseFacts(const TermPool& pool) : pool_(pool) {}

  /// Afterwards of() knows every node of the cone.
  void learn(const Cone& cone);
  /// Facts::any where learn() has not been.
  Facts of(Term t) const;

 private:
  const TermPool& pool_;
  std::vector<Facts> table_;  // by node; width 0: not learnt
};

}  // namespace assay::logic
