// Results: what a modelled function leaves behind.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/containers.h"
#include "engines/simulator/emulator.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Extend;
using logic::Term;
using memory::Background;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;
using models::Operator;
using semantics::Source;

namespace {

/// More bytes than that are not copied one by one.
constexpr uint64_t kMaxCopied = 1 << 16;
/// So much is asked for by mistake: a negative number, or a product that was not meant.
constexpr uint64_t kHuge = uint64_t{1} << 31;

/// Whether it is what a container's element leads to.
bool is_element(const memory::Memory& memory, ObjectId object) {
  std::vector<ObjectId> held;
  memory.for_each([&](ObjectId, const Object& each) {
    if (!each.attribute(kElementAttribute).is_null()) addresses_in(memory, each, held);
  });
  return std::find(held.begin(), held.end(), object) != held.end();
}

/// Resources whose values stand in the bytes that are written over are not lost here.
void release_resources(Path& path, const Object& object, const Target& target, const Slot& slot) {
  bool is_part = !slot.is_all && slot.bytes > 0 && target.offset.is_immediate();
  for (Resource& resource : path.resources) {
    if (resource.is_escaped || resource.is_behind_pointer || resource.key.is_immediate()) continue;
    object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
      for (const memory::Cell& cell : page.cells) {
        uint64_t at = first + cell.offset - (is_part ? target.offset.bits() : 0);
        bool is_its = cell.value == resource.key && (!is_part || at < slot.bytes);
        resource.is_escaped = resource.is_escaped || is_its;
      }
    });
  }
}

bool is_equation(Operator op) {
  return op == Operator::Ieq || op == Operator::Ueq || op == Operator::Feq || op == Operator::Peq;
}

}  // namespace

Term Emulator::unknown_content(Path& path, EmulatedCall& call, const Slot& slot, Source source) {
  const semantics::ValueType* type = operands_.type_of(call, slot);
  bool is_ours = slot.kind == SlotKind::Return;
  const ir::TypeTable* types = is_ours ? &parts_.function.unit->types->types() : call.type_table;
  if (type && type->is_scalar()) return parts_.inputs.unknown(path.state, *type, types, source);
  if (slot.bytes == 0 || slot.bytes > 64) return Term();
  return parts_.inputs.unknown_bits(static_cast<uint32_t>(slot.bytes * 8), source);
}

/// Whether it is memory that this function's callers know.
bool Emulator::is_open_to_all(Path& path, const Slot& slot) const {
  if (slot.kind != SlotKind::Memory) return false;
  bool complete = false;
  for (const Target& target : operands_.targets(path, slot.address, complete)) {
    const Object* object = path.state.memory.find(target.object);
    bool is_open = object && (object->kind == ObjectKind::Environment ||
                              object->kind == ObjectKind::Global || object->has(memory::kEscaped));
    if (is_open) return true;
  }
  return !complete;
}

bool Emulator::is_in_block(Path& path, const Slot& slot) const {
  if (slot.kind != SlotKind::Memory) return false;
  bool complete = false;
  std::vector<Target> targets = operands_.targets(path, slot.address, complete);
  return std::any_of(targets.begin(), targets.end(), [&](const Target& target) {
    const Object* object = path.state.memory.find(target.object);
    return object && object->kind == ObjectKind::Heap;
  });
}

/// A callee writes to a string literal, or to what is declared const.
void Emulator::warn_constant(Path& path, const EmulatedCall& call) const {
  parts_.judge.reporter().warn(
      path, warning(path, call, "invalid-deref",
                    fmt::format("'{}' writes to constant memory '{}'",
                                parts_.judge.reporter().callee_name(call.request.node),
                                argument_text(call))));
}

