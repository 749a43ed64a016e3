// The memory of one state: its objects, found by id or by address.
//
// A pointer is a term as wide as the target's pointers, so that casts, copies byte by byte and
// unions need nothing special.  Every object has its own part of the address space (a slot), with
// room on both sides, so that a pointer a little out of bounds is still known to belong to it, and
// an address leads to its object by a shift.  Slots are never used again, not even by a state that
// was forked from the same one: a dangling pointer stays one, and states can be merged.  Null is
// address 0; slot 0 has no object.
//
// Copying a Memory costs a count; what is written afterwards is copied then.
#pragma once

#include <cstdint>
#include <functional>

#include "logic/term_pool.h"
#include "memory/object.h"
#include "memory/persistent_array.h"

namespace assay::memory {

/// What of the target matters here.
struct Target {
  uint32_t pointer_bits = 64;
  bool big_endian = false;
};

/// A constant address: `offset` bytes from the beginning of an object, or nowhere.
struct Spot {
  ObjectId object;  // none: null, or an address that no object ever had
  int64_t offset = 0;
};

class Memory {
 public:
  Memory(logic::TermPool& pool, Target target);

  Target target() const { return target_; }
  logic::TermPool& pool() const { return *pool_; }

  /// Its size may not be null; `live` is set.
  ObjectId create(Object object);
  /// Keeps the first `count` ids for objects that have theirs assigned.  Pre: nothing made yet.
  void reserve(uint32_t count) { ids_.shared().next += count; }
  /// Pre: a reserved id, without an object.
  void create_at(ObjectId id, Object object) {
    object.live = logic::kTrue;
    objects_.set(id.index(), Ref<Object>(new Object(std::move(object))));
  }
  /// Its scope has ended: an address into it leads nowhere from now on.
  void drop(ObjectId id) { objects_.erase(id.index()); }
  /// Null if dropped, or never made.
  const Object* find(ObjectId id) const { return objects_.find(id.index()); }
  /// To change it.  Pre: it is there.
  Object& own(ObjectId id) { return objects_.own(id.index()); }

  logic::Term address(ObjectId id, int64_t offset = 0) const {
    return logic::Term::constant(target_.pointer_bits, (uint64_t{id.index()} << slot_bits_) +
                                                           base_ + static_cast<uint64_t>(offset));
  }
  /// Whose part of the address space it is in, alive or not.
  Spot spot(uint64_t address) const {
    uint64_t slot = address >> slot_bits_;
    if (slot == 0 || slot >= ids_->next) return {};
    int64_t offset = static_cast<int64_t>(address & ((uint64_t{1} << slot_bits_) - 1)) -
                     static_cast<int64_t>(base_);
    if (continued_) return continued_spot(slot, offset);
    return {ObjectId(static_cast<uint32_t>(slot)), offset};
  }
  /// Whether an object was ever made there.
  bool was_made(ObjectId id) const {
    return id.valid() && id.index() > 0 && id.index() < ids_->next;
  }
  uint32_t made() const { return ids_->next - 1; }

  /// In the order of creation: visit(ObjectId, const Object&).
  template <class Visit>
  void for_each(Visit&& visit) const {
    objects_.for_each([&](uint32_t id, const Object& object) { visit(ObjectId(id), object); });
  }

  /// Objects that two states do not share: visit(ObjectId, const Object*, const Object*), null
  /// where one has none.
  template <class Visit>
  static void for_each_difference(const Memory& a, const Memory& b, Visit&& visit) {
    PersistentArray<Object>::for_each_difference(
        a.objects_, b.objects_, [&](uint32_t id, const Object* left, const Object* right) {
          visit(ObjectId(id), left, right);
        });
  }
  /// This where the condition holds, the other where it does not.  `outside` gives what the
  /// environment holds at bytes that one of the two has not looked at.
  using Outside = std::function<logic::Term(ObjectId, uint64_t offset, uint32_t bytes)>;
  void merge(logic::Term condition, const Memory& otherwise, const Outside& outside);

  /// How many bytes an object may have.
  uint64_t largest() const { return uint64_t{1} << (target_.pointer_bits == 64 ? 38 : 30); }

 private:
  bool leads_into_object(uint64_t address) const;
  Spot continued_spot(uint64_t slot, int64_t offset) const;

  logic::TermPool* pool_;
  Target target_;
  uint32_t slot_bits_;
  uint64_t base_;  // where in its slot an object begins
  struct Ids {
    uint32_t refs = 0;
    uint32_t next = 1;
  };
  Ref<Ids> ids_{new Ids};   // one for all states that come from one
  bool continued_ = false;  // some object has more than one slot
  PersistentArray<Object> objects_;
};

}  // namespace assay::memory
