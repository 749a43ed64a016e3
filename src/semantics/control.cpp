// Points one after another, and the ends of blocks.
#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using ir::Terminator;
using logic::Term;

Flow Evaluator::point(State& state, Frame& frame, ir::NodeId id, const Step& step) {
  switch (step.op) {
    case Op::IntLit:
      if (!step.has(ir::kWide) && step.type->width <= 64) [[likely]] {
        frame.values.set(id, Term::constant(step.type->width, step.payload));
        return Flow::Next;
      }
      frame.values.set(id, literal(state, step));
      return Flow::Next;
    case Op::Local: {
      Term address = frame.locals[step.payload];
      if (address.is_null()) [[unlikely]] {
        address = local_address(state, ir::LocalId(static_cast<uint32_t>(step.payload)), id);
      }
      frame.values.set(id, address);
      return Flow::Next;
    }
    case Op::Load:
      if (step.type->shape != Shape::Aggregate) [[likely]] {
        const Step& place = (*frame.function)[step.kid0];
        if (place.op == Op::FunctionRef) [[unlikely]] {
          frame.values.set(id, frame.values[step.kid0]);  // a pointer to a method
          return Flow::Next;
        }
        if (step.aux) {  // a byte that is used, not copied
          ValueType used = *step.type;
          used.is_char = false;
          frame.values.set(id, load(state, id, frame.values[step.kid0], used, place.bits));
          return flow_;
        }
        frame.values.set(id, load(state, id, frame.values[step.kid0], *step.type, place.bits));
        return flow_;
      }
      break;
    case Op::Deref:
      if (strict_) check_alignment(state, id, step, frame.values[step.kid0]);
      frame.values.set(id, frame.values[step.kid0]);
      return flow_;
    case Op::AddressOf:
    case Op::Plus:
      frame.values.set(id, frame.values[step.kid0]);
      return Flow::Next;
    case Op::Member: {
      Term place = logic::add(pool_, frame.values[step.kid0], pointer_constant(step.aux));
      // A member of what is no place, which C++ had before 2011, is a value itself.
      bool is_value = !step.has(ir::kLvalue) && step.type->shape != Shape::Aggregate;
      frame.values.set(id, is_value ? load(state, id, place, *step.type, step.bits) : place);
      return flow_;
    }
    case Op::Cast:
      if (static_cast<ir::CastKind>(step.payload) == ir::CastKind::Integral &&
          step.type->shape == Shape::Int) [[likely]] {
        const ValueType& from = *(*frame.function)[step.kid0].type;
        bool is_cut = step.has(ir::kImplicit) &&
                      (step.type->width < from.width || (step.type->is_signed != from.is_signed &&
                                                         frame.values[step.kid0].is_immediate()));
        if (from.shape == Shape::Int && !step.has(ir::kLvalue) && !is_cut) {
          frame.values.set(id, convert(state, id, frame.values[step.kid0], from, *step.type));
          return flow_;
        }
      }
      break;
    case Op::Call:
      return call(state, id, step);
    case Op::Construct:
    case Op::Destroy:
      return construct(state, id, step);
    case Op::Throw:
    case Op::CatchBegin:
    case Op::CatchEnd:
      return exception_point(state, id, step);
    default:
      break;
  }
  evaluate_slowly(state, id, step);
  return flow_;
}

