// No header of the C library here: where it declares these, it does so under another type name.
#include "logic/float_host.h"

extern "C" {
__float128 fmodf128(__float128, __float128);
__float128 sqrtf128(__float128);
__float128 rintf128(__float128);
__float128 roundf128(__float128);
__float128 floorf128(__float128);
__float128 ceilf128(__float128);
__float128 truncf128(__float128);
}

namespace assay::logic::host {

Quad quad_fmod(Quad a, Quad b) { return fmodf128(a, b); }
Quad quad_sqrt(Quad a) { return sqrtf128(a); }

Quad quad_round(RoundMode mode, Quad a) {
  switch (mode) {
    case RoundMode::NearestEven:
      return rintf128(a);
    case RoundMode::NearestAway:
      return roundf128(a);
    case RoundMode::Down:
      return floorf128(a);
    case RoundMode::Up:
      return ceilf128(a);
    case RoundMode::Zero:
      return truncf128(a);
  }
  return a;
}

}  // namespace assay::logic::host
