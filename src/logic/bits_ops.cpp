// The operators on Bits.  One word goes through word_ops.h; the rest is schoolbook arithmetic.
#include <algorithm>
#include <bit>
#include <vector>

#include "base/check.h"
#include "logic/bits.h"
#include "logic/word_ops.h"

namespace assay::logic {
namespace {

using Words = std::vector<uint64_t>;

Words words_of(const Bits& a) {
  Words words(a.word_count());
  for (size_t i = 0; i < words.size(); ++i) words[i] = a.word(i);
  return words;
}

void check_alike(const Bits& a, const Bits& b) {
  ASSAY_CHECK(a.width() == b.width() && a.width() != 0, "operands should have one width");
}

template <class Function>
Bits wordwise(const Bits& a, const Bits& b, Function function) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), function(a.low(), b.low()));
  Words words(a.word_count());
  for (size_t i = 0; i < words.size(); ++i) words[i] = function(a.word(i), b.word(i));
  return Bits::from_words(a.width(), words);
}

// a + b + carry; subtraction is the sum with the complement.
Bits sum(const Bits& a, const Bits& b, uint64_t complement, uint64_t carry) {
  Words words(a.word_count());
  for (size_t i = 0; i < words.size(); ++i) {
    unsigned __int128 part =
        static_cast<unsigned __int128>(a.word(i)) + (b.word(i) ^ complement) + carry;
    words[i] = static_cast<uint64_t>(part);
    carry = static_cast<uint64_t>(part >> 64);
  }
  return Bits::from_words(a.width(), words);
}

// Digits of 32 bits, lowest first, without leading zeros.
std::vector<uint32_t> digits_of(const Bits& a) {
  std::vector<uint32_t> digits;
  for (size_t i = 0; i < a.word_count(); ++i) {
    digits.push_back(static_cast<uint32_t>(a.word(i)));
    digits.push_back(static_cast<uint32_t>(a.word(i) >> 32));
  }
  while (!digits.empty() && digits.back() == 0) digits.pop_back();
  return digits;
}

Bits from_digits(uint32_t width, const std::vector<uint32_t>& digits) {
  Words words((digits.size() + 1) / 2);
  for (size_t i = 0; i < digits.size(); ++i) words[i / 2] |= uint64_t{digits[i]} << (i % 2 * 32);
  return Bits::from_words(width, words);
}

void shift_digits_left(std::vector<uint32_t>& digits, int amount) {
  uint32_t carry = 0;
  for (uint32_t& digit : digits) {
    uint64_t shifted = uint64_t{digit} << amount | carry;
    digit = static_cast<uint32_t>(shifted);
    carry = static_cast<uint32_t>(shifted >> 32);
  }
  digits.push_back(carry);
}

struct Division {
  std::vector<uint32_t> quotient;
  std::vector<uint32_t> remainder;  // shifted left by `shift`
  int shift = 0;
};

// Subtracts `factor` times the divisor from the digits at `at`; false if that was once too often.
bool subtract_multiple(std::vector<uint32_t>& from, size_t at, const std::vector<uint32_t>& divisor,
                       uint64_t factor) {
  uint64_t borrow = 0;
  for (size_t i = 0; i < divisor.size(); ++i) {
    uint64_t product = factor * divisor[i] + borrow;
    uint64_t difference = uint64_t{from[at + i]} - (product & UINT32_MAX);
    from[at + i] = static_cast<uint32_t>(difference);
    borrow = (product >> 32) + (difference >> 63);
  }
  bool fits = from[at + divisor.size()] >= borrow;
  from[at + divisor.size()] -= static_cast<uint32_t>(borrow);
  return fits;
}

