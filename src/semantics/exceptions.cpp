// Exceptions: thrown, on their way, caught, let go.
//
// Functions have their cleanups and handlers in their blocks, so unwinding is going on elsewhere:
// at a block's `unwind`, or, where it has none, at that of the caller's block.
#include <algorithm>
#include <array>

#include "logic/build.h"
#include "semantics/evaluator.h"
#include "semantics/handlers.h"

namespace assay::semantics {

using ir::Op;
using ir::Terminator;
using ir::TypeKind;
using logic::Term;

Flow Evaluator::exception_point(State& state, ir::NodeId id, const Step& step) {
  auto local = ir::LocalId(static_cast<uint32_t>(step.payload));
  switch (step.op) {
    case Op::Throw:
      if (step.kid_count == 0) return throw_again(state, id);
      return throw_object(state, id, step);
    case Op::CatchBegin:
      begin_catch(state, id, local);
      return flow_;
    default:
      return end_catch(state, id);
  }
}

Flow Evaluator::throw_object(State& state, ir::NodeId id, const Step& step) {
  Frame& frame = state.frame();
  Exception made{.address = single_choice(state, id, value(state, step.kid0)),
                 .unit = frame.function->unit,
                 .type = step_of(state, step.kid0).type->type};
  if (failed()) return flow_;
  if (made.address.is_null()) return Flow::Stop;
  if (!made.address.is_immediate()) {
    // APPROX(under): an exception whose place is not known ends the path.
    ++approximations_.unsupported;
    return Flow::Stop;
  }
  auto destructor = ir::SymbolId(static_cast<uint32_t>(step.payload));
  if (destructor.valid()) made.destructor = program_.entity_of(*frame.function->unit, destructor);
  made.object = state.memory.spot(made.address.bits()).object;
  // It outlives the frame that made it; the next throw there makes another.
  std::erase(frame.owned, made.object);
  for (Term& local : frame.locals) {
    if (local == value(state, step.kid0)) local = Term();
  }
  return launch(state, id, std::move(made));
}

Flow Evaluator::launch(State& state, ir::NodeId at, Exception made) {
  Exceptions& all = state.exceptions;
  made.number = all.next_number++;
  all.flying.push_back(made.number);
  all.known.push_back(std::move(made));
  return fly(state, at);
}

Flow Evaluator::throw_again(State& state, ir::NodeId at) {
  Exceptions& all = state.exceptions;
  if (all.caught.empty()) return terminate(state, at);
  all.flying.push_back(all.caught.back());
  return fly(state, at);
}

/// As the ABI does, a handler is looked for before anything is unwound.
Flow Evaluator::fly(State& state, ir::NodeId at) {
  if (!is_handled(state)) {
    Obligation fault{.kind = ObligationKind::Handled,
                     .holds = Tri::Unknown,
                     .node = at,
                     .condition = logic::kFalse};
    if (violated(state, fault)) return flow_;
  }
  return flow_ = Flow::Throw;
}

Flow Evaluator::terminate(State& state, ir::NodeId at) {
  Obligation fault{
      .kind = ObligationKind::Handled, .holds = Tri::No, .node = at, .condition = logic::kFalse};
  violated(state, fault);
  return flow_ = Flow::Stop;
}

/// Whether some frame has a handler, or ends unwinding by its `noexcept`.
bool Evaluator::is_handled(State& state) {
  const Exception& thrown = state.exceptions[state.exceptions.flying.back()];
  for (size_t i = state.frames.size(); i-- > 0;) {
    const Frame& frame = state.frames[i];
    const ir::Body& body = *frame.function->body;
    std::vector<bool> seen(body.blocks.size());
    std::vector<ir::BlockId> todo{body.blocks[frame.block.index()].unwind};
    while (!todo.empty()) {
      ir::BlockId at = todo.back();
      todo.pop_back();
      if (!at.valid() || seen[at.index()]) continue;
      seen[at.index()] = true;
      const ir::Block& block = body.blocks[at.index()];
      if (block.terminator == Terminator::Unreachable) return true;
      for (const ir::Edge& edge : body.edges_of(at)) {
        bool catches = edge.kind == ir::EdgeKind::CatchAll ||
                       (edge.kind == ir::EdgeKind::Catch &&
                        matches(thrown, *frame.function->unit, edge.caught).has_value());
        if (catches) return true;
        if (edge.kind != ir::EdgeKind::Catch) todo.push_back(edge.target);
      }
    }
  }
  return false;
}

/// Goes on at the nearest block that unwinding runs; Throw: there is none above `floor`; Stop: a
/// destructor that another exception runs on its way has thrown one itself.
Flow Evaluator::unwind(State& state, size_t floor) {
  flow_ = Flow::Next;
  while (true) {
    Frame& frame = state.frame();
    if (undo_array(state)) return Flow::Next;
    forget_first_times(frame, state);
    ir::BlockId target = frame.function->body->blocks[frame.block.index()].unwind;
    if (target.valid()) {
      frame.came_from = frame.block;
      frame.block = target;
      frame.point = 0;
      return Flow::Next;
    }
    if (state.frames.size() <= floor) return Flow::Throw;
    abandon(state);
    const Frame& caller = state.frame();
    const ir::Block& block = caller.function->body->blocks[caller.block.index()];
    if (block.is_cleanup && state.exceptions.flying.size() > 1 && caller.point > 0) {
      return terminate(state, caller.function->body->points_of(caller.block)[caller.point - 1]);
    }
  }
}

/// A static variable whose initialiser has thrown is initialised the next time.
void Evaluator::forget_first_times(Frame& frame, State& state) {
  const ir::Body& body = *frame.function->body;
  while (!frame.first_times.empty()) {
    auto [variable, block] = frame.first_times.back();
    frame.first_times.pop_back();
    std::span<const ir::Edge> edges = body.edges_of(block);
    if (edges.size() != 2) continue;
    // Its initialisation: the blocks before the ways meet again.
    std::vector<bool> seen(body.blocks.size());
    seen[edges[1].target.index()] = true;
    std::vector<ir::BlockId> todo{edges[0].target};
    bool is_inside = false;
    while (!todo.empty()) {
      ir::BlockId at = todo.back();
      todo.pop_back();
      if (seen[at.index()]) continue;
      seen[at.index()] = true;
      is_inside = is_inside || at == frame.block;
      for (const ir::Edge& edge : body.edges_of(at)) todo.push_back(edge.target);
    }
    if (is_inside && state.memory.find(variable)) {
      state.memory.own(variable).set_attribute(kInitialisedAttribute, logic::kFalse);
    }
  }
}

Flow Evaluator::dispatch_catch(State& state) {
  Frame& frame = state.frame();
  if (state.exceptions.flying.empty()) return Flow::Stop;
  const Exception& thrown = state.exceptions[state.exceptions.flying.back()];
  std::span<const ir::Edge> edges = frame.function->body->edges_of(frame.block);
  for (size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].kind == ir::EdgeKind::Catch &&
        !matches(thrown, *frame.function->unit, edges[i].caught)) {
      continue;
    }
    follow(state, i);
    return Flow::Next;
  }
  return Flow::Throw;
}