/// What a callee writes behind the end of an object that it was led to, and could not know.
void Emulator::check_written(Path& path, const EmulatedCall& call, const Slot& slot) {
  bool is_sure = slot.kind == SlotKind::Memory && !slot.address.is_null() &&
                 call.found.is_automatic && !call.is_open;
  std::optional<memory::Spot> spot = is_sure ? operands_.spot(path, slot.address) : std::nullopt;
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  if (object && object->has(memory::kReadOnly)) return warn_constant(path, call);
  bool is_sized = object && object->size.is_immediate() && !object->has(memory::kSizeUnknown) &&
                  object->kind != ObjectKind::Environment && spot->offset >= 0;
  if (!is_sized || static_cast<uint64_t>(spot->offset) + slot.bytes <= object->size.bits()) return;
  parts_.judge.reporter().warn(
      path, warning(path, call, "buffer-overflow",
                    fmt::format("'{}' writes {} bytes at offset {} of memory that has {}",
                                parts_.judge.reporter().callee_name(call.request.node), slot.bytes,
                                spot->offset, object->size.bits())));
}

/// What an operand chooses among: each may be the one (`table[count++] = p` puts p in one of some
/// places).
void Emulator::escape_choices(Path& path, EmulatedCall& call, const models::Operand& operand) {
  auto chooses = [](const models::Node& node) {
    return node.kind == models::NodeKind::Function && node.function == models::Function::Ite;
  };
  if (std::none_of(operand.nodes.begin(), operand.nodes.end(), chooses)) return;
  for (const models::Node& node : operand.nodes) {
    if (node.kind != models::NodeKind::Variable) continue;
    models::Operand alone;
    alone.nodes = {node};
    escape(path, operands_.content(path, call, operands_.evaluate(path, call, alone)));
  }
}

/// An equation sets its first operand; another relation gives it an unknown value that fits.
bool Emulator::set_related(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                           const Operation& operation) {
  Slot first = operands_.evaluate(path, call, operation.operands[0]);
  bool is_place = first.kind != SlotKind::None && first.kind != SlotKind::Argument;
  bool is_assigned = first.kind == SlotKind::Return ? result_is_assigned_
                                                    : std::find(assigned_.begin(), assigned_.end(),
                                                                first.address) != assigned_.end();
  auto note = [&] {
    if (first.kind == SlotKind::Return) result_is_assigned_ = true;
    if (first.kind == SlotKind::Memory) assigned_.push_back(first.address);
  };
  if (operation.op == Operator::PeqAddr) {
    Slot second = operands_.evaluate(path, call, operation.operands[1]);
    Term address = second.address;
    // Of a place that is out of sight nothing is known but that it is there.
    if (address.is_null()) address = unknown_content(path, call, first, Source::Imprecise);
    operands_.set_content(path, call, first, address);
    note();
    return true;
  }
  if (is_place && is_equation(operation.op)) {
    check_written(path, call, first);
    Slot second = operands_.evaluate(path, call, operation.operands[1]);
    Term value = operands_.content(path, call, second);
    if (value.is_null()) {
      value = unknown_content(path, call, first, Source::Imprecise);
    } else if (first.bytes > 0 && value.width() != first.bytes * 8) {
      value = logic::resize(parts_.pool, value, static_cast<uint32_t>(first.bytes * 8),
                            second.is_signed ? Extend::Sign : Extend::Zero);
    }
    if (first.kind == SlotKind::Memory && leap_) value = as_leapt(path, call, first, value);
    // Who writes over a resource knows what becomes of it, if it has looked.
    if (first.kind == SlotKind::Memory && call.found.is_automatic &&
        !is_overwritten_unseen(call, operation.operands[0])) {
      bool complete = false;
      for (const Target& target : operands_.targets(path, first.address, complete))
        if (const Object* object = path.state.memory.find(target.object))
          release_resources(path, *object, target, first);
    }
    operands_.set_content(path, call, first, value);
    // Where it is put lies open to everybody, or is one of several places: what becomes of it there
    // is not followed.
    bool is_hidden = first.kind == SlotKind::Memory && !operands_.spot(path, first.address);
    if (is_hidden || (call.found.is_automatic && is_open_to_all(path, first))) {
      escape(path, value);
      escape_choices(path, call, operation.operands[1]);
    }
    note();
    return true;
  }
  if (is_place && !is_assigned) {
    Term value;
    // A pointer that is said to be in another one's object is that one, moved.
    for (const Operation& other : outcome.operations) {
      bool is_same =
          other.role == models::Role::Result && other.op == Operator::PointerComparable &&
          other.operands[0].nodes.front().kind == operation.operands[0].nodes.front().kind &&
          first.kind == SlotKind::Return;
      if (!is_same) continue;
      Slot base = operands_.evaluate(path, call, other.operands[1]);
      Term start = operands_.content(path, call, base);
      if (start.is_null() || start.width() != parts_.program.target().pointer_bits) continue;
      value = logic::add(parts_.pool, start,
                         parts_.inputs.unknown_bits(start.width(), Source::Imprecise));
    }
    if (value.is_null()) value = unknown_content(path, call, first, Source::Imprecise);
    operands_.set_content(path, call, first, value);
    note();
  }
  Term condition = comparison(path, call, operation);
  if (condition.is_null()) return true;
  if (!parts_.judge.solver().is_possible(path.conditions, condition)) return false;
  parts_.judge.assume(path, condition);
  return true;
}

