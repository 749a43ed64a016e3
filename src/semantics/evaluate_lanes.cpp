// Complex numbers and vectors: one term, first lane lowest.
#include "logic/build.h"
#include "logic/build_float.h"
#include "semantics/complex_fold.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Extend;
using logic::Term;

Term Evaluator::lane(const ValueType& type, Term value, uint32_t index) {
  uint32_t low = index * type.lane_bits();
  return logic::extract(pool_, value, low + type.lane->width - 1, low);
}

Term Evaluator::join_lanes(const ValueType& type, std::span<const Term> lanes) {
  Term joined;
  for (Term each : lanes) {
    Term padded = logic::zext(pool_, each, type.lane_bits());
    joined = joined.is_null() ? padded : logic::concat(pool_, padded, joined);
  }
  return joined;
}

Term Evaluator::widen_complex(State& state, ir::NodeId at, Term value, const ValueType& from,
                              const ValueType& to) {
  if (to.shape != Shape::Complex) {
    Term real = lane(from, value, 0);
    return convert(state, at, real, *from.lane, to);
  }
  bool is_complex = from.shape == Shape::Complex;
  Term real = is_complex ? lane(from, value, 0) : value;
  Term parts[] = {convert(state, at, real, is_complex ? *from.lane : from, *to.lane),
                  is_complex ? convert(state, at, lane(from, value, 1), *from.lane, *to.lane)
                             : zero_of(*to.lane)};
  return join_lanes(to, parts);
}

Term Evaluator::complex_op(Op op, const ValueType& type, Term a, Term b) {
  const ValueType& part = *type.lane;
  auto apply = [&](Op each, Term x, Term y) {
    if (part.shape == Shape::Float) return floating(each, part, x, y);
    switch (each) {
      case Op::Add:
        return logic::add(pool_, x, y);
      case Op::Sub:
        return logic::sub(pool_, x, y);
      case Op::Mul:
        return logic::mul(pool_, x, y);
      default:
        return logic::sdiv(pool_, x, y);
    }
  };
  Term ar = lane(type, a, 0), ai = lane(type, a, 1);
  Term br = lane(type, b, 0), bi = lane(type, b, 1);
  if (part.shape == Shape::Float && (op == Op::Mul || op == Op::Div)) {
    ComplexOp fold = op == Op::Mul ? ComplexOp::Multiply : ComplexOp::Divide;
    if (auto folded = fold_complex(pool_, fold, part.format, {ar, ai, br, bi})) {
      return join_lanes(type, *folded);
    }
  }
  Term real, imaginary;
  if (op == Op::Add || op == Op::Sub) {
    real = apply(op, ar, br);
    imaginary = apply(op, ai, bi);
  } else if (op == Op::Mul) {
    real = apply(Op::Sub, apply(Op::Mul, ar, br), apply(Op::Mul, ai, bi));
    imaginary = apply(Op::Add, apply(Op::Mul, ar, bi), apply(Op::Mul, ai, br));
  } else {
    // APPROX: the textbook quotient, without the scaling of the C library's __divdc3.
    Term norm = apply(Op::Add, apply(Op::Mul, br, br), apply(Op::Mul, bi, bi));
    Term re = apply(Op::Add, apply(Op::Mul, ar, br), apply(Op::Mul, ai, bi));
    Term im = apply(Op::Sub, apply(Op::Mul, ai, br), apply(Op::Mul, ar, bi));
    real = apply(Op::Div, re, norm);
    imaginary = apply(Op::Div, im, norm);
  }
  Term parts[] = {real, imaginary};
  return join_lanes(type, parts);
}

Term Evaluator::lanes(State& state, ir::NodeId at, Op op, const ValueType& type, Term a,
                      const ValueType& a_type, Term b, const ValueType& b_type) {
  const ValueType& shaped = a_type.lanes ? a_type : b_type;
  if (shaped.shape == Shape::Complex) {
    // The operands may be of different ranks, real and complex.
    const ValueType& common = type.shape == Shape::Complex ? type : shaped;
    Term x = widen_complex(state, at, a, a_type, common);
    Term y = widen_complex(state, at, b, b_type, common);
    if (op == Op::Eq || op == Op::Ne) {
      Term same = logic::bit_and(
          pool_, compare(state, at, Op::Eq, *common.lane, lane(common, x, 0), lane(common, y, 0)),
          compare(state, at, Op::Eq, *common.lane, lane(common, x, 1), lane(common, y, 1)));
      return as_number(op == Op::Eq ? same : logic::bit_not(pool_, same), type);
    }
    if (op == Op::Neg) {
      Term zero = zero_of(*common.lane);
      auto negate = [&](Term part) {
        return common.lane->shape == Shape::Float ? logic::f_neg(pool_, common.lane->format, part)
                                                  : logic::sub(pool_, zero, part);
      };
      Term parts[] = {negate(lane(common, x, 0)), negate(lane(common, x, 1))};
      return join_lanes(common, parts);
    }
    return complex_op(op, common, x, y);
  }
  std::vector<Term> parts;
  for (uint32_t i = 0; i < shaped.lanes; ++i) {
    Term x = a_type.lanes ? lane(a_type, a, i) : a;
    Term y = b_type.lanes ? lane(b_type, b, i) : b;
    const ValueType& part = *shaped.lane;
    Term made;
    if (op >= Op::Lt && op <= Op::Ne) {
      Term holds = compare(state, at, op, part, x, y);
      made = logic::sext(pool_, holds, type.lane->width);  // all ones where it holds
    } else if (op == Op::Neg) {
      made =
          part.shape == Shape::Float ? logic::f_neg(pool_, part.format, x) : logic::neg(pool_, x);
    } else if (part.shape == Shape::Float) {
      made = floating(op, part, x, y);
    } else if (op == Op::Add || op == Op::Sub || op == Op::Mul) {
      // Vector arithmetic wraps.
      made = op == Op::Add   ? logic::add(pool_, x, y)
             : op == Op::Sub ? logic::sub(pool_, x, y)
                             : logic::mul(pool_, x, y);
    } else {
      made = integer(state, at, op, part, x, y, part.is_signed);
    }
    if (made.is_null()) return Term();
    parts.push_back(made);
  }
  return join_lanes(type, parts);
}

}  // namespace assay::semantics
