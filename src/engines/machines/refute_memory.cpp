// What evaluation along a path does not know: the world outside, and what may have changed.
#include <optional>

#include "engines/machines/code.h"
#include "engines/machines/refute_driver.h"
#include "logic/build.h"
#include "memory/locations.h"

namespace assay::machines {

using ir::Op;
using logic::Term;
using memory::Background;
using memory::ObjectId;
using semantics::Argument;
using semantics::CallAnswer;
using semantics::Shape;
using semantics::State;

namespace {

bool is_write(Op op) { return op >= Op::Assign && op <= Op::Init; }

}  // namespace

Tri PathDriver::decide(State&, Term) { return Tri::Unknown; }

semantics::Split PathDriver::split(State&, std::span<const Term>) {
  return semantics::Split::Together;
}

semantics::Verdict PathDriver::obligation(State&, const semantics::Obligation& obligation) {
  // What stands in storage that nobody wrote is not modelled.
  if (obligation.kind == semantics::ObligationKind::Initialised) is_lost_ = true;
  // Whoever gets as far as the error has followed no null pointer before.
  if (obligation.kind == semantics::ObligationKind::NonNull && !obligation.condition.is_null() &&
      !obligation.condition.is_immediate())
    conditions_.push_back(obligation.condition);
  return semantics::Verdict::Continue;
}

Term PathDriver::unknown_value(State& state, uint32_t width, std::string_view why) {
  if (why == "element") {
    Term known = read_again(state, width);
    if (!known.is_null()) return known;
  }
  return pool_.fresh_symbol("unknown", width);
}

PathDriver::Reading PathDriver::reading(Term address, const semantics::Step& place,
                                        uint32_t width) const {
  Reading result{.base = address, .width = width};
  if (pool_.is(address, logic::Op::Add)) {
    for (size_t i : {0, 1}) {
      Term distance = pool_.arg(address, i);
      if (!distance.is_immediate()) continue;
      result.base = pool_.arg(address, 1 - i);
      result.offset = distance.bits();
    }
  }
  result.first_bit = place.bits.offset;
  uint32_t bits = place.bits.width ? place.bits.offset + place.bits.width : width;
  result.bytes = (bits + 7) / 8;
  return result;
}

/// The value of an earlier read at the same address.
Term PathDriver::read_again(const State& state, uint32_t width) {
  const semantics::Frame& frame = state.frame();
  if (!now_.node.valid() || frame.function != now_.function) return Term();
  const semantics::Step& step = (*frame.function)[now_.node];
  if (step.op != Op::Load || step.has(ir::kVolatileAccess) || !step.type->is_scalar())
    return Term();
  Term address = frame.values[step.kid0];
  if (address.is_null() || address.is_immediate()) return Term();
  const semantics::Step& place = (*frame.function)[step.kid0];
  auto [found, is_new] = reads_.try_emplace(reading(address, place, width), Read());
  if (is_new) {
    uint32_t bits = place.bits.width ? place.bits.width : width;
    auto extend = step.type->is_signed ? logic::Extend::Sign : logic::Extend::Zero;
    Term value = logic::resize(pool_, pool_.fresh_symbol("read", bits), width, extend);
    found->second = make_read(*frame.function, step.kid0, value);
  }
  return found->second.value;
}

State PathDriver::begin(callgraph::FunctionId root) {
  semantics::Program& program = path_program_.program();
  State state(pool_, program.target());
  state.memory.reserve(program.reserved());
  const semantics::Prepared& function = program.prepare(path_program_[root].function());
  std::vector<Argument> arguments;
  for (uint32_t i = 0; i < function.body->param_count; ++i) {
    const semantics::ValueType& type = *function.local_types[i];
    Term value;
    if (type.shape == Shape::Aggregate) {
      ObjectId object = evaluator_.make_object(state, memory::ObjectKind::Environment,
                                               evaluator_.pointer_constant(type.bytes),
                                               Background::Environment, ir::NodeId());
      value = state.memory.address(object);
    } else {
      value = pool_.fresh_symbol("parameter", type.width);
    }
    arguments.push_back({value, &type});
  }
  evaluator_.enter(state, function, arguments, ir::NodeId(), Term());
  return state;
}

/// The functions of a path may be called at any time: globals hold anything then, but for those
/// that nobody writes.
void PathDriver::make_globals(State& state, const ir::Function& function) {
  semantics::Program& program = path_program_.program();
  const semantics::Prepared& prepared = program.prepare(function);
  for (size_t i = 0; i < function.body.nodes.size(); ++i) {
    const ir::Node& node = function.body.nodes[i];
    if (node.op != Op::Global && node.op != Op::FirstTime) continue;
    ir::SymbolId symbol = function.body.symbol_of(ir::NodeId(i));
    semantics::EntityId entity = program.entity_of(*prepared.unit, symbol);
    ObjectId id = program.object_of(entity);
    if (state.memory.find(id)) continue;
    evaluator_.address_of(state, entity);
    make_unknown(state, id);
    const ir::Unit& unit = *prepared.unit->unit;
    if (options_.writes != nullptr)
      globals_[id] = {options_.writes->names_of(unit, unit.symbols[symbol]),
                      &options_.writes->parts_of(unit, unit.symbols[symbol])};
    if (std::optional<uint64_t> value = constants_.variable(unit, symbol))
      make_constant(state, id, prepared.unit->types->of(unit.symbols[symbol].type), *value);
  }
}

void PathDriver::make_constant(State& state, ObjectId id, const semantics::ValueType& type,
                               uint64_t value) {
  if (!type.is_scalar() || type.width == 0 || type.width > 64) return;
  evaluator_.store(state, ir::NodeId(), state.memory.address(id), type,
                   Term::constant(type.width, value));
  state.memory.own(id).flags |= memory::kReadOnly;
}

void PathDriver::make_unknown(State& state, ObjectId id) {
  const memory::Object* known = state.memory.find(id);
  if (!known || known->kind == memory::ObjectKind::Function) return;
  memory::Object& object = state.memory.own(id);
  object.contents.reset(Background::Environment);
  object.flags &= static_cast<uint8_t>(~memory::kPending);
  if (object.kind == memory::ObjectKind::Global)
    object.set_attribute(semantics::kInitialisedAttribute, pool_.fresh_symbol("first", 1));
}

void PathDriver::forget_at(State& state, Term address) {
  if (address.is_null()) return;
  for (const memory::Location& location : memory::locations_of(state.memory, address).locations)
    if (location.object.valid()) make_unknown(state, location.object);
}

void PathDriver::forget_all(State& state) {
  conditions_.clear();
  for (const semantics::Frame& frame : state.frames)
    for (Term address : frame.locals) forget_at(state, address);
  forget(state, {.all = true, .names = {}, .callees = {}});
}

PathDriver::Read PathDriver::make_read(const semantics::Prepared& function, ir::NodeId place,
                                       Term value) const {
  const ir::Unit& unit = *function.unit->unit;
  Read read{value, {}};
  if (options_.writes != nullptr)
    read.names = options_.writes->names_of(unit, *function.body, place);
  return read;
}

PathDriver::Changes PathDriver::changes_of(const PathFunction& function, const ir::Unit& unit,
                                           std::span<const ir::NodeId> points) const {
  Changes changes;
  changes.all = options_.writes == nullptr;
  if (changes.all) return changes;
  const ir::Body& body = function.function().body;
  const callgraph::ProgramFunction& known = graph_.functions[function.id.index()];
  changes.names = options_.writes->at(unit, known, body, points);
  for (ir::NodeId point : points) {
    std::span<const callgraph::CallSite> sites = sites_at(known, point);
    Op op = body[point].op;
    changes.all = changes.all || op == Op::Asm;
    for (const callgraph::CallSite& site : sites) {
      changes.all = changes.all || site.open;
      for (callgraph::FunctionId target : site.targets)
        if (graph_.functions[target.index()].unit >= 0) changes.callees.push_back(target);
    }
  }
  return changes;
}

/// Of the function that is at work: a store may have been its last point, and its frame be gone.
PathDriver::Changes PathDriver::changes_here(ir::NodeId point) const {
  const PathFunction* function = path_program_.find(now_.function->function);
  if (!function || !point.valid()) return {.all = true, .names = {}, .callees = {}};
  return changes_of(*function, *now_.function->unit->unit, {&point, 1});
}

bool PathDriver::may_change(const Changes& changes, const MemoryNames& names) const {
  if (changes.all) return true;
  for (const std::string& name : names) {
    if (may_write(changes.names, name)) return true;
    for (callgraph::FunctionId callee : changes.callees)
      if (options_.writes->below(callee, name)) return true;
  }
  return false;
}

/// What other functions and unknown pointers can change.
void PathDriver::forget(State& state, const Changes& changes) {
  auto is_changed = [&](const auto& known) { return may_change(changes, known.second.names); };
  std::erase_if(reads_, is_changed);
  std::erase_if(pure_calls_, is_changed);
  std::vector<ObjectId> changed;
  state.memory.for_each([&](ObjectId id, const memory::Object& object) {
    bool is_ours =
        object.kind == memory::ObjectKind::Local || object.kind == memory::ObjectKind::Value ||
        object.kind == memory::ObjectKind::String || object.kind == memory::ObjectKind::Function;
    if (is_ours || object.has(memory::kReadOnly)) return;
    auto global = globals_.find(id);
    if (global == globals_.end() || may_change(changes, global->second.names))
      changed.push_back(id);
  });
  for (ObjectId id : changed) forget_global(state, id, changes);
  for (const semantics::Frame& frame : state.frames) {
    const ir::Body& body = *frame.function->body;
    for (size_t i = 0; i < body.locals.size(); ++i) {
      if (!body.locals[i].address_taken || frame.locals[i].is_null()) continue;
      MemoryNames names;
      add_memory_of(*frame.function->unit->unit, body.locals[i].type, names);
      if (may_change(changes, names)) forget_at(state, frame.locals[i]);
    }
  }
}

void PathDriver::forget_global(State& state, ObjectId id, const Changes& changes) {
  auto global = globals_.find(id);
  memory::Contents before = state.memory.find(id)->contents;
  make_unknown(state, id);
  if (changes.all || global == globals_.end()) return;
  for (const MemoryPart& part : *global->second.parts) {
    auto is_known = [&](uint64_t number) {
      uint64_t at = part.offset + number * part.bytes;
      return !before.is_untouched(at) &&
             before.bits_initialised(at, static_cast<uint32_t>(part.bytes),
                                     logic::low_mask(static_cast<uint32_t>(part.bytes) * 8));
    };
    for (uint64_t i = 0; i < part.count; ++i) {
      if (!is_known(i)) continue;
      if (may_change(changes, part.names)) break;
      uint64_t at = part.offset + i * part.bytes;
      state.memory.own(id).contents.copy(pool_, at, before, at, part.bytes);
    }
  }
}

void PathDriver::assume_value(State& state, const LoopValue& value) {
  const semantics::Frame& frame = state.frame();
  Term address = frame.locals[value.local.index()];
  const semantics::ValueType& type = *frame.function->local_types[value.local.index()];
  if (address.is_null() || !address.is_immediate() || !type.is_scalar() || type.width == 0) return;
  Term held;
  if (value.is_flag) {
    held = evaluator_.load(state, ir::NodeId(), address, type);
    if (held.is_null()) return;
  } else {
    held = pool_.fresh_symbol("held", type.width);
    evaluator_.store(state, ir::NodeId(), address, type, held);
  }
  if (value.is_pointer)
    conditions_.push_back(logic::is_nonzero(pool_, held));
  else
    assume_between(held, value.low, value.high);
}

/// In a block of the innermost frame: a loop makes unknown what it defines.
void PathDriver::arrive(State& state) {
  const semantics::Frame& frame = state.frame();
  if (frame.point != 0) return;
  const PathFunction* function = path_program_.find(frame.function->function);
  if (!function) return;
  if (frame.block.index() == 0) make_globals(state, *frame.function->function);
  auto loop = function->loops.find(frame.block);
  if (loop == function->loops.end()) return;
  for (ir::LocalId local : loop->second.locals) forget_at(state, frame.locals[local.index()]);
  for (const LoopValue& value : loop->second.values) assume_value(state, value);
  const ir::Unit& unit = *frame.function->unit->unit;
  Changes changes;
  if (!loop->second.points.empty()) changes = changes_of(*function, unit, loop->second.points);
  // Elements of a variable that were read by an index.
  for (ir::LocalId local : loop->second.locals) {
    ir::TypeId type = frame.function->body->locals[local.index()].type;
    if (is_aggregate(unit, type)) add_memory_of(unit, type, changes.names);
  }
  if (changes.all || !changes.names.empty() || !changes.callees.empty()) forget(state, changes);
}

PathDriver::Store PathDriver::before_point(State& state) {
  Store store;
  if (!now_.node.valid()) return store;
  const semantics::Frame& frame = state.frame();
  const semantics::Step& step = (*now_.function)[now_.node];
  if (step.op == Op::Load && step.has(ir::kVolatileAccess)) {
    Term address = frame.values[step.kid0];
    if (!address.is_null() && address.is_immediate()) {
      ObjectId id = state.memory.spot(address.bits()).object;
      if (id.valid()) make_unknown(state, id);
    }
  }
  if (!is_write(step.op)) return store;
  store.address = frame.values[step.kid0];
  store.place = &(*now_.function)[step.kid0];
  store.place_node = step.kid0;
  if (step.op == Op::Assign || step.op == Op::Init) store.value = frame.values[step.kid1];
  return store;
}

void PathDriver::after_store(State& state, const Store& store) {
  if (store.address.is_null() || store.address.is_immediate()) return;
  memory::LocationSet set = memory::locations_of(state.memory, store.address);
  // An element that is not known: all of the array is unknown then.
  for (const memory::Location& location : set.locations)
    if (location.object.valid()) make_unknown(state, location.object);
  if (set.unknown.is_null() && !set.is_cut) return;
  const semantics::Step& place = *store.place;
  bool is_scalar = place.type && place.type->is_scalar();
  Reading written = reading(store.address, place, is_scalar ? place.type->width : 0);
  Read now = make_read(*now_.function, store.place_node, store.value);
  Changes changes{.all = options_.writes == nullptr || !is_scalar, .names = {}, .callees = {}};
  if (!changes.all) changes.names = changes_here(now_.node).names;
  std::map<Reading, Read> kept;
  for (const auto& [read, known] : reads_) {
    // Other parts of the same object stay as they are.
    bool apart = is_scalar && read.base == written.base &&
                 (read.offset + read.bytes <= written.offset ||
                  written.offset + written.bytes <= read.offset);
    bool elsewhere = read.base != written.base && !may_change(changes, known.names);
    if (apart || elsewhere) kept.emplace(read, known);
  }
  forget(state, changes);
  reads_ = std::move(kept);
  bool is_known = is_scalar && place.bits.width == 0 && !store.value.is_null() &&
                  store.value.width() == written.width;
  if (is_known) reads_[written] = std::move(now);
}

void PathDriver::after_call(State& state) {
  if (called_) return;  // `call` has seen to it
  // One of the compiler's own functions: those with pointers may write.
  for (ir::NodeId kid : now_.function->body->kids_of(now_.node)) {
    const semantics::Step& argument = (*now_.function)[kid];
    if (argument.type && argument.type->shape == Shape::Pointer && argument.op != Op::FunctionRef)
      return forget(state, changes_here(now_.node));
  }
}

/// What a variable holds before it is written is anything.
void PathDriver::make_variable(State& state) {
  const ir::Body& body = *now_.function->body;
  ir::LocalId local = body.local_of(now_.node);
  ir::LocalKind kind = body.locals[local.index()].kind;
  Term address = state.frame().locals[local.index()];
  if (kind == ir::LocalKind::Param || kind == ir::LocalKind::This || address.is_null() ||
      !address.is_immediate())
    return;
  ObjectId id = state.memory.spot(address.bits()).object;
  const memory::Object* object = id.valid() ? state.memory.find(id) : nullptr;
  if (object && object->contents.background() == Background::Indeterminate) make_unknown(state, id);
}

/// A pointer that is moved stays in its object: the result is null only where null was moved, by
/// nothing, and what is counted up or down was no null.
void PathDriver::learn_moved(const State& state) {
  const semantics::Prepared& function = *now_.function;
  const semantics::Step& step = function[now_.node];
  auto is_pointer = [](const semantics::ValueType* type) {
    return type && type->shape == Shape::Pointer;
  };
  bool counts = step.op >= Op::PreInc && step.op <= Op::PostDec;
  bool moves = counts || step.op == Op::Add || step.op == Op::Sub;
  if (!moves || !is_pointer(step.type) || step.has(ir::kLvalue) ||
      state.frames.size() != now_.depth)
    return;
  const semantics::Frame& frame = state.frame();
  Term result = frame.values[now_.node];
  if (result.is_null() || result.is_immediate()) return;
  Term is_there = logic::is_nonzero(pool_, result);
  if (!counts) {
    ir::NodeId base = is_pointer(function[step.kid0].type) ? step.kid0 : step.kid1;
    Term moved = frame.values[base];
    if (moved.is_null()) return;
    is_there = logic::implies(pool_, logic::is_nonzero(pool_, moved), is_there);
  }
  if (!is_there.is_immediate()) conditions_.push_back(is_there);
}

void PathDriver::after_point(State& state, const Store& store) {
  const semantics::Step& step = (*now_.function)[now_.node];
  learn_moved(state);
  if (is_write(step.op)) return after_store(state, store);
  switch (step.op) {
    case Op::Call:
    case Op::Construct:
    case Op::Destroy:
      return after_call(state);
    case Op::Asm:
      return forget(state, {.all = true, .names = {}, .callees = {}});
    case Op::Decl:
    case Op::Local:
      if (state.frames.size() == now_.depth) make_variable(state);
      return;
    default:
      return;
  }
}

/// Null: the call does not always yield the same.
Term PathDriver::constant_result(const State& state, const semantics::CallRequest& request) {
  const semantics::ValueType* type = request.result;
  const PathFunction* caller = path_program_.find(state.frame().function->function);
  bool is_number = type && type->is_scalar() && type->width > 0 && type->width <= 64;
  if (!caller || !is_number || !request.result_slot.is_null()) return Term();
  std::optional<uint64_t> value =
      constants_.result(sites_at(graph_.functions[caller->id.index()], request.node));
  return value ? Term::constant(type->width, *value) : Term();
}

Term PathDriver::pure_result(const State& state, const semantics::CallRequest& request) {
  const semantics::Prepared& caller = *state.frame().function;
  const ir::Unit& unit = *caller.unit->unit;
  const ir::Body& body = *caller.body;
  const ir::Symbol* callee = callee_of(unit, body, request.node);
  bool is_number = request.result && request.result->is_scalar() && request.result->width > 0 &&
                   request.result->shape != Shape::Float;
  if (callee == nullptr || !is_pure_function(*callee) || !is_number || options_.writes == nullptr)
    return Term();
  std::span<const ir::NodeId> kids = body.kids_of(request.node);
  PureCall call{{callee->name, Term()}};
  Read read;
  for (size_t i = 0; i < request.arguments.size() && i + 1 < kids.size(); ++i) {
    ir::NodeId argument = kids[i + 1];
    ir::NodeId given = argument;
    while (body[argument].op == Op::Cast) {
      argument = body.kid(argument, 0);
      ir::TypeId type = body[argument].type;
      if (type.valid() && unit.types.is_pointer(type)) given = argument;
    }
    bool is_text = body[argument].op == Op::StringLit;
    // APPROX(under): who names a text by a pointer to constants does not have it written elsewhere.
    if (!is_text && !leads_to_constant(unit.types, body[given].type))
      add_memory_behind(unit, body[given].type, read.names);
    call.emplace_back(is_text ? "=" + body.text_of(argument) : "",
                      is_text ? Term() : request.arguments[i].value);
  }
  auto [known, is_new] = pure_calls_.try_emplace(std::move(call), std::move(read));
  if (!is_new) return known->second.value;
  known->second.value = pool_.fresh_symbol("result", request.result->width);
  if (callee->name == "strcmp") assume_one_text(*known);
  return known->second.value;
}

/// No text is two: of `strcmp(s, "a")` and `strcmp(s, "b")` one is not zero.
void PathDriver::assume_one_text(const std::pair<const PureCall, Read>& now) {
  for (const auto& [call, other] : pure_calls_) {
    if (call.size() != now.first.size() || call.front() != now.first.front()) continue;
    size_t texts = 0, others = 0;
    for (size_t i = 1; i < call.size(); ++i) {
      if (call[i] == now.first[i]) continue;
      (call[i].first.empty() || now.first[i].first.empty() ? others : texts)++;
    }
    if (texts != 1 || others != 0) continue;
    conditions_.push_back(logic::bit_or(pool_, logic::is_nonzero(pool_, other.value),
                                        logic::is_nonzero(pool_, now.second.value)));
  }
}

/// What the library's functions answer lies between two numbers, as far as somebody wrote that
/// down.
void PathDriver::assume_in_range(const State& state, const semantics::CallRequest& request,
                                 Term result) {
  const semantics::Prepared& caller = *state.frame().function;
  std::optional<ResultRange> range =
      constants_.library_result(*caller.unit->unit, *caller.body, request.node);
  if (!range) return;
  if (request.result->is_signed) {
    assume_between(result, range->low, range->high);
  } else if (range->low > 0) {
    conditions_.push_back(logic::is_nonzero(pool_, result));
  }
}

/// As a signed number.
void PathDriver::assume_between(Term result, int64_t low, int64_t high) {
  if (result.width() > 64) return;
  int64_t top = result.width() == 64 ? INT64_MAX : (int64_t{1} << (result.width() - 1)) - 1;
  auto number = [&](int64_t value) {
    return Term::constant(result.width(), static_cast<uint64_t>(value));
  };
  if (low > -top) conditions_.push_back(logic::sle(pool_, number(low), result));
  if (high < top) conditions_.push_back(logic::sle(pool_, result, number(high)));
}

CallAnswer PathDriver::call(State& state, const semantics::CallRequest& request) {
  called_ = true;
  const PathEvent* event = next();
  if (event && event->kind == PathEvent::Kind::Enter && event->at == request.node &&
      request.node == now_.node) {
    ++at_;
    const semantics::Prepared& callee =
        path_program_.program().prepare(path_program_[event->function].function());
    evaluator_.enter(state, callee, request.arguments, request.node, request.result_slot);
    return CallAnswer::Entered;
  }
  Tri is_nonzero = Tri::Unknown;
  if (event && event->kind == PathEvent::Kind::Past && event->at == request.node &&
      request.node == now_.node) {
    ++at_;
    is_nonzero = event->is_nonzero;
  }
  if (Term known = pure_result(state, request); !known.is_null()) {
    evaluator_.set_value(state, request.node, known);
    return CallAnswer::Returned;
  }
  if (const PathFunction* small = small_callee(state, request)) {
    const semantics::Prepared& callee = path_program_.program().prepare(small->function());
    evaluator_.enter(state, callee, request.arguments, request.node, Term());
    is_in_small_ = true;
    return CallAnswer::Entered;
  }
  forget(state, changes_here(request.node));
  if (Term always = constant_result(state, request); !always.is_null()) {
    evaluator_.set_value(state, request.node, always);
    return CallAnswer::Returned;
  }
  if (!request.result_slot.is_null()) {
    forget_at(state, request.result_slot);
    evaluator_.set_value(state, request.node, request.result_slot);
    return CallAnswer::Returned;
  }
  if (!request.result || request.result->width == 0) {
    if (request.result && request.result->shape == Shape::Aggregate) return CallAnswer::Stop;
    return CallAnswer::Returned;
  }
  if (!request.result->is_scalar()) return CallAnswer::Stop;
  Term result = pool_.fresh_symbol("result", request.result->width);
  if (request.result->shape == Shape::Int) assume_in_range(state, request, result);
  if (is_nonzero != Tri::Unknown && request.result->shape != Shape::Float) {
    Term holds = logic::is_nonzero(pool_, result);
    conditions_.push_back(is_nonzero == Tri::Yes ? holds : logic::bit_not(pool_, holds));
  }
  evaluator_.set_value(state, request.node, result);
  return CallAnswer::Returned;
}

}  // namespace assay::machines
