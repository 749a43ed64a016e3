// Words of a source text, as far as it takes to tell names from signs.
#pragma once

namespace assay::findings {

/// A character of a name or a number.
constexpr bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace assay::findings
