#include "engines/simulator/operands.h"

#include <cstdint>

#include "engines/simulator/layout.h"
#include "logic/build.h"
#include "memory/locations.h"

namespace assay::simulator {

using logic::Extend;
using logic::Term;
using memory::Object;
using memory::ObjectId;
using models::NodeKind;
using semantics::Shape;
using semantics::Source;
using semantics::State;
using semantics::ValueType;

namespace {

constexpr uint64_t kMaxContent = 64;  // bytes of one value

ValueType raw_type(uint32_t bytes) {
  return {.shape = Shape::Int,
          .is_char = bytes == 1,
          .width = bytes * 8,
          .accessed = bytes,
          .bytes = bytes};
}

}  // namespace

EmulatedCall Operands::begin(const semantics::CallRequest& request, FoundModel found) const {
  EmulatedCall call{.request = request, .found = found};
  const semantics::Entity& callee = parts_.program[request.callee];
  call.value_types = callee.unit->types.get();
  call.type_table = &call.value_types->types();
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  const ir::Type& type = call.type_table->resolved(symbol.type);
  bool has_this = symbol.has(ir::kMethod);
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    size_t index = has_this ? i - 1 : i;
    bool is_declared = (!has_this || i > 0) && index < type.params.size();
    call.types.push_back(is_declared ? &call.value_types->of(type.params[index])
                                     : request.arguments[i].type);
  }
  return call;
}

void Operands::make_global(State& state, semantics::EntityId entity) const {
  ObjectId id = parts_.program.object_of(entity);
  if (state.memory.find(id) || parts_.program[entity].kind != ir::SymbolKind::Variable) return;
  parts_.evaluator.address_of(state, entity);
  if (parts_.models.is_constant(entity)) return;
  Object& object = state.memory.own(id);
  object.flags &= static_cast<uint8_t>(~memory::kPending);
  object.contents.reset(memory::Background::Environment);
}

namespace {

/// The streams that are open when a program begins: nobody looks whether they are there.
bool is_standard_stream(const semantics::Program& program, ObjectId object) {
  semantics::EntityId entity = program.entity_of(object);
  if (!entity.valid()) return false;
  const std::string& name = program.symbol(entity).name;
  return !program[entity].is_defined && (name == "stdin" || name == "stdout" || name == "stderr");
}

}  // namespace

/// A copy reads bytes: what is copied are the scalars of the object's type, pointers among them.
void Operands::read_scalars(Path& path, State& state, ObjectId object, uint64_t offset,
                            uint64_t bytes) const {
  semantics::ValueTypes& values = *state.frame().function->unit->types;
  const ir::TypeTable& types = values.types();
  ir::TypeId whole = state.memory.find(object)->type;
  if (!whole.valid() || whole.index() >= types.size()) return;
  bool is_pointee = state.memory.find(object)->kind == memory::ObjectKind::Environment;
  uint64_t start = is_pointee ? kBefore : 0;
  uint64_t size = types.resolved(whole).size;
  // Far before the object: a negative offset.
  if (offset > static_cast<uint64_t>(INT64_MAX) - bytes) return;
  for (uint64_t at = offset; at < offset + bytes; ++at) {
    if (at < start || size == 0) continue;
    // Behind a pointer there may be an array of what it points to.
    uint64_t element = is_pointee ? (at - start) / size * size : 0;
    // A copy of a union says nothing of the member that is in use: a pointer can be read as a
    // number, but what was looked at byte by byte is no pointer any more.
    std::optional<ScalarAt> scalar = scalar_at(types, whole, at - start - element, OfUnion::Likely);
    if (!scalar) continue;
    const ValueType& type = values.of(scalar->type);
    if (!type.is_scalar() || type.accessed <= 1 || type.accessed > kMaxContent) continue;
    uint64_t begin = start + element + scalar->offset;
    const memory::Contents& contents = state.memory.find(object)->contents;
    if (contents.read(parts_.pool, begin, type.accessed).init == memory::Init::None) {
      Term value = environment_value(path, state, object, begin, type, Reading::Model);
      Term bits = logic::resize(parts_.pool, value, type.accessed * 8, Extend::Zero);
      state.memory.own(object).contents.write(parts_.pool, begin, bits);
    }
    at = std::max(at, begin + type.accessed - 1);
  }
}

