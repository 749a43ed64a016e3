// Conversions between types.
#include <utility>

#include "logic/build.h"
#include "logic/build_float.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::CastKind;
using ir::Op;
using logic::Extend;
using logic::Term;

Term Evaluator::convert(State& state, ir::NodeId at, Term value, const ValueType& from,
                        const ValueType& to) {
  if (value.is_null() || &from == &to) return value;
  if (to.is_bool) return from.is_bool ? value : truth(from, value);
  if (to.shape == Shape::Complex || from.shape == Shape::Complex) {
    return widen_complex(state, at, value, from, to);
  }
  if (from.shape == Shape::Float && to.shape == Shape::Float) {
    return from.format == to.format ? value
                                    : logic::f_convert(pool_, from.format, to.format, value);
  }
  if (to.shape == Shape::Float) {
    return from.is_signed ? logic::sint_to_f(pool_, to.format, value)
                          : logic::uint_to_f(pool_, to.format, value);
  }
  if (from.shape == Shape::Float) {
    return to.is_signed ? logic::f_to_sint(pool_, from.format, value, to.width)
                        : logic::f_to_uint(pool_, from.format, value, to.width);
  }
  if (to.width == 0) return Term();
  return logic::resize(pool_, value, to.width, from.is_signed ? Extend::Sign : Extend::Zero);
}

