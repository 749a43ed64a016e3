// What the words in a machine's patterns mean.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "metal/c_type.h"
#include "metal/program.h"

namespace assay::metal {

struct PatternScope {
  const std::vector<Hole>& holes;
  const std::vector<NamedPattern>& patterns;
  TypeNames types;  // besides C's own: those of the holes' declarations and of the caller's list

  /// None: the word is no hole.
  HoleId hole(std::string_view name) const {
    for (size_t i = 0; i < holes.size(); ++i) {
      if (holes[i].name == name) return HoleId(i);
    }
    return {};
  }
};

/// Words that cannot be a name in an expression.
inline bool is_statement_word(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords = {"if",     "else",   "while",    "do",
                                                       "for",    "switch", "case",     "default",
                                                       "return", "break",  "continue", "goto"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

}  // namespace assay::metal
