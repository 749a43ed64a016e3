// Literals, places and joins: what needs no arithmetic.
#include <algorithm>

#include "logic/build.h"
#include "logic/build_float.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;
using memory::Background;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;

Evaluator::Evaluator(logic::TermPool& pool, Program& program, Driver& driver, Checks checks)
    : pool_(pool),
      program_(program),
      driver_(driver),
      strict_(checks == Checks::Strict),
      asks_extents_(checks == Checks::Extents),
      classes_(program) {
  uint32_t bits = program.target().pointer_bits;
  count_type_ = {.shape = Shape::Int,
                 .width = bits,
                 .accessed = bits / 8,
                 .bytes = bits / 8,
                 .alignment = bits / 8};
}

Term Evaluator::wide_literal(const State& state, const Step& step, uint32_t width) {
  const std::vector<uint64_t>& words = state.frame().function->body->wides[step.payload];
  return pool_.constant(logic::Bits::from_words(width, words));
}

Term Evaluator::literal(State& state, const Step& step) {
  uint32_t width = step.type->width;
  if (step.has(ir::kWide)) return wide_literal(state, step, width);
  if (width <= 64) return Term::constant(width, step.payload);
  // A wide type whose value fits a word: the payload is extended as the type says.
  logic::Bits low(64, step.payload);
  return pool_.constant(step.type->is_signed ? logic::bits_sext(low, width)
                                             : logic::bits_zext(low, width));
}

Term Evaluator::zero_of(const ValueType& type) {
  if (type.width == 0) return Term();
  return type.width <= 64 ? Term::constant(type.width, 0)
                          : pool_.constant(logic::Bits(type.width, 0));
}

Term Evaluator::string_address(State& state, const Step& step) {
  const Prepared& function = *state.frame().function;
  ObjectId id(function.first_string + static_cast<uint32_t>(step.payload));
  if (!state.memory.find(id)) {
    const std::string& text = function.body->strings[step.payload];
    Object object;
    object.kind = ObjectKind::String;
    object.flags = memory::kReadOnly;
    object.size = pointer_constant(step.type->bytes);
    object.contents = memory::Contents(Background::Zero);
    object.origin = {.function = function.entity.index()};
    for (size_t i = 0; i < std::min<size_t>(text.size(), step.type->bytes); ++i) {
      object.contents.write(pool_, i, Term::constant(8, static_cast<uint8_t>(text[i])));
    }
    state.memory.create_at(id, std::move(object));
  }
  return state.memory.address(id);
}

namespace {

/// A variable whose last member is an array without a bound is as long as its initialiser makes it.
uint64_t bytes_with_initialiser(const Entity& entity, const ValueType& type) {
  const ir::TypeTable& types = entity.unit->types->types();
  ir::TypeId record_id = types.canonical(type.type);
  const ir::Type& record = types[record_id];
  if (!entity.body || record.kind != ir::TypeKind::Record || record.fields.empty()) {
    return type.bytes;
  }
  const ir::Field& last = record.fields.back();
  if (types.resolved(last.type).kind != ir::TypeKind::IncompleteArray) return type.bytes;
  const ir::Body& body = entity.body->body;
  uint64_t bytes = type.bytes;
  for (uint32_t i = 0; i < body.nodes.size(); ++i) {
    const ir::Node& node = body.nodes[i];
    if (node.op != Op::InitList || node.kid_count != record.fields.size()) continue;
    if (types.canonical(node.type) != record_id) continue;
    ir::TypeId given = body[body.kid(ir::NodeId(i), node.kid_count - 1)].type;
    if (given.valid()) {
      bytes = std::max(bytes, last.bit_offset / 8 + types.resolved(given).size);
    }
  }
  return bytes;
}

}  // namespace

