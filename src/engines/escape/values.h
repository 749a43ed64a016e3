// Abstract values: the set of addresses that a pointer, or each part of an object, may hold.
//
// An address is an object and a byte offset in it.  Objects that matter are those of this frame
// (what must not outlive it) and those that stay when it is gone: globals, and *pointees*, the
// objects that were behind a parameter or a global when the function began, named by the way
// that leads to them.  Null is told apart where it is certain, because programs ask for it.
// Everything else is Other: heap, string literals, numbers.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "ir/function.h"

namespace assay::escape {

enum class BaseKind : uint8_t {
  Other,  // anything, null included
  Null,
  Local,    // index: LocalId
  Ended,    // a local whose life is over; index: LocalId
  Alloca,   // memory of the frame that a call allocated; index: the call's NodeId
  Global,   // index: SymbolId
  Pointee,  // index: into Objects
};

struct Base {
  BaseKind kind = BaseKind::Other;
  uint32_t index = 0;
  friend constexpr auto operator<=>(const Base&, const Base&) = default;

  /// Memory of this function's frame, alive or not.
  bool is_frame() const {
    return kind == BaseKind::Local || kind == BaseKind::Ended || kind == BaseKind::Alloca;
  }
  /// Memory that is still there when the function has returned.
  bool outlives_frame() const { return kind == BaseKind::Global || kind == BaseKind::Pointee; }
};

inline Base local_base(ir::LocalId local) { return {BaseKind::Local, local.index()}; }

/// An offset that is not known: somewhere in the object.
inline constexpr int64_t kAnyOffset = INT64_MIN;

inline int64_t add_offsets(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (a == kAnyOffset || b == kAnyOffset || __builtin_add_overflow(a, b, &sum)) return kAnyOffset;
  return sum;
}

struct Location {
  Base base;
  int64_t offset = 0;
  friend constexpr auto operator<=>(const Location&, const Location&) = default;
};

/// A location as a value, with the points that explain how it came here.  The explanation is
/// not part of its identity: of two, the one with the smallest nodes is kept.
struct Address {
  Location at;
  ir::NodeId taken;   // where the address was taken
  ir::NodeId stored;  // the store that put it where it was read from, or is
  ir::NodeId ended;   // where the object's life ended
};

/// A set, sorted by location.  An object that occurs at many offsets occurs at kAnyOffset instead,
/// so that a loop which walks through it comes to an end.
class AddressSet {
 public:
  AddressSet() = default;
  explicit AddressSet(const Address& address) { insert(address); }
  static AddressSet other() { return AddressSet(Address{}); }
  static AddressSet null() { return AddressSet(Address{{{BaseKind::Null}, 0}}); }

  /// Whether the set of locations grew.
  bool insert(const Address& address);
  bool insert(const AddressSet& addresses);
  template <class Predicate>
  bool erase_if(Predicate predicate) {
    return std::erase_if(addresses_, predicate) != 0;
  }

  bool empty() const { return addresses_.empty(); }
  size_t size() const { return addresses_.size(); }
  const Address& front() const { return addresses_.front(); }
  auto begin() const { return addresses_.begin(); }
  auto end() const { return addresses_.end(); }
  auto begin() { return addresses_.begin(); }
  auto end() { return addresses_.end(); }

  bool has_frame() const;
  bool is_null() const;  // certainly
  bool same_locations(const AddressSet& other) const;
  /// Whether the locations of frame objects are the same.
  bool same_frame_locations(const AddressSet& other) const;

 private:
  std::vector<Address> addresses_;
};

/// What an expression yields: for a place, its address; for a scalar, one part at offset 0; for an
/// object, a part per pointer in it.  No part: Other.
struct Value {
  struct Part {
    int64_t offset = 0;
    AddressSet addresses;
  };
  std::vector<Part> parts;

  Value() = default;
  explicit Value(AddressSet addresses) { parts.push_back({0, std::move(addresses)}); }

  /// As a scalar: all parts taken together, Other if there is none.
  AddressSet scalar() const;
  bool has_frame() const;
  void insert(const Value& value);
  bool same_frame_locations(const Value& other) const;
};

/// The pointees: each named once, by the location that its address was read from.
class Objects {
 public:
  /// What the pointer at `location` led to when the function began; Other when the way there is
  /// longer than kMaxDepth, or there are too many.
  Base pointee(const Location& location);
  /// The local (a parameter) or global that the way to a pointee starts from.
  Base root(Base base) const;

 private:
  static constexpr uint32_t kMaxDepth = 4;
  static constexpr size_t kMaxObjects = 2000;
  struct Entry {
    Base root;
    uint32_t depth = 0;
  };
  std::vector<Entry> entries_;
  std::map<Location, uint32_t> index_;
};

}  // namespace assay::escape