void Emulator::warn_huge(Path& path, const EmulatedCall& call, uint64_t bytes) {
  std::string text = parts_.judge.reporter().text(call.request.node);
  parts_.judge.reporter().warn(path, {.kind = "huge-allocation",
                                      .message = fmt::format("'{}' asks for {} bytes", text, bytes),
                                      .node = call.request.node,
                                      .cause = {},
                                      .variable = text,
                                      .notes = {}});
}

namespace {

constexpr uint32_t kCountBits = 24;

/// The numbers that a size is made of, where they could be large; none if there are too many.
std::vector<Term> counts_in(logic::TermPool& pool, Term size) {
  constexpr size_t kMaxNodes = 32;
  std::vector<Term> seen{size}, counts;
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen.size() > kMaxNodes) return {};
    // Part of a symbol: members that were read together.
    bool is_count =
        pool.is(seen[i], logic::Op::Symbol) ||
        (pool.is(seen[i], logic::Op::Extract) && pool.is(pool.arg(seen[i], 0), logic::Op::Symbol));
    if (is_count && seen[i].width() > kCountBits && seen[i].width() <= 64)
      counts.push_back(seen[i]);
    if (is_count) continue;
    for (Term arg : pool.args(seen[i])) {
      bool is_new = !arg.is_immediate() && std::find(seen.begin(), seen.end(), arg) == seen.end();
      if (is_new) seen.push_back(arg);
    }
  }
  return counts;
}

Term is_small(logic::TermPool& pool, Term count) {
  return logic::ult(pool, count, Term::constant(count.width(), uint64_t{1} << kCountBits));
}

}  // namespace

/// A size is what it was computed to be, and no sum or product that wrapped around, unless the
/// outside has a say in it: counts are small, and there is memory for so many.
void Emulator::assume_exact(Path& path, Term size) const {
  if (size.is_immediate() || parts_.evaluator.source_of(size) == Source::Outside) return;
  auto assume = [&](Term holds) {
    if (parts_.judge.solver().is_possible(path.conditions, holds)) parts_.judge.assume(path, holds);
  };
  for (Term count : counts_in(parts_.pool, size)) assume(is_small(parts_.pool, count));
  assume(logic::ult(parts_.pool, size, Term::constant(size.width(), kHuge)));
}

/// Whether a guard says that a sum or a product is 0 that only is if it wraps around.  Sizes do
/// not, unless the outside has a say in them.
bool Emulator::asks_whether_sum_wraps(Path& path, EmulatedCall& call, const Operation& guard) {
  bool is_asked = (guard.op == Operator::Ieq || guard.op == Operator::Ueq) &&
                  guard.operands[1].nodes.front().kind == models::NodeKind::Constant &&
                  guard.operands[1].nodes.front().number == 0;
  if (!is_asked) return false;
  Slot slot = operands_.evaluate(path, call, guard.operands[0]);
  Term size = operands_.content(path, call, slot);
  if (size.is_null() || size.is_immediate() || parts_.pool.is(size, logic::Op::Symbol))
    return false;
  if (parts_.evaluator.source_of(size) == Source::Outside) return false;
  if (parts_.pool.is(size, logic::Op::Add)) {
    bool is_more =
        std::any_of(parts_.pool.args(size).begin(), parts_.pool.args(size).end(),
                    [](Term part) { return part.is_immediate() && part.signed_bits() > 0; });
    if (is_more && !call.found.is_automatic) return true;
  }
  bool is_size = size.width() == parts_.program.target().pointer_bits && call.found.is_automatic;
  std::vector<Term> counts = is_size ? counts_in(parts_.pool, size) : std::vector<Term>();
  if (counts.empty()) return false;
  for (Term& count : counts) count = is_small(parts_.pool, count);
  Term small = logic::all_of(parts_.pool, counts);
  Term is_zero = logic::bit_not(parts_.pool, logic::is_nonzero(parts_.pool, size));
  Solver& solver = parts_.judge.solver();
  return solver.is_possible(path.conditions, small) &&
         !solver.is_possible(path.conditions, logic::bit_and(parts_.pool, small, is_zero));
}

