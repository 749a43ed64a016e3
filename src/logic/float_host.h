// Arithmetic in the host's floating-point types, one operator at a time and rounded once.
//
// The functions of __float128 live in a file of their own: the C library has them, but its headers
// declare them for some compilers only.
#pragma once

#include <cfloat>
#include <cstdint>

#include "logic/op.h"

namespace assay::logic::host {

static_assert(FLT_EVAL_METHOD == 0, "float and double should not be computed in more bits");
static_assert(LDBL_MANT_DIG == 64, "long double should be the x87 format; see FloatFormat::X87");

using Quad = __float128;

Quad quad_fmod(Quad a, Quad b);
Quad quad_sqrt(Quad a);
Quad quad_round(RoundMode mode, Quad a);

inline float fmod_of(float a, float b) { return __builtin_fmodf(a, b); }
inline double fmod_of(double a, double b) { return __builtin_fmod(a, b); }
inline long double fmod_of(long double a, long double b) { return __builtin_fmodl(a, b); }
inline Quad fmod_of(Quad a, Quad b) { return quad_fmod(a, b); }

inline float sqrt_of(float a) { return __builtin_sqrtf(a); }
inline double sqrt_of(double a) { return __builtin_sqrt(a); }
inline long double sqrt_of(long double a) { return __builtin_sqrtl(a); }
inline Quad sqrt_of(Quad a) { return quad_sqrt(a); }

/// float and double fit, and come back unchanged.
inline long double round_of(RoundMode mode, long double a) {
  switch (mode) {
    case RoundMode::NearestEven:
      return __builtin_rintl(a);
    case RoundMode::NearestAway:
      return __builtin_roundl(a);
    case RoundMode::Down:
      return __builtin_floorl(a);
    case RoundMode::Up:
      return __builtin_ceill(a);
    case RoundMode::Zero:
      return __builtin_truncl(a);
  }
  return a;
}
inline Quad round_of(RoundMode mode, Quad a) { return quad_round(mode, a); }
inline double round_of(RoundMode mode, double a) {
  return static_cast<double>(round_of(mode, static_cast<long double>(a)));
}
inline float round_of(RoundMode mode, float a) {
  return static_cast<float>(round_of(mode, static_cast<long double>(a)));
}

/// FAdd to FRound.  `b` counts for binary operators only.
template <class Float>
Float compute(Op op, RoundMode mode, Float a, Float b) {
  switch (op) {
    case Op::FAdd:
      return a + b;
    case Op::FSub:
      return a - b;
    case Op::FMul:
      return a * b;
    case Op::FDiv:
      return a / b;
    case Op::FRem:
      return fmod_of(a, b);
    case Op::FSqrt:
      return sqrt_of(a);
    default:
      return round_of(mode, a);
  }
}

/// FEq, FLt, FLe.
template <class Float>
bool compare(Op op, Float a, Float b) {
  return op == Op::FEq ? a == b : op == Op::FLt ? a < b : a <= b;
}

}  // namespace assay::logic::host