bool Operands::is_in_union(const State& state, ObjectId object, uint64_t offset) const {
  const ir::TypeTable& types = state.frame().function->unit->types->types();
  const Object& whole = *state.memory.find(object);
  if (!whole.type.valid() || whole.type.index() >= types.size()) return false;
  uint64_t start = whole.kind == memory::ObjectKind::Environment ? kBefore : 0;
  uint64_t size = types.resolved(whole.type).size;
  if (size == 0 || offset < start) return false;
  uint64_t inside = (offset - start) % size;
  return !scalar_at(types, whole.type, inside) &&
         scalar_at(types, whole.type, inside, OfUnion::Likely);
}

Term Operands::environment_value(Path& path, State& state, ObjectId object, uint64_t offset,
                                 const ValueType& type, Reading reading) const {
  Holder holder;
  if (!parts_.inputs.find_holder(state, object, holder)) {
    return parts_.inputs.unknown_bits(type.width, Source::Imprecise);
  }
  int64_t from = static_cast<int64_t>(offset) - Inputs::start_of(holder);
  const ir::TypeTable* types =
      type.type.valid() ? &state.frame().function->unit->types->types() : nullptr;
  bool is_initialised_only = holder.kind == HolderKind::Fresh;
  if (!type.type.valid()) {
    constexpr uint64_t kMaxCopied = 4096;
    const Object& copied = *state.memory.find(object);
    bool is_large = !copied.size.is_immediate() || copied.size.bits() > kBefore + kMaxCopied;
    // APPROX(over): the bytes of a large object are any bytes, some of them the same ones.
    if (is_large)
      return parts_.inputs.any_bits(type.width, offset, parts_.inputs.source_of(holder));
    read_scalars(path, state, object, offset, type.accessed);
  }
  const Object& whole = *state.memory.find(object);
  // Some of its bytes may have been written: then it is put together from bytes.
  memory::Read read = whole.contents.read(parts_.pool, offset, type.accessed);
  if (read.init == memory::Init::All) {
    return logic::resize(parts_.pool, read.value, type.width, Extend::Zero);
  }
  if (read.init == memory::Init::Some && type.accessed <= kMaxContent) {
    Term value;
    for (uint32_t i = type.accessed; i-- > 0;) {
      memory::Read byte = whole.contents.read(parts_.pool, offset + i, 1);
      Term part = byte.init == memory::Init::All
                      ? byte.value
                      : parts_.inputs.value_at(state, holder, from + i, raw_type(1), nullptr);
      value = value.is_null() ? part : logic::concat(parts_.pool, value, part);
    }
    return logic::resize(parts_.pool, value, type.width, Extend::Zero);
  }
  Term value = parts_.inputs.value_at(state, holder, from, type, types);
  if (is_standard_stream(parts_.program, object)) {
    parts_.judge.assume(path, logic::is_nonzero(parts_.pool, value));
  }
  if (is_initialised_only || reading == Reading::Model) return value;
  // What is read must be there, and have a value: the callers see to it.
  const Describer& describer = parts_.judge.describer();
  if (holder.kind == HolderKind::Pointee) {
    auto pointer = describer.input(InputId(holder.index), models::Moment::Entry);
    if (pointer) {
      parts_.judge.constrain(path, operation(models::Role::Constraint,
                                             models::Operator::MemoryValidPointer, {*pointer}));
    }
  }
  // Who copies a record need not have set all of it.
  bool is_copy = !type.type.valid();
  if (holder.kind == HolderKind::Global || is_copy) return value;
  // Which member of a union is in use the function knows: perhaps by something that is not
  // followed, as a string that holds its own text knows by where its pointer leads.
  if (is_in_union(state, object, offset)) return value;
  auto place =
      describer.place(object, static_cast<int64_t>(offset), type.accessed, models::Moment::Entry);
  if (place) {
    parts_.judge.constrain(
        path, operation(models::Role::Constraint, models::Operator::MemoryInitialized, {*place}));
  }
  return value;
}