/// False: so much memory there cannot be.
bool Emulator::make_memory(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot first = operands_.evaluate(path, call, operation.operands[0]);
  Slot size_slot = operands_.evaluate(path, call, operation.operands[1]);
  Term size = operands_.as_count(size_slot, operands_.content(path, call, size_slot));
  bool is_known = !size.is_null();
  if (!is_known) {
    size = parts_.inputs.unknown_bits(parts_.program.target().pointer_bits, Source::Imprecise);
  }
  bool is_stack = operation.op == Operator::MemoryNewStack;
  if (size.is_immediate() && size.bits() >= kHuge && !is_stack && !call.found.is_automatic) {
    warn_huge(path, call, size.bits());
  }
  if (size.is_immediate() && size.bits() > path.state.memory.largest()) return false;
  assume_exact(path, size);
  ObjectId made =
      parts_.evaluator.make_object(path.state, is_stack ? ObjectKind::Local : ObjectKind::Heap,
                                   size, Background::Indeterminate, call.request.node);
  Object& object = path.state.memory.own(made);
  object.alignment = 16;
  if (!is_known) object.flags |= memory::kSizeUnknown;
  if (is_stack) path.state.frame().owned.push_back(made);
  if (!is_stack) {
    object.set_attribute(kFamilyAttribute, parts_.names.number(family_of(operation)));
  }
  operands_.set_content(path, call, first, path.state.memory.address(made));
  // What a callee put into a block is part of that: who is to free it the callee's kin know.
  bool is_inner = is_joined_ && first.kind != SlotKind::Return;
  if (call.found.is_automatic &&
      (is_inner || is_open_to_all(path, first) || is_in_block(path, first))) {
    path.state.memory.own(made).flags |= memory::kEscaped | memory::kAliased;
  }
  if (first.kind == SlotKind::Return) result_is_assigned_ = true;
  if (first.kind == SlotKind::Memory) assigned_.push_back(first.address);
  return true;
}

void Emulator::free_memory(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  Term pointer = operands_.content(path, call, slot);
  std::optional<memory::Spot> spot = operands_.spot(path, pointer);
  if (!spot && !pointer.is_null()) {
    // APPROX(under): one of several is freed, and none of them is lost.
    bool is_complete = false;
    for (const Target& each : operands_.targets(path, pointer, is_complete))
      if (each.object.valid() && path.state.memory.find(each.object))
        path.state.memory.own(each.object).flags |= memory::kEscaped | memory::kAliased;
  }
  if (!spot || !path.state.memory.find(spot->object)) return;
  Object& object = path.state.memory.own(spot->object);
  if (object.kind != ObjectKind::Heap && object.kind != ObjectKind::Environment) return;
  // Of a container's elements one stands for all: the others are there still.
  if (is_element(path.state.memory, spot->object)) {
    object.flags |= memory::kEscaped | memory::kAliased;
    return;
  }
  // Alive before the call: two of its arguments lead there, and each is freed.
  bool is_twice = object.live.is_false() && object.ended_at == call.request.node;
  if (is_twice && call.found.is_automatic && !call.is_open) {
    parts_.judge.reporter().warn(
        path, warning(path, call, "double-free",
                      fmt::format("'{}' frees one block twice, that it is given under two names",
                                  parts_.judge.reporter().callee_name(call.request.node))));
  }
  object.live = logic::kFalse;
  object.ended_at = call.request.node;
  object.ended_in = parts_.function.entity.index();
  object.set_attribute(kFamilyAttribute, parts_.names.number(family_of(operation)));
}