namespace {

/// Whether a known number is the same one in another type.
bool is_same_number(Term value, const ValueType& from, const ValueType& to) {
  auto number = [](uint64_t bits, uint32_t width, bool is_signed) {
    bool is_negative = is_signed && width < 64 && ((bits >> (width - 1)) & 1) != 0;
    if (width < 64) bits &= (uint64_t{1} << width) - 1;
    if (is_negative) bits |= ~uint64_t{0} << width;
    is_negative = is_negative || (is_signed && width == 64 && (bits >> 63) != 0);
    return std::pair(is_negative, bits);
  };
  return number(value.bits(), from.width, from.is_signed) ==
         number(number(value.bits(), from.width, from.is_signed).second, to.width, to.is_signed);
}

/// Whether a computation puts bits together: `0x80 | (c & 63)` is meant for a byte, and that the
/// byte is negative where `char` is signed is meant as well.
bool is_made_of_bits(const ir::Body& body, ir::NodeId computation) {
  std::vector<ir::NodeId> todo{computation};
  while (!todo.empty()) {
    ir::NodeId node = todo.back();
    todo.pop_back();
    switch (body[node].op) {
      case Op::BitAnd:
      case Op::BitOr:
      case Op::BitXor:
      case Op::BitNot:
      case Op::Shl:
      case Op::Shr:
      case Op::AndAssign:
      case Op::OrAssign:
      case Op::XorAssign:
      case Op::ShlAssign:
      case Op::ShrAssign:
        return true;
      case Op::Cast:
      case Op::Plus:
      case Op::Neg:
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::Conditional:
        for (ir::NodeId kid : body.kids_of(node)) todo.push_back(kid);
        break;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

bool Evaluator::keeps_value(State& state, ir::NodeId at, Term value, const ValueType& from,
                            const ValueType& to) {
  bool is_cut = from.shape == Shape::Int && to.shape == Shape::Int && to.is_signed && !to.is_bool &&
                to.width < from.width && !value.is_null() && value.width() == from.width;
  if (!is_cut || !driver_.watches(value, value)) return true;
  if (from.width > 64) return true;
  // As a range, which intervals decide, and not as "cutting and extending gives the same".
  Term half = Term::constant(from.width, uint64_t{1} << (to.width - 1));
  Term limit = Term::constant(from.width, uint64_t{1} << to.width);
  Term fits = logic::ult(pool_, logic::add(pool_, value, half), limit);
  if (is_made_of_bits(*state.frame().function->body, at))
    fits = logic::bit_or(pool_, fits, logic::ult(pool_, value, limit));
  return require(state, ObligationKind::Narrows, at, fits);
}

Term Evaluator::cast(State& state, ir::NodeId id, const Step& step) {
  auto kind = static_cast<CastKind>(step.payload);
  if (kind == CastKind::ToVoid || step.kid_count == 0) return Term();
  Term operand = value(state, step.kid0);
  const Step& from = step_of(state, step.kid0);
  // On a place, a cast changes the type only -- but for class hierarchies, below.
  switch (kind) {
    case CastKind::NoOp:
    case CastKind::ArrayToPointer:
    case CastKind::FunctionToPointer:
    case CastKind::AtomicToValue:
    case CastKind::ValueToAtomic:
      return operand;
    case CastKind::NullToPointer:
      return zero_of(*step.type);
    case CastKind::ToUnion:
      return aggregate_value(state, id);
    case CastKind::Bitcast:
      if (step.has(ir::kLvalue) || !step.type || !from.type) return operand;
      if (step.type->width == operand.width()) return operand;
      return logic::resize(pool_, operand, step.type->width, Extend::Zero);
    case CastKind::Vector: {
      // A scalar in every lane, or the same bits.
      if (from.type->shape == Shape::Vector || step.type->shape != Shape::Vector) {
        if (step.type->width == operand.width()) return operand;
      }
      std::vector<Term> parts(step.type->lanes,
                              convert(state, id, operand, *from.type, *step.type->lane));
      return join_lanes(*step.type, parts);
    }
    default:
      break;
  }
  if (operand.is_null()) return Term();
  if (kind == CastKind::IntToPointer) {
    return logic::resize(pool_, operand, step.type->width,
                         from.type->is_signed ? Extend::Sign : Extend::Zero);
  }
  if (kind == CastKind::DerivedToBase || kind == CastKind::BaseToDerived ||
      kind == CastKind::Dynamic || kind == CastKind::MemberPointer) {
    return class_cast(state, id, step, operand);
  }
  if (step.has(ir::kLvalue)) return operand;
  if (step.type->shape == Shape::Vector && from.type->shape == Shape::Vector) {
    std::vector<Term> parts;
    for (uint32_t i = 0; i < step.type->lanes; ++i) {
      parts.push_back(
          convert(state, id, lane(*from.type, operand, i), *from.type->lane, *step.type->lane));
    }
    return join_lanes(*step.type, parts);
  }
  if (kind == CastKind::FloatToInt && from.type->shape == Shape::Float) {
    Term fits = logic::kTrue;
    if (operand.is_immediate()) fits = Term::boolean(fits_integer(*from.type, operand, *step.type));
    if (!require(state, ObligationKind::ConversionFits, id, fits)) return Term();
  }
  bool is_result = from.op == Op::Add || from.op == Op::Sub || from.op == Op::Mul;
  if (is_result && step.has(ir::kImplicit) && step.type && from.type &&
      !keeps_value(state, id, operand, *from.type, *step.type)) {
    return Term();
  }
  // A known value of a variable, a call or a computation that is another number afterwards.
  bool is_value = from.op == Op::Load || from.op == Op::Call || is_result;
  bool is_known = is_value && step.has(ir::kImplicit) && operand.is_immediate() && step.type &&
                  from.type && from.type->shape == Shape::Int && step.type->shape == Shape::Int &&
                  !step.type->is_bool && from.type->width <= 64 && step.type->width <= 64;
  if (is_known && !is_same_number(operand, *from.type, *step.type) &&
      driver_.watches(operand, operand) &&
      !is_made_of_bits(*state.frame().function->body, step.kid0) &&
      !require(state, ObligationKind::Narrows, id, logic::kFalse)) {
    return Term();
  }
  return convert(state, id, operand, *from.type, *step.type);
}

bool Evaluator::fits_integer(const ValueType& from, Term value, const ValueType& to) {
  // The truncated number and its neighbours' bounds are compared as long double, which holds
  // every 64-bit integer.
  Term wide = logic::f_convert(pool_, from.format, logic::FloatFormat::X87, value);
  Term whole = logic::f_round(pool_, logic::FloatFormat::X87, logic::RoundMode::Zero, wide);
  if (to.width > 64 || to.is_bool) return true;
  Term low = to.is_signed ? Term::constant(to.width, uint64_t{1} << (to.width - 1))
                          : Term::constant(to.width, 0);
  Term high = to.is_signed ? Term::constant(to.width, (uint64_t{1} << (to.width - 1)) - 1)
                           : Term::constant(to.width, ~uint64_t{0});
  auto bound = [&](Term limit) {
    return to.is_signed ? logic::sint_to_f(pool_, logic::FloatFormat::X87, limit)
                        : logic::uint_to_f(pool_, logic::FloatFormat::X87, limit);
  };
  return logic::f_le(pool_, logic::FloatFormat::X87, bound(low), whole).is_true() &&
         logic::f_le(pool_, logic::FloatFormat::X87, whole, bound(high)).is_true();
}

}  // namespace assay::semantics
