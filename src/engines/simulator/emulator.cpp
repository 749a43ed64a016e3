#include "engines/simulator/emulator.h"

#include <algorithm>

#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Extend;
using logic::Term;
using models::Operator;
using models::ReturnType;
using models::Role;
using semantics::Shape;
using semantics::Source;
using semantics::ValueType;

std::string family_of(const models::Operation& operation) {
  const models::Operand& last = operation.operands.back();
  return last.resource ? last.resource->state : "malloc";
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
                           Guards& guards) {
  guards = Guards();
  // What a guard looks at, the callee may not: memory is left as it was.
  memory::Memory before = path.state.memory;
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Guard) continue;
    bool can_be = for_each_rest(call, operation, [&] {
      if (asks_whether_sum_wraps(path, call, operation)) return false;
      Term condition;
      Tri holds = guard(path, call, operation, condition);
      if (holds == Tri::Unknown && condition.is_null()) guards.is_vague = true;
      if (holds == Tri::Unknown && !condition.is_null()) guards.unknown.push_back(condition);
      bool is_decided = holds == Tri::Yes && !condition.is_null() && !condition.is_immediate();
      if (is_decided) guards.decided.push_back(condition);
      return holds != Tri::No;
    });
    if (can_be) continue;
    path.state.memory = std::move(before);
    return false;
  }
  path.state.memory = std::move(before);
  // Each may be possible, and all together not.
  if (guards.unknown.size() < 2) return true;
  Term all = logic::all_of(parts_.pool, guards.unknown);
  return parts_.judge.solver().is_possible(path.conditions, all);
}

void Emulator::make_result_object(Path& path, EmulatedCall& call) {
  const ValueType* type = call.request.result;
  if (!type || type->shape != Shape::Aggregate) return;
  if (call.request.result_slot.is_null()) {
    call.result_object = parts_.evaluator.make_object(
        path.state, memory::ObjectKind::Value, parts_.evaluator.pointer_constant(type->bytes),
        memory::Background::Environment, call.request.node);
    path.state.memory.own(call.result_object).type = type->type;
    // What the results do not say is unknown.
    parts_.inputs.freshen(path.state, call.result_object, Source::Imprecise);
    return;
  }
  std::optional<memory::Location> slot = only_target(path.state.memory, call.request.result_slot);
  const memory::Object* object = slot ? path.state.memory.find(slot->object) : nullptr;
  if (!object || slot->offset.signed_bits() < 0) return;
  if (!slot->guard.is_true()) parts_.judge.assume(path, slot->guard);
  // What a function is given to build in is there.
  InputId pointer = parts_.inputs.leading_to(slot->object);
  const Describer& describer = parts_.judge.describer();
  if (auto operand = pointer.valid() ? describer.input(pointer, models::Moment::Entry)
                                     : std::optional<models::Operand>()) {
    parts_.judge.constrain(path, operation(models::Role::Constraint,
                                           models::Operator::MemoryValidPointer, {*operand}));
  }
  call.result_object = slot->object;
  call.result_offset = slot->offset.bits();
  bool is_whole = call.result_offset == 0 && object->size.is_value(type->bytes);
  if (is_whole) {
    parts_.inputs.freshen(path.state, slot->object, Source::Imprecise);
  } else {
    parts_.inputs.freshen_part(path.state, slot->object, call.result_offset, type->bytes,
                               *parts_.function.unit->types, Source::Imprecise);
  }
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
  if (leap_) {
    bool is_number = value.is_immediate() && (type->shape != Shape::Pointer || value.is_value(0));
    if (is_number) value = as_leapt(path, call, {.kind = SlotKind::Return}, value);
    note_given(value);
    note_objects(path, call, value);
    if (!value.is_immediate()) leap_->returned = parts_.judge.solver().symbols_of(value);
  }
  parts_.evaluator.set_value(path.state, call.request.node, value);
}

bool Emulator::is_held(Path& path, EmulatedCall& call, const Operation& operation) {
  // A format speaks of all its arguments together.
  bool is_format = operation.op == models::Operator::FormatPrintf ||
                   operation.op == models::Operator::FormatScanf;
  if (is_format) return constraint(path, call, operation);
  return for_each_rest(call, operation, [&] { return constraint(path, call, operation); });
}