void Emulator::make_valid(Path& path, EmulatedCall& call, const Slot& slot) {
  Term known = operands_.content(path, call, slot);
  bool is_known = slot.kind == SlotKind::Return ? result_is_assigned_ : !known.is_null();
  // A learnt model says so of what it has put there, not of what was there before.
  if (slot.kind == SlotKind::Memory && call.found.is_automatic) {
    is_known = std::find(assigned_.begin(), assigned_.end(), slot.address) != assigned_.end();
    assigned_.push_back(slot.address);
  }
  if (!is_known) {
    Term value = unknown_content(path, call, slot, Source::Imprecise);
    operands_.set_content(path, call, slot, value);
    if (slot.kind == SlotKind::Return) result_is_assigned_ = true;
    known = value;
  }
  if (known.is_null()) return;
  parts_.judge.assume(path, logic::is_nonzero(parts_.pool, known));
  // Where it leads to is then its one value.
  if (!parts_.pool.is(known, logic::Op::Ite)) return;
  Term null = parts_.pool.arg(known, 1), address = parts_.pool.arg(known, 2);
  if (null.is_value(0) && address.is_immediate()) {
    operands_.set_content(path, call, slot, address);
  }
}

namespace {

/// Whether an operand reads bytes of a place, or follows what stands there.
bool reads_place(const models::Operation& operation, const models::Operand& operand,
                 const models::Operand& place) {
  auto end_of = [](const models::Node& node) {
    return node.field.offset.value_or(0) + static_cast<int64_t>(node.field.size.value_or(0));
  };
  const models::Node& target = place.nodes.front();
  size_t rest = place.nodes.size() - 1;
  for (size_t i = 0; i + rest < operand.nodes.size(); ++i) {
    const models::Node& node = operand.nodes[i];
    bool is_read = node.kind == target.kind &&
                   (operation.role != models::Role::Result || node.moment == models::Moment::Entry);
    if (!is_read) continue;
    bool is_same = true;
    for (size_t k = 1; k <= rest && is_same; ++k) {
      const models::Node &a = operand.nodes[i + k], &b = place.nodes[k];
      is_same = a.kind == b.kind && a.external == b.external && a.field == b.field;
    }
    if (is_same && node.external != target.external) is_same = false;
    bool is_apart = node.field.size && target.field.size &&
                    (end_of(node) <= target.field.offset.value_or(0) ||
                     end_of(target) <= node.field.offset.value_or(0));
    if (is_same && !is_apart) return true;
  }
  return false;
}

}  // namespace

/// Whether a learnt outcome writes a place whose value it has not looked at: whatever that was, it
/// is lost.
bool Emulator::is_overwritten_unseen(const EmulatedCall& call, const models::Operand& place) const {
  bool is_whole = call.model().is_complete() && !is_unsure(*outcome_);
  if (!is_whole || place.nodes.empty() || !place.nodes.front().field.size) return false;
  return std::none_of(
      outcome_->operations.begin(), outcome_->operations.end(), [&](const Operation& each) {
        // Bytes that are not named one by one.
        if (each.op == Operator::PointerEscaped || each.op == Operator::MemoryCopied ||
            each.op == Operator::MemoryReadable || each.op == Operator::Calls ||
            each.op == Operator::CallsOnce) {
          return true;
        }
        return std::any_of(each.operands.begin(), each.operands.end(), [&](const auto& operand) {
          return !operand.resource && reads_place(each, operand, place);
        });
      });
}

/// What stands where a callee writes something that is not known: it may have put it elsewhere.
void Emulator::let_go(Path& path, const Slot& slot) {
  bool complete = false;
  std::vector<ObjectId> held;
  for (const Target& target : operands_.targets(path, slot.address, complete)) {
    const Object* object = path.state.memory.find(target.object);
    if (object) release_resources(path, *object, target, slot);
    if (object && object->kind != ObjectKind::Environment)
      addresses_in(path.state.memory, *object, held);
  }
  if (!held.empty()) escape(path, reachable(path.state.memory, std::move(held)));
}