std::vector<Target> Operands::targets(Path& path, Term pointer, bool& complete) const {
  std::vector<Target> found;
  complete = true;
  if (pointer.is_null()) {
    complete = false;
    return found;
  }
  memory::LocationSet set = memory::locations_of(path.state.memory, pointer);
  Solver& solver = parts_.judge.solver();
  auto can_hold = [&](Term guard) {
    return solver.decide_cheaply(path.conditions, guard) != Tri::No;
  };
  complete = !set.is_cut && (set.unknown.is_null() || !can_hold(set.unknown_guard));
  for (const memory::Location& location : set.locations) {
    if (!location.object.valid() || !can_hold(location.guard)) continue;
    found.push_back({location.object, location.offset, location.guard});
  }
  return found;
}

std::optional<memory::Spot> Operands::spot(Path& path, Term pointer) const {
  bool complete = false;
  std::vector<Target> found = targets(path, pointer, complete);
  if (!complete || found.size() != 1 || !found[0].offset.is_immediate()) return std::nullopt;
  return memory::Spot{found[0].object, found[0].offset.signed_bits()};
}

Term Operands::peek(Path& path, const memory::Memory& view, Term address, uint64_t bytes,
                    const ValueType* type) const {
  if (bytes == 0 || bytes > kMaxContent) return Term();
  std::optional<memory::Spot> at = spot(path, address);
  const Object* object = at ? view.find(at->object) : nullptr;
  if (!object || at->offset < 0) return Term();
  if (object->has(memory::kPending)) {
    parts_.evaluator.run_initialiser(path.state, at->object);
    object = path.state.memory.find(at->object);
  }
  uint64_t offset = static_cast<uint64_t>(at->offset);
  bool is_known_size = object->size.is_immediate() && !object->has(memory::kSizeUnknown);
  if (is_known_size && offset + bytes > object->size.bits()) return Term();
  memory::Read read = object->contents.read(parts_.pool, offset, static_cast<uint32_t>(bytes));
  if (read.init == memory::Init::All) return read.value;
  if (object->contents.background() != memory::Background::Environment) return Term();
  bool has_type = type && type->is_scalar() && type->accessed == bytes;
  ValueType raw = raw_type(static_cast<uint32_t>(bytes));
  const ValueType& as = has_type ? *type : raw;
  if (!path.state.memory.find(at->object)) return Term();
  Term value = environment_value(path, path.state, at->object, offset, as, Reading::Model);
  Object& own = path.state.memory.own(at->object);
  bool is_unread = own.contents.background() == memory::Background::Environment &&
                   own.contents.read(parts_.pool, offset, static_cast<uint32_t>(bytes)).init ==
                       memory::Init::None;
  Term stored = logic::resize(parts_.pool, value, as.accessed * 8, Extend::Zero);
  if (is_unread) own.contents.write(parts_.pool, offset, stored);
  return value;
}

Term Operands::argument_part(const Slot& slot) const {
  Term value = slot.value;
  if (value.is_null() || slot.bytes == 0) return value;
  uint64_t low = static_cast<uint64_t>(slot.offset) * 8;
  uint64_t width = slot.bytes * 8;
  if (slot.offset < 0 || low >= value.width()) return Term();
  if (low == 0 && width >= value.width()) return value;
  uint64_t high = std::min<uint64_t>(low + width, value.width()) - 1;
  return logic::extract(parts_.pool, value, static_cast<uint32_t>(high),
                        static_cast<uint32_t>(low));
}

