// Calls: arguments, frames, results.
#include <algorithm>

#include "logic/build.h"
#include "semantics/builtins.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::CallKind;
using ir::Op;
using logic::Term;
using memory::Background;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;

bool Evaluator::gather_arguments(State& state, ir::NodeId id, size_t first) {
  arguments_.clear();
  std::span<const ir::NodeId> kids = state.frame().function->body->kids_of(id);
  for (ir::NodeId kid : kids.subspan(first)) {
    const Step& step = step_of(state, kid);
    Argument argument{.type = step.type,
                      .is_place = step.has(ir::kLvalue) && step.op != Op::FunctionRef};
    // A method whose pointer is passed: as wide as the parameter is.
    if (step.op == Op::FunctionRef) argument.type = &type_of_count();
    bool is_aggregate = step.type && step.type->shape == Shape::Aggregate && !argument.is_place;
    argument.value = is_aggregate ? aggregate_value(state, kid) : value(state, kid);
    if (failed()) return false;
    arguments_.push_back(argument);
  }
  return true;
}

namespace {

struct Choice {
  Term guard;
  Term value;
};

/// The constants that a term is a choice between, each once; empty: it is no such thing, or there
/// are too many.
std::vector<Choice> choices_of(logic::TermPool& pool, Term term) {
  constexpr size_t kMaxChoices = 32;
  std::vector<Choice> found, todo{{logic::kTrue, term}};
  while (!todo.empty()) {
    Choice next = todo.back();
    todo.pop_back();
    if (next.guard.is_false()) continue;
    if (next.value.is_immediate()) {
      auto same = std::find_if(found.begin(), found.end(),
                               [&](const Choice& each) { return each.value == next.value; });
      if (same == found.end()) {
        found.push_back(next);
      } else {
        same->guard = logic::bit_or(pool, same->guard, next.guard);
      }
    } else if (pool.is(next.value, logic::Op::Ite)) {
      Term condition = pool.arg(next.value, 0);
      todo.push_back({logic::bit_and(pool, next.guard, logic::bit_not(pool, condition)),
                      pool.arg(next.value, 2)});
      todo.push_back({logic::bit_and(pool, next.guard, condition), pool.arg(next.value, 1)});
    } else {
      return {};
    }
    if (found.size() + todo.size() > kMaxChoices) return {};
  }
  return found;
}

}  // namespace

/// What a choice between constants is on this path.  Where it may be several the driver is asked
/// to go on with each apart; the term itself if it does not, or if it is no such choice.
Term Evaluator::single_choice(State& state, ir::NodeId at, Term pointer) {
  if (pointer.is_null() || pointer.is_immediate()) return pointer;
  std::vector<Choice> choices = choices_of(pool_, pointer);
  if (choices.empty()) return pointer;
  for (size_t i = 0; i < choices.size();) {
    Tri holds = choices[i].guard.is_true() ? Tri::Unknown : driver_.decide(state, choices[i].guard);
    // They exclude each other.
    if (holds == Tri::Yes && !choices[i].value.is_value(0)) return choices[i].value;
    if (holds == Tri::No)
      choices.erase(choices.begin() + static_cast<ptrdiff_t>(i));
    else
      ++i;
  }
  // That it is not null must hold, and is no case of its own.
  auto null = std::find_if(choices.begin(), choices.end(),
                           [](const Choice& each) { return each.value.is_value(0); });
  if (null != choices.end() && choices.size() > 1) {
    if (!require(state, ObligationKind::NonNull, at, logic::bit_not(pool_, null->guard)))
      return Term();
    choices.erase(null);
  }
  if (choices.size() == 1) return choices[0].value;
  std::vector<Term> cases;
  for (const Choice& each : choices) cases.push_back(each.guard);
  if (driver_.split_call(state, cases) == Split::Together) return pointer;
  flow_ = Flow::Apart;
  return Term();
}

