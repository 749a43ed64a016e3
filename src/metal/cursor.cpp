#include "metal/cursor.h"

namespace assay::metal {

bool Cursor::expect(std::string_view punctuation, std::string_view where) {
  if (take(punctuation)) return true;
  return expected(fmt::format("'{}' {}", punctuation, where));
}

bool Cursor::expected(std::string_view what) {
  const Token& token = peek();
  if (token.kind == TokenKind::End)
    return diagnostics_.error(token.place, "expected {}, but the file ends here", what);
  return diagnostics_.error(token.place, "expected {}, found '{}'", what, token.text);
}

size_t Cursor::after_braces(size_t open) const {
  size_t depth = 0;
  for (size_t i = open; i < tokens_.size(); ++i) {
    if (tokens_[i].is("{") || tokens_[i].is("${")) ++depth;
    if (tokens_[i].is("}") && --depth == 0) return i + 1;
  }
  return tokens_.size();
}

bool Cursor::raw_code(RawCode& code) {
  Token open = peek();
  size_t after = after_braces(at_);
  if (after == tokens_.size()) {
    seek(tokens_.size() - 1);
    return diagnostics_.error(open.place, "this brace is not closed");
  }
  size_t start = open.end();
  size_t end = tokens_[after - 1].start;
  code.place = {open.place.line, open.place.column + static_cast<uint32_t>(open.text.size())};
  auto blank = [&](size_t i) {
    return std::string_view(" \t\r\n\f\v").find(source_[i]) != std::string_view::npos;
  };
  for (; start < end && blank(start); ++start) {
    if (source_[start] == '\n') {
      code.place = {code.place.line + 1, 1};
    } else {
      ++code.place.column;
    }
  }
  while (end > start && blank(end - 1)) --end;
  code.text = source_.substr(start, end - start);
  seek(after);
  return true;
}

}  // namespace assay::metal
