// The integer operators on values of up to 64 bits, in one machine word each: what the builders'
// fast paths and the evaluator share.
//
// Operands have no bits past their width; results may, where the name says nothing of a predicate,
// and Term::constant cuts them.
#pragma once

#include <cstdint>

#include "logic/term.h"

namespace assay::logic::word {

constexpr int64_t to_signed(uint32_t width, uint64_t a) {
  uint32_t spare = -width & 63;
  return static_cast<int64_t>(a << spare) >> spare;
}

constexpr uint64_t udiv(uint64_t a, uint64_t b) { return b == 0 ? ~uint64_t{0} : a / b; }
constexpr uint64_t urem(uint64_t a, uint64_t b) { return b == 0 ? a : a % b; }

constexpr uint64_t sdiv(uint32_t width, uint64_t a, uint64_t b) {
  int64_t x = to_signed(width, a);
  int64_t y = to_signed(width, b);
  if (y == 0) return x < 0 ? 1 : ~uint64_t{0};
  if (y == -1) return uint64_t{0} - a;  // the most negative number has no positive counterpart
  return static_cast<uint64_t>(x / y);
}

constexpr uint64_t srem(uint32_t width, uint64_t a, uint64_t b) {
  int64_t x = to_signed(width, a);
  int64_t y = to_signed(width, b);
  if (y == 0) return a;
  if (y == -1) return 0;
  return static_cast<uint64_t>(x % y);
}

constexpr uint64_t shl(uint32_t width, uint64_t a, uint64_t b) { return b < width ? a << b : 0; }
constexpr uint64_t lshr(uint32_t width, uint64_t a, uint64_t b) { return b < width ? a >> b : 0; }
constexpr uint64_t ashr(uint32_t width, uint64_t a, uint64_t b) {
  return static_cast<uint64_t>(to_signed(width, a) >> (b < width ? b : width - 1));
}

constexpr bool slt(uint32_t width, uint64_t a, uint64_t b) {
  return to_signed(width, a) < to_signed(width, b);
}

constexpr bool umulo(uint32_t width, uint64_t a, uint64_t b) {
  return static_cast<unsigned __int128>(a) * b >> width != 0;
}

constexpr bool smulo(uint32_t width, uint64_t a, uint64_t b) {
  __int128 product = static_cast<__int128>(to_signed(width, a)) * to_signed(width, b);
  __int128 high = product >> (width - 1);
  return high != 0 && high != -1;
}

constexpr bool saddo(uint32_t width, uint64_t a, uint64_t b) {
  uint64_t sum = a + b;
  return ((~(a ^ b) & (a ^ sum)) >> (width - 1) & 1) != 0;
}

constexpr bool ssubo(uint32_t width, uint64_t a, uint64_t b) {
  uint64_t difference = a - b;
  return (((a ^ b) & (a ^ difference)) >> (width - 1) & 1) != 0;
}

}  // namespace assay::logic::word
