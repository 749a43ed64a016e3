// What goes to an analysis worker and what comes back, as bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "engines/escape/stack_escape.h"
#include "findings/finding.h"

namespace assay::schedule {

/// What became of one function of the task, by its index there.
struct FunctionOutcome {
  std::vector<findings::Finding> findings;
  bool out_of_budget = false;
  std::string failure;  // why it could not be decoded; empty: it was analysed
};

/// The worker's whole work: a packed unit (ir::pack) whose record lists the functions to analyse
/// in, encoded outcomes out.
Bytes analyse_unit(std::string_view packed_unit, const escape::Options& options);
Result<std::vector<FunctionOutcome>> decode_outcomes(std::string_view bytes);

Bytes encode_outcomes(const std::vector<FunctionOutcome>& outcomes);

}  // namespace assay::schedule