Slot Operands::variable(Path& path, EmulatedCall& call, const models::Node& node) const {
  const models::External& external = call.model().externals[node.external.index()];
  Slot slot{.moment = node.moment};
  slot.is_all = node.field.is_all;
  slot.offset = node.field.offset.value_or(0);
  if (external.kind == models::ExternalKind::Temp) {
    slot.kind = SlotKind::Temporary;
    slot.index = node.external.index();
    slot.bytes = parts_.program.target().pointer_bits / 8;
    return slot;
  }
  if (external.kind == models::ExternalKind::Param) {
    uint32_t index = node.kind == NodeKind::Rest ? call.rest : node.external.index();
    if (index >= call.request.arguments.size()) return slot;
    const semantics::Argument& argument = call.request.arguments[index];
    slot.index = index;
    slot.type = index < call.types.size() ? call.types[index] : argument.type;
    slot.bytes = node.field.size.value_or(slot.type ? slot.type->bytes : 0);
    if (argument.is_place || (argument.type && argument.type->shape == Shape::Aggregate)) {
      slot.kind = SlotKind::Memory;
      slot.address =
          logic::add(parts_.pool, argument.value,
                     parts_.evaluator.pointer_constant(static_cast<uint64_t>(slot.offset)));
      return slot;
    }
    slot.kind = SlotKind::Argument;
    slot.value = argument.value;
    slot.is_signed = argument.type && argument.type->is_signed;
    if (!argument.value.is_null() && slot.type && slot.type->width != argument.value.width() &&
        slot.type->is_scalar()) {
      slot.value = logic::resize(parts_.pool, argument.value, slot.type->width,
                                 slot.is_signed ? Extend::Sign : Extend::Zero);
    }
    if (slot.type) slot.is_signed = slot.type->is_signed;
    return slot;
  }
  // A global of the callee's unit, or one that every unit knows.
  semantics::EntityId entity;
  const semantics::UnitEntry* unit = parts_.program[call.request.callee].unit;
  slot.kind = SlotKind::Memory;
  if (uint64_t vptr = find_vtable(parts_.evaluator.classes(), external.name)) {
    slot.address = parts_.evaluator.pointer_constant(vptr);
    return slot;
  }
  bool is_static = external.kind == models::ExternalKind::Static;
  // The statics of a unit that is not at hand are out of sight; one here may have the same name.
  if (is_static && !parts_.program[call.request.callee].is_defined) return slot;
  if (is_static && unit) {
    ir::SymbolId symbol = unit->unit->symbols.find(external.name, ir::Linkage::Internal);
    if (symbol.valid()) entity = parts_.program.entity_of(*unit, symbol);
  } else {
    entity = parts_.program.find(external.name);
  }
  if (!entity.valid()) return slot;
  if (parts_.program[entity].kind == ir::SymbolKind::Function) {
    slot.address = parts_.evaluator.address_of(path.state, entity);
  }
  if (parts_.program[entity].kind != ir::SymbolKind::Variable) return slot;
  make_global(path.state, entity);
  semantics::UnitEntry& owner = *parts_.program[entity].unit;
  slot.type = &owner.types->of(parts_.program.symbol(entity).type);
  slot.bytes = node.field.size.value_or(slot.type->bytes);
  if (node.field.size && slot.type->bytes != slot.bytes) slot.type = nullptr;
  slot.address = logic::add(parts_.pool, parts_.evaluator.address_of(path.state, entity),
                            parts_.evaluator.pointer_constant(static_cast<uint64_t>(slot.offset)));
  return slot;
}

const ValueType* Operands::type_of(EmulatedCall& call, const Slot& slot) const {
  if (slot.kind == SlotKind::Return) return call.request.result;
  return slot.type;
}