bool Emulator::test_constraints(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                                size_t known) {
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Constraint) continue;
    path.asking = {call.request.node, call.found.is_automatic ? call.found.model : nullptr,
                   &operation};
    path.is_muted = leap_ != nullptr;
    bool holds = is_held(path, call, operation);
    path.is_muted = false;
    if (path.is_latent && leap_ && is_asked_anyway(path, call, outcome, operation, known)) {
      path.is_latent = false;
      holds = is_held(path, call, operation);
    }
    path.asking = {};
    if (!holds) return false;
    path.is_latent = false;
  }
  return std::all_of(outcome.operations.begin(), outcome.operations.end(),
                     [&](const Operation& each) {
                       return each.op != Operator::CallsOnce || test_callback(path, call, each);
                     });
}

/// The function that an operation says is called back; none: which it is is not known.
semantics::EntityId Emulator::called_back(Path& path, EmulatedCall& call,
                                          const Operation& operation) {
  Term pointer =
      operands_.content(path, call, operands_.evaluate(path, call, operation.operands[0]));
  if (pointer.is_null() || !pointer.is_immediate()) return semantics::EntityId();
  return parts_.evaluator.function_at(path.state, pointer);
}

/// What a function that is called back asks of its arguments, whatever it does with them.
/// APPROX(under): one that is called any number of times may be called for nothing, and asks
/// nothing.
bool Emulator::test_callback(Path& path, EmulatedCall& call, const Operation& operation) {
  semantics::EntityId callee = called_back(path, call, operation);
  if (!callee.valid() || call.found.is_automatic) return true;
  FoundModel found = callee.valid() ? parts_.models.find(callee) : FoundModel();
  if (!found.model || !found.is_automatic) return true;
  std::vector<semantics::Argument> arguments;
  std::vector<uint32_t> passed;
  for (size_t i = 1; i < operation.operands.size(); ++i) {
    const models::Operand& operand = operation.operands[i];
    Slot slot = operands_.evaluate(path, call, operand);
    Term value = operands_.content(path, call, slot);
    arguments.push_back({.value = value});
    passed.push_back(operand.nodes.size() == 1 && slot.kind == SlotKind::Argument ? slot.index
                                                                                  : UINT32_MAX);
  }
  semantics::CallRequest request{.node = call.request.node,
                                 .callee = callee,
                                 .pointer = {},
                                 .arguments = arguments,
                                 .result = nullptr,
                                 .result_slot = {}};
  EmulatedCall inner = operands_.begin(request, found);
  inner.passed = std::move(passed);
  inner.is_callback = true;
  std::vector<const models::Outcome*> eligible;
  Guards guards;
  for (const models::Outcome& each : found.model->outcomes)
    if (each.kind != models::OutcomeKind::Rest && is_eligible(path, inner, each, guards))
      eligible.push_back(&each);
  if (eligible.empty()) return true;
  for (const Operation& each : eligible.front()->operations) {
    bool is_sure =
        each.role == Role::Constraint &&
        std::all_of(eligible.begin(), eligible.end(), [&](const auto* other) {
          return std::any_of(other->operations.begin(), other->operations.end(),
                             [&](const Operation& its) { return same_operation(its, each); });
        });
    if (!is_sure) continue;
    path.asking = {request.node, found.model, &each};
    bool holds = constraint(path, inner, each);
    path.asking = {};
    if (!holds) return false;
  }
  return true;
}

Applied Emulator::apply(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                        const Guards& guards) {
  std::shared_ptr<Leap> leap;
  if (is_leap(path, call, outcome, guards)) {
    leap = std::make_shared<Leap>(
        Leap{.request = call.request,
             .arguments = {call.request.arguments.begin(), call.request.arguments.end()},
             .found = call.found,
             .outcome = &outcome,
             .before = path.state.memory});
    leap->request.arguments = leap->arguments;
    leap->is_vague = is_vague(path, call, outcome);
    leap->is_direct = is_direct(outcome, guards);
    path.is_arbitrary = path.is_arbitrary || is_unsure(outcome) || guards.is_vague;
  }
  outcome_ = &outcome;
  leap_ = leap.get();
  leapt_ = 0;
  is_joined_ = call.found.is_automatic && is_joined(outcome);
  if (is_joined_) give_away(path, call.request);
  if (call.found.is_automatic) disturb_unnamed(path, call);
  size_t known = path.conditions.size();
  for (Term condition : guards.unknown) {
    parts_.judge.choose(path, condition);
    path.soft.push_back(condition);
  }
  if (leap_)
    leap_->assumed.assign(path.conditions.begin() + static_cast<ptrdiff_t>(known),
                          path.conditions.end());
  if (!test_constraints(path, call, outcome, known)) {
    if (path.is_latent) return Applied::Impossible;
    return path.end == ReturnType::Unstated ? Applied::Warned : Applied::Left;
  }
  if (outcome.return_type == ReturnType::Exit || outcome.return_type == ReturnType::Longjmp) {
    // APPROX(under): a function that jumps is left to where nobody looks.
    path.end = outcome.return_type;
    return Applied::Left;
  }
  look_at_entry(path, call, outcome);
  call.entry = path.state.memory;
  call.result = Term();
  assigned_.clear();
  result_is_assigned_ = false;
  make_result_object(path, call);
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Result) continue;
    // A scan speaks of its arguments together.
    bool goes_on = operation.op == Operator::FormatScanned
                       ? result(path, call, outcome, operation)
                       : for_each_rest(call, operation,
                                       [&] { return result(path, call, outcome, operation); });
    if (!goes_on) return Applied::Impossible;
  }
  bool throws = outcome.return_type == ReturnType::Throw;
  if (!throws) give_result(path, call, outcome);
  // What was not simulated may keep what is behind the pointers that it was given.
  if (call.found.is_automatic && !call.model().is_complete()) keep_arguments(path, call);
  if (leap) path.leaps.push_back(std::move(leap));
  return throws ? Applied::Threw : Applied::Returned;
}

