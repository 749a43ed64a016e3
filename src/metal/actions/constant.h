// Numbers that the source fixes: literals, enumerators, sizeof, and what is computed from them.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/unit.h"

namespace assay::metal {

/// The value of an integer or pointer expression, as its type has it; none if it is no constant,
/// is wider than 64 bits, or has no value (a division by zero).
std::optional<int64_t> constant_value(const ir::Unit& unit, const ir::Body& body, ir::NodeId node);

}  // namespace assay::metal
