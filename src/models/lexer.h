// The tokens of the model language.
//
// Names are C's, with `$`, `.` and `::` inside; anything else is a name between bars:
// `|operator+|`. A quoted name is never a special one: `|NULL|` is a variable called NULL.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "models/model.h"

namespace assay::models {

enum class TokenKind : uint8_t {
  Open,
  Close,
  Less,
  Greater,
  Colon,
  At,
  Star,
  Minus,
  Ellipsis,
  Name,
  QuotedName,
  Number,
  String,
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;     // decoded, of names and strings
  uint64_t number = 0;  // of numbers
  Place place;
  bool is_name() const { return kind == TokenKind::Name || kind == TokenKind::QuotedName; }
};

/// As a message names it: `'guard'`, `a string`, `the end of the file`.
std::string describe(const Token& token);

/// Whether a name needs no bars.
bool is_plain_name(std::string_view name);

class Lexer {
 public:
  /// Both texts outlive the lexer.  `start`: where the text begins in its file.
  Lexer(std::string_view file, std::string_view text, Place start = {})
      : file_(file), text_(text), place_(start) {}

  /// Into `token`, whatever it was.
  Result<void> next(Token& token);
  /// Jumps over the rest of a group, `depth` parentheses deep, up to the last one that closes it.
  void skip_group(size_t depth);
  /// Where the last token ended, in bytes.
  size_t offset() const { return at_; }

  /// `FILE:LINE:COLUMN: message`.
  template <class... Args>
  Error error(Place place, fmt::format_string<Args...> format, Args&&... args) const {
    return Error{fmt::format("{}:{}:{}: {}", file_, place.line, place.column,
                             fmt::format(format, std::forward<Args>(args)...))};
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void advance();
  Result<void> skip_blanks();
  Result<void> number(Token& token);
  void name(Token& token);
  Result<void> quoted_name(Token& token);
  Result<void> string(Token& token);
  Result<char> escape();

  std::string_view file_;
  std::string_view text_;
  size_t at_ = 0;
  Place place_;
};

}  // namespace assay::models