void Emulator::keep_arguments(Path& path, const EmulatedCall& call) {
  std::vector<memory::ObjectId> inside;
  for (const semantics::Argument& argument : call.request.arguments) {
    if (argument.value.is_null()) continue;
    std::vector<memory::ObjectId> given;
    addresses_in(path.state.memory, argument.value, given);
    for (memory::ObjectId id : given) {
      if (const memory::Object* object = path.state.memory.find(id)) {
        addresses_in(path.state.memory, *object, inside);
      }
    }
  }
  escape(path, reachable(path.state.memory, std::move(inside)));
}

/// What results say of values on entry is read before any of them changes it: memory of the
/// environment has its values only once somebody has looked.
void Emulator::look_at_entry(Path& path, EmulatedCall& call, const models::Outcome& outcome) {
  auto reads_entry = [](const models::Operand& operand) {
    return std::any_of(operand.nodes.begin(), operand.nodes.end(), [](const models::Node& node) {
      bool is_place =
          node.kind == models::NodeKind::Deref || node.kind == models::NodeKind::Variable;
      return is_place && node.moment == models::Moment::Entry;
    });
  };
  for (const Operation& operation : outcome.operations) {
    if (operation.role != Role::Result) continue;
    for (const models::Operand& operand : operation.operands) {
      if (!reads_entry(operand)) continue;
      for_each_rest(call, operation, [&] {
        (void)operands_.content(path, call, operands_.evaluate(path, call, operand));
        return true;
      });
    }
  }
}

namespace {

bool is_declared(const semantics::Program& program, semantics::EntityId callee,
                 ir::AttributeKind attribute) {
  return callee.valid() && program.symbol(callee).find(attribute) != nullptr;
}

}  // namespace

/// What a function that is declared `const` answers depends on its arguments alone; a pointer's
/// object is made anew.
Term Emulator::unknown_result(Path& path, const semantics::CallRequest& request) {
  auto make = [&] {
    return parts_.inputs.unknown(path.state, *request.result, &parts_.function.unit->types->types(),
                                 Source::Imprecise);
  };
  bool is_told = request.result->shape != Shape::Pointer &&
                 is_declared(parts_.program, request.callee, ir::AttributeKind::Const);
  if (!is_told) return make();
  std::vector<Term> arguments;
  for (const semantics::Argument& argument : request.arguments) arguments.push_back(argument.value);
  auto [known, is_new] = told_.try_emplace({request.callee, std::move(arguments)});
  if (is_new) known->second = make();
  return known->second;
}

void Emulator::set_unknown_result(Path& path, const semantics::CallRequest& request) {
  if (!request.result) return;
  if (request.result->is_scalar()) {
    parts_.evaluator.set_value(path.state, request.node, unknown_result(path, request));
    return;
  }
  if (request.result->shape != Shape::Aggregate) return;
  EmulatedCall call{.request = request, .found = {}};
  make_result_object(path, call);
  Term address = !request.result_slot.is_null() ? request.result_slot
                                                : path.state.memory.address(call.result_object);
  parts_.evaluator.set_value(path.state, request.node, address);
}

/// Whether a parameter is a pointer to something const; how large what it points to is.
bool Emulator::is_to_const(const semantics::CallRequest& request, size_t index,
                           uint64_t& bytes) const {
  if (!request.callee.valid()) return false;
  const ir::TypeTable& types = parts_.program[request.callee].unit->types->types();
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  const ir::Type& declared = types.resolved(symbol.type);
  // A method's object is the first argument, and no part of its type.
  if (symbol.has(ir::kMethod) && index-- == 0) return false;
  if (index >= declared.params.size()) return false;
  ir::TypeId pointee = types.pointee(declared.params[index]);
  if (pointee.valid()) bytes = types.resolved(pointee).size;
  while (pointee.valid() && types[pointee].kind == ir::TypeKind::Alias)
    pointee = types[pointee].inner;
  return pointee.valid() && types[pointee].kind == ir::TypeKind::Qualified &&
         (types[pointee].quals & ir::kConst) != 0;
}

