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

/// Whether a byte of a union is taken to be part of nothing, or of the member that says most.
enum class OfUnion : uint8_t { None, Likely };

/// The scalar that covers a byte; none in padding and bit-fields.
std::optional<ScalarAt> scalar_at(const ir::TypeTable& types, ir::TypeId whole, uint64_t offset,
                                  OfUnion of_union = OfUnion::None);

/// A part of an object that a pointer to its beginning, or into it, stands for.
struct PartAt {
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

/// What a pointer to something of `bytes` (0 or 1: to anything) at an offset is meant to lead to: a
/// member that begins there, or the array that it is in.  None: the whole, as far as one can see.
std::optional<PartAt> part_at(const ir::TypeTable& types, ir::TypeId whole, uint64_t offset,
                              uint64_t bytes);

}  // namespace assay::simulator
