#include "engines/simulator/emulator.h"

#include "logic/build.h"

namespace assay::simulator {

using logic::Extend;
using logic::Term;
using models::ReturnType;
using models::Role;
using semantics::Shape;
using semantics::Source;
using semantics::ValueType;

std::string family_of(const models::Operation& operation) {
  const models::Operand& last = operation.operands.back();
  return last.resource ? last.resource->state : "malloc";
}

EmulatedCall Emulator::begin(const semantics::CallRequest& request, FoundModel found) const {
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

/// Calls `each` for every argument that `...` stands for, or once; false: it said so.
template <class Each>
bool Emulator::for_each_rest(EmulatedCall& call, const Operation& operation, Each&& each) {
  bool has_rest = false;
  for (const models::Operand& operand : operation.operands) {
    for (const models::Node& node : operand.nodes) {
      has_rest = has_rest || node.kind == models::NodeKind::Rest;
    }
  }
  if (!has_rest) return each();
  uint32_t named = 0;
  for (const models::External& external : call.model().externals) {
    if (external.kind == models::ExternalKind::Param) ++named;
  }
  for (call.rest = named; call.rest < call.request.arguments.size(); ++call.rest) {
    if (!each()) return false;
  }
  return true;
}

bool Emulator::is_eligible(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                           std::vector<Term>& unknown) {
  unknown.clear();
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Guard) continue;
    bool can_be = for_each_rest(call, operation, [&] {
      Term condition;
      Tri holds = guard(path, call, operation, condition);
      if (holds == Tri::Unknown && !condition.is_null()) unknown.push_back(condition);
      return holds != Tri::No;
    });
    if (!can_be) return false;
  }
  // Each may be possible, and all together not.
  if (unknown.size() < 2) return true;
  return parts_.judge.solver().is_possible(path.conditions, logic::all_of(parts_.pool, unknown));
}

void Emulator::make_result_object(Path& path, EmulatedCall& call) {
  const ValueType* type = call.request.result;
  if (!type || type->shape != Shape::Aggregate) return;
  if (!call.request.result_slot.is_null()) {
    if (!call.request.result_slot.is_immediate()) return;
    call.result_object = path.state.memory.spot(call.request.result_slot.bits()).object;
    if (!path.state.memory.find(call.result_object)) call.result_object = memory::ObjectId();
  } else {
    call.result_object = parts_.evaluator.make_object(
        path.state, memory::ObjectKind::Value, parts_.evaluator.pointer_constant(type->bytes),
        memory::Background::Environment, call.request.node);
    path.state.memory.own(call.result_object).type = type->type;
  }
  // What the results do not say is unknown.
  parts_.inputs.freshen(path.state, call.result_object, Source::Imprecise);
}

void Emulator::give_result(Path& path, EmulatedCall& call, const models::Outcome& outcome) {
  const ValueType* type = call.request.result;
  if (!type) return;
  if (type->shape == Shape::Aggregate) {
    Term address = !call.request.result_slot.is_null()
                       ? call.request.result_slot
                       : path.state.memory.address(call.result_object);
    parts_.evaluator.set_value(path.state, call.request.node, address);
    return;
  }
  if (!type->is_scalar()) return;
  Term value = call.result;
  if (value.is_null()) {
    switch (outcome.return_type) {
      case ReturnType::Zero:
        value = Term::constant(std::min<uint32_t>(type->width, 64), 0);
        break;
      case ReturnType::One:
        value = Term::constant(std::min<uint32_t>(type->width, 64), 1);
        break;
      case ReturnType::MinusOne:
        value = Term::constant(std::min<uint32_t>(type->width, 64), ~uint64_t{0});
        break;
      default:
        value = parts_.inputs.unknown(path.state, *type, &parts_.function.unit->types->types(),
                                      Source::Imprecise);
        break;
    }
  }
  value = logic::resize(parts_.pool, value, type->width, Extend::Sign);
  parts_.evaluator.set_value(path.state, call.request.node, value);
}

namespace {

/// Of an outcome that may be another one, what the others set may be set.
void set_as_others(const Parts& parts, const Operands& operands, Path& path, EmulatedCall& call,
                   const models::Outcome& outcome) {
  constexpr uint64_t kMaxBytes = 64;
  for (const models::Outcome& other : call.model().outcomes) {
    if (&other == &outcome) continue;
    for (const models::Operation& operation : other.operations) {
      const models::Operand& place = operation.operands[0];
      bool sets = operation.role == Role::Result && !place.nodes.empty() &&
                  place.nodes.front().kind == models::NodeKind::Deref;
      Slot slot = sets ? operands.evaluate(path, call, place) : Slot();
      if (slot.kind != SlotKind::Memory || slot.bytes == 0 || slot.bytes > kMaxBytes) continue;
      std::optional<memory::Spot> spot = operands.spot(path, slot.address);
      const memory::Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
      bool may_be_unset = object && spot->offset >= 0 &&
                          object->contents.background() == memory::Background::Indeterminate;
      if (!may_be_unset) continue;
      uint64_t at = static_cast<uint64_t>(spot->offset);
      memory::Read now = object->contents.read(parts.pool, at, static_cast<uint32_t>(slot.bytes));
      if (now.init == memory::Init::All) continue;
      parts.inputs.freshen_part(path.state, spot->object, at, slot.bytes,
                                *parts.function.unit->types, Source::Imprecise);
    }
  }
}

}  // namespace