/// Whether a condition holds on this path; where it may or may not, the driver is asked to go on
/// with both apart.
Tri Evaluator::decided_apart(State& state, Term condition) {
  if (condition.is_immediate()) return condition.is_true() ? Tri::Yes : Tri::No;
  Tri holds = driver_.decide(state, condition);
  if (holds != Tri::Unknown) return holds;
  const Term cases[] = {condition, logic::bit_not(pool_, condition)};
  if (driver_.split_call(state, cases) == Split::Apart) flow_ = Flow::Apart;
  return Tri::Unknown;
}

Term Evaluator::result_slot_for(State& state, ir::NodeId call) {
  const Step& step = step_of(state, call);
  if (!step.aux) return slot_elsewhere(state, call);  // the local, plus one: see Program
  return local_address(state, ir::LocalId(static_cast<uint32_t>(step.aux - 1)), call);
}

namespace {

/// Whether what lies at an address is not known at all: a function, for all that we know.
bool is_from_outside(const memory::Memory& memory, Term address) {
  memory::Spot spot = memory.spot(address.bits());
  const memory::Object* object = spot.object.valid() ? memory.find(spot.object) : nullptr;
  return object && object->kind == memory::ObjectKind::Environment;
}

}  // namespace

Flow Evaluator::call(State& state, ir::NodeId id, const Step& step) {
  const Step& callee = step_of(state, step.kid0);
  auto kind = static_cast<CallKind>(step.payload);
  CallRequest request{.node = id, .result = step.type};
  Term adjustment;  // of `this`
  if (callee.op == Op::FunctionRef) {
    request.callee = program_.entity_of(*state.frame().function->unit,
                                        ir::SymbolId(static_cast<uint32_t>(callee.payload)));
  } else {
    request.pointer = value(state, step.kid0);
    if (request.pointer.is_null()) return Flow::Stop;
    if (kind == CallKind::MemberPointer) {
      request.pointer = member_function(request.pointer, adjustment);
    }
    request.pointer = single_choice(state, id, request.pointer);
    if (failed()) return flow_;
    request.callee = function_at(state, request.pointer);
    if (!request.callee.valid() && request.pointer.is_immediate() &&
        !is_from_outside(state.memory, request.pointer)) {
      Obligation fault{
          .kind = request.pointer.is_value(0) ? ObligationKind::NonNull : ObligationKind::Callable,
          .holds = Tri::No,
          .node = id,
          .condition = logic::kFalse};
      violated(state, fault);
      return Flow::Stop;
    }
  }
  if (!gather_arguments(state, id, 1)) return flow_;
  if (!adjustment.is_null() && !arguments_.empty()) {
    arguments_[0].value = logic::add(pool_, arguments_[0].value, adjustment);
  }
  bool dispatches =
      kind == CallKind::Virtual || (kind == CallKind::MemberPointer && request.callee.valid() &&
                                    program_.symbol(request.callee).has(ir::kVirtual));
  EntityId named = request.callee;
  if (dispatches && !arguments_.empty() && !dispatch(state, id, request)) return flow_;
  if (request.callee.valid()) {
    if (BuiltinFunction builtin = builtins_.find(program_, request.callee)) {
      BuiltinCall at{*this, state, id, step, arguments_};
      Term result = builtin(at);
      if (!failed() && step.type && !result.is_null()) set(state, id, result);
      return flow_;
    }
  }
  request.arguments = arguments_;
  request.result_slot = result_slot_for(state, id);
  size_t depth = state.frames.size();
  switch (driver_.call(state, request)) {
    case CallAnswer::Entered:
      if (dispatches && request.callee.valid() && state.frames.size() == depth + 1) {
        state.frame().result_distance = covariant_distance(named, request.callee);
      }
      return Flow::Entered;
    case CallAnswer::Returned:
      return flow_;
    case CallAnswer::Stop:
      return Flow::Stop;
    case CallAnswer::Threw:
      return Flow::Throw;
  }
  return flow_;
}

