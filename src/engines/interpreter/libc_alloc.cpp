// malloc and its kind.
#include <algorithm>
#include <cerrno>

#include "engines/interpreter/libc_heap.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {

using memory::Background;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;
using memory::Spot;
using semantics::CallAnswer;
using semantics::ObligationKind;

namespace {
/// Who made a heap object, where that is not malloc.
constexpr memory::AttributeKey kAllocator = UINT32_MAX - 2;
}  // namespace

uint64_t allocate(LibraryCall& call, uint64_t bytes, Background background, Allocator allocator) {
  if (bytes > call.state().memory.largest()) {
    call.library.set_errno(call, ENOMEM);
    return 0;
  }
  ObjectId id = call.evaluator().make_object(call.state(), ObjectKind::Heap, call.pointer(bytes),
                                             background, call.node);
  call.state().memory.own(id).alignment = 16;
  if (allocator != Allocator::Malloc) {
    call.state().memory.own(id).set_attribute(
        kAllocator, logic::Term::constant(8, static_cast<uint64_t>(allocator)));
  }
  return call.state().memory.address(id).bits();
}

namespace {

CallAnswer make(LibraryCall& call) {
  return call.number(allocate(call, call.word(0), Background::Indeterminate));
}

CallAnswer make_zero(LibraryCall& call) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(call.word(0), call.word(1), &bytes)) bytes = UINT64_MAX;
  return call.number(allocate(call, bytes, Background::Zero));
}

template <size_t kSize>
CallAnswer make_aligned(LibraryCall& call) {  // aligned_alloc, memalign, valloc
  return call.number(allocate(call, call.word(kSize), Background::Indeterminate));
}

CallAnswer make_into(LibraryCall& call) {  // posix_memalign
  uint64_t alignment = call.word(1);
  bool is_power = alignment >= call.pointer_bytes() && (alignment & (alignment - 1)) == 0;
  if (!is_power) return call.number(EINVAL);
  uint64_t made = allocate(call, call.word(2), Background::Indeterminate);
  if (made == 0) return call.number(ENOMEM);
  return call.store_pointer(call.word(0), made) ? call.number(0) : call.stop();
}

}  // namespace

bool is_freeable(LibraryCall& call, uint64_t address, Allocator allocator) {
  Spot spot = call.state().memory.spot(address);
  const Object* object = spot.object.valid() ? call.state().memory.find(spot.object) : nullptr;
  bool ok =
      object && object->kind == ObjectKind::Heap && spot.offset == 0 && object->live.is_true();
  if (!ok) {
    call.violated({.kind = ObligationKind::Freeable, .object = spot.object, .offset = spot.offset});
    return false;
  }
  logic::Term by = object->attribute(kAllocator);
  auto made_by = by.is_null() ? Allocator::Malloc : static_cast<Allocator>(by.bits());
  // What is freed in another way than it was made goes away nevertheless.
  return made_by == allocator ||
         !call.violated({.kind = ObligationKind::Freeable, .object = spot.object});
}

void end_life(LibraryCall& call, uint64_t address) {
  ObjectId id = call.state().memory.spot(address).object;
  Object& object = call.state().memory.own(id);
  object.live = logic::kFalse;
  object.ended_at = call.node;
  object.ended_in =
      call.state().frames.empty() ? UINT32_MAX : call.state().frame().function->entity.index();
  call.library.remember_freed(id);
}

namespace {

CallAnswer release(LibraryCall& call) {
  uint64_t address = call.word(0);
  if (address != 0 && is_freeable(call, address)) end_life(call, address);
  return call.evaluator().failed() ? call.stop() : call.none();
}

CallAnswer resize_to(LibraryCall& call, uint64_t bytes) {
  uint64_t old = call.word(0);
  if (old == 0) return call.number(allocate(call, bytes, Background::Indeterminate));
  if (!is_freeable(call, old)) {
    return call.evaluator().failed() ? call.stop() : call.number(0);
  }
  if (bytes == 0) {
    end_life(call, old);
    return call.number(0);
  }
  uint64_t made = allocate(call, bytes, Background::Indeterminate);
  if (made == 0) return call.number(0);
  ObjectId id = call.state().memory.spot(old).object;
  uint64_t kept = std::min(bytes, call.state().memory.find(id)->size.bits());
  if (!call.copy(made, old, kept)) return call.stop();
  end_life(call, old);
  return call.number(made);
}

CallAnswer resize(LibraryCall& call) { return resize_to(call, call.word(1)); }

CallAnswer resize_array(LibraryCall& call) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(call.word(1), call.word(2), &bytes)) {
    return call.failure(ENOMEM, 0);
  }
  return resize_to(call, bytes);
}

CallAnswer usable_size(LibraryCall& call) {
  Spot spot = call.state().memory.spot(call.word(0));
  const Object* object = spot.object.valid() ? call.state().memory.find(spot.object) : nullptr;
  return call.number(object ? object->size.bits() : 0);
}

CallAnswer duplicate_up_to(LibraryCall& call, uint64_t limit) {
  std::optional<std::string> text = call.text(call.word(0), limit);
  if (!text) return call.stop();
  uint64_t made = allocate(call, text->size() + 1, Background::Indeterminate);
  if (made != 0 && !call.write(made, text->c_str(), text->size() + 1)) return call.stop();
  return call.number(made);
}
CallAnswer duplicate(LibraryCall& call) { return duplicate_up_to(call, UINT64_MAX); }
CallAnswer duplicate_bounded(LibraryCall& call) { return duplicate_up_to(call, call.word(1)); }

constexpr LibraryEntry kFunctions[] = {
    {"malloc", make},
    {"__libc_malloc", make},
    {"calloc", make_zero},
    {"realloc", resize},
    {"reallocarray", resize_array},
    {"aligned_alloc", make_aligned<1>},
    {"memalign", make_aligned<1>},
    {"valloc", make_aligned<0>},
    {"posix_memalign", make_into},
    {"free", release},
    {"cfree", release},
    {"malloc_usable_size", usable_size},
    {"strdup", duplicate},
    {"__strdup", duplicate},
    {"strndup", duplicate_bounded},
    {"__strndup", duplicate_bounded},
};

}  // namespace

std::span<const LibraryEntry> allocation_functions() { return kFunctions; }

}  // namespace assay::interpreter