void Evaluator::evaluate_slowly(State& state, ir::NodeId id, const Step& step) {
  switch (step.op) {
    case Op::FloatLit:
    case Op::SizeOf:
      return set(state, id, literal(state, step));
    case Op::StringLit:
      return set(state, id, string_address(state, step));
    case Op::NullLit:
      return set(state, id, zero_of(*step.type));
    case Op::ZeroValue:
      if (step.type->is_scalar()) set(state, id, zero_of(*step.type));
      return;
    case Op::Global:
    case Op::FunctionRef: {
      EntityId entity = program_.entity_of(*state.frame().function->unit,
                                           ir::SymbolId(static_cast<uint32_t>(step.payload)));
      const Entity& named = program_[entity];
      if (!named.is_defined && program_.symbol(entity).has(ir::kWeak) &&
          driver_.is_absent(entity)) {
        return set(state, id, pointer_constant(0));
      }
      Term address = address_of(state, entity);
      // As a value, a method is a pointer to it; as a callee it is known by name.
      if (program_.symbol(entity).has(ir::kMethod)) {
        address = logic::zext(pool_, address, 2 * address.width());
      }
      return set(state, id, address);
    }
    case Op::LabelAddr:
      return set(state, id, label_address(state, step));
    case Op::MemberAddr:
      return set(state, id, member_address(state, step));
    case Op::MemberPtr:
      return set(state, id, member_place(state, id, step));
    case Op::TypeInfo:
      return set(state, id, type_info(state, id, step));
    case Op::AtExit:
      return register_at_exit(state, id, step);
    case Op::Spaceship:
      return set(state, id, three_way(state, id, step));
    case Op::MostDerived:
      return set(state, id, Term::boolean(making_here(state).part == 0));
    case Op::Unsupported: {
      ++approximations_.unsupported;
      uint32_t width = step.type && step.type->width ? step.type->width : 8;
      Term unknown = driver_.unknown_value(
          state, width, std::string_view(state.frame().function->body->text_of(id)));
      if (unknown.is_null()) flow_ = Flow::Stop;
      return set(state, id, unknown);
    }
    case Op::Load:
      return set(state, id,
                 snapshot(state, id, value(state, step.kid0), step.type->bytes, *step.type));
    case Op::Index:
      return set(state, id, index_place(state, id, step));
    case Op::Cast:
      return set(state, id, cast(state, id, step));
    case Op::Neg:
    case Op::BitNot:
    case Op::Not:
    case Op::Real:
    case Op::Imag:
      if (step.has(ir::kLvalue)) {
        // __real__ and __imag__ of a place are places.
        uint64_t offset = step.op == Op::Imag ? step.type->bytes : 0;
        return set(state, id, logic::add(pool_, value(state, step.kid0), pointer_constant(offset)));
      }
      return set(state, id, unary(state, id, step));
    case Op::Assign:
      return assign(state, id, step);
    case Op::PreInc:
    case Op::PreDec:
    case Op::PostInc:
    case Op::PostDec:
      return step_by_one(state, id, step);
    case Op::Init:
      return initialise(state, id, step);
    case Op::LogAnd:
    case Op::LogOr:
    case Op::Conditional:
      return set(state, id, join(state, id, step));
    case Op::Comma:
      return set(state, id, value(state, step.kid_count == 2 ? step.kid1 : step.kid0));
    case Op::New:
      return set(state, id, value(state, step.kid0));
    case Op::Delete:
      return;
    case Op::InitList:
      if (step.type->shape == Shape::Complex || step.type->shape == Shape::Vector) {
        std::vector<Term> parts;
        for (ir::NodeId kid : state.frame().function->body->kids_of(id)) {
          parts.push_back(
              convert(state, id, value(state, kid), *step_of(state, kid).type, *step.type->lane));
        }
        parts.resize(step.type->lanes, zero_of(*step.type->lane));
        return set(state, id, join_lanes(*step.type, parts));
      }
      if (step.type->is_scalar()) {
        return set(state, id, step.kid_count ? value(state, step.kid0) : zero_of(*step.type));
      }
      return;
    case Op::StmtExpr:
    case Op::Opaque:
      if (step.payload > 0) {
        set(state, id, value(state, ir::NodeId(static_cast<uint32_t>(step.payload - 1))));
      }
      return;
    case Op::VaArg:
      return variadic(state, id, step);
    case Op::FirstTime:
      return first_time(state, id, step);
    case Op::VlaSize:
      return set_bound(state, id, step);
    case Op::Decl:
      return declare(state, ir::LocalId(static_cast<uint32_t>(step.payload)), id);
    case Op::ScopeEnd:
      return end_scope(state, ir::LocalId(static_cast<uint32_t>(step.payload)));
    case Op::Return:
      if (step.kid_count > 0) state.frame().result = returned(state, id, step);
      return;
    case Op::Asm:
      return assembly(state, id, step);
    default:
      break;
  }
  if (step.op >= Op::Add && step.op <= Op::Ne) {
    return set(state, id,
               binary(state, id, step.op, *step.type, value(state, step.kid0),
                      *step_of(state, step.kid0).type, value(state, step.kid1),
                      *step_of(state, step.kid1).type, step.aux));
  }
  if (step.op >= Op::AddAssign && step.op <= Op::XorAssign) {
    return compound_assign(state, id, step);
  }
  ASSAY_CHECK(false, "a program point should have a meaning");
}