void Emulator::make_unknown(Path& path, EmulatedCall& call, const Operation& operation,
                            Source source) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  if (slot.kind == SlotKind::Return || slot.kind == SlotKind::Temporary) {
    operands_.set_content(path, call, slot, unknown_content(path, call, slot, source));
    if (slot.kind == SlotKind::Return) result_is_assigned_ = true;
    return;
  }
  if (slot.kind == SlotKind::Argument && operation.operands.size() > 1) {
    // `N` bytes from a pointer on.
    slot.address = operands_.content(path, call, slot);
    slot.kind = SlotKind::Memory;
    slot.is_all = true;
  }
  if (slot.kind != SlotKind::Memory || slot.address.is_null()) return;
  assigned_.push_back(slot.address);
  if (call.found.is_automatic && !is_overwritten_unseen(call, operation.operands[0]))
    let_go(path, slot);
  bool has_count = operation.operands.size() > 1;
  if (!slot.is_all && !has_count && slot.bytes > 0 && slot.bytes <= 8) {
    operands_.set_content(path, call, slot, unknown_content(path, call, slot, source));
    return;
  }
  std::optional<memory::Spot> spot = operands_.spot(path, slot.address);
  if (!slot.is_all && !has_count && slot.bytes > 0 && spot && spot->offset >= 0) {
    parts_.inputs.freshen_part(path.state, spot->object, static_cast<uint64_t>(spot->offset),
                               slot.bytes, *parts_.function.unit->types, source);
    return;
  }
  // APPROX(over): all of the member or the object is unknown, not only the bytes that are named.
  if (std::optional<PartOf> part = part_behind(path, slot.address, slot.is_all ? 0 : slot.bytes)) {
    parts_.inputs.freshen_part(path.state, part->object, part->offset, part->bytes,
                               *parts_.function.unit->types, source);
    return;
  }
  bool is_raw = source == Source::Outside && has_count && spot.has_value();
  if (is_raw) {
    Slot count = operands_.evaluate(path, call, operation.operands[1]);
    note_raw(path, *spot, operands_.as_count(count, operands_.content(path, call, count)));
  }
  bool complete = false;
  for (const Target& target : operands_.targets(path, slot.address, complete)) {
    parts_.inputs.freshen(path.state, target.object, source);
    if (is_raw) keep_raw(path, target.object);
  }
}

void Emulator::copy_memory(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot to = operands_.evaluate(path, call, operation.operands[0]);
  Slot from = operands_.evaluate(path, call, operation.operands[1]);
  Slot count = operands_.evaluate(path, call, operation.operands[2]);
  Term bytes = operands_.as_count(count, operands_.content(path, call, count));
  std::optional<memory::Spot> target = operands_.spot(path, operands_.content(path, call, to));
  std::optional<memory::Spot> source = operands_.spot(path, operands_.content(path, call, from));
  if (bytes.is_value(0)) return;
  const Object* object = target ? path.state.memory.find(target->object) : nullptr;
  const Object* origin = source ? path.state.memory.find(source->object) : nullptr;
  if (origin && origin->has(memory::kPending)) {
    parts_.evaluator.run_initialiser(path.state, source->object);
    origin = path.state.memory.find(source->object);
  }
  bool is_exact = object && origin && bytes.is_immediate() && bytes.bits() <= kMaxCopied &&
                  target->offset >= 0 && source->offset >= 0 &&
                  origin->contents.background() != Background::Environment;
  if (is_exact) {
    memory::Contents contents = origin->contents;
    uint64_t room = object->size.is_immediate() && !object->has(memory::kSizeUnknown)
                        ? object->size.bits()
                        : UINT64_MAX;
    uint64_t offset = static_cast<uint64_t>(target->offset);
    if (offset < room) {
      path.state.memory.own(target->object)
          .contents.copy(parts_.pool, offset, contents, static_cast<uint64_t>(source->offset),
                         std::min(bytes.bits(), room - offset));
    }
    return;
  }
  Term pointer = operands_.content(path, call, to);
  bool complete = false;
  for (const Target& each : operands_.targets(path, pointer, complete)) {
    parts_.inputs.freshen(path.state, each.object, Source::Imprecise);
  }
  // What the copied bytes point to is now known in a second place.
  std::vector<ObjectId> copied;
  for (const Target& each :
       operands_.targets(path, operands_.content(path, call, from), complete)) {
    const Object* known = path.state.memory.find(each.object);
    if (known) addresses_in(path.state.memory, *known, copied);
  }
  escape(path, reachable(path.state.memory, std::move(copied)));
}

