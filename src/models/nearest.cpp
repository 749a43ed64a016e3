#include "models/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::models {
namespace {

// Longer words are nobody's slip of the pen, and the distance costs their product.
constexpr size_t kLongestWord = 100;

// What a slip costs: so that of several words the likeliest is the nearest.
constexpr size_t kOtherCase = 1;
constexpr size_t kSwapped = 2;
constexpr size_t kWrong = 3;  // a letter too many, missing, or another one

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

size_t change(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? kOtherCase : kWrong;
}

size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j * kWrong;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i * kWrong;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min(
          {above[j] + kWrong, row[j - 1] + kWrong, above[j - 1] + change(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + kSwapped);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view written, std::span<const std::string_view> words) {
  if (written.empty() || written.size() > kLongestWord) return "";
  std::string_view nearest;
  // A third of the letters may be wrong: `c` is not `buffer`, nor is `fd` near `p`.
  size_t best = std::max<size_t>(1, written.size() / 3) * kWrong + 1;
  for (std::string_view word : words) {
    if (word.empty() || word.size() > kLongestWord) continue;
    size_t letters = distance(written, word);
    if (letters >= best || letters >= word.size() * kWrong) continue;
    best = letters;
    nearest = word;
  }
  if (nearest.empty()) return "";
  return fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace assay::models
