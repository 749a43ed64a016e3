#include "ir/type.h"

#include "base/check.h"
#include "ir/type_coder.h"

namespace assay::ir {

namespace {

// Only a bucket's number: equality decides.
struct KeyMixer {
  uint64_t key = 0x9e3779b97f4a7c15;

  void mix(uint64_t value) {
    key = (key ^ value) * 0xff51afd7ed558ccd;
    key ^= key >> 32;
  }
  void mix(TypeId id) { mix(id.index()); }
  void mix(const std::string& text) { mix(std::hash<std::string_view>()(text)); }
};

}  // namespace

uint64_t TypeTable::intern_key(const Type& type) {
  KeyMixer mixer;
  mixer.mix(static_cast<uint64_t>(type.kind) << 24 | uint64_t{type.quals} << 16 | type.flags);
  mixer.mix(uint64_t{type.width} << 32 | type.align);
  mixer.mix(type.size);
  mixer.mix(type.count);
  mixer.mix(type.inner);
  mixer.mix(type.owner);
  mixer.mix(type.name);
  for (TypeId param : type.params) mixer.mix(param);
  for (const Field& field : type.fields) {
    mixer.mix(field.type);
    mixer.mix(field.bit_offset);
  }
  for (const Base& base : type.bases) mixer.mix(base.type);
  mixer.mix(type.enumerators.size());
  return mixer.key;
}

TypeId TypeTable::intern(Type type) {
  uint64_t key = intern_key(type);
  auto [first, last] = interned_.equal_range(key);
  for (auto it = first; it != last; ++it)
    if (types_[it->second.index()] == type) return it->second;
  TypeId id(types_.size());
  types_.push_back(std::move(type));
  interned_.emplace(key, id);
  return id;
}

// Not entered in interned_: its content is not known yet, and two declarations of one name in
// different scopes are two types.
TypeId TypeTable::declare_record(std::string name, uint16_t flags) {
  TypeId id(types_.size());
  Type record;
  record.kind = TypeKind::Record;
  record.flags = flags;
  record.name = std::move(name);
  types_.push_back(std::move(record));
  return id;
}

void TypeTable::complete_record(TypeId id, Type body) {
  ASSAY_CHECK(id.index() < types_.size(), "a completed record should have been declared");
  ASSAY_CHECK(types_[id.index()].kind == TypeKind::Record && body.kind == TypeKind::Record,
              "only records are completed");
  types_[id.index()] = std::move(body);
  full_.clear();
  shallow_.clear();
}

TypeId TypeTable::canonical(TypeId id) const {
  while (id.valid()) {
    const Type& type = types_[id.index()];
    if (type.kind != TypeKind::Alias && type.kind != TypeKind::Qualified) break;
    if (!type.inner.valid()) break;
    id = type.inner;
  }
  return id;
}

bool TypeTable::is_reference(TypeId id) const {
  TypeKind kind = resolved(id).kind;
  return kind == TypeKind::LValueRef || kind == TypeKind::RValueRef;
}

TypeId TypeTable::pointee(TypeId id) const {
  const Type& type = resolved(id);
  switch (type.kind) {
    case TypeKind::Pointer:
    case TypeKind::LValueRef:
    case TypeKind::RValueRef:
    case TypeKind::Array:
    case TypeKind::IncompleteArray:
    case TypeKind::VariableArray:
      return type.inner;
    default:
      return TypeId();
  }
}

Hash TypeTable::hash(TypeId id) const { return TypeHasher(*this, full_, shallow_).full(id); }

Hash TypeTable::shallow_hash(TypeId id) const {
  return TypeHasher(*this, full_, shallow_).shallow(id);
}

}  // namespace assay::ir
