// A place in the tokens, shared by the parsers of declarations, patterns and machines.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "metal/diagnostics.h"
#include "metal/token.h"

namespace assay::metal {

/// C code that only Clang reads: what stands between two braces, without blanks around it.
struct RawCode {
  std::string text;
  Place place;  // of its first letter
};

class Cursor {
 public:
  /// `tokens` ends with End.  All three outlive the cursor.
  Cursor(std::string_view source, std::span<const Token> tokens, Diagnostics& diagnostics)
      : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

  const Token& peek(size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  Token next() {
    const Token& token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool at(std::string_view punctuation) const { return peek().is(punctuation); }
  bool at_word(std::string_view word) const { return peek().is_word(word); }
  bool at_identifier() const { return peek().kind == TokenKind::Identifier; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  bool take(std::string_view punctuation) {
    bool there = at(punctuation);
    if (there) next();
    return there;
  }
  bool take_word(std::string_view word) {
    bool there = at_word(word);
    if (there) next();
    return there;
  }
  /// Takes it, or says what stands there instead.
  bool expect(std::string_view punctuation, std::string_view where);
  /// `expected WHAT, found 'x'`; false.
  bool expected(std::string_view what);

  size_t position() const { return at_; }
  void seek(size_t position) { at_ = position; }
  /// The position after the `}` that closes the brace at `open`; past all tokens if none does.
  size_t after_braces(size_t open) const;
  /// Pre: at `{` or `${`.  False: the brace is not closed, which is an error.
  bool raw_code(RawCode& code);

  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  std::string_view source_;
  std::span<const Token> tokens_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
};

}  // namespace assay::metal
