// Objects of classes: building and destroying them, their vptrs, and calls by them.
#include <algorithm>

#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::CastKind;
using ir::Op;
using logic::Term;

/// A constructor or destructor that nobody was seen to call works on a complete object.
Making Evaluator::making_here(const State& state) {
  const Frame& frame = state.frame();
  if (frame.making.whole.valid() || !frame.function->entity.valid()) return frame.making;
  const ir::Symbol& symbol = program_.symbol(frame.function->entity);
  if (!symbol.has(ir::kConstructor) && !symbol.has(ir::kDestructor)) return {};
  return {.whole = classes_.find(*program_[frame.function->entity].unit, symbol.record)};
}

/// Which object a constructor or destructor is called for: a base of the one at hand, that one
/// again (delegation), or a complete one.
Making Evaluator::making_of(State& state, ir::NodeId id, const Step& step, EntityId function) {
  const ir::Symbol& symbol = program_.symbol(function);
  ClassId of = classes_.find(*program_[function].unit, symbol.record);
  if (!of.valid()) return {};
  const Step& place = step_of(state, step.kid0);
  Making here = making_here(state);
  if (here.whole.valid()) {
    bool is_base =
        place.op == Op::Cast && static_cast<CastKind>(place.payload) == CastKind::DerivedToBase;
    if (is_base) {
      uint32_t part = classes_.base_part(here.whole, here.part, of);
      if (part != UINT32_MAX) return {.whole = here.whole, .part = part};
    } else if (place.op == Op::Deref && classes_.parts(here.whole)[here.part].of == of) {
      Term self = load(state, id, state.frame().locals[0], type_of_count());
      if (self == value(state, step.kid0)) return here;
    }
  }
  return {.whole = of};
}

void Evaluator::set_vptrs(State& state, ir::NodeId at, const Making& making, Term address) {
  if (!making.whole.valid()) return;
  std::span<const Part> parts = classes_.parts(making.whole);
  if (!classes_[parts[making.part].of].has_vptr) return;
  Term whole = logic::sub(pool_, address, pointer_constant(parts[making.part].offset));
  for (uint32_t i = 0; i < parts.size() && !failed(); ++i) {
    if (!classes_[parts[i].of].has_vptr) continue;
    if (parts.size() > 1 && !classes_.contains(making.whole, making.part, i)) continue;
    uint64_t vptr = classes_.vptr({.whole = making.whole, .acting = making.part, .part = i});
    store_bytes(state, at, logic::add(pool_, whole, pointer_constant(parts[i].offset)),
                pointer_constant(vptr));
  }
}

const Dynamic* Evaluator::dynamic_class(State& state, ir::NodeId at, Term object) {
  Term vptr = load_bytes(state, at, object, program_.target().pointer_bits / 8);
  if (!failed()) vptr = single_choice(state, at, vptr);
  if (failed() || vptr.is_null() || !vptr.is_immediate()) return nullptr;
  return classes_.at_vptr(vptr.bits());
}

bool Evaluator::dispatch(State& state, ir::NodeId at, CallRequest& request) {
  Term object = arguments_[0].value;
  if (object.is_null()) {
    flow_ = Flow::Stop;
    return false;
  }
  Term vptr = load_bytes(state, at, object, program_.target().pointer_bits / 8);
  if (!failed()) vptr = single_choice(state, at, vptr);
  if (failed() || vptr.is_null()) return false;
  if (!vptr.is_immediate()) {
    // Whose object it is depends on the path, or on the outside.
    request.callee = EntityId();
    request.pointer = vptr;
    return true;
  }
  const Dynamic* dynamic = classes_.at_vptr(vptr.bits());
  Obligation fault{.holds = Tri::No, .node = at, .condition = logic::kFalse};
  if (!dynamic) {
    fault.kind = ObligationKind::Callable;
    violated(state, fault);
    flow_ = Flow::Stop;
    return false;
  }
  Dynamic known = *dynamic;
  Classes::Overrider found = classes_.overrider(known, request.callee);
  if (!found.method.valid()) return true;
  if (program_.symbol(found.method).has(ir::kPure) && !program_[found.method].body) {
    fault.kind = ObligationKind::Implemented;
    violated(state, fault);
    flow_ = Flow::Stop;
    return false;
  }
  std::span<const Part> parts = classes_.parts(known.whole);
  request.callee = found.method;
  arguments_[0].value = logic::add(
      pool_, object, pointer_constant(parts[found.part].offset - parts[known.part].offset));
  return true;
}