Slot Operands::behind(Path& path, EmulatedCall& call, const models::Node& node,
                      const Slot& pointer) const {
  Slot slot{.kind = SlotKind::Memory, .moment = node.moment};
  Term address = content(path, call, pointer);
  slot.is_all = node.field.is_all;
  const ValueType* type = type_of(call, pointer);
  bool is_ours = pointer.kind == SlotKind::Return;
  semantics::ValueTypes* types = is_ours ? parts_.function.unit->types.get() : call.value_types;
  if (type && type->shape == Shape::Pointer && type->type.valid() && types) {
    ir::TypeId pointee = types->types().pointee(type->type);
    if (pointee.valid() && types->types().resolved(pointee).kind != ir::TypeKind::Function) {
      slot.type = &types->of(pointee);
    }
  }
  // `*p` of a pointer to bytes, or to anything, means all of it.
  bool is_bytes = !slot.type || slot.type->bytes <= 1;
  slot.bytes = node.field.size.value_or(slot.type ? slot.type->bytes : 0);
  if (!node.field.size && is_bytes) slot.is_all = true;
  if (node.field.is_given() && slot.type && slot.type->bytes != slot.bytes) slot.type = nullptr;
  if (address.is_null()) return slot;
  uint64_t offset = static_cast<uint64_t>(node.field.offset.value_or(0));
  address = logic::resize(parts_.pool, address, parts_.program.target().pointer_bits, Extend::Zero);
  slot.address = logic::add(parts_.pool, address, parts_.evaluator.pointer_constant(offset));
  return slot;
}

Slot Operands::evaluate(Path& path, EmulatedCall& call, const models::Operand& operand) const {
  // Operands stand behind their operators: a walk from the back has them first.
  std::vector<Slot> stack;
  for (size_t i = operand.nodes.size(); i-- > 0;) {
    const models::Node& node = operand.nodes[i];
    Slot slot;
    switch (node.kind) {
      case NodeKind::Variable:
        slot = variable(path, call, node);
        break;
      case NodeKind::Rest: {
        models::Node as = node;
        as.external = models::ExternalId(0u);
        if (call.model().externals.empty()) break;
        if (call.model().externals[0].kind == models::ExternalKind::Param) {
          slot = variable(path, call, as);
        }
        break;
      }
      case NodeKind::Return:
        slot = {.kind = SlotKind::Return, .offset = node.field.offset.value_or(0)};
        slot.bytes = node.field.size.value_or(call.request.result ? call.request.result->bytes : 0);
        slot.is_signed = call.request.result && call.request.result->is_signed;
        break;
      case NodeKind::Deref:
        slot = behind(path, call, node, stack.back());
        stack.pop_back();
        break;
      case NodeKind::Constant: {
        uint64_t bits = node.is_negative ? uint64_t{0} - node.number : node.number;
        uint32_t width = node.field.size ? static_cast<uint32_t>(*node.field.size * 8) : 64;
        slot.value = Term::constant(std::min<uint32_t>(std::max<uint32_t>(width, 8), 64), bits);
        slot.is_signed = node.is_negative;
        slot.is_flexible = !node.field.size;
        break;
      }
      case NodeKind::Null:
        slot.value = parts_.evaluator.pointer_constant(0);
        slot.is_flexible = true;
        break;
      case NodeKind::Eof:
        slot.value = Term::constant(64, ~uint64_t{0});
        slot.is_signed = slot.is_flexible = true;
        break;
      case NodeKind::Function: {
        size_t count = models::function_info(node.function).operands;
        std::vector<Slot> arguments(stack.end() - static_cast<ptrdiff_t>(count), stack.end());
        std::reverse(arguments.begin(), arguments.end());
        stack.resize(stack.size() - count);
        slot = function(path, call, node, arguments);
        break;
      }
    }
    stack.push_back(slot);
  }
  return stack.empty() ? Slot() : stack.back();
}