Term Evaluator::returned(State& state, ir::NodeId id, const Step& step) {
  const Step& kid = step_of(state, step.kid0);
  if (!kid.type || kid.type->width == 0) return Term();
  if (kid.type->shape != Shape::Aggregate) return value(state, step.kid0);
  if (!state.frame().result_slot.is_null()) return state.frame().result_slot;
  // A copy of its own: locals end before the caller looks.
  return snapshot(state, id, aggregate_value(state, step.kid0), kid.type->bytes, *kid.type);
}

void Evaluator::variadic(State& state, ir::NodeId id, const Step& step) {
  Term taken = next_argument(state, id, value(state, step.kid0), *step.type);
  if (failed() || taken.is_null()) return;
  if (step.type->shape == Shape::Aggregate && !step.has(ir::kLvalue)) {
    taken = snapshot(state, id, taken, step.type->bytes, *step.type);
  }
  set(state, id, taken);
}

void Evaluator::first_time(State& state, ir::NodeId id, const Step& step) {
  EntityId entity = program_.entity_of(*state.frame().function->unit,
                                       ir::SymbolId(static_cast<uint32_t>(step.payload)));
  address_of(state, entity);
  memory::Object& object = state.memory.own(program_.object_of(entity));
  Term before = object.attribute(kInitialisedAttribute);
  object.set_attribute(kInitialisedAttribute, logic::kTrue);
  Term first = before.is_null() ? logic::kTrue : logic::bit_not(pool_, before);
  // Where only some paths have been here, the branch that follows is what tells them apart.
  std::pair here(program_.object_of(entity), state.frame().block);
  auto& first_times = state.frame().first_times;
  if (!first.is_false() &&
      std::find(first_times.begin(), first_times.end(), here) == first_times.end()) {
    first_times.push_back(here);
  }
  set(state, id, as_number(first, *step.type));
}

Term Evaluator::label_address(State& state, const Step& step) {
  // In the function's own object, past its first byte: no other pointer is there.
  const Prepared& function = *state.frame().function;
  EntityId owner = function.entity;
  uint64_t label = step.payload;
  if (step.kid_count > 0) {
    owner = program_.entity_of(
        *function.unit, ir::SymbolId(static_cast<uint32_t>(step_of(state, step.kid0).payload)));
    const ir::Function* body = program_[owner].body;
    const std::string& name = function.body->labels[step.payload];
    for (size_t i = 0; body && i < body->body.labels.size(); ++i) {
      if (body->body.labels[i] == name) label = i;
    }
  }
  return logic::add(pool_, address_of(state, owner), pointer_constant(1 + label));
}

/// An empty text only keeps the compiler from knowing: an output that shares its register with an
/// input has that input's value, all else stays as it is.
void Evaluator::empty_assembly(State& state, ir::NodeId id, const Step& step) {
  const ir::Body& body = *state.frame().function->body;
  if (step.payload + 1 >= body.strings.size()) return;
  std::string_view constraints = body.strings[step.payload + 1];
  constraints.remove_prefix(std::min(constraints.find('|') + 1, constraints.size()));
  std::span<const ir::NodeId> outputs = body.kids_of(step.kid0), inputs = body.kids_of(step.kid1);
  for (size_t i = 0; i < inputs.size() && !constraints.empty(); ++i) {
    std::string_view each = constraints.substr(0, constraints.find(','));
    constraints.remove_prefix(std::min(each.size() + 1, constraints.size()));
    size_t output = each.empty() ? outputs.size() : static_cast<size_t>(each[0] - '0');
    if (output >= outputs.size()) continue;
    const Step& place = step_of(state, outputs[output]);
    const Step& from = step_of(state, inputs[i]);
    if (!place.type || !place.type->is_scalar() || !from.type || !from.type->is_scalar()) continue;
    Term taken = convert(state, id, value(state, inputs[i]), *from.type, *place.type);
    store(state, id, value(state, outputs[output]), *place.type, taken, place.bits);
  }
}