/// How far the result of an overrider is from what the method that was named returns.
uint64_t Evaluator::covariant_distance(EntityId called, EntityId found) {
  if (called == found) return 0;
  auto result_class = [&](EntityId method) {
    const UnitEntry& unit = *program_[method].unit;
    const ir::TypeTable& types = unit.unit->types;
    const ir::Type& function = types.resolved(program_.symbol(method).type);
    if (function.kind != ir::TypeKind::Function || !function.inner.valid()) return ClassId();
    bool leads = types.is_pointer(function.inner) || types.is_reference(function.inner);
    return leads ? classes_.find(unit, types.pointee(function.inner)) : ClassId();
  };
  ClassId base = result_class(called), derived = result_class(found);
  if (!base.valid() || !derived.valid() || base == derived) return 0;
  uint32_t part = classes_.base_part(derived, 0, base);
  return part == UINT32_MAX ? 0 : classes_.parts(derived)[part].offset;
}

/// Calls a constructor or destructor; its arguments are gathered, the first is the object.
Flow Evaluator::call_maker(State& state, ir::NodeId id, const Step& step, EntityId function) {
  CallRequest request{.node = id, .callee = function};
  arguments_[0].is_place = false;
  arguments_[0].type = &type_of_count();
  Term object = arguments_[0].value;
  const ir::Symbol& symbol = program_.symbol(function);
  const ir::TypeTable& types = program_[function].unit->unit->types;
  if (symbol.has(ir::kDestructor) && !program_[function].body && symbol.record.valid() &&
      types.resolved(symbol.record).has(ir::kComplete) &&
      !types.resolved(symbol.record).has(ir::kNonTrivialDestructor)) {
    return flow_;  // a trivial one does nothing
  }
  Making making = making_of(state, id, step, function);
  bool is_whole = making.part == 0;
  if (step.op == Op::Destroy && is_whole && !step.has(ir::kArrayForm) && symbol.has(ir::kVirtual)) {
    if (!dispatch(state, id, request)) return flow_;
    if (arguments_[0].value != object) give_whole_object(state, step, arguments_[0].value);
    if (request.callee.valid() && request.callee != function) {
      making = {.whole = classes_.find(*program_[request.callee].unit,
                                       program_.symbol(request.callee).record)};
    }
  }
  set_vptrs(state, id, making, arguments_[0].value);
  if (failed()) return flow_;
  request.arguments = arguments_;
  if (!is_whole) {
    std::span<const Part> parts = classes_.parts(classes_.parts(making.whole)[making.part].of);
    request.is_part_only =
        std::any_of(parts.begin(), parts.end(), [](const Part& each) { return each.is_virtual; });
  }
  size_t depth = state.frames.size();
  switch (driver_.call(state, request)) {
    case CallAnswer::Entered:
      if (state.frames.size() == depth + 1) state.frame().making = making;
      return Flow::Entered;
    case CallAnswer::Returned:
      if (!failed()) made(state, id, step);
      return flow_;
    case CallAnswer::Stop:
      return Flow::Stop;
    case CallAnswer::Threw:
      return Flow::Throw;
  }
  return flow_;
}

/// `delete` of a base: what is freed begins where the whole object does.
void Evaluator::give_whole_object(State& state, const Step& destroy, Term whole) {
  const Step& place = step_of(state, destroy.kid0);
  if (place.op != Op::Deref) return;
  const Step& pointer = step_of(state, place.kid0);
  if (pointer.op != Op::Opaque || pointer.payload == 0) return;
  set(state, ir::NodeId(static_cast<uint32_t>(pointer.payload - 1)), whole);
}

/// After a constructor came back: the object is one of the class at hand again.
void Evaluator::made(State& state, ir::NodeId id, const Step& step) {
  if (step.op != Op::Construct || step.has(ir::kArrayForm)) return;
  const Step& place = step_of(state, step.kid0);
  bool is_base =
      place.op == Op::Cast && static_cast<CastKind>(place.payload) == CastKind::DerivedToBase;
  Making here = is_base ? making_here(state) : Making{};
  if (!here.whole.valid()) return;
  Term self = load(state, id, state.frame().locals[0], type_of_count());
  if (!failed()) set_vptrs(state, id, here, self);
}

Flow Evaluator::construct(State& state, ir::NodeId id, const Step& step) {
  EntityId function = program_.entity_of(*state.frame().function->unit,
                                         ir::SymbolId(static_cast<uint32_t>(step.payload)));
  if (step.has(ir::kArrayForm)) return construct_array(state, id, step, function);
  if (!gather_arguments(state, id, 0)) return flow_;
  return call_maker(state, id, step, function);
}

