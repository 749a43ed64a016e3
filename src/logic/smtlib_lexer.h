// The tokens of SMT-LIB 2.6.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::logic {

struct SmtPlace {
  uint32_t line = 1;
  uint32_t column = 1;
};

struct SmtToken {
  enum Kind : uint8_t { Open, Close, Symbol, Keyword, Numeral, Decimal, Hex, Binary, String, End };
  Kind kind = End;
  std::string_view text;  // of |a b|, a b; of #xff, ff; of :name, :name; of "a""b", a""b
  SmtPlace place;
  size_t start = 0;  // where it starts in the text

  bool is(std::string_view symbol) const { return kind == Symbol && text == symbol; }
};

class SmtLexer {
 public:
  /// Both outlive the tokens.
  SmtLexer(std::string_view file, std::string_view text) : file_(file), text_(text) {}

  Result<SmtToken> next();
  /// After the last token.
  size_t position() const { return at_; }
  /// `FILE:LINE:COLUMN: message`.
  template <class... Args>
  Error error(SmtPlace place, fmt::format_string<Args...> format, Args&&... args) const {
    return Error{fmt::format("{}:{}:{}: {}", file_, place.line, place.column,
                             fmt::format(format, std::forward<Args>(args)...))};
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void advance();
  void skip_blanks();
  Result<SmtToken> quoted(SmtToken token, char quote);
  Result<SmtToken> literal(SmtToken token);

  std::string_view file_;
  std::string_view text_;
  size_t at_ = 0;
  SmtPlace place_;
};

}  // namespace assay::logic
