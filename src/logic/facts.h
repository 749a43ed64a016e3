// Facts: what is known of a term's value, whatever the symbols are: bits, and an unsigned and a
// signed interval.
//
// Three views of one set of values; tighten() lets each learn from the others.  A set can be empty:
// then the assumptions it was derived from contradict each other.  Only widths up to 64 are
// tracked: for wider terms nothing is known.
#pragma once

#include <cstdint>

#include "logic/term.h"

namespace assay::logic {

struct Facts {
  uint32_t width = 0;
  bool empty = false;
  uint64_t zeros = 0, ones = 0;  // bits known to be 0, to be 1
  uint64_t umin = 0, umax = 0;
  int64_t smin = 0, smax = 0;

  static Facts any(uint32_t width);
  static Facts constant(uint32_t width, uint64_t bits);
  static Facts boolean(bool value) { return constant(1, value ? 1 : 0); }
  static Facts between(uint32_t width, uint64_t umin, uint64_t umax);
  static Facts signed_between(uint32_t width, int64_t smin, int64_t smax);
  static Facts known_bits(uint32_t width, uint64_t zeros, uint64_t ones);

  bool tracked() const { return width <= 64; }
  bool is_constant() const { return tracked() && !empty && umin == umax; }
  bool is_true() const { return width == 1 && !empty && umin == 1; }
  bool is_false() const { return width == 1 && !empty && umax == 0; }
  bool nonnegative() const { return smin >= 0; }
  uint64_t mask() const { return low_mask(width); }
  int64_t lowest() const { return static_cast<int64_t>(~uint64_t{0} << (width - 1)); }
  int64_t highest() const { return static_cast<int64_t>(mask() >> 1); }
  bool may_be(uint64_t bits) const;
  /// A value of the set, if the views allow it: the nearest to `wish` we can make.
  uint64_t nearest(uint64_t wish) const;

  /// Values in both.  True if that says more than before.
  bool meet(const Facts& other);
  /// Values in either.
  Facts join(const Facts& other) const;
  /// Lets the views learn from each other.
  void tighten();

  friend bool operator==(const Facts&, const Facts&) = default;
};

}  // namespace assay::logic