void Evaluator::bind_parameter(State& state, Frame& frame, uint32_t index,
                               const Argument& argument) {
  const ValueType* type = frame.function->local_types[index];
  if (argument.is_place) {
    frame.locals[index] = argument.value;
    return;
  }
  Object object;
  object.kind = ObjectKind::Local;
  object.size = pointer_constant(type ? type->bytes : 0);
  object.alignment = type ? type->alignment : 1;
  if (type) object.type = type->type;
  object.origin = {.function = frame.function->entity.index(), .entity = index};
  bool is_aggregate = type && type->shape == Shape::Aggregate;
  if (type && type->is_scalar() && !argument.value.is_null()) {
    Term given = argument.value;
    // Old C passes what the caller had; the callee takes it as declared.
    if (argument.type && argument.type->is_scalar() &&
        (argument.type->width != type->width || argument.type->shape != type->shape)) {
      given = convert(state, ir::NodeId(), given, *argument.type, *type);
    }
    if (given.width() == type->width) object.contents.write(pool_, 0, to_memory(given, *type));
  }
  ObjectId id = state.memory.create(std::move(object));
  frame.locals[index] = state.memory.address(id);
  frame.owned.push_back(id);
  if (is_aggregate && !argument.value.is_null()) {
    uint64_t bytes = argument.type ? std::min(argument.type->bytes, type->bytes) : type->bytes;
    copy(state, ir::NodeId(), frame.locals[index], argument.value, bytes);
  }
}

void Evaluator::make_arguments_object(State& state, Frame& frame, std::span<const Argument> rest,
                                      ir::NodeId at) {
  std::vector<uint64_t> offsets;
  uint64_t end = 0;
  for (const Argument& argument : rest) {
    uint64_t align = argument.type && argument.type->alignment >= 16 ? 16 : 8;
    uint64_t bytes = argument.type ? argument.type->bytes : 8;
    end = (end + align - 1) / align * align;
    offsets.push_back(end);
    end += (bytes + 7) / 8 * 8;
  }
  frame.arguments = make_object(state, ObjectKind::Arguments, pointer_constant(end),
                                Background::Indeterminate, at);
  frame.owned.push_back(frame.arguments);
  for (size_t i = 0; i < rest.size(); ++i) {
    if (!rest[i].type || rest[i].value.is_null()) continue;
    Term to = state.memory.address(frame.arguments, static_cast<int64_t>(offsets[i]));
    if (strict_) note_argument_type(state, frame.arguments, offsets[i], *rest[i].type);
    if (rest[i].type->shape == Shape::Aggregate) {
      copy(state, at, to, rest[i].value, rest[i].type->bytes);
    } else {
      store(state, at, to, *rest[i].type, rest[i].value);
      // A narrow value fills its slot, as a register does.
      if (rest[i].type->shape == Shape::Int && rest[i].type->bytes < 8) {
        Term wide =
            logic::resize(pool_, rest[i].value, 64,
                          rest[i].type->is_signed ? logic::Extend::Sign : logic::Extend::Zero);
        store_bytes(state, at, to, wide);
      }
    }
  }
}

void Evaluator::enter(State& state, const Prepared& function, std::span<const Argument> arguments,
                      ir::NodeId call, Term result_slot) {
  Frame frame(function);
  frame.result_slot = result_slot;
  uint32_t count = function.body->param_count;
  for (uint32_t i = 0; i < count; ++i) {
    bind_parameter(state, frame, i, i < arguments.size() ? arguments[i] : Argument{});
  }
  const ir::Symbol* symbol = function.function->symbol.valid()
                                 ? &function.unit->unit->symbols[function.function->symbol]
                                 : nullptr;
  bool is_variadic = symbol && symbol->kind == ir::SymbolKind::Function &&
                     function.unit->types->types().resolved(symbol->type).has(ir::kVariadic);
  if (is_variadic) {
    make_arguments_object(
        state, frame,
        arguments.size() > count ? arguments.subspan(count) : std::span<const Argument>(), call);
  }
  if (!result_slot.is_null()) {
    for (uint32_t i = count; i < function.body->locals.size(); ++i) {
      if (function.body->locals[i].kind == ir::LocalKind::ReturnSlot) {
        frame.locals[i] = result_slot;
      }
    }
  }
  state.frames.push_back(std::move(frame));
}

