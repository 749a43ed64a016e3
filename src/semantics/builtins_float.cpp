// Builtins on floating-point and complex numbers.
#include <cstring>

#include "logic/build_float.h"
#include "semantics/builtin_tables.h"

namespace assay::semantics {

using logic::Term;

namespace {

const ValueType& real_type(BuiltinCall& call) { return *call.arguments[0].type; }

Term is_nan(BuiltinCall& call) {
  return as_result(call, logic::f_is_nan(pool(call), real_type(call).format, argument(call, 0)));
}
Term is_infinite(BuiltinCall& call) {
  return as_result(call,
                   logic::f_is_infinite(pool(call), real_type(call).format, argument(call, 0)));
}
Term is_finite(BuiltinCall& call) {
  logic::FloatFormat format = real_type(call).format;
  Term value = argument(call, 0);
  Term not_finite = logic::bit_or(pool(call), logic::f_is_nan(pool(call), format, value),
                                  logic::f_is_infinite(pool(call), format, value));
  return as_result(call, logic::bit_not(pool(call), not_finite));
}
/// Infinities tell their sign.
Term infinite_sign(BuiltinCall& call) {
  Term value = argument(call, 0);
  uint32_t width = call.step.type->width;
  Term sign = logic::ite(pool(call),
                         logic::extract(pool(call), value, value.width() - 1, value.width() - 1),
                         Term::constant(width, ~uint64_t{0}), Term::constant(width, 1));
  return logic::ite(pool(call), logic::f_is_infinite(pool(call), real_type(call).format, value),
                    sign, Term::constant(width, 0));
}
Term sign_bit(BuiltinCall& call) {
  Term value = argument(call, 0);
  return as_result(call, logic::extract(pool(call), value, value.width() - 1, value.width() - 1));
}
Term magnitude(BuiltinCall& call) {
  return logic::f_abs(pool(call), real_type(call).format, argument(call, 0));
}
Term copy_sign(BuiltinCall& call) {
  Term size = argument(call, 0), sign = argument(call, 1);
  uint32_t top = size.width() - 1;
  return logic::concat(pool(call), logic::extract(pool(call), sign, top, top),
                       logic::extract(pool(call), size, top - 1, 0));
}
Term real_constant(BuiltinCall& call, double value) {
  const ValueType& type = *call.step.type;
  uint64_t bits;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return logic::f_convert(pool(call), logic::FloatFormat::Double, type.format,
                          Term::constant(64, bits));
}
Term infinity(BuiltinCall& call) { return real_constant(call, __builtin_inf()); }
Term not_a_number(BuiltinCall& call) { return real_constant(call, __builtin_nan("")); }

enum class Relation : uint8_t { Less, LessEqual, Greater, GreaterEqual, LessGreater, Unordered };

template <Relation relation>
Term quiet_compare(BuiltinCall& call) {
  logic::FloatFormat format = real_type(call).format;
  Term a = argument(call, 0), b = argument(call, 1);
  switch (relation) {
    case Relation::Less:
      return as_result(call, logic::f_lt(pool(call), format, a, b));
    case Relation::LessEqual:
      return as_result(call, logic::f_le(pool(call), format, a, b));
    case Relation::Greater:
      return as_result(call, logic::f_lt(pool(call), format, b, a));
    case Relation::GreaterEqual:
      return as_result(call, logic::f_le(pool(call), format, b, a));
    case Relation::LessGreater:
      return as_result(call, logic::bit_or(pool(call), logic::f_lt(pool(call), format, a, b),
                                           logic::f_lt(pool(call), format, b, a)));
    case Relation::Unordered:
      return as_result(call, logic::bit_or(pool(call), logic::f_is_nan(pool(call), format, a),
                                           logic::f_is_nan(pool(call), format, b)));
  }
  return Term();
}

Term make_complex(BuiltinCall& call) {
  const ValueType& type = *call.step.type;
  Term low = logic::zext(pool(call), argument(call, 0), type.lane_bits());
  Term high = logic::zext(pool(call), argument(call, 1), type.lane_bits());
  return logic::concat(pool(call), high, low);
}

Term complex_part(BuiltinCall& call, uint32_t index) {
  const ValueType& type = *call.arguments[0].type;
  uint32_t low = index * type.lane_bits();
  return logic::extract(pool(call), argument(call, 0), low + type.lane->width - 1, low);
}
Term complex_real(BuiltinCall& call) { return complex_part(call, 0); }
Term complex_imaginary(BuiltinCall& call) { return complex_part(call, 1); }
Term complex_conjugate(BuiltinCall& call) {
  const ValueType& type = *call.arguments[0].type;
  Term turned = logic::f_neg(pool(call), type.lane->format, complex_part(call, 1));
  Term low = logic::zext(pool(call), complex_part(call, 0), type.lane_bits());
  return logic::concat(pool(call), logic::zext(pool(call), turned, type.lane_bits()), low);
}

constexpr BuiltinRow kFloatRows[] = {
    {"isnan", is_nan},
    {"isinf", is_infinite},
    {"isinf_sign", infinite_sign},
    {"isfinite", is_finite},
    {"finite", is_finite},
    {"signbit", sign_bit},
    {"fabs", magnitude},
    {"copysign", copy_sign},
    {"inf", infinity},
    {"huge_val", infinity},
    {"nan", not_a_number},
    {"isless", quiet_compare<Relation::Less>},
    {"islessequal", quiet_compare<Relation::LessEqual>},
    {"isgreater", quiet_compare<Relation::Greater>},
    {"isgreaterequal", quiet_compare<Relation::GreaterEqual>},
    {"islessgreater", quiet_compare<Relation::LessGreater>},
    {"isunordered", quiet_compare<Relation::Unordered>},
    {"complex", make_complex},
    {"conj", complex_conjugate},
    {"creal", complex_real},
    {"cimag", complex_imaginary},
};

}  // namespace

std::span<const BuiltinRow> float_builtins() { return kFloatRows; }

}  // namespace assay::semantics
