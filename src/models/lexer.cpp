#include "models/lexer.h"

#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace assay::models {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == '.'; }

std::string describe_char(char c) {
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("byte {}", static_cast<unsigned>(static_cast<unsigned char>(c)));
}

// Tokens of one character.
constexpr std::array<std::pair<char, TokenKind>, 8> kMarks = {{
    {'(', TokenKind::Open},
    {')', TokenKind::Close},
    {'<', TokenKind::Less},
    {'>', TokenKind::Greater},
    {':', TokenKind::Colon},
    {'@', TokenKind::At},
    {'*', TokenKind::Star},
    {'-', TokenKind::Minus},
}};

std::optional<TokenKind> mark_of(char c) {
  for (auto [mark, kind] : kMarks) {
    if (mark == c) return kind;
  }
  return std::nullopt;
}

// How many characters at the front of `text` are a name; 0: none starts here.
size_t name_length(std::string_view text) {
  if (text.empty() || !starts_name(text[0])) return 0;
  size_t at = 1;
  while (at < text.size()) {
    if (continues_name(text[at])) {
      ++at;
    } else if (text.substr(at, 2) == "::" && at + 2 < text.size() && starts_name(text[at + 2])) {
      at += 3;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::Name:
    case TokenKind::QuotedName:
      return fmt::format("'{}'", token.text);
    case TokenKind::Number:
      return fmt::format("{}", token.number);
    case TokenKind::String:
      return "a string";
    case TokenKind::Ellipsis:
      return "'...'";
    case TokenKind::End:
      return "the end of the file";
    default:
      for (auto [mark, kind] : kMarks) {
        if (kind == token.kind) return fmt::format("'{}'", mark);
      }
  }
  ASSAY_CHECK(false, "every kind of token should have a description");
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name_length(name) == name.size();
}

void Lexer::advance() {
  if (text_[at_] == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  ++at_;
}

Result<void> Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '/' && peek(1) == '/') {
      while (at_ < text_.size() && text_[at_] != '\n') advance();
    } else if (c == '/' && peek(1) == '*') {
      Place start = place_;
      advance();
      advance();
      while (at_ < text_.size() && !(text_[at_] == '*' && peek(1) == '/')) advance();
      if (at_ == text_.size()) return error(start, "a comment without an end");
      advance();
      advance();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      advance();
    } else {
      break;
    }
  }
  return {};
}

Result<void> Lexer::number(Token& token) {
  token.kind = TokenKind::Number;
  while (is_digit(peek())) {
    auto digit = static_cast<uint64_t>(peek() - '0');
    if (token.number > (std::numeric_limits<uint64_t>::max() - digit) / 10)
      return error(token.place, "a number that does not fit 64 bits");
    token.number = token.number * 10 + digit;
    advance();
  }
  if (continues_name(peek())) return error(place_, "{} in a number", describe_char(peek()));
  return {};
}

void Lexer::name(Token& token) {
  token.kind = TokenKind::Name;
  token.text = text_.substr(at_, name_length(text_.substr(at_)));
  at_ += token.text.size();
  place_.column += static_cast<uint32_t>(token.text.size());
}

Result<void> Lexer::quoted_name(Token& token) {
  token.kind = TokenKind::QuotedName;
  advance();
  while (peek() != '|') {
    if (peek() == '\\' && (peek(1) == '|' || peek(1) == '\\')) advance();
    if (at_ == text_.size() || peek() == '\n' || peek() == '\0')
      return error(token.place, "a name that starts with '|' ends with one, on the same line");
    token.text += peek();
    advance();
  }
  advance();
  if (token.text.empty()) return error(token.place, "a name without letters");
  return {};
}

// After a backslash in a string.
Result<char> Lexer::escape() {
  Place place = place_;
  char c = peek();
  if (c >= '0' && c <= '7') {
    unsigned value = 0;
    for (int digits = 0; digits < 3 && peek() >= '0' && peek() <= '7'; ++digits) {
      value = value * 8 + static_cast<unsigned>(peek() - '0');
      advance();
    }
    if (value > 255) return error(place, "an octal escape above \\377");
    return static_cast<char>(value);
  }
  constexpr std::array<std::pair<char, char>, 5> kEscapes = {
      {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'"', '"'}, {'\\', '\\'}}};
  for (auto [letter, meaning] : kEscapes) {
    if (letter != c) continue;
    advance();
    return meaning;
  }
  return error(place, "{} after '\\' in a string", describe_char(c));
}

Result<void> Lexer::string(Token& token) {
  token.kind = TokenKind::String;
  advance();
  while (peek() != '"') {
    if (at_ == text_.size() || peek() == '\n') return error(token.place, "a string without an end");
    bool is_escape = peek() == '\\';
    char c = peek();
    advance();
    token.text += is_escape ? TRY(escape()) : c;
  }
  advance();
  return {};
}

// Strings, quoted names and comments may have parentheses in them.
void Lexer::skip_group(size_t depth) {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '"' || c == '|') {
      advance();
      for (; at_ < text_.size() && text_[at_] != c; advance())
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) advance();
    } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      if (!skip_blanks().ok()) return;
      continue;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return;
    }
    if (at_ < text_.size()) advance();
  }
}

Result<void> Lexer::next(Token& token) {
  TRY(skip_blanks());
  token.kind = TokenKind::End;
  token.text.clear();
  token.number = 0;
  token.place = place_;
  if (at_ == text_.size()) return {};
  char c = text_[at_];
  if (std::optional<TokenKind> mark = mark_of(c)) {
    token.kind = *mark;
    advance();
    return {};
  }
  if (c == '.' && peek(1) == '.' && peek(2) == '.') {
    token.kind = TokenKind::Ellipsis;
    for (int i = 0; i < 3; ++i) advance();
    return {};
  }
  if (is_digit(c)) return number(token);
  if (c == '"') return string(token);
  if (c == '|') return quoted_name(token);
  if (!starts_name(c)) return error(place_, "unexpected {}", describe_char(c));
  name(token);
  return {};
}

}  // namespace assay::models