/// A learnt model says nothing of arguments that have no name: what they lead to may be written.
void Emulator::disturb_unnamed(Path& path, const EmulatedCall& call) {
  const std::vector<models::External>& externals = call.model().externals;
  auto named = std::count_if(externals.begin(), externals.end(), [](const models::External& each) {
    return each.kind == models::ExternalKind::Param;
  });
  for (size_t i = static_cast<size_t>(named); i < call.request.arguments.size(); ++i)
    if (!call.request.arguments[i].value.is_null())
      disturb(path, call.request.arguments[i].value, true, 0);
}

/// What becomes of blocks that are given to an outcome which stands for several, not all of them
/// say.
void Emulator::give_away(Path& path, const semantics::CallRequest& request) {
  std::vector<memory::ObjectId> roots;
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    uint64_t bytes = 0;
    Term value = request.arguments[i].value;
    if (!value.is_null() && !is_to_const(request, i, bytes))
      addresses_in(path.state.memory, value, roots);
  }
  for (memory::ObjectId id : reachable(path.state.memory, std::move(roots))) {
    const memory::Object* object = path.state.memory.find(id);
    if (object && object->kind == memory::ObjectKind::Heap)
      path.state.memory.own(id).flags |= memory::kEscaped | memory::kAliased;
  }
}

/// Who is given a lock itself may take it, or let it go.
void Emulator::forget_state(Path& path, Term pointer) {
  std::erase_if(path.resources, [&](const Resource& each) {
    return each.is_behind_pointer && !each.is_held && each.key == pointer;
  });
}

void Emulator::call_unknown(Path& path, const semantics::CallRequest& request) {
  // Who has no effects but what it answers writes nothing.
  if (is_declared(parts_.program, request.callee, ir::AttributeKind::Const) ||
      is_declared(parts_.program, request.callee, ir::AttributeKind::Pure)) {
    return set_unknown_result(path, request);
  }
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    const semantics::Argument& argument = request.arguments[i];
    if (argument.value.is_null()) continue;
    forget_state(path, argument.value);
    // What a pointer to const leads to stays as it is.
    uint64_t bytes = 0;
    bool is_const = is_to_const(request, i, bytes);
    bool is_aggregate =
        argument.is_place || (argument.type && argument.type->shape == Shape::Aggregate);
    disturb(path, argument.value, !is_const && !(is_aggregate && !argument.is_place), bytes);
  }
  disturb_globals(path, semantics::EntityId());
  set_unknown_result(path, request);
}

/// Globals that a function may have changed: those that its model names as results, or, where
/// nobody knows what it does, those that other units know.
void Emulator::disturb_globals(Path& path, semantics::EntityId function) {
  FoundModel found = function.valid() ? parts_.models.find(function) : FoundModel();
  if (found.model && !found.is_automatic) return;
  std::set<std::string_view> named;
  bool is_known = found.model && found.model->is_complete();
  if (is_known) {
    for (const models::Outcome& outcome : found.model->outcomes)
      for (const Operation& operation : outcome.operations)
        for (const models::Operand& operand : operation.operands)
          for (const models::Node& node : operand.nodes)
            if (operation.role == Role::Result && node.kind == models::NodeKind::Variable)
              named.insert(found.model->externals[node.external.index()].name);
  }
  std::vector<memory::ObjectId> globals;
  path.state.memory.for_each([&](memory::ObjectId id, const memory::Object& object) {
    if (object.kind != memory::ObjectKind::Global) return;
    semantics::EntityId entity = parts_.program.entity_of(id);
    if (!entity.valid() || parts_.models.is_constant(entity)) return;
    const ir::Symbol& symbol = parts_.program.symbol(entity);
    bool is_open = symbol.linkage == ir::Linkage::External || symbol.has(ir::kAddressTaken);
    // What was not simulated to its end may write what only its unit knows.
    is_open = is_open || found.model;
    if (is_known ? named.contains(symbol.name) : is_open) globals.push_back(id);
  });
  for (memory::ObjectId id : globals) {
    escape_resources(path, *path.state.memory.find(id));
    parts_.inputs.freshen(path.state, id, Source::Imprecise);
  }
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