void add_back(std::vector<uint32_t>& to, size_t at, const std::vector<uint32_t>& divisor) {
  uint64_t carry = 0;
  for (size_t i = 0; i < divisor.size(); ++i) {
    carry += uint64_t{to[at + i]} + divisor[i];
    to[at + i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  to[at + divisor.size()] += static_cast<uint32_t>(carry);
}

// Knuth's algorithm D.  Pre: `divisor` is not zero, `dividend` has at least as many digits.
Division divide(std::vector<uint32_t> dividend, std::vector<uint32_t> divisor) {
  Division result;
  result.shift = std::countl_zero(divisor.back());
  shift_digits_left(dividend, result.shift);
  shift_digits_left(divisor, result.shift);
  divisor.pop_back();  // the shift carried nothing out
  size_t n = divisor.size();
  uint64_t top = divisor[n - 1];
  uint64_t second = n > 1 ? divisor[n - 2] : 0;
  result.quotient.assign(dividend.size() - n, 0);
  for (size_t at = dividend.size() - n; at-- > 0;) {
    uint64_t high = uint64_t{dividend[at + n]} << 32 | dividend[at + n - 1];
    uint64_t guess = high / top;
    uint64_t rest = high % top;
    uint64_t third = n > 1 ? dividend[at + n - 2] : 0;
    while (guess > UINT32_MAX || guess * second > (rest << 32 | third)) {
      --guess;
      rest += top;
      if (rest > UINT32_MAX) break;
    }
    if (!subtract_multiple(dividend, at, divisor, guess)) {
      --guess;
      add_back(dividend, at, divisor);
    }
    result.quotient[at] = static_cast<uint32_t>(guess);
  }
  result.remainder = std::move(dividend);
  return result;
}

Bits magnitude(const Bits& a) { return a.sign() ? bits_neg(a) : a; }

// The amount as a number; the width for all that shift everything out.
uint32_t shift_distance(const Bits& a, const Bits& amount) {
  check_alike(a, amount);
  for (size_t i = 1; i < amount.word_count(); ++i) {
    if (amount.word(i) != 0) return a.width();
  }
  return static_cast<uint32_t>(std::min<uint64_t>(amount.low(), a.width()));
}

}  // namespace

Bits bits_not(const Bits& a) {
  return wordwise(a, a, [](uint64_t x, uint64_t) { return ~x; });
}

Bits bits_neg(const Bits& a) { return bits_sub(Bits(a.width(), 0), a); }

Bits bits_and(const Bits& a, const Bits& b) {
  return wordwise(a, b, [](uint64_t x, uint64_t y) { return x & y; });
}

Bits bits_or(const Bits& a, const Bits& b) {
  return wordwise(a, b, [](uint64_t x, uint64_t y) { return x | y; });
}

Bits bits_xor(const Bits& a, const Bits& b) {
  return wordwise(a, b, [](uint64_t x, uint64_t y) { return x ^ y; });
}

Bits bits_add(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), a.low() + b.low());
  return sum(a, b, 0, 0);
}

Bits bits_sub(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), a.low() - b.low());
  return sum(a, b, ~uint64_t{0}, 1);
}

Bits bits_mul(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), a.low() * b.low());
  Words words(a.word_count());
  for (size_t i = 0; i < words.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; i + j < words.size(); ++j) {
      unsigned __int128 part =
          static_cast<unsigned __int128>(a.word(i)) * b.word(j) + words[i + j] + carry;
      words[i + j] = static_cast<uint64_t>(part);
      carry = static_cast<uint64_t>(part >> 64);
    }
  }
  return Bits::from_words(a.width(), words);
}

Bits bits_udiv(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), word::udiv(a.low(), b.low()));
  if (b.is_zero()) return Bits::ones(a.width());
  if (bits_ult(a, b)) return Bits(a.width(), 0);
  return from_digits(a.width(), divide(digits_of(a), digits_of(b)).quotient);
}

Bits bits_urem(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), word::urem(a.low(), b.low()));
  if (b.is_zero() || bits_ult(a, b)) return a;
  Division division = divide(digits_of(a), digits_of(b));
  // The remainder's digits may reach one past the width before they are shifted back.
  std::vector<uint32_t>& digits = division.remainder;
  for (size_t i = 0; i < digits.size(); ++i) {
    uint64_t next = i + 1 < digits.size() ? digits[i + 1] : 0;
    digits[i] = static_cast<uint32_t>((next << 32 | digits[i]) >> division.shift);
  }
  return from_digits(a.width(), digits);
}

Bits bits_sdiv(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), word::sdiv(a.width(), a.low(), b.low()));
  Bits quotient = bits_udiv(magnitude(a), magnitude(b));
  return a.sign() != b.sign() ? bits_neg(quotient) : quotient;
}

