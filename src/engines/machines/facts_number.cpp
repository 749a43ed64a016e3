#include "engines/machines/facts_number.h"

#include <algorithm>

namespace assay::machines {
namespace {

using ir::Op;
using metal::Scalar;
using metal::ScalarKind;

constexpr Wide kOne = 1;
/// Beyond every type; far enough from the ends of Wide for sums and differences.
constexpr Wide kFar = kOne << 100;
/// What products of two numbers do not overflow.
constexpr Wide kNear = kOne << 62;

Wide modulus(uint32_t bits) { return kOne << bits; }

Wide truncated_remainder(Wide value, Wide by) {
  Wide rest = value % by;
  return rest < 0 ? rest + by : rest;
}

bool is_near(const Range& range) { return range.low > -kNear && range.high < kNear; }

Range corners(Wide a, Wide b, Wide c, Wide d) {
  return {std::min({a, b, c, d}), std::max({a, b, c, d})};
}

/// The smallest 2^k - 1 that is not below.
Wide ones_above(Wide value) {
  Wide ones = 0;
  while (ones < value) ones = ones * 2 + 1;
  return ones;
}

Range remainder_range(const Range& a, const Range& b) {
  Wide most = b.high - 1;
  return {a.low >= 0 ? Wide{0} : std::max(-most, a.low),
          a.high <= 0 ? Wide{0} : std::min(most, a.high)};
}

Range and_range(const Range& a, const Range& b, const Range& all) {
  if (a.low < 0 && b.low < 0) return all;
  Wide most = a.low >= 0 && b.low >= 0 ? std::min(a.high, b.high) : a.low >= 0 ? a.high : b.high;
  return {0, most};
}

}  // namespace

bool is_integer(const Scalar& scalar) {
  return scalar.kind == ScalarKind::Int && scalar.bits >= 1 && scalar.bits <= 64;
}

Range range_of(const Scalar& scalar) {
  if (scalar.kind == ScalarKind::Pointer) return {0, modulus(64) - 1};
  if (!is_integer(scalar)) return {-kFar, kFar};
  if (!scalar.is_signed) return {0, modulus(scalar.bits) - 1};
  return {-modulus(scalar.bits - 1u), modulus(scalar.bits - 1u) - 1};
}

Wide wrap(const Scalar& scalar, Wide value) {
  Wide rest = truncated_remainder(value, modulus(scalar.bits));
  return scalar.is_signed && rest >= modulus(scalar.bits - 1u) ? rest - modulus(scalar.bits) : rest;
}

std::optional<Wide> fold(Op op, const Scalar& scalar, Wide a, Wide b) {
  switch (op) {
    case Op::Add:
      return wrap(scalar, a + b);
    case Op::Sub:
      return wrap(scalar, a - b);
    case Op::Mul:
      // Only the low half matters, and that is the same for all signs.
      return wrap(scalar, static_cast<Wide>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)));
    case Op::Div:
    case Op::Rem: {
      if (b == 0) return std::nullopt;
      Wide quotient = a / b;
      if (!range_of(scalar).contains(quotient)) return std::nullopt;
      return op == Op::Div ? quotient : a % b;
    }
    case Op::Shl:
      if (b < 0 || b >= scalar.bits || a < 0) return std::nullopt;
      return wrap(scalar, static_cast<Wide>(static_cast<uint64_t>(a) << static_cast<int>(b)));
    case Op::Shr:
      if (b < 0 || b >= scalar.bits) return std::nullopt;
      return a >> static_cast<int>(b);
    case Op::BitAnd:
      return wrap(scalar, a & b);
    case Op::BitOr:
      return wrap(scalar, a | b);
    case Op::BitXor:
      return wrap(scalar, a ^ b);
    default:
      return std::nullopt;
  }
}

Range result_range(Op op, const Scalar& scalar, const Range& a, const Range& b) {
  Range all = range_of(scalar);
  // Nothing is computed on a path that contradicts itself already.
  if (a.is_empty() || b.is_empty()) return all;
  if (!is_integer(scalar) || !all.contains(a)) return all;
  // The count of a shift may be of any type; it matters only as a constant.
  if (op == Op::Shr)
    return b.is_single() && b.low >= 0 && b.low < scalar.bits
               ? Range{a.low >> static_cast<int>(b.low), a.high >> static_cast<int>(b.low)}
               : all;
  if (!all.contains(b)) return all;
  Range exact = all;
  switch (op) {
    case Op::Add:
      exact = {a.low + b.low, a.high + b.high};
      break;
    case Op::Sub:
      exact = {a.low - b.high, a.high - b.low};
      break;
    case Op::Mul:
      if (is_near(a) && is_near(b))
        exact = corners(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
      break;
    case Op::Div:
      if (b.low > 0)
        exact = corners(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high);
      break;
    case Op::Rem:
      if (b.low > 0) exact = remainder_range(a, b);
      break;
    case Op::BitAnd:
      exact = and_range(a, b, all);
      break;
    case Op::BitOr:
    case Op::BitXor:
      if (a.low >= 0 && b.low >= 0) exact = {0, ones_above(std::max(a.high, b.high))};
      break;
    default:
      break;
  }
  return all.contains(exact) ? exact : all;
}

Range congruent(const Range& from, Wide shift, uint32_t bits, const Range& into) {
  Wide step = modulus(bits);
  if (into.high - into.low > 4 * step || from.high - from.low >= step) return into;
  // The multiple that brings the lower end just above the lower end of `into`, and its neighbours.
  Wide low = from.low + shift;
  Wide length = from.high - from.low;
  low = into.low - length + truncated_remainder(low - (into.low - length), step);
  Range result{1, 0};
  for (; low <= into.high; low += step) {
    Range part = intersection({low, low + length}, into);
    if (part.is_empty()) continue;
    result = result.is_empty() ? part : hull(result, part);
  }
  return result;
}

}  // namespace assay::machines
