// math.h: the host computes, in the type of each function.
#include <math.h>

#include "engines/interpreter/libc_host.h"
#include "engines/interpreter/libc_tables.h"
#include "engines/interpreter/libc_varargs.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

/// Stores a second result in the type of the first.
bool put(LibraryCall& call, uint64_t address, long double value) {
  return call.result_type && call.result_type->shape == semantics::Shape::Float
             ? call.store_real(address, *call.result_type, value)
             : true;
}

CallAnswer split_exponent(LibraryCall& call) {  // frexp: exact in the widest type
  int exponent = 0;
  long double fraction = ::frexpl(call.long_real(0), &exponent);
  if (!call.store(call.word(1), 4, static_cast<uint32_t>(exponent))) return call.stop();
  return call.real_number(fraction);
}

CallAnswer split_integer(LibraryCall& call) {  // modf, likewise
  long double whole = 0;
  long double fraction = ::modfl(call.long_real(0), &whole);
  return put(call, call.word(1), whole) ? call.real_number(fraction) : call.stop();
}

template <auto kFunction>
CallAnswer remainder_and_quotient(LibraryCall& call) {  // remquo: also the quotient's last bits
  using T = decltype(kFunction(0, 0, nullptr));
  int quotient = 0;
  T result =
      kFunction(static_cast<T>(call.long_real(0)), static_cast<T>(call.long_real(1)), &quotient);
  if (!call.store(call.word(2), 4, static_cast<uint32_t>(quotient))) return call.stop();
  return call.real_number(result);
}

template <auto kSine, auto kCosine>
CallAnswer both(LibraryCall& call) {  // sincos
  if (call.arguments.empty() || !call.arguments[0].type) return call.none();
  const semantics::ValueType& type = *call.arguments[0].type;
  using T = decltype(kSine(0));
  auto value = static_cast<T>(call.long_real(0));
  bool ok = call.store_real(call.word(1), type, kSine(value)) &&
            call.store_real(call.word(2), type, kCosine(value));
  return ok ? call.none() : call.stop();
}

template <class T>
CallAnswer not_a_number(LibraryCall& call) {  // nan("")
  std::optional<std::string> text = call.text(call.word(0));
  if (!text) return call.stop();
  return call.real_number(::nanl(text->c_str()));
}

enum class Is { Nan, Infinite, Finite, Negative, Class };

/// What glibc's macros call for the classification of a value in its own type.
template <class T, Is kIs>
CallAnswer classify(LibraryCall& call) {
  auto value = static_cast<T>(call.long_real(0));
  switch (kIs) {
    case Is::Nan:
      return call.number(isnan(value));
    case Is::Infinite:
      return call.number(static_cast<uint64_t>(__builtin_isinf_sign(value)));
    case Is::Finite:
      return call.number(isfinite(value));
    case Is::Negative:
      return call.number(signbit(value));
    case Is::Class:
      return call.number(static_cast<uint64_t>(fpclassify(value)));
  }
  return call.number(0);
}

double remquo_d(double a, double b, int* quotient) { return ::remquo(a, b, quotient); }
float remquo_f(float a, float b, int* quotient) { return ::remquof(a, b, quotient); }
long double remquo_l(long double a, long double b, int* quotient) {
  return ::remquol(a, b, quotient);
}

double sine(double value) { return ::sin(value); }
float sine_f(float value) { return ::sinf(value); }
double cosine(double value) { return ::cos(value); }
float cosine_f(float value) { return ::cosf(value); }

using D1 = On<double, double>;
using D2 = On<double, double, double>;
using D3 = On<double, double, double, double>;
using DInt = On<double, double, int>;
using DLong = On<double, double, long>;
using DToInt = On<int, double>;
using DToLong = On<long, double>;
using DToLongLong = On<long long, double>;
using F1 = On<float, float>;
using F2 = On<float, float, float>;
using F3 = On<float, float, float, float>;
using FInt = On<float, float, int>;
using FLong = On<float, float, long>;
using FToInt = On<int, float>;
using FToLong = On<long, float>;
using FToLongLong = On<long long, float>;
using L1 = On<long double, long double>;
using L2 = On<long double, long double, long double>;
using L3 = On<long double, long double, long double, long double>;
using LInt = On<long double, long double, int>;
using LLong = On<long double, long double, long>;
using LToInt = On<int, long double>;
using LToLong = On<long, long double>;
using LToLongLong = On<long long, long double>;