void Emulator::fill_memory(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot to = operands_.evaluate(path, call, operation.operands[0]);
  Slot with = operands_.evaluate(path, call, operation.operands[1]);
  Slot count = operands_.evaluate(path, call, operation.operands[2]);
  Term bytes = operands_.as_count(count, operands_.content(path, call, count));
  Term byte = operands_.content(path, call, with);
  Term pointer = operands_.content(path, call, to);
  std::optional<memory::Spot> target = operands_.spot(path, pointer);
  const Object* object = target ? path.state.memory.find(target->object) : nullptr;
  if (bytes.is_value(0)) return;
  bool is_exact = object && target->offset >= 0 && byte.is_immediate() && bytes.is_immediate() &&
                  bytes.bits() <= kMaxCopied;
  if (is_exact) {
    uint64_t room = object->size.is_immediate() && !object->has(memory::kSizeUnknown)
                        ? object->size.bits()
                        : UINT64_MAX;
    uint64_t offset = static_cast<uint64_t>(target->offset);
    if (offset < room) {
      path.state.memory.own(target->object)
          .contents.fill(parts_.pool, offset, std::min(bytes.bits(), room - offset),
                         static_cast<uint8_t>(byte.bits()));
    }
    return;
  }
  bool complete = false;
  for (const Target& each : operands_.targets(path, pointer, complete)) {
    const Object* known = path.state.memory.find(each.object);
    // A new block, filled as a whole: calloc.
    bool is_whole = known && each.offset.is_value(0) && byte.is_value(0) && known->size == bytes;
    if (is_whole) {
      path.state.memory.own(each.object).contents.reset(Background::Zero);
    } else {
      parts_.inputs.freshen(path.state, each.object, Source::Imprecise);
    }
  }
}

void Emulator::fill_wide(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slots[3];
  for (size_t i = 0; i < 3; ++i) slots[i] = operands_.evaluate(path, call, operation.operands[i]);
  Term pointer = operands_.content(path, call, slots[0]);
  Term character = operands_.content(path, call, slots[1]);
  Term count = operands_.as_count(slots[2], operands_.content(path, call, slots[2]));
  if (count.is_value(0)) return;
  std::optional<memory::Spot> target = operands_.spot(path, pointer);
  const Object* object = target ? path.state.memory.find(target->object) : nullptr;
  bool is_exact = object && target->offset >= 0 && !character.is_null() && count.is_immediate() &&
                  count.bits() <= kMaxCopied / kWideBytes;
  if (!is_exact) {
    bool complete = false;
    for (const Target& each : operands_.targets(path, pointer, complete)) {
      parts_.inputs.freshen(path.state, each.object, Source::Imprecise);
    }
    return;
  }
  Term one = logic::resize(parts_.pool, character, kWideBytes * 8, Extend::Sign);
  uint64_t offset = static_cast<uint64_t>(target->offset);
  bool is_sized = object->size.is_immediate() && !object->has(memory::kSizeUnknown);
  uint64_t room = is_sized ? object->size.bits() : UINT64_MAX;
  memory::Contents& contents = path.state.memory.own(target->object).contents;
  for (uint64_t i = 0; i < count.bits() && offset + (i + 1) * kWideBytes <= room; ++i) {
    contents.write(parts_.pool, offset + i * kWideBytes, one);
  }
}

/// What goes by a small number gets the lowest that is free: after `close(0)` the next descriptor
/// is 0, whatever is done with the answer.  Of that number nothing is known then.
bool Emulator::takes_released_number(Path& path, Term key, const std::string& type) {
  constexpr uint64_t kLast = 2;
  if (key.width() >= parts_.program.target().pointer_bits || key.is_immediate()) return false;
  auto lowest = path.resources.end();
  for (auto each = path.resources.begin(); each != path.resources.end(); ++each) {
    bool is_free = each->type == type && !each->is_behind_pointer && each->is_changed &&
                   each->key.is_immediate() && each->key.bits() <= kLast &&
                   parts_.models.is_held(type, each->state) == Tri::No;
    if (is_free && (lowest == path.resources.end() || each->key.bits() < lowest->key.bits()))
      lowest = each;
  }
  if (lowest == path.resources.end()) return false;
  path.resources.erase(lowest);
  return true;
}

