#include "logic/smtlib_lexer.h"

#include <algorithm>

namespace assay::logic {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_symbol_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c != '\0' && std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos);
}

std::string describe(char c) {
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("byte {}", static_cast<unsigned>(static_cast<unsigned char>(c)));
}

}  // namespace

void SmtLexer::advance() {
  if (text_[at_] == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  ++at_;
}

void SmtLexer::skip_blanks() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == ';') {
      while (at_ < text_.size() && text_[at_] != '\n') advance();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      advance();
    } else {
      return;
    }
  }
}

// Between two quotes; the second one doubled stands for itself in strings.
Result<SmtToken> SmtLexer::quoted(SmtToken token, char quote) {
  advance();
  size_t start = at_;
  for (;;) {
    if (at_ == text_.size()) {
      return error(token.place, "{} without an end", quote == '|' ? "a quoted symbol" : "a string");
    }
    if (text_[at_] == quote) {
      bool doubled = quote == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"';
      if (!doubled) break;
      advance();
    }
    advance();
  }
  token.text = text_.substr(start, at_ - start);
  advance();
  return token;
}

// After `#`.
Result<SmtToken> SmtLexer::literal(SmtToken token) {
  advance();
  char base = peek();
  if (base != 'x' && base != 'b') return error(token.place, "expected x or b after '#'");
  advance();
  token.kind = base == 'x' ? SmtToken::Hex : SmtToken::Binary;
  size_t start = at_;
  auto is_good = [&](char c) { return base == 'x' ? is_hex(c) : c == '0' || c == '1'; };
  while (at_ < text_.size() && is_good(text_[at_])) advance();
  token.text = text_.substr(start, at_ - start);
  if (token.text.empty()) return error(token.place, "a constant without digits");
  if (is_symbol_char(peek())) {
    return error(place_, "{} is no {} digit", describe(peek()),
                 base == 'x' ? "hexadecimal" : "binary");
  }
  return token;
}

Result<SmtToken> SmtLexer::next() {
  skip_blanks();
  SmtToken token;
  token.place = place_;
  token.start = at_;
  if (at_ == text_.size()) return token;
  char c = text_[at_];
  size_t start = at_;
  if (c == '(' || c == ')') {
    token.kind = c == '(' ? SmtToken::Open : SmtToken::Close;
    advance();
  } else if (c == '|' || c == '"') {
    token.kind = c == '|' ? SmtToken::Symbol : SmtToken::String;
    return quoted(token, c);
  } else if (c == '#') {
    return literal(token);
  } else if (is_digit(c)) {
    token.kind = SmtToken::Numeral;
    while (is_digit(peek())) advance();
    if (peek() == '.') {
      token.kind = SmtToken::Decimal;
      advance();
      while (is_digit(peek())) advance();
    }
    if (is_symbol_char(peek())) return error(place_, "{} in a number", describe(peek()));
  } else if (is_symbol_char(c) || c == ':') {
    token.kind = c == ':' ? SmtToken::Keyword : SmtToken::Symbol;
    advance();
    while (is_symbol_char(peek())) advance();
  } else {
    return error(place_, "unexpected {}", describe(c));
  }
  token.text = text_.substr(start, at_ - start);
  return token;
}

}  // namespace assay::logic