// clang-format off
constexpr LibraryEntry kFunctions[] = {
    {"sin", D1::by_host<::sin>}, {"sinf", F1::by_host<::sinf>}, {"sinl", L1::by_host<::sinl>},
    {"cos", D1::by_host<::cos>}, {"cosf", F1::by_host<::cosf>}, {"cosl", L1::by_host<::cosl>},
    {"tan", D1::by_host<::tan>}, {"tanf", F1::by_host<::tanf>}, {"tanl", L1::by_host<::tanl>},
    {"asin", D1::by_host<::asin>}, {"asinf", F1::by_host<::asinf>}, {"asinl", L1::by_host<::asinl>},
    {"acos", D1::by_host<::acos>}, {"acosf", F1::by_host<::acosf>}, {"acosl", L1::by_host<::acosl>},
    {"atan", D1::by_host<::atan>}, {"atanf", F1::by_host<::atanf>}, {"atanl", L1::by_host<::atanl>},
    {"sinh", D1::by_host<::sinh>}, {"sinhf", F1::by_host<::sinhf>}, {"sinhl", L1::by_host<::sinhl>},
    {"cosh", D1::by_host<::cosh>}, {"coshf", F1::by_host<::coshf>}, {"coshl", L1::by_host<::coshl>},
    {"tanh", D1::by_host<::tanh>}, {"tanhf", F1::by_host<::tanhf>}, {"tanhl", L1::by_host<::tanhl>},
    {"asinh", D1::by_host<::asinh>}, {"asinhf", F1::by_host<::asinhf>}, {"asinhl", L1::by_host<::asinhl>},
    {"acosh", D1::by_host<::acosh>}, {"acoshf", F1::by_host<::acoshf>}, {"acoshl", L1::by_host<::acoshl>},
    {"atanh", D1::by_host<::atanh>}, {"atanhf", F1::by_host<::atanhf>}, {"atanhl", L1::by_host<::atanhl>},
    {"exp", D1::by_host<::exp>}, {"expf", F1::by_host<::expf>}, {"expl", L1::by_host<::expl>},
    {"exp2", D1::by_host<::exp2>}, {"exp2f", F1::by_host<::exp2f>}, {"exp2l", L1::by_host<::exp2l>},
    {"expm1", D1::by_host<::expm1>}, {"expm1f", F1::by_host<::expm1f>}, {"expm1l", L1::by_host<::expm1l>},
    {"log", D1::by_host<::log>}, {"logf", F1::by_host<::logf>}, {"logl", L1::by_host<::logl>},
    {"log2", D1::by_host<::log2>}, {"log2f", F1::by_host<::log2f>}, {"log2l", L1::by_host<::log2l>},
    {"log10", D1::by_host<::log10>}, {"log10f", F1::by_host<::log10f>}, {"log10l", L1::by_host<::log10l>},
    {"log1p", D1::by_host<::log1p>}, {"log1pf", F1::by_host<::log1pf>}, {"log1pl", L1::by_host<::log1pl>},
    {"logb", D1::by_host<::logb>}, {"logbf", F1::by_host<::logbf>}, {"logbl", L1::by_host<::logbl>},
    {"sqrt", D1::by_host<::sqrt>}, {"sqrtf", F1::by_host<::sqrtf>}, {"sqrtl", L1::by_host<::sqrtl>},
    {"cbrt", D1::by_host<::cbrt>}, {"cbrtf", F1::by_host<::cbrtf>}, {"cbrtl", L1::by_host<::cbrtl>},
    {"fabs", D1::by_host<::fabs>}, {"fabsf", F1::by_host<::fabsf>}, {"fabsl", L1::by_host<::fabsl>},
    {"floor", D1::by_host<::floor>}, {"floorf", F1::by_host<::floorf>}, {"floorl", L1::by_host<::floorl>},
    {"ceil", D1::by_host<::ceil>}, {"ceilf", F1::by_host<::ceilf>}, {"ceill", L1::by_host<::ceill>},
    {"trunc", D1::by_host<::trunc>}, {"truncf", F1::by_host<::truncf>}, {"truncl", L1::by_host<::truncl>},
    {"round", D1::by_host<::round>}, {"roundf", F1::by_host<::roundf>}, {"roundl", L1::by_host<::roundl>},
    {"rint", D1::by_host<::rint>}, {"rintf", F1::by_host<::rintf>}, {"rintl", L1::by_host<::rintl>},
    {"nearbyint", D1::by_host<::nearbyint>}, {"nearbyintf", F1::by_host<::nearbyintf>}, {"nearbyintl", L1::by_host<::nearbyintl>},
    {"erf", D1::by_host<::erf>}, {"erff", F1::by_host<::erff>}, {"erfl", L1::by_host<::erfl>},
    {"erfc", D1::by_host<::erfc>}, {"erfcf", F1::by_host<::erfcf>}, {"erfcl", L1::by_host<::erfcl>},
    {"lgamma", D1::by_host<::lgamma>}, {"lgammaf", F1::by_host<::lgammaf>}, {"lgammal", L1::by_host<::lgammal>},
    {"tgamma", D1::by_host<::tgamma>}, {"tgammaf", F1::by_host<::tgammaf>}, {"tgammal", L1::by_host<::tgammal>},
    {"pow", D2::by_host<::pow>}, {"powf", F2::by_host<::powf>}, {"powl", L2::by_host<::powl>},
    {"atan2", D2::by_host<::atan2>}, {"atan2f", F2::by_host<::atan2f>}, {"atan2l", L2::by_host<::atan2l>},
    {"fmod", D2::by_host<::fmod>}, {"fmodf", F2::by_host<::fmodf>}, {"fmodl", L2::by_host<::fmodl>},
    {"remainder", D2::by_host<::remainder>}, {"remainderf", F2::by_host<::remainderf>}, {"remainderl", L2::by_host<::remainderl>},
    {"hypot", D2::by_host<::hypot>}, {"hypotf", F2::by_host<::hypotf>}, {"hypotl", L2::by_host<::hypotl>},
    {"fmax", D2::by_host<::fmax>}, {"fmaxf", F2::by_host<::fmaxf>}, {"fmaxl", L2::by_host<::fmaxl>},
    {"fmin", D2::by_host<::fmin>}, {"fminf", F2::by_host<::fminf>}, {"fminl", L2::by_host<::fminl>},
    {"fdim", D2::by_host<::fdim>}, {"fdimf", F2::by_host<::fdimf>}, {"fdiml", L2::by_host<::fdiml>},
    {"copysign", D2::by_host<::copysign>}, {"copysignf", F2::by_host<::copysignf>}, {"copysignl", L2::by_host<::copysignl>},
    {"nextafter", D2::by_host<::nextafter>}, {"nextafterf", F2::by_host<::nextafterf>}, {"nextafterl", L2::by_host<::nextafterl>},
    {"fma", D3::by_host<::fma>}, {"fmaf", F3::by_host<::fmaf>}, {"fmal", L3::by_host<::fmal>},
    {"lround", DToLong::by_host<::lround>}, {"lroundf", FToLong::by_host<::lroundf>}, {"lroundl", LToLong::by_host<::lroundl>},
    {"lrint", DToLong::by_host<::lrint>}, {"lrintf", FToLong::by_host<::lrintf>}, {"lrintl", LToLong::by_host<::lrintl>},
    {"llround", DToLongLong::by_host<::llround>}, {"llroundf", FToLongLong::by_host<::llroundf>}, {"llroundl", LToLongLong::by_host<::llroundl>},
    {"llrint", DToLongLong::by_host<::llrint>}, {"llrintf", FToLongLong::by_host<::llrintf>}, {"llrintl", LToLongLong::by_host<::llrintl>},
    {"ilogb", DToInt::by_host<::ilogb>}, {"ilogbf", FToInt::by_host<::ilogbf>}, {"ilogbl", LToInt::by_host<::ilogbl>},
    {"ldexp", DInt::by_host<::ldexp>}, {"ldexpf", FInt::by_host<::ldexpf>}, {"ldexpl", LInt::by_host<::ldexpl>},
    {"scalbn", DInt::by_host<::scalbn>}, {"scalbnf", FInt::by_host<::scalbnf>}, {"scalbnl", LInt::by_host<::scalbnl>},
    {"scalbln", DLong::by_host<::scalbln>}, {"scalblnf", FLong::by_host<::scalblnf>}, {"scalblnl", LLong::by_host<::scalblnl>},
    {"nexttoward", On<double, double, long double>::by_host<::nexttoward>},
    {"nexttowardf", On<float, float, long double>::by_host<::nexttowardf>}, {"nexttowardl", L2::by_host<::nexttowardl>},
    {"remquo", remainder_and_quotient<remquo_d>}, {"remquof", remainder_and_quotient<remquo_f>}, {"remquol", remainder_and_quotient<remquo_l>},
    {"frexp", split_exponent}, {"frexpf", split_exponent}, {"frexpl", split_exponent},
    {"modf", split_integer}, {"modff", split_integer}, {"modfl", split_integer},
    {"sincos", both<sine, cosine>}, {"sincosf", both<sine_f, cosine_f>},
    {"nan", not_a_number<double>}, {"nanf", not_a_number<float>}, {"nanl", not_a_number<long double>},
    {"isnan", classify<double, Is::Nan>}, {"isnanf", classify<float, Is::Nan>},
    {"isnanl", classify<long double, Is::Nan>},
    {"__isnan", classify<double, Is::Nan>}, {"__isnanf", classify<float, Is::Nan>},
    {"__isnanl", classify<long double, Is::Nan>},
    {"isinf", classify<double, Is::Infinite>}, {"isinff", classify<float, Is::Infinite>},
    {"isinfl", classify<long double, Is::Infinite>},
    {"__isinf", classify<double, Is::Infinite>}, {"__isinff", classify<float, Is::Infinite>},
    {"__isinfl", classify<long double, Is::Infinite>},
    {"finite", classify<double, Is::Finite>}, {"finitef", classify<float, Is::Finite>},
    {"finitel", classify<long double, Is::Finite>},
    {"__finite", classify<double, Is::Finite>}, {"__finitef", classify<float, Is::Finite>},
    {"__finitel", classify<long double, Is::Finite>},
    {"__signbit", classify<double, Is::Negative>}, {"__signbitf", classify<float, Is::Negative>},
    {"__signbitl", classify<long double, Is::Negative>},
    {"__fpclassify", classify<double, Is::Class>}, {"__fpclassifyf", classify<float, Is::Class>},
    {"__fpclassifyl", classify<long double, Is::Class>},
};
// clang-format on

}  // namespace

std::span<const LibraryEntry> math_functions() { return kFunctions; }

}  // namespace assay::interpreter
