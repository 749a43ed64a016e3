// Terms: immutable bit-vector expressions, hash-consed in a TermPool (Calysto's maximally-shared
// graph).
//
// Two terms of one pool are the same expression exactly when they compare equal.  A child is always
// older than its parent (smaller node id); every bottom-up walk relies on it.  A Boolean is a term
// of width 1.  Constants of up to 64 bits are immediates: they live in the Term and enter no pool,
// so that concrete execution allocates nothing.  Wider ones are nodes (Op::WideConst).
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace assay::logic {

/// Past this no term is made.  Whoever takes widths from outside refuses them with a sentence.
inline constexpr uint32_t kMaxWidth = 1u << 16;

/// The `width` low bits set.  Pre: 1 <= width <= 64.
constexpr uint64_t low_mask(uint32_t width) { return ~uint64_t{0} >> (-width & 63); }

/// Sixteen bytes, copied freely; meaningless outside the pool that made it, except as an immediate.
class Term {
 public:
  constexpr Term() = default;  // null: stands for "no term", never for an unknown value

  /// An immediate; the bits past `width` are dropped.  Pre: 1 <= width <= 64.
  static constexpr Term constant(uint32_t width, uint64_t bits) {
    return Term(bits & low_mask(width), 0, width);
  }
  static constexpr Term boolean(bool value) { return Term(value ? 1 : 0, 0, 1); }

  constexpr bool is_null() const { return width_ == 0; }
  constexpr bool is_immediate() const { return node_ == 0 && width_ != 0; }
  constexpr uint32_t width() const { return width_; }
  /// The node's id in its pool; 0 for immediates and null.
  constexpr uint32_t node() const { return node_; }
  /// An immediate's value.  0 for everything else.
  constexpr uint64_t bits() const { return bits_; }
  /// An immediate's value, as two's complement.
  constexpr int64_t signed_bits() const {
    uint32_t spare = -width_ & 63;
    return static_cast<int64_t>(bits_ << spare) >> spare;
  }
  constexpr bool is_true() const { return node_ == 0 && width_ == 1 && bits_ == 1; }
  constexpr bool is_false() const { return node_ == 0 && width_ == 1 && bits_ == 0; }
  /// This very immediate, whatever its width.
  constexpr bool is_value(uint64_t value) const { return is_immediate() && bits_ == value; }

  friend constexpr bool operator==(Term, Term) = default;
  /// Creation order, after the immediates: the same in every run.
  friend constexpr std::strong_ordering operator<=>(Term a, Term b) {
    if (auto order = a.node_ <=> b.node_; order != 0) return order;
    if (auto order = a.bits_ <=> b.bits_; order != 0) return order;
    return a.width_ <=> b.width_;
  }

 private:
  friend class TermPool;
  constexpr Term(uint64_t bits, uint32_t node, uint32_t width)
      : bits_(bits), node_(node), width_(width) {}

  uint64_t bits_ = 0;
  uint32_t node_ = 0;
  uint32_t width_ = 0;
};
static_assert(sizeof(Term) == 16);

inline constexpr Term kTrue = Term::boolean(true);
inline constexpr Term kFalse = Term::boolean(false);

}  // namespace assay::logic

template <>
struct std::hash<assay::logic::Term> {
  size_t operator()(assay::logic::Term term) const noexcept {
    uint64_t mixed =
        (term.bits() ^ (uint64_t{term.node()} << 32 | term.width())) * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 32;
  }
};