Term Evaluator::address_of(State& state, EntityId id) {
  ObjectId object_id = program_.object_of(id);
  if (state.memory.find(object_id)) return state.memory.address(object_id);
  const Entity& entity = program_[id];
  Object object;
  object.origin = {.entity = id.index()};
  const ir::Symbol& symbol = program_.symbol(id);
  if (entity.kind == ir::SymbolKind::Function) {
    object.kind = ObjectKind::Function;
    object.flags = memory::kReadOnly;
    object.size = pointer_constant(1);
  } else {
    const ValueType& type = entity.unit->types->of(symbol.type);
    object.kind = ObjectKind::Global;
    object.type = symbol.type;
    object.alignment = type.alignment;
    object.size = pointer_constant(bytes_with_initialiser(entity, type));
    bool defined = entity.is_defined;
    object.contents = memory::Contents(defined ? Background::Zero : Background::Environment);
    if (!defined) object.flags |= memory::kSizeUnknown;
    if (entity.body) {
      object.flags |= memory::kPending;
    } else if (defined && symbol.has(ir::kConstant) &&
               entity.unit->unit->language == ir::Language::C) {
      // C++ may have it computed first.
      object.flags |= memory::kReadOnly;
    }
  }
  state.memory.create_at(object_id, std::move(object));
  return state.memory.address(object_id);
}

void Evaluator::run_initialiser(State& state, ObjectId id) {
  state.memory.own(id).flags &= static_cast<uint8_t>(~memory::kPending);
  EntityId entity = program_.entity_of(id);
  // Constant initialisers are straight-line code without calls; they take addresses of other
  // objects, and read none.
  Flow before = flow_;
  enter(state, program_.prepare(*program_[entity].body), {}, ir::NodeId(), Term());
  uint64_t points = UINT64_MAX;
  Flow flow = run(state, points, state.frames.size());
  ASSAY_CHECK(flow == Flow::Returned || flow == Flow::Stop,
              "a constant initialiser should run to its end");
  abandon(state);
  flow_ = before;
  if (program_.symbol(entity).has(ir::kConstant)) {
    state.memory.own(id).flags |= memory::kReadOnly;
  }
}

EntityId Evaluator::function_at(const State& state, Term address) const {
  if (!address.is_immediate()) return EntityId();
  memory::Spot spot = state.memory.spot(address.bits());
  EntityId entity = program_.entity_of(spot.object);
  if (!entity.valid() || spot.offset != 0) return EntityId();
  return program_[entity].kind == ir::SymbolKind::Function ? entity : EntityId();
}

ObjectId Evaluator::make_object(State& state, ObjectKind kind, Term size, Background background,
                                ir::NodeId node) {
  bool is_absurd = size.is_immediate() && size.bits() > state.memory.largest();
  if (is_absurd && kind == ObjectKind::Local) {
    require(state, ObligationKind::PositiveSize, node, logic::kFalse);
  }
  Object object;
  object.kind = kind;
  object.size = size;
  object.contents = memory::Contents(background);
  if (!state.frames.empty()) {
    object.origin = {.function = state.frame().function->entity.index(), .node = node};
  }
  return state.memory.create(std::move(object));
}

Term Evaluator::bytes_of(State& state, ir::TypeId id) {
  // The elements of a variable array may be variable arrays: one factor each.
  const ir::TypeTable& types = state.frame().function->unit->types->types();
  Term product = pointer_constant(1);
  while (true) {
    const ir::Type& type = types.resolved(id);
    if (type.kind == ir::TypeKind::VariableArray) {
      Term bound = pointer_constant(0);
      for (const auto& [number, value] : state.frame().bounds) {
        if (number == type.count) bound = value;
      }
      product = logic::mul(pool_, product, bound);
      id = type.inner;
    } else if (type.kind == ir::TypeKind::Array && type.size == 0 && type.count > 0) {
      product = logic::mul(pool_, product, pointer_constant(type.count));
      id = type.inner;
    } else {
      return logic::mul(pool_, product, pointer_constant(type.size));
    }
  }
}

