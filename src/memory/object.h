// An object: a piece of storage with a life, a size and contents.
//
// Objects live in a Memory and are named by ObjectId.  `live` and the attributes are terms of
// width 1 or more, so that a state merged from two paths can say "freed if c".
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "ir/function.h"
#include "logic/term.h"
#include "memory/contents.h"

namespace assay::memory {

using ObjectId = Id<struct ObjectTag>;

enum class ObjectKind : uint8_t {
  Local,
  Global,
  Heap,
  String,
  Function,
  Value,        // a struct, class or array as a value: made by a load, never written again
  Arguments,    // what a variadic function was given past its parameters
  Environment,  // what a pointer from outside leads to; made when it is first followed
};

/// The source construct that made an object: every cell can tell where it comes from.
struct Origin {
  uint32_t function = UINT32_MAX;  // the driver's number of it
  ir::NodeId node;
  uint32_t entity = UINT32_MAX;  // local, global or function, by kind; the driver's number
};

/// What an engine knows of an object besides its contents: an engine's own enumeration.
using AttributeKey = uint32_t;

enum ObjectFlags : uint8_t {
  kReadOnly = 1,     // a write is a fault
  kSizeUnknown = 2,  // `size` is a bound from below
  kEscaped = 4,      // unknown code may have kept its address
  kAliased = 8,      // other pointers may lead here that the state does not show
  kPending = 16,     // its initialiser runs when it is first accessed
};

struct Object : Pooled<Object> {
  uint32_t refs = 0;
  ObjectKind kind = ObjectKind::Local;
  uint8_t flags = 0;
  uint32_t alignment = 1;
  logic::Term size;  // in bytes, as wide as a pointer
  logic::Term live;  // false: freed, or its scope has ended
  ir::TypeId type;   // in the types of whoever made it; none if unknown
  Origin origin;
  ir::NodeId ended_at;  // where it was freed
  uint32_t ended_in = UINT32_MAX;
  Contents contents;
  std::vector<std::pair<AttributeKey, logic::Term>> attributes;  // sorted by key

  Object() = default;
  Object(const Object& other)
      : Pooled(other),
        kind(other.kind),
        flags(other.flags),
        alignment(other.alignment),
        size(other.size),
        live(other.live),
        type(other.type),
        origin(other.origin),
        ended_at(other.ended_at),
        ended_in(other.ended_in),
        contents(other.contents),
        attributes(other.attributes) {}

  bool has(ObjectFlags flag) const { return (flags & flag) != 0; }
  /// Null if never set.
  logic::Term attribute(AttributeKey key) const;
  void set_attribute(AttributeKey key, logic::Term value);
};

}  // namespace assay::memory
