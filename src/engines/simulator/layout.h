// The scalars that a type is made of.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/type.h"

namespace assay::simulator {

struct ScalarAt {
  uint64_t offset = 0;  // where it begins, from the beginning of the whole
  ir::TypeId type;
  bool is_in_array = false;
};

/// The scalar that covers a byte; none in padding, bit-fields and unions.
std::optional<ScalarAt> scalar_at(const ir::TypeTable& types, ir::TypeId whole, uint64_t offset);

}  // namespace assay::simulator
