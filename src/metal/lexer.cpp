#include "metal/lexer.h"

#include <array>

namespace assay::metal {
namespace {

bool is_letter(char c) {
  // Bytes of UTF-8 letters are letters too.
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

// Longest first: the first that fits is the token.
constexpr std::array<std::string_view, 25> kPunctuation = {
    "==>", "<<=", ">>=", "...", "${", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"};
// What one of these may begin with: most marks are single letters, and most of a rule is marks.
constexpr std::string_view kFirstOfSeveral = "=<>.$-+!&|*/%^:";

// With comments and blanks; with fewer letters the tokens find room as they come.
constexpr size_t kLettersPerToken = 5;

class Lexer {
 public:
  Lexer(std::string_view source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    tokens_.reserve(source_.size() / kLettersPerToken + 1);
    while (skip_blanks()) token();
    tokens_.push_back({TokenKind::End, source_.substr(at_, 0), at_, place_});
    return std::move(tokens_);
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool ended() const { return at_ >= source_.size(); }
  void advance() {
    if (source_[at_++] == '\n') {
      ++place_.line;
      place_.column = 1;
      line_start_ = true;
    } else {
      ++place_.column;
    }
  }

  /// False: the text ends.
  bool skip_blanks() {
    while (!ended()) {
      if (is_blank(peek()) || peek() == '\n') {
        advance();
      } else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
        advance();
      } else if (peek() == '/' && peek(1) == '/') {
        while (!ended() && peek() != '\n') advance();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_comment();
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_comment() {
    Place start = place_;
    advance();
    advance();
    while (!ended() && !(peek() == '*' && peek(1) == '/')) advance();
    if (ended()) {
      diagnostics_.error(start, "this comment does not end");
      return;
    }
    advance();
    advance();
  }

  void token() {
    size_t start = at_;
    Place place = place_;
    bool first = line_start_;
    line_start_ = false;
    TokenKind kind = scan(first);
    tokens_.push_back({kind, source_.substr(start, at_ - start), start, place});
    if (kind == TokenKind::Module) file_name();
  }

  TokenKind scan(bool first_on_line) {
    char c = peek();
    if (is_letter(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return literal(c);
    if (c == '#' && first_on_line) return directive();
    // Only where a line of metal starts: in C, `.module = x` is a designated initializer.
    if (first_on_line && depth_ == 0 && source_.substr(at_).starts_with(".module") &&
        !is_letter(peek(7)) && !is_digit(peek(7)))
      return take(7, TokenKind::Module);
    if (c == '$' && is_letter(peek(1))) return special();
    return punctuation();
  }

  TokenKind take(size_t letters, TokenKind kind) {
    for (size_t i = 0; i < letters; ++i) advance();
    return kind;
  }

  TokenKind word() {
    size_t start = at_;
    while (is_letter(peek()) || is_digit(peek())) advance();
    // L"…", u8"…": the prefix belongs to the literal.
    std::string_view text = source_.substr(start, at_ - start);
    bool prefix = text == "L" || text == "u" || text == "U" || text == "u8";
    if (prefix && (peek() == '"' || peek() == '\'')) return literal(peek());
    return TokenKind::Identifier;
  }

  TokenKind number() {
    while (is_letter(peek()) || is_digit(peek()) || peek() == '.' ||
           ((peek() == '+' || peek() == '-') && is_exponent(source_[at_ - 1])))
      advance();
    return TokenKind::Number;
  }
  bool is_exponent(char c) const { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; }

  TokenKind literal(char quote) {
    Place start = place_;
    advance();
    while (!ended() && peek() != quote && peek() != '\n') {
      if (peek() == '\\' && at_ + 1 < source_.size()) advance();
      advance();
    }
    if (peek() == quote && !ended()) {
      advance();
    } else {
      diagnostics_.error(start, "this {} does not end on its line",
                         quote == '"' ? "string" : "character constant");
    }
    return quote == '"' ? TokenKind::String : TokenKind::Character;
  }

  TokenKind directive() {
    while (!ended() && peek() != '\n') {
      if (peek() == '\\' && at_ + 1 < source_.size()) advance();
      advance();
    }
    return TokenKind::Directive;
  }

  TokenKind special() {
    Place start = place_;
    advance();
    while (is_letter(peek()) || is_digit(peek())) advance();
    if (peek() == '$') {
      advance();
    } else {
      diagnostics_.error(start, "a '$' is missing at the end of this word");
    }
    return TokenKind::Special;
  }

  TokenKind punctuation() {
    std::string_view rest = source_.substr(at_);
    if (kFirstOfSeveral.find(rest[0]) != std::string_view::npos) {
      for (std::string_view text : kPunctuation) {
        if (!rest.starts_with(text)) continue;
        if (text == "${") ++depth_;
        return take(text.size(), TokenKind::Punctuation);
      }
    }
    if (peek() == '{') ++depth_;
    if (peek() == '}' && depth_ > 0) --depth_;
    return take(1, TokenKind::Punctuation);
  }

  void file_name() {
    while (is_blank(peek())) advance();
    size_t start = at_;
    Place place = place_;
    if (peek() == '"') {
      literal('"');
    } else {
      while (!ended() && !is_blank(peek()) && peek() != '\n' && peek() != ';') advance();
    }
    std::string_view name = source_.substr(start, at_ - start);
    if (name.empty() || name.starts_with("//") || name.starts_with("/*")) {
      diagnostics_.error(place, "expected a file name after '.module'");
      at_ = start;
      place_ = place;
      return;
    }
    tokens_.push_back({TokenKind::FileName, name, start, place});
  }

  std::string_view source_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  Place place_;
  size_t depth_ = 0;        // of braces
  bool line_start_ = true;  // no token stands on this line yet
};

}  // namespace

std::vector<Token> lex(std::string_view source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace assay::metal
