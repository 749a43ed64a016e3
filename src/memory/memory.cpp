#include "memory/memory.h"

#include <algorithm>

namespace assay::memory {

using logic::Term;

Term Object::attribute(AttributeKey key) const {
  for (const auto& [known, value] : attributes) {
    if (known == key) return value;
  }
  return Term();
}

void Object::set_attribute(AttributeKey key, Term value) {
  auto place = std::lower_bound(
      attributes.begin(), attributes.end(), key,
      [](const std::pair<AttributeKey, Term>& entry, AttributeKey k) { return entry.first < k; });
  if (place != attributes.end() && place->first == key) {
    place->second = value;
  } else {
    attributes.insert(place, {key, value});
  }
}

Memory::Memory(logic::TermPool& pool, Target target)
    : pool_(&pool),
      target_(target),
      slot_bits_(target.pointer_bits >= 64 ? 32 : target.pointer_bits / 2),
      base_(uint64_t{1} << (slot_bits_ - 2)) {}

ObjectId Memory::create(Object object) {
  ASSAY_CHECK(!object.size.is_null(), "an object should have a size");
  // APPROX(under): what no machine has room for ends where the largest object does.
  if (object.size.is_immediate() && object.size.bits() > largest()) {
    object.size = Term::constant(target_.pointer_bits, largest());
  }
  uint32_t id = ids_->next;
  uint64_t room = uint64_t{1} << (slot_bits_ - 1);
  uint64_t slots = 1;
  if (object.size.is_immediate() && object.size.bits() > room) {
    slots += (object.size.bits() - 1) / (uint64_t{1} << slot_bits_) + 1;
    continued_ = true;
  }
  uint64_t last = target_.pointer_bits >= 64 ? UINT32_MAX - 1 : (uint64_t{1} << slot_bits_) - 1;
  ASSAY_CHECK(id + slots <= last, "the address space should not run out of objects");
  ids_.shared().next += static_cast<uint32_t>(slots);
  object.live = logic::kTrue;
  objects_.set(id, Ref<Object>(new Object(std::move(object))));
  return ObjectId(id);
}

Spot Memory::continued_spot(uint64_t slot, int64_t offset) const {
  // A big object is found from any of its slots: the nearest object below reaches up to it.
  constexpr uint64_t kMostSlots = 1 << 16;
  for (uint64_t back = 0; back < std::min(slot, kMostSlots); ++back) {
    const Object* object = objects_.find(static_cast<uint32_t>(slot - back));
    if (!object) continue;
    int64_t from_there = offset + static_cast<int64_t>(back << slot_bits_);
    bool reaches = back == 0 || (object->size.is_immediate() &&
                                 from_there <= static_cast<int64_t>(object->size.bits()) +
                                                   static_cast<int64_t>(base_));
    if (reaches) return {ObjectId(static_cast<uint32_t>(slot - back)), from_there};
    break;
  }
  return {ObjectId(static_cast<uint32_t>(slot)), offset};
}

}  // namespace assay::memory