Evaluator::Elements Evaluator::elements_at(State& state, ir::NodeId id, const Step& step) {
  const ir::TypeTable& types = state.frame().function->unit->types->types();
  const ValueType& place = *step_of(state, step.kid0).type;
  Elements found{.first = value(state, step.kid0)};
  ir::TypeId element = place.type;
  while (types.resolved(element).kind == ir::TypeKind::Array ||
         types.resolved(element).kind == ir::TypeKind::VariableArray) {
    element = types.resolved(element).inner;
  }
  // What `new` made and `delete` ends is reached through its pointer: as many arrays as there are.
  const Step& at = step_of(state, step.kid0);
  bool is_allocated = at.op == Op::Deref && (step.op == Op::Destroy || step.kid_count > 1);
  found.is_array = element != place.type && !is_allocated &&
                   types.resolved(place.type).kind != ir::TypeKind::Record;
  found.bytes = std::max<uint64_t>(types.resolved(element).size, 1);
  Term count;
  if (found.is_array) {
    count = logic::udiv(pool_, bytes_of(state, place.type), pointer_constant(found.bytes));
  } else if (step.op == Op::Construct && at.op == Op::Index) {
    count = rest_of_array(state, at, found.bytes);
    found.is_array = true;
  } else if (step.op == Op::Construct) {
    uint64_t each = std::max<uint64_t>(place.bytes / found.bytes, 1);
    // Before C++14 the number has the type that it was written in.
    const ValueType* given = step_of(state, step.kid1).type;
    Term number = logic::resize(pool_, value(state, step.kid1), program_.target().pointer_bits,
                                given->is_signed ? logic::Extend::Sign : logic::Extend::Zero);
    count = logic::mul(pool_, number, pointer_constant(each));
  } else {
    found.first = single_choice(state, id, found.first);
  }
  if (count.is_null() && !found.first.is_null() && found.first.is_immediate()) {
    // `new` has no note of its own how many there are: the memory is as big as they are.
    memory::Spot spot = state.memory.spot(found.first.bits());
    const memory::Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
    bool is_of_callers = object && (object->kind == memory::ObjectKind::Environment ||
                                    object->has(memory::kSizeUnknown));
    // APPROX(under): how many there are callers know, and what they do when they end is not
    // followed.
    if (is_of_callers) return found;
    if (object && !object->live.is_false()) {
      count = logic::udiv(pool_, object->size, pointer_constant(found.bytes));
    } else {
      count = pointer_constant(0);  // freeing it is reported next
    }
  }
  if (!count.is_null() && count.is_immediate()) {
    found.count = count.bits();
    found.is_known = true;
  }
  return found;
}

/// The elements that a list does not name, from the first of them to the end of the array.
Term Evaluator::rest_of_array(State& state, const Step& first, uint64_t bytes) {
  const Step* base = first.op == Op::Index ? &step_of(state, first.kid0) : nullptr;
  bool is_decayed = base && base->op == Op::Cast &&
                    static_cast<CastKind>(base->payload) == CastKind::ArrayToPointer;
  if (!is_decayed) return pointer_constant(1);
  Term all = pointer_constant(step_of(state, base->kid0).type->bytes / bytes);
  Term before = logic::resize(pool_, value(state, first.kid1), all.width(), logic::Extend::Zero);
  return logic::sub(pool_, all, before);
}

Flow Evaluator::construct_array(State& state, ir::NodeId id, const Step& step, EntityId function) {
  Elements elements = elements_at(state, id, step);
  if (failed()) return flow_;
  std::vector<ArrayWork>& works = state.frame().arrays;
  auto entry = std::find_if(works.begin(), works.end(),
                            [&](const ArrayWork& each) { return each.node == id; });
  if (entry == works.end()) {
    if (!elements.is_known || elements.first.is_null()) {
      ++approximations_.unsupported;
      bool stops = driver_.unknown_value(state, 1, "array of class objects").is_null();
      return stops ? Flow::Stop : flow_;
    }
    works.push_back({.node = id, .count = elements.count});
    entry = works.end() - 1;
  }
  size_t index = static_cast<size_t>(entry - works.begin());
  while (true) {
    ArrayWork& work = state.frame().arrays[index];
    bool is_last = work.undoes ? work.next == 0 : work.next == work.count;
    if (is_last) {
      bool undoes = work.undoes;
      state.frame().arrays.erase(state.frame().arrays.begin() + static_cast<ptrdiff_t>(index));
      return undoes ? Flow::Throw : flow_;
    }
    EntityId callee = work.undoes ? work.destructor : function;
    bool is_down = work.undoes || step.op == Op::Destroy;
    uint64_t element = work.undoes ? --work.next : work.next++;
    if (step.op == Op::Destroy) element = work.count - 1 - element;
    arguments_.clear();
    size_t first = elements.is_array ? 1 : 2;
    if (!is_down && !gather_arguments(state, id, first)) return flow_;
    arguments_.insert(arguments_.begin(),
                      Argument{.value = logic::add(pool_, elements.first,
                                                   pointer_constant(element * elements.bytes)),
                               .type = &type_of_count()});
    Flow flow = call_maker(state, id, step, callee);
    if (flow != Flow::Next) return flow;
  }
}