/// How a thrown object is seen as what a handler takes; none: it is not.
std::optional<Evaluator::CatchAs> Evaluator::matches(const Exception& thrown, const UnitEntry& unit,
                                                     ir::TypeId caught) {
  if (!thrown.type.valid()) return std::nullopt;
  const ir::TypeTable& from = thrown.unit->unit->types;
  HandlerFit fit = fit_handler(from, thrown.type, unit.unit->types, caught);
  if (!fit.base.valid())
    return fit.fits ? std::optional(CatchAs{.is_pointer = fit.is_pointer}) : std::nullopt;
  ClassId a = classes_.find(*thrown.unit, fit.derived), b = classes_.find(unit, fit.base);
  if (!a.valid() || !b.valid()) return std::nullopt;
  uint32_t part = classes_.only_public_part(a, b);
  if (part == UINT32_MAX) return std::nullopt;
  const Part& found = classes_.parts(a)[part];
  return CatchAs{.offset = found.offset,
                 .is_pointer = fit.is_pointer,
                 .virtual_base = found.through_virtual ? b : ClassId()};
}

void Evaluator::begin_catch(State& state, ir::NodeId id, ir::LocalId local) {
  Exceptions& all = state.exceptions;
  if (all.flying.empty()) return stop();
  uint32_t number = all.flying.back();
  all.flying.pop_back();
  all.caught.push_back(number);
  ++all[number].handlers;
  const Exception thrown = all[number];
  Frame& frame = state.frame();
  const ValueType* type = frame.function->local_types[local.index()];
  if (!type) return;
  Term bound = thrown.address;
  const ir::TypeTable& types = frame.function->unit->unit->types;
  if (types.is_reference(type->type)) {
    std::optional<CatchAs> as = matches(thrown, *frame.function->unit, type->type);
    if (as && as->is_pointer) {
      bound = converted_pointer(state, id, thrown, *as);
    } else if (as) {
      bound = logic::add(pool_, bound, pointer_constant(as->offset));
    }
  }
  if (failed()) return;
  declare(state, local, id);
  store(state, id, state.frame().locals[local.index()], *type, bound);
}

