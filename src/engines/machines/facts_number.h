// Numbers as facts know them: mathematical integers, in ranges, and what C's types make of them.
//
// Arithmetic wraps around in every integer type, signed ones too: an overflow that C leaves
// undefined then contradicts nothing.
#pragma once

#include <optional>

#include "ir/op.h"
#include "metal/tree.h"

namespace assay::machines {

using Wide = __int128;

struct Range {
  Wide low = 0;
  Wide high = 0;

  bool is_empty() const { return low > high; }
  bool is_single() const { return low == high; }
  bool contains(Wide value) const { return low <= value && value <= high; }
  bool contains(const Range& other) const { return low <= other.low && other.high <= high; }
  friend bool operator==(const Range&, const Range&) = default;
};

inline Range intersection(const Range& a, const Range& b) {
  return {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}
inline Range hull(const Range& a, const Range& b) {
  return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/// Whether values of the type are numbers of at most 64 bits, which facts compute with.
bool is_integer(const metal::Scalar& scalar);
/// All values of the type; of what is no integer and no pointer, more than any type has.
Range range_of(const metal::Scalar& scalar);
/// What is left of a value in an integer type.
Wide wrap(const metal::Scalar& scalar, Wide value);

/// `a op b` in an integer type; none where C does not say, or facts do not know.
std::optional<Wide> fold(ir::Op op, const metal::Scalar& scalar, Wide a, Wide b);
/// Where `a op b` lies.
Range result_range(ir::Op op, const metal::Scalar& scalar, const Range& a, const Range& b);
/// The values of `into` that are equal to `from + shift` modulo two to the power of `bits`: the
/// smallest range that holds them all.
Range congruent(const Range& from, Wide shift, uint32_t bits, const Range& into);

}  // namespace assay::machines
