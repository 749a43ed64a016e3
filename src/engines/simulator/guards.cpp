// Guards, and the comparisons that all roles share.
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "engines/simulator/emulator.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"
#include "logic/build_float.h"

namespace assay::simulator {

using logic::Term;
using models::Operator;

namespace {

enum class Relation : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

/// The relations of a group of operators stand in one order.
Relation relation_of(Operator op, Operator first) {
  return static_cast<Relation>(static_cast<uint8_t>(op) - static_cast<uint8_t>(first));
}

Term integer_relation(logic::TermPool& pool, Relation relation, bool is_signed, Term a, Term b) {
  switch (relation) {
    case Relation::Eq:
      return logic::eq(pool, a, b);
    case Relation::Ne:
      return logic::ne(pool, a, b);
    case Relation::Lt:
      return is_signed ? logic::slt(pool, a, b) : logic::ult(pool, a, b);
    case Relation::Le:
      return is_signed ? logic::sle(pool, a, b) : logic::ule(pool, a, b);
    case Relation::Gt:
      return is_signed ? logic::slt(pool, b, a) : logic::ult(pool, b, a);
    case Relation::Ge:
      return is_signed ? logic::sle(pool, b, a) : logic::ule(pool, b, a);
  }
  return Term();
}

/// A constant of a model, or the bits of a number that is known and is one.
std::optional<double> floating(Term bits, const models::Operand& operand) {
  const models::Node& node = operand.nodes.front();
  if (node.kind == models::NodeKind::Constant) {
    double number = static_cast<double>(node.number);
    return node.is_negative ? -number : number;
  }
  if (bits.is_null() || !bits.is_immediate()) return std::nullopt;
  double value = std::numeric_limits<double>::quiet_NaN();
  if (bits.width() == 64) value = std::bit_cast<double>(bits.bits());
  if (bits.width() == 32) value = std::bit_cast<float>(static_cast<uint32_t>(bits.bits()));
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

bool holds(Relation relation, double a, double b) {
  switch (relation) {
    case Relation::Eq:
      return a == b;
    case Relation::Ne:
      return a != b;
    case Relation::Lt:
      return a < b;
    case Relation::Le:
      return a <= b;
    case Relation::Gt:
      return a > b;
    case Relation::Ge:
      return a >= b;
  }
  return true;
}

Term pointer_relation(logic::TermPool& pool, Operator op, Term a, Term b) {
  switch (op) {
    case Operator::Peq:
      return logic::eq(pool, a, b);
    case Operator::Pne:
      return logic::ne(pool, a, b);
    case Operator::Plt:
      return logic::ult(pool, a, b);
    case Operator::Ple:
      return logic::ule(pool, a, b);
    case Operator::Pgt:
      return logic::ult(pool, b, a);
    case Operator::Pge:
      return logic::ule(pool, b, a);
    default:
      return Term();
  }
}

}  // namespace

Term Emulator::comparison(Path& path, EmulatedCall& call, const Operation& operation) {
  Operator op = operation.op;
  Slot first = operands_.evaluate(path, call, operation.operands[0]);
  if (op == Operator::IntNonZero || op == Operator::IntFits) {
    Term value = operands_.content(path, call, first);
    return value.is_null() ? Term() : logic::is_nonzero(parts_.pool, value);
  }
  if (operation.operands.size() < 2 || operation.operands[1].resource) return Term();
  Slot second = operands_.evaluate(path, call, operation.operands[1]);
  if (op == Operator::PeqAddr) {
    Term value = operands_.content(path, call, first);
    if (value.is_null() || second.address.is_null()) return Term();
    return value.width() == second.address.width() ? logic::eq(parts_.pool, value, second.address)
                                                   : Term();
  }
  if (op >= Operator::Feq && op <= Operator::Fge) {
    std::optional<double> x = floating(operands_.content(path, call, first), operation.operands[0]);
    std::optional<double> y =
        floating(operands_.content(path, call, second), operation.operands[1]);
    // Floating point is opaque to the prover: what is no constant is not known.
    if (!x || !y) return Term();
    return Term::boolean(holds(relation_of(op, Operator::Feq), *x, *y));
  }
  Term a, b;
  if (!operands_.contents(path, call, first, second, a, b)) return Term();
  if (op >= Operator::Ieq && op <= Operator::Ige) {
    return integer_relation(parts_.pool, relation_of(op, Operator::Ieq), true, a, b);
  }
  if (op >= Operator::Ueq && op <= Operator::Uge) {
    return integer_relation(parts_.pool, relation_of(op, Operator::Ueq), false, a, b);
  }
  if (op == Operator::Peq || op == Operator::Pne) {
    Term own = parts_.inputs.leads_to_own(path.state.memory, a, b);
    if (!own.is_null()) return op == Operator::Peq ? own : logic::bit_not(parts_.pool, own);
  }
  return pointer_relation(parts_.pool, op, a, b);
}

const Resource* Emulator::find_resource(Path& path, EmulatedCall& call, const Slot& slot,
                                        const std::string& type, Term& key) {
  // A number goes by its value, what has an identity by its place.  Of what has no type here, or is
  // all that a record holds, a number that is narrower than an address is one.
  bool has_type = slot.type && slot.type->shape != semantics::Shape::Aggregate;
  bool is_number = has_type ? slot.type->shape == semantics::Shape::Int
                            : slot.bytes < parts_.program.target().pointer_bits / 8;
  key = slot.kind == SlotKind::Memory && !slot.is_all && slot.bytes > 0 && is_number
            ? operands_.content(path, call, slot)
            : Term();
  if (slot.kind == SlotKind::Memory && key.is_null()) {
    // Whose address is known under another spelling: the object counts.
    std::optional<memory::Spot> spot = operands_.spot(path, slot.address);
    key = spot ? path.state.memory.address(spot->object, spot->offset) : slot.address;
  } else if (slot.kind != SlotKind::Memory) {
    key = operands_.content(path, call, slot);
  }
  if (key.is_null()) return nullptr;
  for (size_t i = path.resources.size(); i-- > 0;) {
    if (path.resources[i].key == key && path.resources[i].type == type) return &path.resources[i];
  }
  return nullptr;
}

Tri Emulator::guard(Path& path, EmulatedCall& call, const Operation& operation, Term& condition) {
  Solver& solver = parts_.judge.solver();
  switch (operation.op) {
    case Operator::MemoryValidPointer:
    case Operator::MemoryInvalidPointer: {
      Slot slot = operands_.evaluate(path, call, operation.operands[0]);
      Term value = operands_.content(path, call, slot);
      if (value.is_null()) return Tri::Unknown;
      condition = logic::is_nonzero(parts_.pool, value);
      if (operation.op == Operator::MemoryInvalidPointer) {
        condition = logic::bit_not(parts_.pool, condition);
      }
      break;
    }
    case Operator::ResourceState:
    case Operator::ResourceNotState: {
      Slot slot = operands_.evaluate(path, call, operation.operands[0]);
      const models::ResourceState& wanted = *operation.operands[1].resource;
      Term key;
      const Resource* found = find_resource(path, call, slot, wanted.type, key);
      if (!found || found->state.empty()) return Tri::Unknown;
      bool is_there = found->state == wanted.state;
      return is_there == (operation.op == Operator::ResourceState) ? Tri::Yes : Tri::No;
    }
    default:
      if (operation.op < Operator::IntNonZero) return Tri::Unknown;
      condition = comparison(path, call, operation);
      break;
  }
  if (condition.is_null()) return Tri::Unknown;
  if (compares_inputs(path.state.memory, condition)) {
    condition = Term();
    return Tri::Unknown;
  }
  return solver.decide(path.conditions, condition);
}

}  // namespace assay::simulator