/// A handler of a pointer has a pointer of its own, converted from the one thrown.
Term Evaluator::converted_pointer(State& state, ir::NodeId id, const Exception& thrown,
                                  const CatchAs& as) {
  uint32_t word = program_.target().pointer_bits / 8;
  Term pointer = load_bytes(state, id, thrown.address, word);
  if (failed()) return Term();
  Term is_null = logic::eq(pool_, pointer, pointer_constant(0));
  uint64_t offset = as.offset;
  if (as.virtual_base.valid() && !is_null.is_true()) {
    // Where it is, the object itself knows: it may be part of a larger one.
    const Dynamic* dynamic = dynamic_class(state, id, pointer);
    if (failed()) return Term();
    uint32_t part =
        dynamic ? classes_.base_part(dynamic->whole, dynamic->part, as.virtual_base) : UINT32_MAX;
    if (part != UINT32_MAX) {
      std::span<const Part> parts = classes_.parts(dynamic->whole);
      offset = parts[part].offset - parts[dynamic->part].offset;
    }
  }
  Term there = logic::add(pool_, pointer, pointer_constant(offset));
  memory::ObjectId made = make_object(state, memory::ObjectKind::Local, pointer_constant(word),
                                      memory::Background::Indeterminate, id);
  state.frame().owned.push_back(made);
  Term address = state.memory.address(made);
  store_bytes(state, id, address, logic::ite(pool_, is_null, pointer, there));
  return address;
}

Flow Evaluator::end_catch(State& state, ir::NodeId id) {
  Exceptions& all = state.exceptions;
  if (all.caught.empty()) return flow_;
  uint32_t number = all.caught.back();
  all.caught.pop_back();
  Exception& held = all[number];
  if (--held.handlers > 0) return flow_;
  if (std::find(all.flying.begin(), all.flying.end(), number) != all.flying.end()) return flow_;
  return release(state, id, number);
}