void Evaluator::assembly(State& state, ir::NodeId id, const Step& step) {
  const ir::Body& body = *state.frame().function->body;
  ++approximations_.asm_statements;
  if (body.text_of(id).find_first_not_of(" \t\n") == std::string::npos) {
    return empty_assembly(state, id, step);
  }
  for (ir::NodeId read : body.kids_of(step.kid1)) {
    const Step& input = step_of(state, read);
    bool is_wide = input.type && input.type->is_scalar() && !input.has(ir::kLvalue);
    Term given = is_wide ? value(state, read) : Term();
    if (!given.is_null()) driver_.given_to_assembly(state, given);
  }
  for (ir::NodeId place : body.kids_of(step.kid0)) {
    const Step& written = step_of(state, place);
    if (!written.type) continue;
    if (!written.type->is_scalar()) {
      driver_.given_to_assembly(state, value(state, place));
      continue;
    }
    Term unknown = driver_.unknown_value(state, written.type->width, "inline assembly");
    if (unknown.is_null()) {
      flow_ = Flow::Stop;
      return;
    }
    store(state, id, value(state, place), *written.type, unknown, written.bits);
  }
}

void Evaluator::follow(State& state, size_t edge) {
  Frame& frame = state.frame();
  ir::BlockId target = frame.function->body->edges_of(frame.block)[edge].target;
  frame.came_from = frame.block;
  frame.block = target;
  frame.point = 0;
}

Term Evaluator::branch_value(const State& state) const {
  const Frame& frame = state.frame();
  return frame.values[frame.function->body->blocks[frame.block.index()].operand];
}

namespace {

size_t switch_edge(std::span<const ir::Edge> edges, const ValueType& type, Term value) {
  for (size_t i = 0; i < edges.size(); ++i) {
    const ir::Edge& edge = edges[i];
    if (edge.kind != ir::EdgeKind::Case) continue;
    bool inside;
    if (type.is_signed) {
      int64_t bits = value.signed_bits();
      inside = edge.low <= bits && bits <= edge.high;
    } else {
      uint64_t low = logic::Term::constant(value.width(), static_cast<uint64_t>(edge.low)).bits();
      uint64_t high = logic::Term::constant(value.width(), static_cast<uint64_t>(edge.high)).bits();
      inside = low <= value.bits() && value.bits() <= high;
    }
    if (inside) return i;
  }
  return edges.size() - 1;  // default comes last
}

}  // namespace

Flow Evaluator::end_block(State& state) {
  Frame& frame = state.frame();
  const ir::Body& body = *frame.function->body;
  const ir::Block& block = body.blocks[frame.block.index()];
  std::span<const ir::Edge> edges = body.edges_of(frame.block);
  switch (block.terminator) {
    case Terminator::Jump:
      follow(state, 0);
      return Flow::Next;
    case Terminator::Branch: {
      Term operand = frame.values[block.operand];
      if (operand.is_null()) return Flow::Stop;
      Term holds = truth(*(*frame.function)[block.operand].type, operand);
      if (!holds.is_immediate()) return Flow::Branch;
      follow(state, holds.is_true() ? 0 : 1);
      return Flow::Next;
    }
    case Terminator::Switch: {
      Term operand = frame.values[block.operand];
      if (operand.is_null()) return Flow::Stop;
      if (!operand.is_immediate()) return Flow::Branch;
      follow(state, switch_edge(edges, *(*frame.function)[block.operand].type, operand));
      return Flow::Next;
    }
    case Terminator::IndirectGoto:
      return indirect_goto(state, block, edges);
    case Terminator::Return:
      return Flow::Returned;
    case Terminator::Unreachable: {
      // Where unwinding must not go on: `noexcept`.
      if (block.is_cleanup && !state.exceptions.flying.empty()) {
        return terminate(state, block.operand);
      }
      Obligation fault{.kind = ObligationKind::Reachable,
                       .holds = Tri::No,
                       .node = block.operand,
                       .condition = logic::kFalse};
      violated(state, fault);
      return Flow::Stop;
    }
    case Terminator::CatchDispatch:
      return dispatch_catch(state);
    case Terminator::Resume:
      return Flow::Throw;
  }
  return Flow::Stop;
}

