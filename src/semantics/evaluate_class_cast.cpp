// Up and down class hierarchies: casts, pointers to members, typeid.
#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::CastKind;
using ir::TypeKind;
using logic::Term;

/// The class of an object that a place is or a pointer leads to.
ClassId Evaluator::class_at(const State& state, const Step& step) {
  const UnitEntry& unit = *state.frame().function->unit;
  if (!step.type) return ClassId();
  ir::TypeId type = step.type->type;
  if (!step.has(ir::kLvalue)) type = unit.unit->types.pointee(type);
  return type.valid() ? classes_.find(unit, type) : ClassId();
}

/// Null stays null; a place is never null.
Term Evaluator::moved(const Step& step, Term pointer, uint64_t distance) {
  if (distance == 0) return pointer;
  Term there = logic::add(pool_, pointer, pointer_constant(distance));
  if (step.has(ir::kLvalue)) return there;
  Term is_null = logic::eq(pool_, pointer, pointer_constant(0));
  return logic::ite(pool_, is_null, pointer, there);
}

Term Evaluator::class_cast(State& state, ir::NodeId id, const Step& step, Term operand) {
  const Step& from = step_of(state, step.kid0);
  auto kind = static_cast<CastKind>(step.payload);
  if (kind == CastKind::MemberPointer) return member_pointer_cast(state, step, operand);
  if (kind == CastKind::Dynamic) return dynamic_cast_of(state, id, step, operand);
  bool is_up = kind == CastKind::DerivedToBase;
  ClassId derived = class_at(state, is_up ? from : step);
  ClassId base = class_at(state, is_up ? step : from);
  uint32_t part =
      derived.valid() && base.valid() ? classes_.base_part(derived, 0, base) : UINT32_MAX;
  if (part == UINT32_MAX) {
    Term unknown = driver_.unknown_value(state, operand.width(), "cast of an unknown class");
    if (unknown.is_null()) flow_ = Flow::Stop;
    return unknown;
  }
  const Part& found = classes_.parts(derived)[part];
  if (!is_up) return moved(step, operand, uint64_t{0} - found.offset);
  if (!found.through_virtual) return moved(step, operand, found.offset);
  return to_virtual_base(state, id, step, operand, derived, base);
}

/// Where a virtual base is, the complete object decides.
Term Evaluator::to_virtual_base(State& state, ir::NodeId id, const Step& step, Term operand,
                                ClassId derived, ClassId base) {
  if (!step.has(ir::kLvalue)) {
    Term is_null = logic::eq(pool_, operand, pointer_constant(0));
    if (decided_apart(state, is_null) == Tri::Yes) return operand;  // null stays null
    if (failed()) return Term();
  }
  const Dynamic* dynamic = dynamic_class(state, id, operand);
  if (failed()) return Term();
  uint32_t from = UINT32_MAX, to = UINT32_MAX;
  Dynamic known;
  if (dynamic) {
    known = *dynamic;
    from = classes_.same_place(known.whole, known.part, derived);
    if (from != UINT32_MAX) to = classes_.base_part(known.whole, from, base);
  }
  if (to == UINT32_MAX) {
    // APPROX(under): an object from outside is taken for a complete one of its static class.
    known = {.whole = derived};
    from = 0;
    to = classes_.base_part(derived, 0, base);
  }
  std::span<const Part> parts = classes_.parts(known.whole);
  return moved(step, operand, parts[to].offset - parts[from].offset);
}

