// Loads and stores through pointers: the fast way for constant addresses, the obligations on the
// way, and pointers with several targets.
#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "logic/build.h"
#include "memory/indeterminate.h"
#include "memory/locations.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using logic::Term;
using memory::Init;
using memory::Object;
using memory::ObjectId;
using memory::Spot;

namespace {

/// Live, and with room for the access.
bool is_plain(const Object* object, int64_t offset, uint64_t bytes) {
  return object && object->live.is_true() && object->size.is_immediate() && offset >= 0 &&
         static_cast<uint64_t>(offset) + bytes <= object->size.bits() &&
         object->kind != memory::ObjectKind::Function && !object->has(memory::kPending);
}

}  // namespace

/// Not too far away; before the beginning only where the object's own beginning is not known.
bool Evaluator::is_kept(const memory::Memory& memory, const Object& object, int64_t offset) {
  if (offset >= 0) return static_cast<uint64_t>(offset) <= memory.largest();
  return object.has(memory::kSizeUnknown) &&
         object.contents.background() == memory::Background::Environment &&
         offset >= -static_cast<int64_t>(memory::Contents::kBefore / 2);
}

Term Evaluator::swap_bytes(Term value) {
  Term swapped;
  for (uint32_t i = 0; i < value.width() / 8; ++i) {
    Term byte = logic::extract(pool_, value, i * 8 + 7, i * 8);
    swapped = swapped.is_null() ? byte : logic::concat(pool_, swapped, byte);
  }
  return swapped;
}

Term Evaluator::from_memory(Term bytes, const ValueType& type) {
  if (program_.target().big_endian) [[unlikely]]
    bytes = swap_bytes(bytes);
  return type.width == bytes.width() ? bytes : logic::truncate(pool_, bytes, type.width);
}

