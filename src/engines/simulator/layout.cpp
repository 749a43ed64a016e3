#include "engines/simulator/layout.h"

namespace assay::simulator {

std::optional<ScalarAt> scalar_at(const ir::TypeTable& types, ir::TypeId whole, uint64_t offset) {
  ScalarAt at{.type = whole};
  while (at.type.valid()) {
    const ir::Type& type = types.resolved(at.type);
    uint64_t inside = offset - at.offset;
    if (type.kind == ir::TypeKind::Array) {
      uint64_t element = types.resolved(type.inner).size;
      if (element == 0 || inside >= type.size) return std::nullopt;
      at.offset += inside / element * element;
      at.type = type.inner;
      at.is_in_array = true;
      continue;
    }
    if (type.kind != ir::TypeKind::Record) {
      if (type.size == 0 || inside >= type.size) return std::nullopt;
      return at;
    }
    if (type.has(ir::kUnion)) return std::nullopt;
    ir::TypeId found;
    for (const ir::Field& field : type.fields) {
      uint64_t begin = field.bit_offset / 8;
      if (inside < begin || inside >= begin + types.resolved(field.type).size) continue;
      if (field.is_bit_field) return std::nullopt;
      found = field.type;
      at.offset += begin;
      break;
    }
    for (const ir::Base& base : type.bases) {
      if (found.valid() || inside < base.offset) continue;
      if (inside >= base.offset + types.resolved(base.type).size) continue;
      found = base.type;
      at.offset += base.offset;
    }
    at.type = found;
  }
  return std::nullopt;
}

}  // namespace assay::simulator
