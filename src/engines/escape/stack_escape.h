// stack-escape: the address of a local that outlives it on some path.
//
// Per function, over the points: which locals' addresses each pointer local, temporary value and
// stored-to place may hold; a finding where one is returned, or is still stored, at the end of
// the local's life, in something that stays reachable (a global, memory behind a parameter, a
// longer-lived local that is used afterwards).
#pragma once

#include <vector>

#include "findings/finding.h"
#include "ir/unit.h"

namespace assay::escape {

struct Options {
  uint32_t max_steps = 1'000'000;  // transfer steps of one function
};

struct Outcome {
  std::vector<findings::Finding> findings;
  bool out_of_budget = false;
};

/// `unit.functions` may be empty; with all of them there, a static global that no other function
/// writes is known to keep its value over calls, and what is left in it then is reported too.
Outcome analyse(const ir::Unit& unit, const ir::Function& function, const Options& options = {});

}  // namespace assay::escape
