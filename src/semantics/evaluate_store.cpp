// Assignments and initialisers, of scalars and of whole objects.
#include "logic/build.h"
#include "logic/build_float.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;

namespace {

Op plain_operator(Op op) {
  switch (op) {
    case Op::AddAssign:
      return Op::Add;
    case Op::SubAssign:
      return Op::Sub;
    case Op::MulAssign:
      return Op::Mul;
    case Op::DivAssign:
      return Op::Div;
    case Op::RemAssign:
      return Op::Rem;
    case Op::ShlAssign:
      return Op::Shl;
    case Op::ShrAssign:
      return Op::Shr;
    case Op::AndAssign:
      return Op::BitAnd;
    case Op::OrAssign:
      return Op::BitOr;
    default:
      return Op::BitXor;
  }
}

}  // namespace

/// What a bit-field holds after a store, in its declared type.
Term Evaluator::as_stored(Term value, const ValueType& type, BitRange bits) {
  if (bits.width == 0 || bits.width >= value.width()) return value;
  Term kept = logic::truncate(pool_, value, bits.width);
  return logic::resize(pool_, kept, value.width(),
                       type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
}

void Evaluator::assign(State& state, ir::NodeId id, const Step& step) {
  const Step& place = step_of(state, step.kid0);
  Term address = value(state, step.kid0);
  if (place.type->shape == Shape::Aggregate) {
    uint64_t bytes = std::min(place.type->bytes, room_of(state, place));
    copy(state, id, address, aggregate_value(state, step.kid1), bytes);
    set(state, id, step.has(ir::kLvalue) ? address : aggregate_value(state, step.kid1));
    return;
  }
  Term stored = value(state, step.kid1);
  const ValueType& from = *step_of(state, step.kid1).type;
  if (stored.width() != place.type->width) stored = convert(state, id, stored, from, *place.type);
  store(state, id, address, *place.type, stored, place.bits);
  set(state, id, step.has(ir::kLvalue) ? address : as_stored(stored, *place.type, place.bits));
}

void Evaluator::compound_assign(State& state, ir::NodeId id, const Step& step) {
  const Step& place = step_of(state, step.kid0);
  const Step& operand = step_of(state, step.kid1);
  Term address = value(state, step.kid0);
  const ValueType& computed =
      state.frame().function->unit->types->of(ir::TypeId(static_cast<uint32_t>(step.payload)));
  Term old = load(state, id, address, *place.type, place.bits);
  if (failed()) return;
  Term left = convert(state, id, old, *place.type, computed);
  Term made = binary(state, id, plain_operator(step.op), computed, left, computed,
                     value(state, step.kid1), *operand.type, step.aux);
  if (failed() || !keeps_value(state, id, made, computed, *place.type)) return;
  Term stored = convert(state, id, made, computed, *place.type);
  store(state, id, address, *place.type, stored, place.bits);
  set(state, id, step.has(ir::kLvalue) ? address : as_stored(stored, *place.type, place.bits));
}

void Evaluator::step_by_one(State& state, ir::NodeId id, const Step& step) {
  const Step& place = step_of(state, step.kid0);
  const ValueType& type = *place.type;
  Term address = value(state, step.kid0);
  bool down = step.op == Op::PreDec || step.op == Op::PostDec;
  bool after = step.op == Op::PostInc || step.op == Op::PostDec;
  Term old = load(state, id, address, type, place.bits);
  if (failed()) return;
  Op op = down ? Op::Sub : Op::Add;
  Term made;
  if (type.is_bool) {
    made = down ? logic::bit_not(pool_, old) : logic::kTrue;
  } else if (type.shape == Shape::Pointer) {
    made = binary(state, id, op, type, old, type, pointer_constant(1), type_of_count(), step.aux);
  } else if (type.shape == Shape::Complex) {
    Term parts[] = {one_of(*type.lane), zero_of(*type.lane)};
    made = lanes(state, id, op, type, old, type, join_lanes(type, parts), type);
  } else if (type.shape == Shape::Vector) {
    std::vector<Term> ones(type.lanes, one_of(*type.lane));
    made = lanes(state, id, op, type, old, type, join_lanes(type, ones), type);
  } else if (type.shape == Shape::Float) {
    made = floating(op, type, old, one_of(type));
  } else if (type.width < 32) {
    // Promoted to int first, where it cannot overflow, and cut again.
    Term one = Term::constant(type.width, 1);
    if (type.is_signed && driver_.watches(old, one)) {
      Term cut =
          down ? logic::ssub_overflows(pool_, old, one) : logic::sadd_overflows(pool_, old, one);
      if (!require(state, ObligationKind::Narrows, id, logic::bit_not(pool_, cut))) return;
    }
    made = down ? logic::sub(pool_, old, one) : logic::add(pool_, old, one);
  } else {
    made = integer(state, id, op, type, old, one_of(type), type.is_signed);
  }
  if (failed()) return;
  store(state, id, address, type, made, place.bits);
  Term result = after ? old : as_stored(made, type, place.bits);
  set(state, id, step.has(ir::kLvalue) ? address : result);
}

void Evaluator::initialise(State& state, ir::NodeId id, const Step& step) {
  const Step& place = step_of(state, step.kid0);
  Term address = value(state, step.kid0);
  if (step.has(ir::kElided) && value(state, step.kid1) == address) return;  // built in place
  store_node(state, id, address, step.kid1, place.bits, *place.type, room_of(state, place));
}

/// How many bytes of a class object are its own: those of a base end before what the derived class
/// put into its padding, and an empty class has none.
uint64_t Evaluator::room_of(const State& state, const Step& place) {
  if (place.type->shape != Shape::Aggregate) return UINT64_MAX;
  const UnitEntry& unit = *state.frame().function->unit;
  const ir::Type& type = unit.unit->types.resolved(place.type->type);
  bool is_class = type.kind == ir::TypeKind::Record &&
                  (type.has(ir::kClass) || (type.fields.empty() && type.size == 1));
  ClassId of = is_class ? classes_.find(unit, place.type->type) : ClassId();
  if (!of.valid()) return UINT64_MAX;
  uint64_t own = classes_.nonvirtual_end(of);
  bool is_base = place.op == Op::Cast &&
                 static_cast<ir::CastKind>(place.payload) == ir::CastKind::DerivedToBase;
  return is_base || own == 0 ? own : UINT64_MAX;
}

Term Evaluator::snapshot(State& state, ir::NodeId id, Term from, uint64_t bytes,
                         const ValueType& type) {
  memory::ObjectId object = make_object(state, memory::ObjectKind::Value, pointer_constant(bytes),
                                        memory::Background::Indeterminate, id);
  state.memory.own(object).type = type.type;
  keep_snapshot(state, id, object);
  Term address = state.memory.address(object);
  if (!from.is_null()) copy(state, id, address, from, bytes);
  return address;
}

void Evaluator::keep_snapshot(State& state, ir::NodeId id, memory::ObjectId object) {
  for (auto& [node, old] : state.frame().snapshots) {
    if (node != id) continue;
    state.memory.drop(old);
    old = object;
    return;
  }
  state.frame().snapshots.emplace_back(id, object);
}

/// The address of a record or array value; lists and zeros get an object now.
Term Evaluator::aggregate_value(State& state, ir::NodeId id) {
  const Step& step = step_of(state, id);
  bool is_tree =
      step.op == Op::InitList || step.op == Op::ZeroValue ||
      (step.op == Op::Cast && static_cast<ir::CastKind>(step.payload) == ir::CastKind::ToUnion);
  if (!is_tree) return value(state, id);
  Term address = snapshot(state, id, Term(), step.type->bytes, *step.type);
  store_node(state, id, address, id, {}, *step.type);
  return address;
}

/// Puts a node's value at a place: lists element by element, without an object in between.
void Evaluator::store_node(State& state, ir::NodeId at, Term address, ir::NodeId node,
                           BitRange bits, const ValueType& type, uint64_t room) {
  struct Part {
    Term address;
    ir::NodeId node;
    BitRange bits;
    const ValueType* type;
    uint64_t room = UINT64_MAX;
  };
  const ir::Body& body = *state.frame().function->body;
  ValueTypes& types = *state.frame().function->unit->types;
  std::vector<Part> todo{{address, node, bits, &type, room}};
  while (!todo.empty() && !failed()) {
    Part part = todo.back();
    todo.pop_back();
    const Step& step = step_of(state, part.node);
    if (part.type->shape != Shape::Aggregate) {
      Term stored = step.op == Op::ZeroValue ? zero_of(*part.type) : value(state, part.node);
      if (step.type && stored.width() != part.type->width) {
        stored = convert(state, at, stored, *step.type, *part.type);
      }
      store(state, at, part.address, *part.type, stored, part.bits);
      continue;
    }
    if (step.op == Op::ZeroValue) {
      Term bytes = bytes_of(state, part.type->type);
      if (bytes.is_immediate()) {
        fill(state, at, part.address, std::min(bytes.bits(), part.room), 0);
      }
      continue;
    }
    if (step.op == Op::Cast && static_cast<ir::CastKind>(step.payload) == ir::CastKind::ToUnion) {
      todo.push_back({part.address, step.kid0, {}, step_of(state, step.kid0).type});
      continue;
    }
    if (step.op != Op::InitList) {
      uint64_t size = part.type->bytes ? part.type->bytes : step.type->bytes;
      copy(state, at, part.address, value(state, part.node),
           std::min({size, step.type->bytes, part.room}));
      continue;
    }
    // What the list does not name is zero.
    fill(state, at, part.address, std::min(std::max(part.type->bytes, step.type->bytes), part.room),
         0);
    const ir::Type& list = types.types().resolved(step.type->type);
    std::span<const ir::NodeId> kids = body.kids_of(part.node);
    for (size_t i = 0; i < kids.size(); ++i) {
      if (step_of(state, kids[i]).op == Op::ZeroValue) continue;
      auto [offset, range, element] = element_of_list(list, types, step, i);
      if (!element) continue;
      todo.push_back(
          {logic::add(pool_, part.address, pointer_constant(offset)), kids[i], range, element});
    }
  }
}

Evaluator::ListElement Evaluator::element_of_list(const ir::Type& list, ValueTypes& types,
                                                  const Step& step, size_t index) {
  if (list.kind != ir::TypeKind::Record) {
    const ValueType& element = types.of(list.inner);
    return {index * element.bytes, {}, &element};
  }
  if (step.payload > 0) {
    index = step.payload - 1;
  } else if (index < list.bases.size()) {
    return {list.bases[index].offset, {}, &types.of(list.bases[index].type)};
  } else {
    index -= list.bases.size();
  }
  if (index >= list.fields.size()) return {};
  const ir::Field& field = list.fields[index];
  BitRange range;
  if (field.is_bit_field) {
    range = {static_cast<uint32_t>(field.bit_offset % 8), field.bit_width};
  }
  return {field.bit_offset / 8, range, &types.of(field.type)};
}

}  // namespace assay::semantics