Flow Evaluator::indirect_goto(State& state, const ir::Block& block,
                              std::span<const ir::Edge> edges) {
  const Frame& frame = state.frame();
  // After `asm goto` control may go anywhere; without a meaning for the text, it goes on.
  if ((*frame.function)[block.operand].op == Op::Asm) {
    follow(state, 0);
    return Flow::Next;
  }
  Term target = frame.values[block.operand];
  if (!target.is_immediate()) return Flow::Branch;
  memory::Spot spot = state.memory.spot(target.bits());
  for (size_t i = 0; i < edges.size(); ++i) {
    if (spot.offset - 1 != edges[i].low) continue;
    follow(state, i);
    return Flow::Next;
  }
  Obligation fault{.kind = ObligationKind::Callable,
                   .holds = Tri::No,
                   .node = block.operand,
                   .condition = logic::kFalse};
  violated(state, fault);
  return Flow::Stop;
}

Flow Evaluator::run_block(State& state, size_t floor) {
  flow_ = Flow::Next;
  Frame& frame = state.frame();
  std::span<const ir::NodeId> list = frame.function->body->points_of(frame.block);
  while (frame.point < list.size()) {
    ir::NodeId id = list[frame.point++];
    Flow flow = point(state, frame, id, (*frame.function)[id]);
    if (flow == Flow::Apart) --state.frame().point;
    if (flow == Flow::Throw) {
      flow = unwind(state, floor);
      return flow == Flow::Next ? Flow::Entered : flow;
    }
    if (flow != Flow::Next) return flow;
  }
  Flow flow = end_block(state);
  if (flow == Flow::Throw) flow = unwind(state, floor);
  if (flow != Flow::Returned || state.frames.size() <= floor) return flow;
  leave(state);
  return flow_ == Flow::Next ? Flow::Entered : flow_;
}

Flow Evaluator::run(State& state, uint64_t& points, size_t floor) {
  flow_ = Flow::Next;
  while (true) {
    Frame& frame = state.frame();
    std::span<const ir::NodeId> list = frame.function->body->points_of(frame.block);
    Flow flow = Flow::Next;
    // A loop without points must use up the budget, too.
    if (list.empty()) {
      if (points == 0) return Flow::Next;
      --points;
    }
    while (frame.point < list.size()) {
      if (points == 0) [[unlikely]]
        return Flow::Next;
      --points;
      ir::NodeId id = list[frame.point++];
      flow = point(state, frame, id, (*frame.function)[id]);
      if (flow != Flow::Next) [[unlikely]]
        break;
    }
    if (flow == Flow::Apart) --state.frame().point;
    if (flow == Flow::Next) flow = end_block(state);
    if (flow == Flow::Throw) [[unlikely]]
      flow = unwind(state, floor);
    if (flow == Flow::Returned && state.frames.size() > floor) {
      leave(state);
      flow = flow_;
    }
    if (flow == Flow::Entered || flow == Flow::Next) {
      // A jump out of a callback's frames: whoever called `run` for it is gone.
      if (state.frames.size() < floor) [[unlikely]]
        return Flow::Entered;
      continue;
    }
    return flow;
  }
}

}  // namespace assay::semantics
