// What a call does that leads to one of a few functions: the outcomes of all of them.
#pragma once

#include <optional>
#include <vector>

#include "models/model.h"

namespace assay::simulator {

/// One model for several functions that take the same arguments; none if it would say too much, or
/// speak of variables whose names mean something in one unit only.
std::optional<models::Model> join_models(const std::vector<const models::Model*>& all);

}  // namespace assay::simulator
