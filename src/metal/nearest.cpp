#include "metal/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace assay::metal {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view word, const std::vector<std::string_view>& names) {
  // A slip leaves most of the word: one letter in three, and no more than two.
  size_t limit = std::min<size_t>(2, word.size() / 3) + 1;
  std::string_view nearest;
  for (std::string_view name : names) {
    // The lengths bound the distance from below, and keep absurd words cheap.
    if (name.size() > word.size() + 2 || word.size() > name.size() + 2) continue;
    size_t letters = edit_distance(word, name);
    if (letters == 0 || letters >= limit) continue;
    limit = letters;
    nearest = name;
  }
  return nearest;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  std::string_view name = nearest_name(word, names);
  return name.empty() ? std::string() : fmt::format("; did you mean '{}'?", name);
}

}  // namespace assay::metal
