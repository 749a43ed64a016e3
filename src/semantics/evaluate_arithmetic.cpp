// Operators on numbers and pointers, with what must hold for each.
#include "logic/build.h"
#include "logic/build_float.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;

namespace {

using Wide = __int128;

/// Whether the exact result leaves the signed type.  Pre: immediates.
bool leaves_type(Op op, Term a, Term b) {
  Wide x = a.signed_bits(), y = b.signed_bits();
  Wide exact = op == Op::Add ? x + y : op == Op::Sub ? x - y : x * y;
  Wide limit = Wide{1} << (a.width() - 1);
  return exact < -limit || exact >= limit;
}

/// The condition under which a signed operation stays in its type.
Term stays_in_type(logic::TermPool& pool, Op op, Term a, Term b) {
  if (a.is_immediate() && b.is_immediate()) return Term::boolean(!leaves_type(op, a, b));
  Term overflow = op == Op::Add   ? logic::sadd_overflows(pool, a, b)
                  : op == Op::Sub ? logic::ssub_overflows(pool, a, b)
                                  : logic::smul_overflows(pool, a, b);
  return logic::bit_not(pool, overflow);
}

bool is_power_of_two(uint32_t width) { return (width & (width - 1)) == 0; }

/// Whether known numbers give a result that is infinite, or zero though they are not.
bool leaves_range(Op op, logic::FloatFormat format, Term a, Term b, Term result) {
  bool is_double = format == logic::FloatFormat::Double;
  bool is_known = a.is_immediate() && b.is_immediate() && result.is_immediate() &&
                  (is_double || format == logic::FloatFormat::Single);
  if (!is_known) return false;
  uint64_t exponent = is_double ? uint64_t{0x7ff} << 52 : uint64_t{0xff} << 23;
  uint64_t magnitude = is_double ? ~(uint64_t{1} << 63) : uint64_t{0x7fffffff};
  auto is_finite = [&](Term x) { return (x.bits() & exponent) != exponent; };
  auto is_zero = [&](Term x) { return (x.bits() & magnitude) == 0; };
  if (!is_finite(a) || !is_finite(b)) return false;
  bool divides_by_zero = op == Op::Div && is_zero(b);  // told as that
  if (!is_finite(result)) return !divides_by_zero;
  return (op == Op::Mul || op == Op::Div) && is_zero(result) && !is_zero(a) && !is_zero(b);
}

}  // namespace

Term Evaluator::truth(const ValueType& type, Term value) {
  if (type.shape == Shape::Float) {
    return logic::bit_not(pool_, logic::f_is_zero(pool_, type.format, value));
  }
  if (type.shape == Shape::Complex) {
    return logic::bit_or(pool_, truth(*type.lane, lane(type, value, 0)),
                         truth(*type.lane, lane(type, value, 1)));
  }
  return logic::is_nonzero(pool_, value);
}

Term Evaluator::as_number(Term boolean, const ValueType& type) {
  if (type.shape == Shape::Float) return logic::uint_to_f(pool_, type.format, boolean);
  return logic::zext(pool_, boolean, type.width);
}

Term Evaluator::one_of(const ValueType& type) { return as_number(logic::kTrue, type); }

Term Evaluator::unary(State& state, ir::NodeId id, const Step& step) {
  Term operand = value(state, step.kid0);
  const ValueType& type = *step.type;
  const ValueType& operand_type = *step_of(state, step.kid0).type;
  switch (step.op) {
    case Op::Plus:
      return operand;
    case Op::Not:
      if (type.shape == Shape::Vector) {
        Term zero = zero_of(operand_type);
        return lanes(state, id, Op::Eq, type, operand, operand_type, zero, operand_type);
      }
      return as_number(logic::bit_not(pool_, truth(operand_type, operand)), type);
    case Op::BitNot:
      if (type.shape == Shape::Complex) {
        Term imaginary = lane(type, operand, 1);
        Term parts[] = {lane(type, operand, 0),
                        type.lane->shape == Shape::Float
                            ? logic::f_neg(pool_, type.lane->format, imaginary)
                            : logic::neg(pool_, imaginary)};
        return join_lanes(type, parts);
      }
      return logic::bit_not(pool_, operand);
    case Op::Real:
    case Op::Imag:
      if (operand_type.shape != Shape::Complex) {
        return step.op == Op::Real ? operand : zero_of(operand_type);
      }
      return lane(operand_type, operand, step.op == Op::Imag ? 1 : 0);
    default:
      break;
  }
  ASSAY_CHECK(step.op == Op::Neg, "a unary operator should be known");
  if (type.shape == Shape::Float) return logic::f_neg(pool_, type.format, operand);
  if (type.shape == Shape::Complex || type.shape == Shape::Vector) {
    return lanes(state, id, Op::Neg, type, operand, type, operand, type);
  }
  if (type.is_signed) {
    Term fits = operand.is_immediate()
                    ? Term::boolean(operand.bits() != uint64_t{1} << (type.width - 1))
                    : logic::bit_not(pool_, logic::neg_overflows(pool_, operand));
    if (!require(state, ObligationKind::NoOverflow, id, fits)) return Term();
  }
  return logic::neg(pool_, operand);
}