/// An element's constructor has thrown: those before it are destroyed first.  False: nothing is.
bool Evaluator::undo_array(State& state) {
  Frame& frame = state.frame();
  if (frame.arrays.empty() || frame.point == 0) return false;
  ir::NodeId id = frame.function->body->points_of(frame.block)[frame.point - 1];
  auto work = std::find_if(frame.arrays.begin(), frame.arrays.end(),
                           [&](const ArrayWork& each) { return each.node == id; });
  if (work == frame.arrays.end()) return false;
  const Step& step = (*frame.function)[id];
  EntityId maker =
      program_.entity_of(*frame.function->unit, ir::SymbolId(static_cast<uint32_t>(step.payload)));
  ClassId of = classes_.find(*program_[maker].unit, program_.symbol(maker).record);
  EntityId destructor = of.valid() ? classes_[of].destructor : EntityId();
  if (work->undoes || step.op != Op::Construct || work->next <= 1 || !destructor.valid()) {
    frame.arrays.erase(work);
    return false;
  }
  work->undoes = true;
  work->destructor = destructor;
  --work->next;  // the one that has thrown
  --frame.point;
  return true;
}

void Evaluator::register_at_exit(State& state, ir::NodeId id, const Step& step) {
  EntityId destructor = program_.entity_of(*state.frame().function->unit,
                                           ir::SymbolId(static_cast<uint32_t>(step.payload)));
  Term place = value(state, step.kid0);
  if (!step.has(ir::kArrayForm)) return driver_.at_exit(state, destructor, place);
  Elements elements = elements_at(state, id, step);
  // The last element goes first: what was registered last.
  for (uint64_t i = 0; i < elements.count; ++i) {
    Term element = logic::add(pool_, elements.first, pointer_constant(i * elements.bytes));
    driver_.at_exit(state, destructor, element);
  }
}

namespace {

/// Operators of a place that may be evaluated once more, earlier.
bool is_pure_place(const Step& step) {
  switch (step.op) {
    case Op::Local:
    case Op::Global:
    case Op::Opaque:
    case Op::Deref:
    case Op::Member:
    case Op::Cast:
    case Op::Index:
    case Op::IntLit:
    case Op::AddressOf:
    case Op::Load:
      return true;
    default:
      return false;
  }
}

}  // namespace

/// Where the object that a call returns is wanted, if that is no local: a member, what `new` made.
/// It may hold its own address, so it cannot be built elsewhere and moved there.
Term Evaluator::slot_elsewhere(State& state, ir::NodeId call) {
  const Step& step = step_of(state, call);
  const Prepared& function = *state.frame().function;
  if (!step.type || step.type->shape != Shape::Aggregate) return Term();
  if (!function.unit->unit->types.resolved(step.type->type).has(ir::kNonTrivialCopy)) {
    return Term();
  }
  auto [table, is_new] = built_places_.try_emplace(&function);
  if (is_new) {
    for (const Step& each : function.steps) {
      if (each.op == Op::Init && each.has(ir::kElided) && each.kid_count == 2) {
        table->second.emplace(each.kid1, each.kid0);
      }
    }
  }
  auto found = table->second.find(call);
  if (found == table->second.end()) return Term();
  std::vector<ir::NodeId> order{found->second};
  for (size_t i = 0; i < order.size(); ++i) {
    if (!is_pure_place(function[order[i]])) return Term();
    for (ir::NodeId kid : function.body->kids_of(order[i])) order.push_back(kid);
  }
  std::sort(order.begin(), order.end());  // kids are older
  for (ir::NodeId id : order) {
    if (point(state, state.frame(), id, function[id]) != Flow::Next) return Term();
  }
  return value(state, found->second);
}

/// `a <=> b` of scalars: an ordering, a byte that is -1, 0, 1, or 2 for unordered.
Term Evaluator::three_way(State& state, ir::NodeId id, const Step& step) {
  const ValueType& operand = *step_of(state, step.kid0).type;
  Term a = value(state, step.kid0), b = value(state, step.kid1);
  if (a.is_null() || b.is_null()) return Term();
  Term less = compare(state, id, Op::Lt, operand, a, b);
  Term same = compare(state, id, Op::Eq, operand, a, b);
  Term more = compare(state, id, Op::Gt, operand, a, b);
  if (failed()) return Term();
  auto byte = [](int64_t number) { return Term::constant(8, static_cast<uint64_t>(number)); };
  Term result = logic::ite(pool_, more, byte(1), byte(2));
  result = logic::ite(pool_, same, byte(0), result);
  result = logic::ite(pool_, less, byte(-1), result);
  Term address = snapshot(state, id, Term(), step.type->bytes, *step.type);
  store_bytes(state, id, address, result);
  return address;
}

}  // namespace assay::semantics
