// Types, with the target's bit-exact layout.
//
// A TypeTable belongs to one unit (or to whoever merges several).  Types are interned by
// content: kind, name, layout and fields, never by name alone, because C permits two different
// `struct node`.  Records are recursive through pointers, so each type has two hashes: `hash`
// speaks of the whole content; `shallow` names a record by its tag only.  What is *behind* a
// pointer enters a hash by its shallow form, which also makes `struct foo *` the same type
// whether or not the unit saw the body of `struct foo`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/ids.h"

namespace assay::ir {

using TypeId = Id<struct TypeTag>;

enum class TypeKind : uint8_t {
  Void,
  Bool,
  Int,      // integers, characters and _BitInt
  Float,    // by width: 16, 32, 64, 80 (in 128), 128
  Complex,  // inner: the part
  Vector,   // inner: lane, count
  Nullptr,
  Pointer,  // inner: pointee
  LValueRef,
  RValueRef,
  MemberPointer,  // inner: member's type, owner: record
  Array,          // inner: element, count
  IncompleteArray,
  VariableArray,
  Function,  // inner: result, params
  Record,
  Enum,       // inner: underlying integer
  Alias,      // a typedef: name, inner
  Qualified,  // const, volatile, restrict, _Atomic: quals, inner
  Other,      // a builtin the analysis knows by name only
};

enum Quals : uint8_t { kConst = 1, kVolatile = 2, kRestrict = 4, kAtomic = 8 };

enum TypeFlags : uint16_t {
  kSigned = 1,        // Int, Enum
  kVariadic = 2,      // Function
  kNoPrototype = 4,   // Function: `int f();` in C
  kUnion = 8,         // Record
  kComplete = 16,     // Record, Enum: the body was seen
  kPolymorphic = 32,  // Record: has a vtable
  kNonTrivialDestructor = 64,
  kNonTrivialCopy = 128,
  kClass = 256,    // Record: C++ class with more than C's meaning
  kNoThrow = 512,  // Function
};

struct Field {
  std::string name;  // empty: anonymous member
  TypeId type;
  uint64_t bit_offset = 0;
  uint32_t bit_width = 0;  // bit-fields only
  bool is_bit_field = false;
  friend bool operator==(const Field&, const Field&) = default;
};

struct Base {
  TypeId type;
  uint64_t offset = 0;  // in bytes; of a virtual base: in the most derived object of this type
  bool is_virtual = false;
  bool is_public = true;
  friend bool operator==(const Base&, const Base&) = default;
};

struct Enumerator {
  std::string name;
  int64_t value = 0;
  friend bool operator==(const Enumerator&, const Enumerator&) = default;
};

struct Type {
  TypeKind kind = TypeKind::Void;
  uint8_t quals = 0;
  uint16_t flags = 0;
  uint32_t width = 0;  // bits of the value: Bool, Int, Float, Enum
  uint32_t align = 0;  // in bytes
  uint64_t size = 0;   // in bytes; 0 for what has none
  uint64_t count = 0;  // Array, Vector
  TypeId inner;
  TypeId owner;      // MemberPointer
  std::string name;  // Alias, Record, Enum, Other; unnamed ones are numbered in their scope;
                     // Bool, Int, Float: C's name where the width alone does not say it
  std::vector<TypeId> params;
  std::vector<Field> fields;
  std::vector<Base> bases;
  std::vector<Enumerator> enumerators;

  bool has(TypeFlags flag) const { return (flags & flag) != 0; }
  friend bool operator==(const Type&, const Type&) = default;
};

class TypeTable {
 public:
  /// The one id of this content.
  TypeId intern(Type type);
  /// A record that is not known yet, so that its fields can point back to it.  `complete` gives
  /// it its body later; until then it is an opaque record of that name.
  TypeId declare_record(std::string name, uint16_t flags);
  void complete_record(TypeId id, Type body);

  const Type& operator[](TypeId id) const { return types_[id.index()]; }
  size_t size() const { return types_.size(); }

  /// Without typedef names and qualifiers at the top.
  TypeId canonical(TypeId id) const;
  const Type& resolved(TypeId id) const { return types_[canonical(id).index()]; }
  bool is_pointer(TypeId id) const { return resolved(id).kind == TypeKind::Pointer; }
  bool is_reference(TypeId id) const;
  bool is_record(TypeId id) const { return resolved(id).kind == TypeKind::Record; }
  /// What a pointer or reference leads to, an array's element; none for others.
  TypeId pointee(TypeId id) const;

  /// C's spelling, for people: `const char *`, `struct stat`, `int (*)(void)`.
  std::string spell(TypeId id) const;

  /// Content hash; the table must not change between two calls that are compared.
  Hash hash(TypeId id) const;
  Hash shallow_hash(TypeId id) const;

 private:
  friend struct TypeCoder;
  static uint64_t intern_key(const Type& type);

  std::vector<Type> types_;
  std::unordered_multimap<uint64_t, TypeId> interned_;
  mutable std::vector<Hash> full_;  // zero: not computed; shorter than types_ likewise
  mutable std::vector<Hash> shallow_;
};

}  // namespace assay::ir
