// complex.h, for float, double and long double.
#include <array>
#include <complex>

#include "engines/interpreter/libc_tables.h"
#include "logic/build.h"

namespace assay::interpreter {
namespace {

using logic::Term;
using semantics::CallAnswer;
using semantics::Shape;
using semantics::ValueType;

/// The argument as a complex number; zero where it is none.
template <class T>
std::complex<T> argument(const LibraryCall& call, size_t index) {
  if (index >= call.arguments.size() || call.arguments[index].value.is_null()) return {};
  const ValueType* type = call.arguments[index].type;
  if (!type || type->shape != Shape::Complex || type->lane->shape != Shape::Float) return {};
  auto part = [&](uint32_t lane) {
    uint32_t low = lane * type->lane_bits();
    Term term = logic::extract(call.machine.pool(), call.arguments[index].value,
                               low + type->lane->width - 1, low);
    return static_cast<T>(real_value(call.machine.pool(), *type->lane, term));
  };
  return {part(0), part(1)};
}

template <class T>
CallAnswer give(LibraryCall& call, std::complex<T> value) {
  const ValueType* type = call.result_type;
  if (!type || type->shape != Shape::Complex) return call.real_number(value.real());
  logic::TermPool& pool = call.machine.pool();
  uint32_t bits = type->lane_bits();
  Term low = logic::zext(pool, call.real_term(*type->lane, value.real()), bits);
  Term high = logic::zext(pool, call.real_term(*type->lane, value.imag()), bits);
  call.result = logic::concat(pool, high, low);
  return CallAnswer::Returned;
}

template <class T, T (*kFunction)(const std::complex<T>&)>
CallAnswer to_real(LibraryCall& call) {
  return call.real_number(kFunction(argument<T>(call, 0)));
}

template <class T, std::complex<T> (*kFunction)(const std::complex<T>&)>
CallAnswer to_complex(LibraryCall& call) {
  return give(call, kFunction(argument<T>(call, 0)));
}

template <class T>
T real_part(const std::complex<T>& value) {
  return value.real();
}
template <class T>
T imaginary_part(const std::complex<T>& value) {
  return value.imag();
}
template <class T>
std::complex<T> conjugate(const std::complex<T>& value) {
  return {value.real(), -value.imag()};
}

template <class T>
CallAnswer power(LibraryCall& call) {
  return give(call, std::pow(argument<T>(call, 0), argument<T>(call, 1)));
}

template <class T>
constexpr std::array<LibraryFunction, 8> kOf{
    to_real<T, real_part<T>>,    to_real<T, imaginary_part<T>>,
    to_complex<T, conjugate<T>>, to_real<T, std::abs<T>>,
    to_real<T, std::arg<T>>,     to_complex<T, std::exp<T>>,
    to_complex<T, std::sqrt<T>>, power<T>};

// clang-format off
constexpr LibraryEntry kFunctions[] = {
    {"creal", kOf<double>[0]}, {"crealf", kOf<float>[0]}, {"creall", kOf<long double>[0]},
    {"cimag", kOf<double>[1]}, {"cimagf", kOf<float>[1]}, {"cimagl", kOf<long double>[1]},
    {"conj", kOf<double>[2]}, {"conjf", kOf<float>[2]}, {"conjl", kOf<long double>[2]},
    {"cabs", kOf<double>[3]}, {"cabsf", kOf<float>[3]}, {"cabsl", kOf<long double>[3]},
    {"carg", kOf<double>[4]}, {"cargf", kOf<float>[4]}, {"cargl", kOf<long double>[4]},
    {"cexp", kOf<double>[5]}, {"cexpf", kOf<float>[5]}, {"cexpl", kOf<long double>[5]},
    {"csqrt", kOf<double>[6]}, {"csqrtf", kOf<float>[6]}, {"csqrtl", kOf<long double>[6]},
    {"cpow", kOf<double>[7]}, {"cpowf", kOf<float>[7]}, {"cpowl", kOf<long double>[7]},
};
// clang-format on

}  // namespace

std::span<const LibraryEntry> complex_functions() { return kFunctions; }

}  // namespace assay::interpreter