/// The last one that knew it has let it go.
Flow Evaluator::release(State& state, ir::NodeId id, uint32_t number) {
  Exceptions& all = state.exceptions;
  const Exception gone = all[number];
  std::erase_if(all.known, [&](const Exception& each) { return each.number == number; });
  // Its memory ends with this frame, after the destructor.
  if (gone.object.valid()) state.frame().owned.push_back(gone.object);
  if (!gone.destructor.valid()) return flow_;
  arguments_.clear();
  arguments_.push_back({.value = gone.address, .type = &type_of_count()});
  CallRequest request{.node = id, .callee = gone.destructor, .arguments = arguments_};
  switch (driver_.call(state, request)) {
    case CallAnswer::Entered:
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

namespace {

/// The bases of the library's own exceptions, for units that have not seen them all.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kStandardBases{{
    {"std::bad_alloc", "std::exception"},
    {"std::bad_array_new_length", "std::bad_alloc"},
    {"std::bad_cast", "std::exception"},
    {"std::bad_typeid", "std::exception"},
    {"std::bad_function_call", "std::exception"},
    {"std::logic_error", "std::exception"},
    {"std::domain_error", "std::logic_error"},
    {"std::invalid_argument", "std::logic_error"},
    {"std::length_error", "std::logic_error"},
    {"std::out_of_range", "std::logic_error"},
    {"std::runtime_error", "std::exception"},
    {"std::range_error", "std::runtime_error"},
    {"std::overflow_error", "std::runtime_error"},
    {"std::underflow_error", "std::runtime_error"},
}};

}  // namespace

Flow Evaluator::throw_standard(State& state, ir::NodeId at, std::string_view name, Term message) {
  // A class that the program does not know is only ever caught as one of its bases.
  std::string_view known = name;
  ClassId of = classes_.find(known);
  while (!of.valid()) {
    auto base = std::find_if(kStandardBases.begin(), kStandardBases.end(),
                             [&](const auto& entry) { return entry.first == known; });
    if (base == kStandardBases.end()) break;
    known = base->second;
    of = classes_.find(known);
  }
  uint32_t word = program_.target().pointer_bits / 8;
  Exception made;
  made.object = make_object(state, memory::ObjectKind::Local, pointer_constant(2 * word),
                            memory::Background::Zero, at);
  made.address = state.memory.address(made.object);
  if (of.valid()) {
    made.unit = classes_[of].unit;
    made.type = classes_[of].type;
    set_vptrs(state, at, {.whole = of}, made.address);
  }
  if (!message.is_null()) {
    store_bytes(state, at, state.memory.address(made.object, word), message);
  }
  return launch(state, at, std::move(made));
}

std::string Evaluator::thrown_type(State& state) {
  if (state.exceptions.flying.empty()) return "";
  const Exception& thrown = state.exceptions[state.exceptions.flying.back()];
  if (!thrown.type.valid()) return "";
  const ir::TypeTable& types = thrown.unit->unit->types;
  ir::TypeId type = without_reference(types, thrown.type);
  ClassId of = classes_.find(*thrown.unit, type);
  return of.valid() ? std::string(classes_[of].name) : types.spell(type);
}

memory::ObjectId Evaluator::throw_of(State& state, ir::NodeId at, std::string_view type) {
  Exception made;
  ClassId of = classes_.find(type);
  if (of.valid()) {
    made.unit = classes_[of].unit;
    made.type = classes_[of].type;
  }
  // A type that is no class matters where it is caught.
  const Frame& frame = state.frame();
  const ir::TypeTable& types = frame.function->unit->unit->types;
  for (const ir::Edge& edge : frame.function->body->edges) {
    if (of.valid() || edge.kind != ir::EdgeKind::Catch) continue;
    ir::TypeId caught = without_reference(types, edge.caught);
    if (types.spell(caught) != type) continue;
    made.unit = frame.function->unit;
    made.type = caught;
  }
  uint64_t bytes = made.type.valid() ? made.unit->unit->types.resolved(made.type).size : 1;
  made.object = make_object(state, memory::ObjectKind::Local, pointer_constant(bytes),
                            memory::Background::Indeterminate, at);
  made.address = state.memory.address(made.object);
  memory::ObjectId object = made.object;
  launch(state, at, std::move(made));
  return object;
}

}  // namespace assay::semantics
