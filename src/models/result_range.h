// Between which numbers all outcomes of a model return.
//
// For engines that know nothing of outcomes: `fork` answers nothing below -1.
#pragma once

#include <cstdint>
#include <optional>

#include "models/model.h"

namespace assay::models {

struct ResultRange {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
};

/// None: some outcome may return anything, or the model does not say all.  Only what results
/// compare with constants, as signed numbers, counts.
std::optional<ResultRange> result_range(const Model& model);

}  // namespace assay::models
