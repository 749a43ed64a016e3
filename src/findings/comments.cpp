#include "findings/comments.h"

#include <algorithm>
#include <string>

#include "findings/words.h"

namespace assay::findings {
namespace {

class CommentReader {
 public:
  explicit CommentReader(std::string_view text) : text_(text) {
    size_t lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 2;
    result_.has_code.resize(lines);
    result_.has_comment.resize(lines);
  }

  CommentedText run() {
    while (at_ < text_.size()) step();
    return std::move(result_);
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      line_start_ = at_;
    }
  }
  void code() { result_.has_code[line_] = true; }

  void step() {
    char c = peek();
    if (c == '/' && peek(1) == '/') return line_comment();
    if (c == '/' && peek(1) == '*') return block_comment();
    if (c == '"') return is_raw() ? raw_string() : quoted('"');
    // 1'000 is one number.
    if (c == '\'' && !(at_ > 0 && is_word(text_[at_ - 1]) && is_digit_run())) return quoted('\'');
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v') code();
    advance();
  }

  bool is_digit_run() const {
    size_t begin = at_;
    while (begin > 0 && (is_word(text_[begin - 1]) || text_[begin - 1] == '\'')) --begin;
    return text_[begin] >= '0' && text_[begin] <= '9';
  }

  bool is_raw() const {
    if (at_ == 0 || text_[at_ - 1] != 'R') return false;
    std::string_view before = text_.substr(0, at_ - 1);
    for (std::string_view prefix : {"u8", "u", "U", "L"})
      if (before.ends_with(prefix)) {
        before.remove_suffix(prefix.size());
        break;
      }
    return before.empty() || !is_word(before.back());
  }

  void line_comment() {
    Comment comment = begin_comment();
    size_t begin = at_;
    while (at_ < text_.size() && peek() != '\n') {
      // A backslash at the end joins the next line to the comment.
      if (peek() == '\\' && peek(1) == '\n') advance();
      advance();
      result_.has_comment[line_] = true;
    }
    end_comment(comment, begin, at_);
  }

  void block_comment() {
    Comment comment = begin_comment();
    size_t begin = at_;
    while (at_ < text_.size() && !(peek() == '*' && peek(1) == '/')) {
      advance();
      result_.has_comment[line_] = true;
    }
    size_t end = at_;
    if (at_ < text_.size()) at_ += 2;
    end_comment(comment, begin, end);
  }

  Comment begin_comment() {
    Comment comment;
    comment.line = line_;
    comment.column = static_cast<uint32_t>(at_ - line_start_ + 1);
    result_.has_comment[line_] = true;
    at_ += 2;
    return comment;
  }
  void end_comment(Comment comment, size_t begin, size_t end) {
    begin = std::min(begin, text_.size());
    comment.text = text_.substr(begin, end - begin);
    comment.end_line = line_;
    result_.comments.push_back(comment);
  }

  // Ends at the line's end, as a compiler's error does.
  void quoted(char quote) {
    code();
    advance();
    while (at_ < text_.size() && peek() != quote && peek() != '\n') {
      if (peek() == '\\' && at_ + 1 < text_.size()) advance();
      advance();
    }
    if (at_ < text_.size() && peek() == quote) advance();
  }

  void raw_string() {
    code();
    size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 17) return quoted('"');
    std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    size_t end = text_.find(close, open);
    end = end == std::string_view::npos ? text_.size() : end + close.size();
    while (at_ < end) {
      code();
      advance();
    }
  }

  std::string_view text_;
  CommentedText result_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
};

}  // namespace

uint32_t CommentedText::next_code(uint32_t line) const {
  for (uint32_t at = line + 1; at < has_code.size(); ++at) {
    if (has_code[at]) return at;
    if (!has_comment[at]) return 0;
  }
  return 0;
}

CommentedText read_comments(std::string_view text) { return CommentReader(text).run(); }

}  // namespace assay::findings
