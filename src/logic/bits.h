// Bits: a value of a given width, from 1 to kMaxWidth bits; what constants, models and the
// evaluator work on.
//
// Up to 64 bits it holds no memory of its own.  Operations wrap, and follow SMT-LIB where C would
// be undefined (see op.h).
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "logic/term.h"

namespace assay::logic {

class Bits {
 public:
  Bits() = default;  // width 0: no value
  /// `word`, zero-extended or cut.  Pre: 1 <= width <= kMaxWidth.
  Bits(uint32_t width, uint64_t word);
  /// Lowest word first; missing words are zero.
  static Bits from_words(uint32_t width, std::span<const uint64_t> words);
  static Bits ones(uint32_t width);
  static Bits boolean(bool value) { return Bits(1, value ? 1 : 0); }

  uint32_t width() const { return width_; }
  bool is_small() const { return width_ <= 64; }
  size_t word_count() const { return (width_ + 63) / 64; }
  uint64_t word(size_t index) const {
    return is_small() ? (index == 0 ? small_ : 0) : wide_[index];
  }
  /// The low 64 bits.
  uint64_t low() const { return word(0); }
  bool bit(uint32_t index) const { return (word(index / 64) >> (index % 64) & 1) != 0; }
  void set_bit(uint32_t index, bool value);
  bool sign() const { return bit(width_ - 1); }
  bool is_zero() const;
  bool is_ones() const;
  /// The only bit set, or -1.
  int32_t power_of_two() const;
  bool to_bool() const { return low() != 0; }

  friend bool operator==(const Bits&, const Bits&) = default;
  /// By width, then as unsigned numbers.
  friend std::strong_ordering operator<=>(const Bits& a, const Bits& b);

  /// `#b0101` or `#x5f`, as SMT-LIB writes it.
  std::string smtlib() const;
  /// As an unsigned decimal number.
  std::string decimal() const;

 private:
  void cut();  // clears the bits past the width

  uint32_t width_ = 0;
  uint64_t small_ = 0;
  std::vector<uint64_t> wide_;
};

// Operands of one width, unless said otherwise.
Bits bits_not(const Bits& a);
Bits bits_neg(const Bits& a);
Bits bits_and(const Bits& a, const Bits& b);
Bits bits_or(const Bits& a, const Bits& b);
Bits bits_xor(const Bits& a, const Bits& b);
Bits bits_add(const Bits& a, const Bits& b);
Bits bits_sub(const Bits& a, const Bits& b);
Bits bits_mul(const Bits& a, const Bits& b);
Bits bits_udiv(const Bits& a, const Bits& b);
Bits bits_urem(const Bits& a, const Bits& b);
Bits bits_sdiv(const Bits& a, const Bits& b);
Bits bits_srem(const Bits& a, const Bits& b);
Bits bits_shl(const Bits& a, const Bits& amount);
Bits bits_lshr(const Bits& a, const Bits& amount);
Bits bits_ashr(const Bits& a, const Bits& amount);
bool bits_ult(const Bits& a, const Bits& b);
bool bits_slt(const Bits& a, const Bits& b);
bool bits_umulo(const Bits& a, const Bits& b);
bool bits_smulo(const Bits& a, const Bits& b);
/// Pre: `width` at least the operand's.
Bits bits_zext(const Bits& a, uint32_t width);
Bits bits_sext(const Bits& a, uint32_t width);
Bits bits_extract(const Bits& a, uint32_t high, uint32_t low);
Bits bits_concat(const Bits& high, const Bits& low);

}  // namespace assay::logic