Term Operands::content(Path& path, EmulatedCall& call, const Slot& slot) const {
  switch (slot.kind) {
    case SlotKind::None:
      return slot.value;
    case SlotKind::Argument:
      return argument_part(slot);
    case SlotKind::Return: {
      const Object* record =
          call.result_object.valid() ? path.state.memory.find(call.result_object) : nullptr;
      if (!record || slot.bytes == 0 || slot.offset < 0) return call.result;
      memory::Read read = record->contents.read(
          parts_.pool, call.result_offset + static_cast<uint64_t>(slot.offset),
          static_cast<uint32_t>(std::min<uint64_t>(slot.bytes, kMaxContent)));
      return read.init == memory::Init::All ? read.value : Term();
    }
    case SlotKind::Temporary: {
      auto found = call.temporaries.find(slot.index);
      return found == call.temporaries.end() ? Term() : found->second;
    }
    case SlotKind::Memory: {
      if (slot.address.is_null()) return Term();
      bool is_entry = slot.moment == models::Moment::Entry && call.entry;
      // Another unit's types have other numbers.
      bool is_ours = call.type_table == &path.state.frame().function->unit->types->types();
      return peek(path, is_entry ? *call.entry : path.state.memory, slot.address, slot.bytes,
                  is_ours ? slot.type : nullptr);
    }
  }
  return Term();
}

void Operands::set_content(Path& path, EmulatedCall& call, const Slot& slot, Term value) const {
  if (value.is_null()) return;
  switch (slot.kind) {
    case SlotKind::None:
    case SlotKind::Argument:
      return;  // the caller's variable does not change
    case SlotKind::Temporary:
      call.temporaries[slot.index] = value;
      return;
    case SlotKind::Return:
      if (call.result_object.valid() && slot.bytes > 0) {
        Term part =
            logic::resize(parts_.pool, value, static_cast<uint32_t>(slot.bytes * 8), Extend::Zero);
        path.state.memory.own(call.result_object)
            .contents.write(parts_.pool, call.result_offset + static_cast<uint64_t>(slot.offset),
                            part);
        return;
      }
      call.result = value;
      return;
    case SlotKind::Memory:
      break;
  }
  if (slot.bytes == 0 || slot.bytes > kMaxContent || slot.address.is_null()) return;
  bool complete = false;
  std::vector<Target> found = targets(path, slot.address, complete);
  Term part =
      logic::resize(parts_.pool, value, static_cast<uint32_t>(slot.bytes * 8), Extend::Zero);
  // APPROX(under): where a pointer may lead to several places, each becomes unknown.
  bool is_one = complete && found.size() == 1 && found[0].offset.is_immediate();
  for (const Target& target : found) {
    if (!path.state.memory.find(target.object)) continue;
    if (!is_one) {
      parts_.inputs.freshen(path.state, target.object, Source::Imprecise);
      continue;
    }
    const Object& object = *path.state.memory.find(target.object);
    uint64_t offset = target.offset.bits();
    bool fits = offset <= path.state.memory.largest() &&
                (object.has(memory::kSizeUnknown) || !object.size.is_immediate() ||
                 offset + slot.bytes <= object.size.bits());
    if (!fits || object.has(memory::kReadOnly)) continue;
    if (object.has(memory::kPending)) parts_.evaluator.run_initialiser(path.state, target.object);
    path.state.memory.own(target.object).contents.write(parts_.pool, offset, part);
  }
}

Term Operands::as_count(const Slot& slot, Term value) const {
  if (value.is_null()) return value;
  return logic::resize(parts_.pool, value, parts_.program.target().pointer_bits,
                       slot.is_signed ? Extend::Sign : Extend::Zero);
}

bool Operands::contents(Path& path, EmulatedCall& call, const Slot& a, const Slot& b, Term& left,
                        Term& right) const {
  left = content(path, call, a);
  right = content(path, call, b);
  if (left.is_null() || right.is_null()) return false;
  if (left.width() == right.width()) return true;
  auto widened = [&](const Slot& slot, Term value, uint32_t width) {
    return logic::resize(parts_.pool, value, width, slot.is_signed ? Extend::Sign : Extend::Zero);
  };
  if (a.is_flexible) {
    left = widened(a, left, right.width());
  } else if (b.is_flexible || right.width() < left.width()) {
    right = widened(b, right, left.width());
  } else {
    left = widened(a, left, right.width());
  }
  return true;
}

}  // namespace assay::simulator
