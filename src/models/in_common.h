// What all outcomes of a model have in common.
//
// For engines that know nothing of outcomes: `fork` answers nothing below -1, `free` writes
// nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/model.h"

namespace assay::models {

struct ResultRange {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
};

/// None: some outcome may return anything, or the model does not say all.  Only what results
/// compare with constants, as signed numbers, counts; and a pointer to something is above zero.
std::optional<ResultRange> result_range(const Model& model);
/// It gives memory back and does nothing else.
bool only_frees(const Model& model);

/// The reason that the models of allocation give for their failure.
inline constexpr std::string_view kExhausted = "memory exhausted";
/// It fails where there is no memory, and, as far as the model says, for no other reason.
bool only_exhausts(const Model& model);

}  // namespace assay::models
