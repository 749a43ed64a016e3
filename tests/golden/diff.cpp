#include "golden/diff.h"

#include <algorithm>
#include <cstdint>

namespace assay::test {
namespace {

constexpr size_t kContext = 3;
// Above this many pairs of lines the middle is shown as wholly different.
constexpr size_t kMaxPairs = 16'000'000;

struct DiffLine {
  char mark;
  const std::string* text;
};

// The longest common subsequence of the two middles, walked from its start.
void append_middle(const std::vector<std::string>& a, size_t a_begin, size_t a_end,
                   const std::vector<std::string>& b, size_t b_begin, size_t b_end,
                   std::vector<DiffLine>& lines) {
  size_t rows = a_end - a_begin, columns = b_end - b_begin;
  size_t i = 0, j = 0;
  if (rows * columns <= kMaxPairs) {
    std::vector<uint32_t> length((rows + 1) * (columns + 1));
    auto at = [&](size_t row, size_t column) -> uint32_t& {
      return length[row * (columns + 1) + column];
    };
    for (size_t row = rows; row-- > 0;) {
      for (size_t column = columns; column-- > 0;) {
        at(row, column) = a[a_begin + row] == b[b_begin + column]
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
    while (i < rows && j < columns) {
      if (a[a_begin + i] == b[b_begin + j]) {
        lines.push_back({' ', &a[a_begin + i]});
        ++i, ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        lines.push_back({'-', &a[a_begin + i++]});
      } else {
        lines.push_back({'+', &b[b_begin + j++]});
      }
    }
  }
  for (; i < rows; ++i) lines.push_back({'-', &a[a_begin + i]});
  for (; j < columns; ++j) lines.push_back({'+', &b[b_begin + j]});
}

}  // namespace

std::string line_difference(const std::vector<std::string>& expected,
                            const std::vector<std::string>& actual) {
  if (expected == actual) return "";
  size_t common = std::min(expected.size(), actual.size());
  size_t head = 0, tail = 0;
  while (head < common && expected[head] == actual[head]) ++head;
  while (tail < common - head &&
         expected[expected.size() - 1 - tail] == actual[actual.size() - 1 - tail]) {
    ++tail;
  }
  std::vector<DiffLine> lines;
  for (size_t i = 0; i < head; ++i) lines.push_back({' ', &expected[i]});
  append_middle(expected, head, expected.size() - tail, actual, head, actual.size() - tail, lines);
  for (size_t i = expected.size() - tail; i < expected.size(); ++i) {
    lines.push_back({' ', &expected[i]});
  }

  std::vector<bool> shown(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].mark == ' ') continue;
    size_t last = std::min(lines.size(), i + kContext + 1);
    for (size_t k = i > kContext ? i - kContext : 0; k < last; ++k) shown[k] = true;
  }
  std::string text = "  - expected, + actual\n";
  for (size_t i = 0; i < lines.size(); ++i) {
    if (shown[i]) {
      text += std::string("  ") + lines[i].mark + " " + *lines[i].text + "\n";
    } else if (i > 0 && shown[i - 1]) {
      text += "    ...\n";
    }
  }
  return text;
}

}  // namespace assay::test
