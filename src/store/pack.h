// Packs: objects of one kind, compressed together.
//
// Objects are small (a type takes fifty bytes) and much alike, so that one by one they neither
// compress nor are worth a row and an index entry each.  A pack holds up to 4096 of them; an
// object's id is the number of its pack and its slot there, and stays while the object lives.
// Slots of objects that are gone stay empty: hash zero, no bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "ir/encode.h"

namespace assay::store {

/// The first five are ir::ObjectKind's; the last is the store's own.
enum class PackKind : uint8_t { Type = 1, Symbol, Body, Places, Text, Name };
inline constexpr size_t kPackKinds = 7;  // as the size of an array indexed by kind

constexpr PackKind pack_kind(ir::ObjectKind kind) { return static_cast<PackKind>(kind); }

using ObjectId = int64_t;  // 0: none
inline constexpr int kSlotBits = 12;
constexpr int64_t pack_of(ObjectId id) { return id >> kSlotBits; }
constexpr size_t slot_of(ObjectId id) {
  return static_cast<size_t>(id & ((ObjectId{1} << kSlotBits) - 1));
}

class Pack {
 public:
  /// Numbers of packs start at 1, so that no object has the id 0.
  explicit Pack(int64_t number = 0) : number_(number) {}
  /// `hashes` and `sizes` as hash_list() and size_list() gave them, `data` compressed; without
  /// `data` the pack only knows which objects it holds.
  static Result<Pack> read(int64_t number, std::string_view hashes, std::string_view sizes,
                           std::string_view data);
  static Result<Pack> read_hashes(int64_t number, std::string_view hashes);

  int64_t number() const { return number_; }
  size_t size() const { return hashes_.size(); }
  uint64_t bytes() const { return data_.size(); }
  bool has_data() const { return ends_.size() == hashes_.size(); }
  bool is_full() const;
  size_t live() const;
  ObjectId id(size_t slot) const { return (number_ << kSlotBits) + static_cast<ObjectId>(slot); }
  const Hash& hash(size_t slot) const { return hashes_[slot]; }
  std::string_view object(size_t slot) const;

  ObjectId add(const Hash& hash, std::string_view data);
  /// An empty slot: what was there is gone.
  void add_hole() { add(Hash(), ""); }

  Bytes hash_list() const;
  Bytes size_list() const;
  /// All objects' bytes, one after the other.
  std::string_view data() const { return data_; }

 private:
  int64_t number_;
  std::vector<Hash> hashes_;
  std::vector<uint64_t> ends_;
  Bytes data_;
};

}  // namespace assay::store
