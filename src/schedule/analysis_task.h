// What goes to an analysis worker and what comes back, as bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "engines/escape/stack_escape.h"
#include "findings/finding.h"
#include "ir/encode.h"

namespace assay::schedule {

/// What became of one function of the task, by its index there.
struct FunctionOutcome {
  std::vector<findings::Finding> findings;
  bool out_of_budget = false;
  std::string failure;  // why it could not be decoded; empty: it was analysed
};

/// The record lists the functions to analyse first, and then, if it `is_whole`, all others.
Bytes encode_task(const ir::EncodedUnit& unit, size_t to_analyse, bool is_whole);
/// The worker's whole work: a task in, encoded outcomes out.
Bytes analyse_unit(std::string_view task, const escape::Options& options);
Result<std::vector<FunctionOutcome>> decode_outcomes(std::string_view bytes);

Bytes encode_outcomes(const std::vector<FunctionOutcome>& outcomes);

}  // namespace assay::schedule