Term Evaluator::binary(State& state, ir::NodeId at, Op op, const ValueType& type, Term a,
                       const ValueType& a_type, Term b, const ValueType& b_type, uint64_t element) {
  if (a.is_null() || b.is_null()) return Term();
  bool compares = op >= Op::Lt && op <= Op::Ne;
  auto has_lanes = [](const ValueType& t) {
    return t.shape == Shape::Complex || t.shape == Shape::Vector;
  };
  if (has_lanes(a_type) || has_lanes(b_type)) {
    return lanes(state, at, op, type, a, a_type, b, b_type);
  }
  if (compares) {
    const ValueType& operand = a_type.shape == Shape::Pointer ? a_type : b_type;
    if (a.width() != b.width()) {
      // Pointers and integers in old C.
      uint32_t width = std::max(a.width(), b.width());
      a = logic::resize(pool_, a, width,
                        a_type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
      b = logic::resize(pool_, b, width,
                        b_type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
    }
    return as_number(compare(state, at, op, operand, a, b), type);
  }
  if (a_type.shape == Shape::Pointer && b_type.shape == Shape::Pointer && op == Op::Sub) {
    return pointer_difference(state, at, a, b, element, type.width);
  }
  if (a_type.shape == Shape::Pointer || b_type.shape == Shape::Pointer) {
    if (op == Op::Add && b_type.shape == Shape::Pointer) {
      return pointer_step(state, b, a, a_type, element, false);
    }
    if (op == Op::Add || op == Op::Sub) {
      if (element == 0) {
        const ir::TypeTable& types = state.frame().function->unit->types->types();
        Term size = bytes_of(state, types.pointee(a_type.type));
        Term count = logic::resize(pool_, b, a.width(),
                                   b_type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
        Term distance = logic::mul(pool_, count, size);
        return op == Op::Add ? logic::add(pool_, a, distance) : logic::sub(pool_, a, distance);
      }
      return pointer_step(state, a, b, b_type, element, op == Op::Sub);
    }
  }
  if (type.shape == Shape::Float) {
    // IEEE 754 says what comes out; whoever watches may want to know.
    if (op == Op::Div && driver_.watches(b, Term())) {
      // A wider format has the same zeros.
      bool is_widened = pool_.is(b, logic::Op::FConvert) && pool_.arg(b, 0).width() < b.width();
      Term divisor = is_widened ? pool_.arg(b, 0) : b;
      Term magnitude = logic::truncate(pool_, divisor, divisor.width() - 1);
      Term is_other = logic::is_nonzero(pool_, magnitude);
      if (!require(state, ObligationKind::DivisorNonZero, at, is_other)) return Term();
    }
    Term result = floating(op, type, a, b);
    if (leaves_range(op, type.format, a, b, result) && driver_.watches(a, b) &&
        !require(state, ObligationKind::NoOverflow, at, logic::kFalse)) {
      return Term();
    }
    return result;
  }
  return integer(state, at, op, type, a, b, b_type.is_signed);
}

Term Evaluator::integer(State& state, ir::NodeId at, Op op, const ValueType& type, Term a, Term b,
                        bool) {
  switch (op) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul: {
      if (type.is_signed &&
          !require(state, ObligationKind::NoOverflow, at, stays_in_type(pool_, op, a, b))) {
        return Term();
      }
      if (!type.is_signed && !(a.is_immediate() && b.is_immediate()) && driver_.watches(a, b)) {
        Term wraps = op == Op::Add   ? logic::uadd_overflows(pool_, a, b)
                     : op == Op::Sub ? logic::usub_overflows(pool_, a, b)
                                     : logic::umul_overflows(pool_, a, b);
        if (!require(state, ObligationKind::NoWrap, at, logic::bit_not(pool_, wraps))) {
          return Term();
        }
      }
      return op == Op::Add   ? logic::add(pool_, a, b)
             : op == Op::Sub ? logic::sub(pool_, a, b)
                             : logic::mul(pool_, a, b);
    }
    case Op::Div:
    case Op::Rem:
      return divide(state, at, op, type, a, b);
    case Op::Shl:
    case Op::Shr:
      return shift(state, at, op, type, a, b);
    case Op::BitAnd:
      return logic::bit_and(pool_, a, b);
    case Op::BitOr:
      return logic::bit_or(pool_, a, b);
    case Op::BitXor:
      return logic::bit_xor(pool_, a, b);
    default:
      break;
  }
  ASSAY_CHECK(false, "an integer operator should be known");
}

Term Evaluator::divide(State& state, ir::NodeId at, Op op, const ValueType& type, Term a, Term b) {
  if (!require(state, ObligationKind::DivisorNonZero, at, logic::is_nonzero(pool_, b))) {
    return Term();
  }
  if (type.is_signed) {
    Term fits = logic::bit_not(pool_, logic::sdiv_overflows(pool_, a, b));
    if (!require(state, ObligationKind::NoOverflow, at, fits)) return Term();
    return op == Op::Div ? logic::sdiv(pool_, a, b) : logic::srem(pool_, a, b);
  }
  return op == Op::Div ? logic::udiv(pool_, a, b) : logic::urem(pool_, a, b);
}

Term Evaluator::shift(State& state, ir::NodeId at, Op op, const ValueType& type, Term a, Term b) {
  Term in_range = b.is_immediate() ? Term::boolean(b.bits() < type.width)
                                   : logic::shift_amount_in_range(pool_, type.width, b);
  if (!require(state, ObligationKind::ShiftInRange, at, in_range)) return Term();
  if (strict_ && op == Op::Shl && type.is_signed && in_range.is_true()) {
    check_left_shift(state, at, a, b);
  }
  Term amount = logic::resize(pool_, b, a.width(), logic::Extend::Zero);
  // Past the width, as the processor does it: by the low bits of the amount.
  if (!in_range.is_true() && is_power_of_two(a.width())) {
    return op == Op::Shl    ? logic::shl_masked(pool_, a, amount)
           : type.is_signed ? logic::ashr_masked(pool_, a, amount)
                            : logic::lshr_masked(pool_, a, amount);
  }
  if (op == Op::Shl) return logic::shl(pool_, a, amount);
  return type.is_signed ? logic::ashr(pool_, a, amount) : logic::lshr(pool_, a, amount);
}

Term Evaluator::floating(Op op, const ValueType& type, Term a, Term b) {
  switch (op) {
    case Op::Add:
      return logic::f_add(pool_, type.format, a, b);
    case Op::Sub:
      return logic::f_sub(pool_, type.format, a, b);
    case Op::Mul:
      return logic::f_mul(pool_, type.format, a, b);
    case Op::Div:
      return logic::f_div(pool_, type.format, a, b);
    default:
      break;
  }
  ASSAY_CHECK(false, "a floating-point operator should be known");
}

Term Evaluator::compare(State& state, ir::NodeId at, Op op, const ValueType& operand, Term a,
                        Term b) {
  if (operand.shape == Shape::Float) {
    logic::FloatFormat format = operand.format;
    switch (op) {
      case Op::Lt:
        return logic::f_lt(pool_, format, a, b);
      case Op::Le:
        return logic::f_le(pool_, format, a, b);
      case Op::Gt:
        return logic::f_lt(pool_, format, b, a);
      case Op::Ge:
        return logic::f_le(pool_, format, b, a);
      case Op::Eq:
        return logic::f_eq(pool_, format, a, b);
      default:
        return logic::bit_not(pool_, logic::f_eq(pool_, format, a, b));
    }
  }
  if (op == Op::Eq || op == Op::Ne) {
    Term same;
    if (operand.shape == Shape::Pointer) same = driver_.same_address(state, a, b);
    if (same.is_null()) same = logic::eq(pool_, a, b);
    return op == Op::Eq ? same : logic::bit_not(pool_, same);
  }
  if (operand.shape == Shape::Pointer && a.is_immediate() && b.is_immediate()) {
    bool same = state.memory.spot(a.bits()).object == state.memory.spot(b.bits()).object;
    if (!require(state, ObligationKind::SameObject, at, Term::boolean(same))) return Term();
  }
  if (op == Op::Gt || op == Op::Ge) {
    std::swap(a, b);
    op = op == Op::Gt ? Op::Lt : Op::Le;
  }
  if (operand.is_signed) {
    return op == Op::Lt ? logic::slt(pool_, a, b) : logic::sle(pool_, a, b);
  }
  return op == Op::Lt ? logic::ult(pool_, a, b) : logic::ule(pool_, a, b);
}

Term Evaluator::pointer_step(State&, Term pointer, Term count, const ValueType& count_type,
                             uint64_t element, bool down) {
  Term wide = logic::resize(pool_, count, pointer.width(),
                            count_type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
  Term distance = logic::mul(pool_, wide, Term::constant(pointer.width(), element));
  return down ? logic::sub(pool_, pointer, distance) : logic::add(pool_, pointer, distance);
}

Term Evaluator::pointer_difference(State& state, ir::NodeId at, Term a, Term b, uint64_t element,
                                   uint32_t width) {
  if (a.is_immediate() && b.is_immediate()) {
    bool same = state.memory.spot(a.bits()).object == state.memory.spot(b.bits()).object;
    if (!require(state, ObligationKind::SameObject, at, Term::boolean(same))) return Term();
  }
  Term distance = driver_.distance(state, b, a);
  if (distance.is_null()) distance = logic::sub(pool_, a, b);
  Term size = Term::constant(a.width(), element);
  if (element == 0) {
    const Step& operand = step_of(state, step_of(state, at).kid0);
    const ir::TypeTable& types = state.frame().function->unit->types->types();
    size = bytes_of(state, types.pointee(operand.type->type));
    if (size.is_value(0)) size = Term::constant(a.width(), 1);
  }
  Term count = size.is_value(1) ? distance : logic::sdiv(pool_, distance, size);
  return logic::resize(pool_, count, width, logic::Extend::Sign);
}

}  // namespace assay::semantics
