// The tokens of metal, which are those of C and a few more: `==>`, `${`, `$end_of_path$`,
// `.module`.
//
// A token's text is a piece of the source, so the source outlives its tokens.  Code in braces that
// is not ours to read (actions, callouts, headers) is cut out of the source between two tokens.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::metal {

struct Place {
  uint32_t line = 1;
  uint32_t column = 1;  // in bytes, from 1
  friend constexpr auto operator<=>(Place, Place) = default;
};

enum class TokenKind : uint8_t {
  Identifier,
  Number,
  Character,
  String,
  Punctuation,  // also a byte that starts no token of C: the parser says so where it minds
  Directive,    // a preprocessor line, in headers
  Special,      // $end_of_path$
  Module,       // .module
  FileName,     // what follows it
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  size_t start = 0;  // where it starts in the source
  Place place;

  size_t end() const { return start + text.size(); }
  bool is(std::string_view punctuation) const {
    return kind == TokenKind::Punctuation && text == punctuation;
  }
  bool is_word(std::string_view word) const {
    return kind == TokenKind::Identifier && text == word;
  }
};

}  // namespace assay::metal