Term Evaluator::dynamic_cast_of(State& state, ir::NodeId id, const Step& step, Term operand) {
  if (!step.has(ir::kLvalue)) {
    Term is_null = logic::eq(pool_, operand, pointer_constant(0));
    if (decided_apart(state, is_null) == Tri::Yes) return pointer_constant(0);
    if (failed()) return Term();
  }
  const Dynamic* dynamic = dynamic_class(state, id, operand);
  if (failed()) return Term();
  if (!dynamic) {
    Term unknown = driver_.unknown_value(state, operand.width(), "dynamic_cast");
    if (unknown.is_null()) flow_ = Flow::Stop;
    return unknown;
  }
  Dynamic known = *dynamic;
  std::span<const Part> parts = classes_.parts(known.whole);
  uint64_t here = parts[known.part].offset;
  ClassId wanted = class_at(state, step);
  if (!wanted.valid()) return moved(step, operand, parts[known.acting].offset - here);  // void *
  ClassId declared = class_at(state, step_of(state, step.kid0));
  uint32_t from = classes_.same_place(known.whole, known.part, declared);
  uint32_t around = UINT32_MAX, anywhere = UINT32_MAX;
  bool several_around = false, several = false;
  for (uint32_t i = 0; i < parts.size(); ++i) {
    if (parts[i].of != wanted || !classes_.contains(known.whole, known.acting, i)) continue;
    several = anywhere != UINT32_MAX;
    anywhere = i;
    if (from == UINT32_MAX || !classes_.contains(known.whole, i, from)) continue;
    several_around = around != UINT32_MAX;
    around = i;
  }
  auto is_public = [&](uint32_t outer, uint32_t inner) {
    return classes_.contains(known.whole, outer, inner, Access::Public);
  };
  uint32_t to = UINT32_MAX;
  if (around != UINT32_MAX && !several_around && is_public(around, from)) {
    to = around;
  } else if (anywhere != UINT32_MAX && !several && is_public(known.acting, anywhere) &&
             (from == UINT32_MAX || is_public(known.acting, from))) {
    to = anywhere;
  }
  if (to != UINT32_MAX) return moved(step, operand, parts[to].offset - here);
  if (!step.has(ir::kLvalue)) return pointer_constant(0);
  throw_standard(state, id, "std::bad_cast", Term());
  return Term();
}

// A pointer to a data member is its offset plus one, so that zero is null, whatever made the zero
// (the ABI has -1 for null, which only code that looks at the bytes can tell).  One to a function
// is the function's address, with what is added to `this` in its upper half.

Term Evaluator::member_address(State& state, const Step& step) {
  const ir::TypeTable& types = state.frame().function->unit->unit->types;
  const ir::Type& pointer = types.resolved(step.type->type);
  if (pointer.kind == TypeKind::MemberPointer) {
    // Behind a pointer to an anonymous member there is one into that member.
    bool is_inner = step.kid0.valid();
    ir::TypeId owner = pointer.owner;
    if (is_inner) owner = types.resolved((*state.frame().function->body)[step.kid0].type).inner;
    const ir::Type& record = types.resolved(owner);
    if (step.payload < record.fields.size()) {
      uint64_t offset = record.fields[step.payload].bit_offset / 8;
      if (!is_inner) return Term::constant(step.type->width, offset + 1);
      return logic::add(pool_, value(state, step.kid0), Term::constant(step.type->width, offset));
    }
  }
  ++approximations_.unsupported;
  Term unknown = driver_.unknown_value(state, std::max<uint32_t>(step.type->width, 1),
                                       "a pointer to a member whose class is not known");
  if (unknown.is_null()) flow_ = Flow::Stop;
  return unknown;
}

Term Evaluator::member_place(State& state, ir::NodeId id, const Step& step) {
  Term object = value(state, step.kid0), member = value(state, step.kid1);
  if (object.is_null() || member.is_null()) return Term();
  Term zero = Term::constant(member.width(), 0);
  Term given = logic::bit_not(pool_, logic::eq(pool_, member, zero));
  if (!require(state, ObligationKind::NonNull, id, given)) return Term();
  Term offset = logic::resize(pool_, member, object.width(), logic::Extend::Sign);
  return logic::sub(pool_, logic::add(pool_, object, offset), pointer_constant(1));
}

Term Evaluator::member_pointer_cast(State& state, const Step& step, Term operand) {
  const UnitEntry& unit = *state.frame().function->unit;
  const ir::TypeTable& types = unit.unit->types;
  auto owner = [&](const ValueType* type) {
    const ir::Type& pointer = types.resolved(type->type);
    return pointer.kind == TypeKind::MemberPointer ? classes_.find(unit, pointer.owner) : ClassId();
  };
  const ValueType* from = step_of(state, step.kid0).type;
  if (!from || !step.type) return operand;
  if (operand.width() != step.type->width) {
    operand = logic::resize(pool_, operand, step.type->width, logic::Extend::Zero);
  }
  ClassId before = owner(from), after = owner(step.type);
  if (!before.valid() || !after.valid() || before == after) return operand;
  uint64_t distance = 0;
  if (uint32_t part = classes_.base_part(after, 0, before); part != UINT32_MAX) {
    distance = classes_.parts(after)[part].offset;
  } else if (uint32_t back = classes_.base_part(before, 0, after); back != UINT32_MAX) {
    distance = uint64_t{0} - classes_.parts(before)[back].offset;
  }
  if (distance == 0) return operand;
  uint32_t bits = program_.target().pointer_bits;
  Term is_null = logic::eq(pool_, operand, zero_of(*step.type));
  Term there;
  if (operand.width() <= bits) {
    there = logic::add(pool_, operand, Term::constant(operand.width(), distance));
  } else {
    Term function = logic::truncate(pool_, operand, bits);
    Term added = logic::extract(pool_, operand, 2 * bits - 1, bits);
    there = logic::concat(pool_, logic::add(pool_, added, pointer_constant(distance)), function);
  }
  return logic::ite(pool_, is_null, operand, there);
}