Term Evaluator::to_memory(Term value, const ValueType& type) {
  uint32_t width = type.accessed * 8;
  if (value.width() != width) {
    value = logic::resize(pool_, value, width,
                          type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
  }
  return program_.target().big_endian ? swap_bytes(value) : value;
}

bool Evaluator::violated(State& state, const Obligation& obligation) {
  if (driver_.obligation(state, obligation) == Verdict::Continue) return false;
  if (flow_ == Flow::Next) flow_ = Flow::Stop;
  return true;
}

bool Evaluator::require(State& state, ObligationKind kind, ir::NodeId at, Term condition) {
  if (condition.is_true()) [[likely]]
    return true;
  return require(state, Obligation{.kind = kind, .node = at, .condition = condition});
}

bool Evaluator::require(State& state, Obligation asked) {
  if (asked.condition.is_true()) return true;
  asked.holds = asked.condition.is_false() ? Tri::No : driver_.decide(state, asked.condition);
  if (asked.holds == Tri::Yes) return true;
  asked.source = asked.holds == Tri::Unknown ? source_of(asked.condition) : Source::Known;
  return !violated(state, asked);
}

/// The least trustworthy of its symbols decides: imprecision, then the outside, then inputs.
/// Remembered for every node: an expression of many terms asks again for each longer part of it.
Source Evaluator::source_of(Term condition) const {
  if (condition.is_immediate()) return Source::Inputs;
  if (sources_.size() <= pool_.node_count()) sources_.resize(2 * pool_.node_count() + 1);
  std::vector<Term> todo{condition};
  while (!todo.empty()) {
    Term term = todo.back();
    std::optional<Source>& known = sources_[term.node()];
    if (known) {
      todo.pop_back();
      continue;
    }
    size_t before = todo.size();
    Source source = Source::Inputs;
    std::span<const Term> args = pool_.args(term);
    // Who chooses among values has not made them: an element of a table, by an index from outside.
    bool is_choice =
        pool_.op(term) == logic::Op::Ite && !(args[1].is_immediate() && args[2].is_immediate());
    for (Term arg : is_choice ? args.subspan(1) : args) {
      if (arg.is_immediate()) continue;
      if (const std::optional<Source>& its = sources_[arg.node()]) {
        source = std::max(source, *its);
      } else {
        todo.push_back(arg);
      }
    }
    if (todo.size() > before) continue;
    if (logic::has_flag(pool_.op(term), logic::kLeaf) && !pool_.is_constant(term)) {
      source = driver_.source_of(term);
    }
    known = source;
    todo.pop_back();
  }
  return *sources_[condition.node()];
}

bool Evaluator::single_target(State& state, ir::NodeId at, Term address, uint64_t bytes,
                              bool writes, Target& target) {
  Spot spot = state.memory.spot(address.bits());
  const Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
  if (object && object->has(memory::kPending)) {
    run_initialiser(state, spot.object);
    object = state.memory.find(spot.object);
  }
  Obligation fault{.kind = ObligationKind::Valid,
                   .holds = Tri::No,
                   .node = at,
                   .condition = logic::kFalse,
                   .object = spot.object,
                   .offset = spot.offset,
                   .bytes = bytes};
  auto report = [&](ObligationKind kind) {
    fault.kind = kind;
    return violated(state, fault);
  };
  if (!spot.object.valid() && !is_near_null(address.bits())) {
    target.object = driver_.object_at_number(state, address.bits(), target.offset);
    if (target.object.valid()) return true;
  }
  if (!spot.object.valid()) {
    report(is_near_null(address.bits()) ? ObligationKind::NonNull : ObligationKind::Valid);
    // There is nothing there, whatever the driver says.
    if (flow_ == Flow::Next) flow_ = Flow::Stop;
    return false;
  }
  if (!object) {
    // Its frame is gone; the page is still there, with what nobody knows in it.
    report(ObligationKind::Valid);
    return false;
  }
  if (object->kind == memory::ObjectKind::Function) {
    if (!report(ObligationKind::Valid) && flow_ == Flow::Next) flow_ = Flow::Stop;
    return false;
  }
  if (object->live.is_false() && report(ObligationKind::Valid)) return false;
  uint64_t size = object->size.is_immediate() ? object->size.bits() : UINT64_MAX;
  bool inside = spot.offset >= 0 && static_cast<uint64_t>(spot.offset) <= size &&
                size - static_cast<uint64_t>(spot.offset) >= bytes;
  if (!inside && !object->has(memory::kSizeUnknown)) {
    if (report(ObligationKind::InBounds)) return false;
  }
  // As many bytes as the outside world likes: perhaps fewer.
  bool is_open = asks_extents_ && !object->size.is_immediate() &&
                 !object->has(memory::kSizeUnknown) && spot.offset >= 0 &&
                 source_of(object->size) == Source::Outside;
  if (is_open) {
    fault.kind = ObligationKind::InBounds;
    fault.condition = logic::ule(
        pool_, pointer_constant(static_cast<uint64_t>(spot.offset) + bytes), object->size);
    if (!require(state, fault)) return false;
    object = state.memory.find(spot.object);
  }
  if (!is_kept(state.memory, *object, spot.offset)) return false;
  if (writes && object->has(memory::kReadOnly) && report(ObligationKind::Writable)) return false;
  target = {spot.object, static_cast<uint64_t>(spot.offset)};
  return true;
}

bool Evaluator::accessible(State& state, ir::NodeId at, Term address, uint64_t bytes, bool writes) {
  Target target;
  return bytes == 0 ||
         (address.is_immediate() && single_target(state, at, address, bytes, writes, target));
}

Term Evaluator::load(State& state, ir::NodeId at, Term address, const ValueType& type,
                     BitRange bits) {
  if (address.is_immediate() && bits.width == 0) [[likely]] {
    Spot spot = state.memory.spot(address.bits());
    const Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
    if (is_plain(object, spot.offset, type.accessed)) [[likely]] {
      memory::Read read =
          object->contents.read(pool_, static_cast<uint64_t>(spot.offset), type.accessed);
      if (read.init == Init::All && read.value.is_immediate()) [[likely]] {
        if (strict_ && type.is_bool && read.value.bits() > 1) [[unlikely]]
          require(state, ObligationKind::ValidValue, at, logic::kFalse);
        return from_memory(read.value, type);
      }
    }
  }
  return load_slowly(state, at, address, type, bits);
}

namespace {
ValueType bytes_type(uint32_t bytes) {
  return {.shape = Shape::Int,
          .is_char = bytes == 1,
          .width = bytes * 8,
          .accessed = bytes,
          .bytes = bytes};
}
}  // namespace

/// The bytes of the environment that a bit-field is part of, as far as nobody has made them: one
/// value where it fills them, else byte by byte, for others share them.  What was written stays.
void Evaluator::make_bits(State& state, ObjectId id, uint64_t offset, const ValueType& type,
                          BitRange bits) {
  uint64_t begin = offset + bits.offset / 8;
  uint32_t bytes = (bits.offset % 8 + bits.width + 7) / 8;
  auto contents = [&]() -> const memory::Contents& { return state.memory.find(id)->contents; };
  bool is_own = bits.offset % 8 == 0 && bits.width == bytes * 8 && std::has_single_bit(bytes);
  if (is_own && contents().read(pool_, begin, bytes).init == Init::None) {
    ValueType whole = bytes_type(bytes);
    whole.type = type.type;
    whole.is_signed = type.is_signed;
    Term made = driver_.environment_value(state, id, begin, whole);
    state.memory.own(id).contents.write(pool_, begin, made);
    return;
  }
  for (uint64_t at = begin; at < begin + bytes; ++at) {
    uint64_t missing = 0;
    for (uint64_t bit = 1; bit <= 0x80; bit <<= 1)
      if (!contents().bits_initialised(at, 1, bit)) missing |= bit;
    if (missing == 0) continue;
    ValueType byte = bytes_type(1);
    byte.type = type.type;
    Term made = driver_.environment_value(state, id, at, byte);
    state.memory.own(id).contents.write_masked(pool_, at, made, missing);
  }
}

/// What an object holds at a place.  Bytes of the environment are made when they are first seen.
Evaluator::Seen Evaluator::look_at(State& state, ObjectId id, uint64_t offset,
                                   const ValueType& type, BitRange bits) {
  const Object& object = *state.memory.find(id);
  bool big = program_.target().big_endian;
  uint32_t bytes = bits.width ? (bits.offset + bits.width + 7) / 8 : type.accessed;
  uint32_t low = big ? bytes * 8 - bits.offset - bits.width : bits.offset;
  memory::Read read = object.contents.read(pool_, offset, bytes);
  bool is_written = read.init == Init::All;
  if (bits.width && !is_written && bytes <= 8) {
    is_written =
        object.contents.bits_initialised(offset, bytes, logic::low_mask(bits.width) << low);
  }
  if (!is_written && object.contents.background() == memory::Background::Environment) {
    if (!bits.width) {
      Term made = driver_.environment_value(state, id, offset, type);
      state.memory.own(id).contents.write(pool_, offset, to_memory(made, type));
      return {made, logic::kTrue};
    }
    make_bits(state, id, offset, type, bits);
    read = state.memory.find(id)->contents.read(pool_, offset, bytes);
    is_written = true;
  }
  Term initialised = logic::kTrue;
  if (is_written && !read.value.is_immediate()) {
    initialised = memory::initialised_when(pool_, read.value);
  }
  // A byte may be copied before it was written: APPROX(under), the copy counts as initialised.
  // What is outside was reported as such.
  bool inside = !object.size.is_immediate() || offset + bytes <= object.size.bits();
  if (!is_written && !type.is_char && inside) initialised = logic::kFalse;
  if (!bits.width) return {from_memory(read.value, type), initialised};
  Term whole = big ? swap_bytes(read.value) : read.value;
  Term part = logic::extract(pool_, whole, low + bits.width - 1, low);
  Term extended = logic::resize(pool_, part, type.width,
                                type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
  return {extended, initialised};
}

Term Evaluator::read_object(State& state, ir::NodeId at, ObjectId id, uint64_t offset,
                            const ValueType& type, BitRange bits) {
  Seen seen = look_at(state, id, offset, type, bits);
  uint32_t before = bits.offset / 8;
  uint64_t bytes = bits.width ? (bits.offset % 8 + bits.width + 7) / 8 : type.accessed;
  bool goes_on = require(state, {.kind = ObligationKind::Initialised,
                                 .node = at,
                                 .condition = seen.initialised,
                                 .object = id,
                                 .offset = static_cast<int64_t>(offset + before),
                                 .bytes = bytes});
  return goes_on ? seen.value : Term();
}

Term Evaluator::load_slowly(State& state, ir::NodeId at, Term address, const ValueType& type,
                            BitRange bits) {
  if (address.is_null()) return Term();
  uint32_t bytes = bits.width ? (bits.offset + bits.width + 7) / 8 : type.accessed;
  if (bytes == 0) return zero_of(type);
  if (!address.is_immediate()) return load_guarded(state, at, address, type, bits);
  Target target;
  if (!single_target(state, at, address, bytes, false, target)) {
    return failed() ? Term() : driver_.unknown_value(state, type.width, "read outside");
  }
  return read_object(state, at, target.object, target.offset, type, bits);
}

void Evaluator::store(State& state, ir::NodeId at, Term address, const ValueType& type, Term value,
                      BitRange bits) {
  if (value.is_null()) return;
  if (address.is_immediate() && bits.width == 0) [[likely]] {
    Spot spot = state.memory.spot(address.bits());
    const Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
    if (is_plain(object, spot.offset, type.accessed) && !object->has(memory::kReadOnly))
        [[likely]] {
      state.memory.own(spot.object)
          .contents.write(pool_, static_cast<uint64_t>(spot.offset), to_memory(value, type));
      return;
    }
  }
  store_slowly(state, at, address, type, value, bits);
}

void Evaluator::write_object(State& state, ObjectId id, uint64_t offset, const ValueType& type,
                             Term value, BitRange bits) {
  if (!bits.width) {
    state.memory.own(id).contents.write(pool_, offset, to_memory(value, type));
    return;
  }
  // What stands beside it is the environment's still, and is kept: nobody need have set it.
  bool fills = bits.offset % 8 == 0 && bits.width % 8 == 0;
  if (!fills && state.memory.find(id)->contents.background() == memory::Background::Environment) {
    ValueType kept = type;
    kept.type = ir::TypeId();
    make_bits(state, id, offset, kept, bits);
  }
  memory::Contents& contents = state.memory.own(id).contents;
  bool big = program_.target().big_endian;
  Term field = logic::resize(pool_, value, bits.width, logic::Extend::Zero);
  // Byte by byte where a field spans more than eight.
  for (uint32_t done = 0; done < bits.width;) {
    uint32_t byte = (bits.offset + done) / 8, in_byte = (bits.offset + done) % 8;
    uint32_t take = std::min(8 - in_byte, bits.width - done);
    uint32_t from = big ? bits.width - done - take : done;
    uint32_t to = big ? 8 - in_byte - take : in_byte;
    Term part = logic::extract(pool_, field, from + take - 1, from);
    Term placed = logic::shl(pool_, logic::zext(pool_, part, 8), Term::constant(8, to));
    contents.write_masked(pool_, offset + byte, placed, logic::low_mask(take) << to);
    done += take;
  }
}

void Evaluator::store_slowly(State& state, ir::NodeId at, Term address, const ValueType& type,
                             Term value, BitRange bits) {
  if (address.is_null()) return;
  uint32_t bytes = bits.width ? (bits.offset + bits.width + 7) / 8 : type.accessed;
  if (bytes == 0) return;
  if (!address.is_immediate()) return store_guarded(state, at, address, type, value, bits);
  Target target;
  if (!single_target(state, at, address, bytes, true, target)) return;
  write_object(state, target.object, target.offset, type, value, bits);
}

Term Evaluator::load_bytes(State& state, ir::NodeId at, Term address, uint32_t bytes) {
  return load(state, at, address, bytes_type(bytes));
}

void Evaluator::store_bytes(State& state, ir::NodeId at, Term address, Term value) {
  store(state, at, address, bytes_type(value.width() / 8), value);
}

void Evaluator::copy(State& state, ir::NodeId at, Term to, Term from, uint64_t bytes) {
  if (bytes == 0 || to.is_null() || from.is_null()) return;
  if (!to.is_immediate() || !from.is_immediate()) {
    return copy_guarded(state, at, to, from, bytes);
  }
  Target source, target;
  if (!single_target(state, at, from, bytes, false, source)) return;
  if (!single_target(state, at, to, bytes, true, target)) return;
  materialise(state, source.object, source.offset, bytes);
  memory::Contents contents = state.memory.find(source.object)->contents;
  state.memory.own(target.object)
      .contents.copy(pool_, target.offset, contents, source.offset, bytes);
}

/// Bytes of the environment that nobody has seen are made, so that a copy of them is the same.
void Evaluator::materialise(State& state, ObjectId id, uint64_t offset, uint64_t bytes) {
  if (state.memory.find(id)->contents.background() != memory::Background::Environment) return;
  // Far before the object: nothing is kept of it.
  if (offset > static_cast<uint64_t>(INT64_MAX) - bytes) return;
  // A large copy is made of pages: byte by byte it would take a question for each.
  constexpr uint64_t kManyBytes = 4 * memory::kPageBytes;
  auto is_seen = [&](uint64_t at) {
    return state.memory.find(id)->contents.bits_initialised(at, 1, 0xff);
  };
  auto make = [&](uint64_t at, uint32_t count) {
    Term made = driver_.environment_value(state, id, at, bytes_type(count));
    // Who is asked may have written parts of it itself, each in its own width.
    const memory::Contents& now = state.memory.find(id)->contents;
    if (count == 1 ? is_seen(at) : !now.is_untouched(at)) return;
    state.memory.own(id).contents.write(pool_, at, made);
  };
  for (uint64_t done = 0; done < bytes;) {
    constexpr uint32_t kPage = memory::kPageBytes;
    uint64_t at = offset + done;
    bool is_whole = bytes >= kManyBytes && at % kPage == 0 && bytes - done >= kPage;
    if (is_whole && state.memory.find(id)->contents.is_untouched(at)) make(at, kPage);
    uint64_t end = is_whole ? at + kPage : at + 1;
    for (; at < end; ++at) {
      if (!is_seen(at)) make(at, 1);
    }
    done = at - offset;
  }
}

void Evaluator::fill(State& state, ir::NodeId at, Term to, uint64_t bytes, uint8_t value) {
  if (bytes == 0 || to.is_null()) return;
  if (!to.is_immediate()) return fill_guarded(state, at, to, bytes, value);
  Target target;
  if (!single_target(state, at, to, bytes, true, target)) return;
  state.memory.own(target.object).contents.fill(pool_, target.offset, bytes, value);
}

}  // namespace assay::semantics