void Evaluator::set_bound(State& state, ir::NodeId id, const Step& step) {
  Term bound = value(state, step.kid0);
  set(state, id, bound);
  const ValueType& type = *step_of(state, step.kid0).type;
  Term wide = logic::resize(pool_, bound, program_.target().pointer_bits,
                            type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
  if (type.is_signed) {
    // GNU C has arrays without elements.
    Term fits = logic::sle(pool_, pointer_constant(strict_ ? 1 : 0), wide);
    if (!require(state, ObligationKind::PositiveSize, id, fits)) return;
    // Whoever goes on with a negative bound has no elements at all.
    if (fits.is_false()) wide = pointer_constant(0);
  }
  for (auto& [number, known] : state.frame().bounds) {
    if (number != step.payload) continue;
    known = wide;
    return;
  }
  state.frame().bounds.emplace_back(step.payload, wide);
}

void Evaluator::declare(State& state, ir::LocalId id, ir::NodeId at) {
  Frame& frame = state.frame();
  end_scope(state, id);
  const ir::Local& local = frame.function->body->locals[id.index()];
  if (local.kind == ir::LocalKind::ReturnSlot && !frame.result_slot.is_null()) {
    frame.locals[id.index()] = frame.result_slot;  // the caller's object
    return;
  }
  const ValueType* type = frame.function->local_types[id.index()];
  ir::TypeId type_id = local.type;
  bool is_variable_array = type && type->shape == Shape::Aggregate && type->bytes == 0;
  Term size = !type               ? pointer_constant(0)
              : is_variable_array ? bytes_of(state, type_id)
                                  : pointer_constant(type->bytes);
  ObjectId object = make_object(state, ObjectKind::Local, size, Background::Indeterminate, at);
  Object& made = state.memory.own(object);
  made.type = type_id;
  made.alignment = type ? type->alignment : 1;
  made.origin.entity = id.index();
  frame.locals[id.index()] = state.memory.address(object);
  frame.owned.push_back(object);
}

void Evaluator::end_scope(State& state, ir::LocalId id) {
  Frame& frame = state.frame();
  Term address = frame.locals[id.index()];
  if (address.is_null()) return;
  frame.locals[id.index()] = Term();
  ObjectId object = state.memory.spot(address.bits()).object;
  // A parameter of class type is its caller's object.
  for (size_t i = frame.owned.size(); i-- > 0;) {
    if (frame.owned[i] != object) continue;
    frame.owned.erase(frame.owned.begin() + static_cast<ptrdiff_t>(i));
    state.memory.drop(object);
    return;
  }
}

Term Evaluator::local_address(State& state, ir::LocalId id, ir::NodeId at) {
  Term address = state.frame().locals[id.index()];
  if (!address.is_null()) [[likely]]
    return address;
  // Temporaries have no declaration; a jump into a scope passes by one.
  declare(state, id, at);
  return state.frame().locals[id.index()];
}

Term Evaluator::join(State& state, ir::NodeId id, const Step& step) {
  // A function is a place, and no value.
  bool is_void = !step.type || (step.type->shape == Shape::None && !step.has(ir::kLvalue));
  if (is_void) return Term();
  const Frame& frame = state.frame();
  if (!frame.came_from.valid()) return frame.values[id];  // settled before a merge
  const std::vector<ir::Phi>& phis = frame.function->body->phis;
  for (size_t i = step.aux; i < phis.size(); ++i) {
    const ir::Phi& phi = phis[i];
    if (phi.node != id || phi.from != frame.came_from) continue;
    Term chosen = frame.values[phi.value];
    if (step.op == Op::Conditional || chosen.is_null()) return chosen;
    const Step& of = (*frame.function)[phi.value];
    return as_number(truth(*of.type, chosen), *step.type);
  }
  ASSAY_CHECK(false, "a join should know each way into its block");
}

Term Evaluator::index_place(State& state, ir::NodeId id, const Step& step) {
  Term base = value(state, step.kid0), index = value(state, step.kid1);
  const ValueType& index_type = *step_of(state, step.kid1).type;
  const Step& vector = step_of(state, step.kid0);
  if (vector.type && vector.type->shape == Shape::Vector && !vector.has(ir::kLvalue)) {
    // An element of a vector that is no place.
    uint32_t bits = vector.type->lane_bits();
    Term wide = logic::resize(pool_, index, base.width(), logic::Extend::Zero);
    Term low = logic::mul(pool_, wide, pool_.constant(logic::Bits(base.width(), bits)));
    return logic::truncate(pool_, logic::lshr(pool_, base, low), step.type->width);
  }
  uint64_t element = step.aux;
  if (element == 0 && step.type->shape == Shape::Aggregate) {
    Term size = bytes_of(state, state.frame().function->body->nodes[id.index()].type);
    Term wide = logic::resize(pool_, index, base.width(),
                              index_type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
    return logic::add(pool_, base, logic::mul(pool_, wide, size));
  }
  Term place = pointer_step(state, base, index, index_type, element, false);
  if (strict_ && place.is_immediate()) check_index(state, id, step, place);
  if (asks_extents_ && !is_in_array(state, id, step, index, index_type, place)) return Term();
  return place;
}

}  // namespace assay::semantics