void Emulator::set_resource(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  const models::ResourceState& now = *operation.operands[1].resource;
  Term key;
  const Resource* found = find_resource(path, call, slot, now.type, key);
  if (key.is_null()) return;
  bool is_new = operation.op == Operator::ResourceNew;
  if (found && !is_new && found->state == kAnyState) return;
  bool is_place = slot.kind == SlotKind::Memory;
  if (is_new && !is_place && takes_released_number(path, key, now.type)) return;
  Resource changed = found && !is_new ? *found : Resource{.key = key, .type = now.type};
  std::erase_if(path.resources,
                [&](const Resource& each) { return each.key == key && each.type == now.type; });
  changed.is_new = is_new || changed.is_new;
  changed.state = now.state;
  // A number in memory goes by its value.
  changed.is_behind_pointer =
      slot.kind == SlotKind::Memory &&
      (slot.is_all || slot.bytes == 0 || key != operands_.content(path, call, slot));
  changed.is_changed = true;
  // Of a type that nobody declared, the state it is made in is held.
  Tri held = parts_.models.is_held(now.type, now.state);
  changed.is_held = held == Tri::Unknown ? is_new : held == Tri::Yes;
  changed.node = call.request.node;
  // What a callee put where others see it has an owner, and so perhaps where we do not see.
  bool is_hidden = slot.kind == SlotKind::Memory && !operands_.spot(path, slot.address);
  bool is_theirs = is_new && (is_hidden || (call.found.is_automatic && is_open_to_all(path, slot)));
  changed.is_escaped = changed.is_escaped || is_theirs;
  path.resources.push_back(std::move(changed));
}

bool Emulator::result(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                      const Operation& operation) {
  switch (operation.op) {
    case Operator::MemoryNew:
    case Operator::MemoryNewStack:
      return make_memory(path, call, operation);
    case Operator::MemoryFreed:
      free_memory(path, call, operation);
      return true;
    case Operator::MemoryInitialized:
      make_unknown(path, call, operation, Source::Imprecise);
      return true;
    case Operator::ValueExternal:
      if (path.state.frames.size() == 1) parts_.inputs.begin_call(call.request.node);
      make_unknown(path, call, operation, Source::Outside);
      parts_.inputs.end_call();
      return true;
    case Operator::FormatScanned:
      if (path.state.frames.size() == 1) parts_.inputs.begin_call(call.request.node);
      scan_first(path, call, operation);
      parts_.inputs.end_call();
      return true;
    case Operator::MemoryValidPointer:
      make_valid(path, call, operands_.evaluate(path, call, operation.operands[0]));
      return true;
    case Operator::MemoryCopied:
      copy_memory(path, call, operation);
      return true;
    case Operator::MemoryFilled:
      fill_memory(path, call, operation);
      return true;
    case Operator::WideFilled:
      fill_wide(path, call, operation);
      return true;
    case Operator::MemoryOwnedBy:
    case Operator::PointerEscaped: {
      Slot slot = operands_.evaluate(path, call, operation.operands[0]);
      escape(path, operands_.content(path, call, slot));
      return true;
    }
    case Operator::ResourceNew:
    case Operator::ResourceState:
      set_resource(path, call, operation);
      return true;
    case Operator::StringTerminated:
      end_string(path, call, operation);
      return true;
    case Operator::Calls:
    case Operator::CallsOnce:
      // APPROX(over): what the function that is called back does to its arguments is unknown.
      for (size_t i = 1; i < operation.operands.size(); ++i) {
        Slot slot = operands_.evaluate(path, call, operation.operands[i]);
        disturb(path, operands_.content(path, call, slot), true);
      }
      disturb_globals(path, called_back(path, call, operation));
      return true;
    default:
      break;
  }
  if (operation.op < Operator::IntNonZero || operation.op == Operator::PointerComparable ||
      operation.op == Operator::PointerIncomparable) {
    return true;
  }
  return set_related(path, call, outcome, operation);
}

}  // namespace assay::simulator
