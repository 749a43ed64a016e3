#include "engines/simulator/layout.h"

namespace assay::simulator {

namespace {

/// The member of a union that says most about a byte: a pointer, else the largest one.
ir::TypeId likely_member(const ir::TypeTable& types, const ir::Type& record, uint64_t inside) {
  ir::TypeId largest;
  for (const ir::Field& field : record.fields) {
    if (field.is_bit_field || inside >= types.resolved(field.type).size) continue;
    if (types.is_pointer(field.type)) return field.type;
    if (!largest.valid() || types.resolved(field.type).size > types.resolved(largest).size)
      largest = field.type;
  }
  return largest;
}

/// The field or base that covers a byte; `begin` moves to it.
ir::TypeId member_at(const ir::TypeTable& types, const ir::Type& record, uint64_t inside,
                     uint64_t& begin, OfUnion of_union = OfUnion::None) {
  if (record.has(ir::kUnion)) {
    return of_union == OfUnion::Likely ? likely_member(types, record, inside) : ir::TypeId();
  }
  for (const ir::Field& field : record.fields) {
    uint64_t first = field.bit_offset / 8;
    if (inside < first || inside >= first + types.resolved(field.type).size) continue;
    if (field.is_bit_field) return ir::TypeId();
    begin += first;
    return field.type;
  }
  // An empty base lies where another one does, and has one byte all the same.
  const ir::Base* found = nullptr;
  for (const ir::Base& base : record.bases) {
    if (inside < base.offset || inside >= base.offset + types.resolved(base.type).size) continue;
    if (!found || types.resolved(base.type).size > types.resolved(found->type).size) found = &base;
  }
  if (!found) return ir::TypeId();
  begin += found->offset;
  return found->type;
}

}  // namespace

std::optional<PartAt> part_at(const ir::TypeTable& types, ir::TypeId whole, uint64_t offset,
                              uint64_t bytes) {
  // A pointer to the beginning may be meant for the whole.
  if (offset == 0 || !types.is_record(whole)) return std::nullopt;
  uint64_t begin = 0;
  for (ir::TypeId at = whole; at.valid();) {
    const ir::Type& type = types.resolved(at);
    bool is_inner = begin != 0 || type.size != types.resolved(whole).size;
    if (is_inner && begin == offset && (bytes <= 1 || type.size == bytes)) {
      return PartAt{begin, type.size};
    }
    if (type.kind == ir::TypeKind::Array) {
      uint64_t element = types.resolved(type.inner).size;
      if (element == 0 || offset - begin >= type.size) return std::nullopt;
      if (bytes <= 1 || element == bytes) return PartAt{begin, type.size};
      begin += (offset - begin) / element * element;
      at = type.inner;
      continue;
    }
    if (type.kind != ir::TypeKind::Record) return std::nullopt;
    at = member_at(types, type, offset - begin, begin);
  }
  return std::nullopt;
}

std::optional<ScalarAt> scalar_at(const ir::TypeTable& types, ir::TypeId whole, uint64_t offset,
                                  OfUnion of_union) {
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
    at.type = member_at(types, type, inside, at.offset, of_union);
  }
  return std::nullopt;
}

}  // namespace assay::simulator
