// Multiplication: the bits to be added stand in columns by weight, and full adders take three of a
// column for one there and one in the next.
//
// An adder removes one bit, so the number of gates does not depend on the order; taking the oldest
// bits first keeps the depth low.  A constant operand is recoded so that no two neighbouring digits
// are set (canonical signed digits): a third of its bits on average, and runs of ones cost two.
#include "base/check.h"
#include "logic/circuits.h"
#include "logic/full_adder.h"

namespace assay::logic::circuit {
namespace {

class Columns {
 public:
  explicit Columns(size_t width) : columns_(width) {}

  /// Bits of too large a weight are dropped: the sum is modulo 2^width.
  void put(size_t weight, Lit bit) {
    if (weight < columns_.size() && !bit.is_false()) columns_[weight].bits.push_back(bit);
  }
  Lits sum(Aig& aig) {
    Lits result(columns_.size());
    for (size_t i = 0; i < columns_.size(); ++i) {
      result[i] = i + 1 < columns_.size() ? add_column(aig, i) : add_last_column(aig);
      if (aig.too_large()) break;
    }
    return result;
  }

 private:
  struct Column {
    Lits bits;
    size_t taken = 0;
    size_t size() const { return bits.size() - taken; }
  };
  Lit take(size_t i) {
    Column& column = columns_[i];
    return column.size() == 0 ? kFalseLit : column.bits[column.taken++];
  }
  Lit add_column(Aig& aig, size_t i) {
    while (columns_[i].size() > 1) {
      // An even number of bits needs one half adder; first, so that carries arrive late.
      Lit c = columns_[i].size() % 2 == 0 ? kFalseLit : take(i);
      Lit a = take(i), b = take(i);
      Sum sum = full_adder(aig, a, b, c);
      put(i, sum.bit);
      put(i + 1, sum.carry);
    }
    return take(i);
  }
  // No carry is wanted.
  Lit add_last_column(Aig& aig) {
    Lit bit = kFalseLit;
    for (Lit next : columns_.back().bits) bit = aig.make_xor(bit, next);
    return bit;
  }

  std::vector<Column> columns_;
};

bool is_constant(LitSpan a) {
  for (Lit bit : a) {
    if (!bit.is_constant()) return false;
  }
  return true;
}

// -1, 0 or 1 for each weight, no two neighbours set.
std::vector<int> signed_digits(LitSpan a) {
  std::vector<int> digits(a.size());
  int carry = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    int here = (a[i].is_true() ? 1 : 0) + carry;
    int above = i + 1 < a.size() && a[i + 1].is_true() ? 1 : 0;
    if (here == 1) {
      // 01 stays, 11 becomes -1 and a carry.
      digits[i] = above != 0 ? -1 : 1;
      carry = above;
    } else {
      digits[i] = 0;
      carry = here / 2;
    }
  }
  return digits;
}

// -x 2^k is !x 2^k + 2^k, bits past the width dropped.  The ones of all negative digits are one
// constant, which is added as such.
Lits mul_by_constant(Aig& aig, LitSpan a, LitSpan constant) {
  size_t width = a.size();
  Columns columns(width);
  std::vector<bool> ones(width + 1);
  std::vector<int> digits = signed_digits(constant);
  // Each bit that is added takes gates: so many could not fit, and need not be listed.
  size_t bits = 0;
  for (size_t k = 0; k < width; ++k) bits += digits[k] != 0 ? width - k : 0;
  if (bits > aig.max_nodes()) {
    aig.give_up();
    return Lits(width, kFalseLit);
  }
  for (size_t k = 0; k < width; ++k) {
    if (digits[k] == 0) continue;
    for (size_t i = 0; i + k < width; ++i) columns.put(i + k, a[i] ^ (digits[k] < 0));
    if (digits[k] > 0) continue;
    size_t carry = k;
    while (carry < width && ones[carry]) ones[carry++] = false;
    ones[carry] = true;
  }
  for (size_t k = 0; k < width; ++k) {
    if (ones[k]) columns.put(k, kTrueLit);
  }
  return columns.sum(aig);
}

// x x: the products of different bits come twice, so they stand once, a column higher.
Lits square(Aig& aig, LitSpan a) {
  size_t width = a.size();
  Columns columns(width);
  for (size_t i = 0; 2 * i < width; ++i) {
    columns.put(2 * i, a[i]);
    for (size_t j = i + 1; i + j + 1 < width; ++j) columns.put(i + j + 1, aig.make_and(a[i], a[j]));
    if (aig.too_large()) break;
  }
  return columns.sum(aig);
}

Lits extended(LitSpan a, size_t width, Lit fill) {
  Lits result(a.begin(), a.end());
  result.resize(width, fill);
  return result;
}

}  // namespace

Lits mul(Aig& aig, LitSpan a, LitSpan b) {
  ASSAY_CHECK(a.size() == b.size(), "operands should be of one width");
  if (is_constant(b)) return mul_by_constant(aig, a, b);
  if (is_constant(a)) return mul_by_constant(aig, b, a);
  if (std::equal(a.begin(), a.end(), b.begin())) return square(aig, a);
  Columns columns(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; i + j < a.size(); ++j) columns.put(i + j, aig.make_and(a[i], b[j]));
    if (aig.too_large()) break;
  }
  return columns.sum(aig);
}

// Overflow is certain if the highest set bits of both have weights that add up to the width or
// more.  Otherwise the product fits one bit more, and that bit tells (Gök, Schulte and Krithivasan,
// "Integer multipliers with overflow detection"): no product of double width is needed.
Lit umul_overflows(Aig& aig, LitSpan a, LitSpan b) {
  size_t width = a.size();
  if (width == 1) return kFalseLit;
  Lit overflow = kFalseLit, above = a[width - 1];
  for (size_t i = 1; i < width; ++i) {
    // `above`: some bit of a of weight width - i or more is set.
    overflow = aig.make_or(overflow, aig.make_and(b[i], above));
    above = aig.make_or(above, a[width - 1 - i]);
  }
  Lits product = mul(aig, extended(a, width + 1, kFalseLit), extended(b, width + 1, kFalseLit));
  return aig.make_or(overflow, product[width]);
}

// The same on magnitudes: bits that differ from the sign count as set.  What is left fits one bit
// more than the width, and overflows if its two highest bits differ.
Lit smul_overflows(Aig& aig, LitSpan a, LitSpan b) {
  size_t width = a.size();
  if (width == 1) return aig.make_and(a[0], b[0]);
  Lit sign_a = a[width - 1], sign_b = b[width - 1];
  Lit overflow = kFalseLit, above = kFalseLit;
  for (size_t i = 1; i + 1 < width; ++i) {
    above = aig.make_or(above, aig.make_xor(a[width - 1 - i], sign_a));
    overflow = aig.make_or(overflow, aig.make_and(aig.make_xor(b[i], sign_b), above));
  }
  Lits product = mul(aig, extended(a, width + 1, sign_a), extended(b, width + 1, sign_b));
  return aig.make_or(overflow, aig.make_xor(product[width], product[width - 1]));
}

}  // namespace assay::logic::circuit
