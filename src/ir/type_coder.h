// Types as bytes, and the two hashes that name them.
//
// The full hash is that of the type's object.  What a type holds by value enters it by full
// hash, what is behind a pointer or in a signature by shallow hash; by-value containment has no
// cycles, so both are computed bottom-up, with a stack of our own.
#pragma once

#include <functional>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "ir/encode.h"
#include "ir/type.h"

namespace assay::ir {

/// Whether `inner` is part of the type's own layout, not behind it.
bool holds_inner_by_value(TypeKind kind);

/// Calls `visit` with each type that `type` contains; none are skipped, each may come twice.
template <class Visit>
void for_each_by_value(const Type& type, Visit&& visit) {
  if (type.inner.valid() && holds_inner_by_value(type.kind)) visit(type.inner);
  for (const Base& base : type.bases)
    if (base.type.valid()) visit(base.type);
  for (const Field& field : type.fields)
    if (field.type.valid()) visit(field.type);
}

/// Calls `visit` with each type that `type` speaks of without containing it.
template <class Visit>
void for_each_behind(const Type& type, Visit&& visit) {
  if (type.inner.valid() && !holds_inner_by_value(type.kind)) visit(type.inner);
  if (type.owner.valid()) visit(type.owner);
  for (TypeId param : type.params)
    if (param.valid()) visit(param);
}

/// Computes hashes of one table's types into caches that the caller owns.
class TypeHasher {
 public:
  /// Called with each type whose full hash is computed, containers after what they contain.
  using Emit = std::function<void(TypeId, const Hash&, std::string_view data)>;

  /// `opaque`, where given, marks records that are taken for records without a body.
  TypeHasher(const TypeTable& types, std::vector<Hash>& full, std::vector<Hash>& shallow,
             const std::vector<bool>* opaque = nullptr, Emit emit = nullptr);
  Hash full(TypeId id);
  Hash shallow(TypeId id);

 private:
  enum class Mode : uint8_t { Full, Shallow };
  struct Want {
    TypeId id;
    Mode mode;
  };
  Hash compute(Want goal);
  bool push_missing(Want want);
  void want(TypeId id, Mode mode);
  Hash finish(Want want);
  Hash known(TypeId id, Mode mode) const;
  Type opaque_view(const Type& record) const;

  const TypeTable& types_;
  std::vector<Hash>& full_;
  std::vector<Hash>& shallow_;
  const std::vector<bool>* opaque_;
  Emit emit_;
  std::vector<Want> stack_;
};

/// Reads a table back from the objects of its types.
struct TypeCoder {
  static Result<TypeTable> decode(const std::vector<Hash>& hashes, const FetchObject& fetch);
};

}  // namespace assay::ir