void Evaluator::abandon(State& state) {
  Frame& frame = state.frame();
  for (ObjectId id : frame.owned) state.memory.drop(id);
  for (const auto& [node, id] : frame.snapshots) state.memory.drop(id);
  state.frames.pop_back();
}

void Evaluator::leave(State& state) {
  Term result = state.frame().result;
  Term slot = state.frame().result_slot;
  if (uint64_t distance = state.frame().result_distance; distance != 0 && !result.is_null()) {
    Term is_null = logic::eq(pool_, result, pointer_constant(0));
    result =
        logic::ite(pool_, is_null, result, logic::add(pool_, result, pointer_constant(distance)));
  }
  ASSAY_CHECK(state.frames.size() > 1, "the first frame should be left by its driver");
  Frame& caller = state.frames[state.frames.size() - 2];
  ir::NodeId id = caller.function->body->points_of(caller.block)[caller.point - 1];
  const Step& step = (*caller.function)[id];
  if (strict_ && result.is_null()) check_value_returned(state, id);
  bool is_aggregate = step.type && step.type->shape == Shape::Aggregate;
  if (is_aggregate && !result.is_null() && !result.is_immediate() && slot.is_null()) {
    // A choice between values: all that this frame has become the caller's.
    auto kept = std::move(state.frame().snapshots);
    state.frame().snapshots.clear();
    abandon(state);
    for (const auto& entry : kept) state.frame().snapshots.emplace_back(id, entry.second);
    set(state, id, result);
    return;
  }
  if (is_aggregate && !result.is_null() && slot.is_null()) {
    // The value outlives its frame: it becomes the caller's.
    ObjectId object = state.memory.spot(result.bits()).object;
    auto& kept = state.frame().snapshots;
    std::erase_if(kept, [&](const auto& entry) { return entry.second == object; });
    abandon(state);
    keep_snapshot(state, id, object);
    set(state, id, result);
    return;
  }
  abandon(state);
  if (!slot.is_null()) {
    set(state, id, slot);
    return;
  }
  if (step.op == Op::Construct || step.op == Op::Destroy) {
    // Of an array, the same point goes on with the next element.
    if (step.has(ir::kArrayForm)) --state.frame().point;
    return made(state, id, step);
  }
  if (!step.type || step.type->width == 0) return;
  if (result.is_null()) {
    // A function that ends without a value, whose value may be used.
    result = driver_.unknown_value(state, step.type->width, "no value returned");
    if (result.is_null()) {
      flow_ = Flow::Stop;
      return;
    }
  }
  if (result.width() != step.type->width) {
    result = logic::resize(pool_, result, step.type->width, logic::Extend::Sign);
  }
  set(state, id, result);
}

Term Evaluator::next_argument(State& state, ir::NodeId at, Term list, const ValueType& type) {
  Term current = load_bytes(state, at, list, program_.target().pointer_bits / 8);
  if (failed()) return Term();
  uint64_t align = type.alignment >= 16 ? 16 : 8;
  Term aligned = current;
  if (current.is_immediate()) {
    aligned = pointer_constant((current.bits() + align - 1) / align * align);
    memory::Spot spot = state.memory.spot(aligned.bits());
    const Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
    bool given =
        object && object->kind == ObjectKind::Arguments &&
        spot.offset + static_cast<int64_t>(type.bytes) <= static_cast<int64_t>(object->size.bits());
    if (!require(state, ObligationKind::ArgumentGiven, at, Term::boolean(given))) return Term();
    if (!given) {
      return type.is_scalar() ? driver_.unknown_value(state, type.width, "argument")
                              : zero_of(type);
    }
    if (strict_) {
      check_argument_type(state, at, *object, static_cast<uint64_t>(spot.offset), type);
    }
  }
  uint64_t step = (type.bytes + 7) / 8 * 8;
  store_bytes(state, at, list, logic::add(pool_, aligned, pointer_constant(step)));
  return type.shape == Shape::Aggregate ? aligned : load(state, at, aligned, type);
}

}  // namespace assay::semantics