Bits bits_srem(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return Bits(a.width(), word::srem(a.width(), a.low(), b.low()));
  Bits remainder = bits_urem(magnitude(a), magnitude(b));
  return a.sign() ? bits_neg(remainder) : remainder;
}

Bits bits_shl(const Bits& a, const Bits& amount) {
  uint32_t distance = shift_distance(a, amount);
  if (a.is_small()) return Bits(a.width(), word::shl(a.width(), a.low(), distance));
  Words words(a.word_count());
  for (size_t i = distance / 64; i < words.size() && distance < a.width(); ++i) {
    size_t from = i - distance / 64;
    words[i] = a.word(from) << (distance % 64);
    if (distance % 64 != 0 && from > 0) words[i] |= a.word(from - 1) >> (64 - distance % 64);
  }
  return Bits::from_words(a.width(), words);
}

Bits bits_lshr(const Bits& a, const Bits& amount) {
  uint32_t distance = shift_distance(a, amount);
  if (distance >= a.width()) return Bits(a.width(), 0);
  return bits_zext(bits_extract(a, a.width() - 1, distance), a.width());
}

Bits bits_ashr(const Bits& a, const Bits& amount) {
  uint32_t distance = std::min(shift_distance(a, amount), a.width() - 1);
  return bits_sext(bits_extract(a, a.width() - 1, distance), a.width());
}

bool bits_ult(const Bits& a, const Bits& b) {
  check_alike(a, b);
  return (a <=> b) < 0;
}

bool bits_slt(const Bits& a, const Bits& b) {
  return a.sign() != b.sign() ? a.sign() : bits_ult(a, b);
}

bool bits_umulo(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return word::umulo(a.width(), a.low(), b.low());
  // The product of a and b fits exactly if a <= max / b.
  return !b.is_zero() && bits_ult(bits_udiv(Bits::ones(a.width()), b), a);
}

bool bits_smulo(const Bits& a, const Bits& b) {
  check_alike(a, b);
  if (a.is_small()) return word::smulo(a.width(), a.low(), b.low());
  Bits x = magnitude(a);
  Bits y = magnitude(b);
  if (x.is_zero() || y.is_zero()) return false;
  // The largest magnitude of the product's sign.
  Bits most = bits_lshr(Bits::ones(a.width()), Bits(a.width(), 1));
  if (a.sign() != b.sign()) most = bits_add(most, Bits(a.width(), 1));
  return bits_ult(bits_udiv(most, y), x);
}

Bits bits_zext(const Bits& a, uint32_t width) {
  ASSAY_CHECK(width >= a.width(), "an extension should not cut");
  if (width <= 64) return Bits(width, a.low());
  return Bits::from_words(width, words_of(a));
}

Bits bits_sext(const Bits& a, uint32_t width) {
  ASSAY_CHECK(width >= a.width(), "an extension should not cut");
  if (!a.sign()) return bits_zext(a, width);
  if (width <= 64) return Bits(width, a.low() | ~low_mask(a.width()));
  Words words = words_of(a);
  words.back() |= a.width() % 64 == 0 ? 0 : ~low_mask(a.width() % 64);
  words.resize((width + 63) / 64, ~uint64_t{0});
  return Bits::from_words(width, words);
}

Bits bits_extract(const Bits& a, uint32_t high, uint32_t low) {
  ASSAY_CHECK(low <= high && high < a.width(), "an extraction should lie inside its value");
  uint32_t width = high - low + 1;
  if (a.is_small()) return Bits(width, a.low() >> low);
  Words words((width + 63) / 64);
  for (size_t i = 0; i < words.size(); ++i) {
    size_t from = low / 64 + i;
    words[i] = a.word(from) >> (low % 64);
    if (low % 64 != 0 && from + 1 < a.word_count()) {
      words[i] |= a.word(from + 1) << (64 - low % 64);
    }
  }
  return Bits::from_words(width, words);
}

Bits bits_concat(const Bits& high, const Bits& low) {
  uint32_t width = high.width() + low.width();
  if (width <= 64) return Bits(width, high.low() << low.width() | low.low());
  Bits shifted = bits_shl(bits_zext(high, width), Bits(width, low.width()));
  return bits_or(shifted, bits_zext(low, width));
}

}  // namespace assay::logic