/// The callee of a call through a pointer to a member function; `this` is adjusted by it.
Term Evaluator::member_function(Term pointer, Term& adjustment) {
  uint32_t bits = program_.target().pointer_bits;
  adjustment = pointer_constant(0);
  if (pointer.width() >= 2 * bits) {
    adjustment = logic::extract(pool_, pointer, 2 * bits - 1, bits);
    pointer = logic::truncate(pool_, pointer, bits);
  }
  return pointer;
}

Term Evaluator::type_info(State& state, ir::NodeId id, const Step& step) {
  const UnitEntry& unit = *state.frame().function->unit;
  std::string name;
  if (step.kid_count > 0) {
    const Step& operand = step_of(state, step.kid0);
    if (operand.has(ir::kLvalue)) {
      Term is_null = logic::eq(pool_, value(state, step.kid0), pointer_constant(0));
      if (decided_apart(state, is_null) == Tri::Yes) {
        throw_standard(state, id, "std::bad_typeid", Term());
        return Term();
      }
      if (failed()) return Term();
    }
    const Dynamic* dynamic = dynamic_class(state, id, value(state, step.kid0));
    if (failed()) return Term();
    if (dynamic) {
      Dynamic known = *dynamic;
      name = classes_[classes_.parts(known.whole)[known.acting].of].name;
    }
  } else {
    ir::TypeId type = unit.unit->types.canonical(ir::TypeId(static_cast<uint32_t>(step.payload)));
    const ir::Type& named = unit.unit->types[type];
    name = named.kind == TypeKind::Record ? named.name : unit.unit->types.spell(type);
  }
  if (name.empty()) {
    ++approximations_.unsupported;
    // Of a class that we do not know: it is there, and may have any name.
    Term letter = driver_.unknown_value(state, 8, "typeid");
    if (letter.is_null()) {
      flow_ = Flow::Stop;
      return letter;
    }
    name = "?" + std::to_string(type_infos_.size());
    Term info = type_info_object(state, name);
    state.memory.own(type_infos_.at(name).second).contents.write(pool_, 0, letter);
    return info;
  }
  return type_info_object(state, name);
}

/// The `std::type_info` of a type: a vptr that nobody follows, and the type's name.
Term Evaluator::type_info_object(State& state, const std::string& name) {
  auto known = type_infos_.find(name);
  bool is_new = known == type_infos_.end();
  if (!is_new && state.memory.find(known->second.first)) {
    return state.memory.address(known->second.first);
  }
  uint32_t word = program_.target().pointer_bits / 8;
  auto make = [&](uint64_t bytes) {
    memory::Object object;
    object.kind = memory::ObjectKind::Global;
    object.size = pointer_constant(bytes);
    object.alignment = word;
    object.contents = memory::Contents(memory::Background::Zero);
    return object;
  };
  if (is_new) {
    memory::ObjectId text = state.memory.create(make(name.size() + 1));
    memory::ObjectId info = state.memory.create(make(2 * word));
    known = type_infos_.emplace(name, std::pair(info, text)).first;
  } else {
    state.memory.create_at(known->second.second, make(name.size() + 1));
    state.memory.create_at(known->second.first, make(2 * word));
  }
  auto [info, text] = known->second;
  memory::Object& characters = state.memory.own(text);
  for (size_t i = 0; i < name.size(); ++i) {
    characters.contents.write(pool_, i, Term::constant(8, static_cast<uint8_t>(name[i])));
  }
  store_bytes(state, ir::NodeId(), state.memory.address(info, word), state.memory.address(text));
  state.memory.own(text).flags |= memory::kReadOnly;
  state.memory.own(info).flags |= memory::kReadOnly;
  return state.memory.address(info);
}

}  // namespace assay::semantics
