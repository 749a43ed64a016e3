#include "logic/bits.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace assay::logic {

Bits::Bits(uint32_t width, uint64_t word) : width_(width) {
  ASSAY_CHECK(width >= 1 && width <= kMaxWidth, "a value's width should be within bounds");
  if (is_small()) {
    small_ = word & low_mask(width);
  } else {
    wide_.assign(word_count(), 0);
    wide_[0] = word;
  }
}

Bits Bits::from_words(uint32_t width, std::span<const uint64_t> words) {
  Bits result(width, words.empty() ? 0 : words[0]);
  for (size_t i = 1; i < std::min(words.size(), result.wide_.size()); ++i) {
    result.wide_[i] = words[i];
  }
  result.cut();
  return result;
}

Bits Bits::ones(uint32_t width) {
  Bits result(width, ~uint64_t{0});
  std::ranges::fill(result.wide_, ~uint64_t{0});
  result.cut();
  return result;
}

void Bits::cut() {
  if (is_small()) {
    small_ &= low_mask(width_);
  } else {
    wide_.back() &= low_mask((width_ - 1) % 64 + 1);
  }
}

void Bits::set_bit(uint32_t index, bool value) {
  ASSAY_CHECK(index < width_, "a bit should lie inside its value");
  uint64_t& word = is_small() ? small_ : wide_[index / 64];
  uint64_t mask = uint64_t{1} << (index % 64);
  word = value ? word | mask : word & ~mask;
}

bool Bits::is_zero() const {
  if (is_small()) return small_ == 0;
  return std::ranges::all_of(wide_, [](uint64_t word) { return word == 0; });
}

bool Bits::is_ones() const {
  if (is_small()) return small_ == low_mask(width_);
  return *this == ones(width_);
}

int32_t Bits::power_of_two() const {
  int32_t found = -1;
  for (size_t i = 0; i < word_count(); ++i) {
    uint64_t current = word(i);
    if (current == 0) continue;
    if (found >= 0 || !std::has_single_bit(current)) return -1;
    found = static_cast<int32_t>(i * 64) + std::countr_zero(current);
  }
  return found;
}

std::strong_ordering operator<=>(const Bits& a, const Bits& b) {
  if (a.width_ != b.width_) return a.width_ <=> b.width_;
  for (size_t i = a.word_count(); i-- > 0;) {
    if (a.word(i) != b.word(i)) return a.word(i) <=> b.word(i);
  }
  return std::strong_ordering::equal;
}

std::string Bits::smtlib() const {
  if (width_ % 4 != 0) {
    std::string text = "#b";
    for (uint32_t i = width_; i-- > 0;) text += bit(i) ? '1' : '0';
    return text;
  }
  std::string text = "#x";
  for (uint32_t i = width_ / 4; i-- > 0;) {
    text += "0123456789abcdef"[word(i / 16) >> (i % 16 * 4) & 15];
  }
  return text;
}

std::string Bits::decimal() const {
  if (is_small()) return std::to_string(small_);
  // Nine digits at a time, from the low end.
  std::vector<uint32_t> digits;
  for (size_t i = word_count(); i-- > 0;) {
    digits.push_back(static_cast<uint32_t>(wide_[i] >> 32));
    digits.push_back(static_cast<uint32_t>(wide_[i]));
  }
  std::string text;
  size_t first = 0;  // the digits before are zero
  while (first < digits.size()) {
    uint64_t rest = 0;
    for (size_t i = first; i < digits.size(); ++i) {
      rest = rest << 32 | digits[i];
      digits[i] = static_cast<uint32_t>(rest / 1'000'000'000);
      rest %= 1'000'000'000;
    }
    while (first < digits.size() && digits[first] == 0) ++first;
    for (int i = 0; i < 9; ++i, rest /= 10) text += static_cast<char>('0' + rest % 10);
  }
  while (text.size() > 1 && text.back() == '0') text.pop_back();
  std::ranges::reverse(text);
  return text;
}

}  // namespace assay::logic
