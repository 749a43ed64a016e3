#include "base/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace assay {
namespace {

// Nobody misspells a longer name by hand, and the table is quadratic.
constexpr size_t kLongest = 64;

// What a slip costs: so that of several words the likeliest is the nearest.
constexpr size_t kOtherCase = 1;
constexpr size_t kSwapped = 2;
constexpr size_t kWrong = kOneLetter;  // a letter too many, missing, or another one

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

size_t change(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? kOtherCase : kWrong;
}

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > kLongest || b.size() > kLongest) return a == b ? 0 : kLongest * kWrong;
  std::vector<size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j * kWrong;
  for (size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i * kWrong;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = above[j - 1] + change(a[i - 1], b[j - 1]);
      row[j] = std::min({above[j] + kWrong, row[j - 1] + kWrong, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + kSwapped);
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
  // A slip leaves most of the word: one letter in three, and no more than two.
  size_t limit = std::min<size_t>(2, word.size() / 3) * kWrong + 1;
  std::string_view nearest;
  for (std::string_view name : names) {
    size_t letters = edit_distance(word, name);
    if (letters == 0 || letters >= limit) continue;
    limit = letters;
    nearest = name;
  }
  return nearest;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> names) {
  std::string_view name = nearest_name(word, names);
  return name.empty() ? std::string() : fmt::format("; did you mean '{}'?", name);
}

}  // namespace assay