Applied Emulator::apply(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                        const std::vector<Term>& unknown) {
  for (Term condition : unknown) {
    parts_.judge.choose(path, condition);
    path.soft.push_back(condition);
  }
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Constraint) continue;
    // A format speaks of all its arguments together.
    bool is_format = operation.op == models::Operator::FormatPrintf ||
                     operation.op == models::Operator::FormatScanf;
    bool holds = is_format ? constraint(path, call, operation)
                           : for_each_rest(call, operation,
                                           [&] { return constraint(path, call, operation); });
    if (!holds) return path.end == ReturnType::Unstated ? Applied::Warned : Applied::Left;
  }
  if (outcome.return_type == ReturnType::Exit || outcome.return_type == ReturnType::Longjmp ||
      outcome.return_type == ReturnType::Throw) {
    // APPROX(under): a function that throws or jumps is left to where nobody looks.
    path.end = outcome.return_type;
    return Applied::Left;
  }
  call.entry = path.state.memory;
  call.result = Term();
  assigned_.clear();
  result_is_assigned_ = false;
  make_result_object(path, call);
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Result) continue;
    bool goes_on =
        for_each_rest(call, operation, [&] { return result(path, call, outcome, operation); });
    if (!goes_on) return Applied::Impossible;
  }
  if (is_unsure(outcome)) set_as_others(parts_, operands_, path, call, outcome);
  give_result(path, call, outcome);
  return Applied::Returned;
}

void Emulator::set_unknown_result(Path& path, const semantics::CallRequest& request) {
  if (!request.result) return;
  if (request.result->is_scalar()) {
    Term value = parts_.inputs.unknown(path.state, *request.result,
                                       &parts_.function.unit->types->types(), Source::Imprecise);
    parts_.evaluator.set_value(path.state, request.node, value);
    return;
  }
  if (request.result->shape != Shape::Aggregate) return;
  EmulatedCall call{.request = request, .found = {}};
  make_result_object(path, call);
  Term address = !request.result_slot.is_null() ? request.result_slot
                                                : path.state.memory.address(call.result_object);
  parts_.evaluator.set_value(path.state, request.node, address);
}

void Emulator::call_unknown(Path& path, const semantics::CallRequest& request) {
  const ir::TypeTable* types = nullptr;
  const ir::Type* declared = nullptr;
  if (request.callee.valid()) {
    types = &parts_.program[request.callee].unit->types->types();
    declared = &types->resolved(parts_.program.symbol(request.callee).type);
  }
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    const semantics::Argument& argument = request.arguments[i];
    if (argument.value.is_null()) continue;
    // What a pointer to const leads to stays as it is.
    bool is_const = false;
    uint64_t bytes = 0;
    if (declared && i < declared->params.size()) {
      ir::TypeId pointee = types->pointee(declared->params[i]);
      if (pointee.valid()) bytes = types->resolved(pointee).size;
      while (pointee.valid() && (*types)[pointee].kind == ir::TypeKind::Alias) {
        pointee = (*types)[pointee].inner;
      }
      is_const = pointee.valid() && (*types)[pointee].kind == ir::TypeKind::Qualified &&
                 ((*types)[pointee].quals & ir::kConst) != 0;
    }
    bool is_aggregate =
        argument.is_place || (argument.type && argument.type->shape == Shape::Aggregate);
    disturb(path, argument.value, !is_const && !(is_aggregate && !argument.is_place), bytes);
  }
  // Globals that other units know may have changed.
  std::vector<memory::ObjectId> globals;
  path.state.memory.for_each([&](memory::ObjectId id, const memory::Object& object) {
    if (object.kind != memory::ObjectKind::Global) return;
    semantics::EntityId entity = parts_.program.entity_of(id);
    if (!entity.valid() || parts_.models.is_constant(entity)) return;
    const ir::Symbol& symbol = parts_.program.symbol(entity);
    if (symbol.linkage == ir::Linkage::External || symbol.has(ir::kAddressTaken)) {
      globals.push_back(id);
    }
  });
  for (memory::ObjectId id : globals) parts_.inputs.freshen(path.state, id, Source::Imprecise);
  set_unknown_result(path, request);
}

void Emulator::apply_rest(Path& path, EmulatedCall& call, const models::Outcome& outcome) {
  bool names_something = false;
  call.entry = path.state.memory;
  for (const Operation& operation : outcome.operations) {
    names_something = true;
    for_each_rest(call, operation, [&] {
      Slot slot = operands_.evaluate(path, call, operation.operands[0]);
      Term pointer = slot.kind == SlotKind::Memory ? slot.address : Term();
      if (!pointer.is_null()) disturb(path, pointer, true, slot.is_all ? 0 : slot.bytes);
      return true;
    });
  }
  if (!names_something) return call_unknown(path, call.request);
  for (const semantics::Argument& argument : call.request.arguments) escape(path, argument.value);
  set_unknown_result(path, call.request);
}

}  // namespace assay::simulator
