#include "cli/toml.h"

#include <charconv>
#include <set>

namespace assay::cli {
namespace {

class TomlReader {
 public:
  TomlReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Result<std::vector<TomlEntry>> read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (true) {
      skip_blank_lines();
      if (at_ >= text_.size()) return std::move(entries_);
      Result<void> line = peek() == '[' ? read_table() : read_entry();
      if (line.ok()) line = end_line();
      if (!line.ok()) return input_error("{}:{}: {}", name_, line_, line.error());
    }
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  void skip_comment() {
    if (peek() != '#') return;
    while (at_ < text_.size() && peek() != '\n') ++at_;
  }
  void skip_blank_lines() {
    while (at_ < text_.size()) {
      skip_blanks();
      skip_comment();
      if (peek() == '\r') ++at_;
      if (peek() != '\n') return;
      ++at_;
      ++line_;
    }
  }
  Result<void> end_line() {
    skip_blanks();
    skip_comment();
    if (peek() == '\r') ++at_;
    if (at_ >= text_.size() || peek() == '\n') return {};
    return input_error("'{}' after a value: one key a line", rest_of_line());
  }
  std::string rest_of_line() const {
    std::string_view rest = text_.substr(at_);
    return std::string(rest.substr(0, std::min<size_t>(rest.find_first_of("\r\n"), 40)));
  }

  Result<std::string> read_key() {
    size_t begin = at_;
    while (at_ < text_.size()) {
      char c = peek();
      bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '_' || c == '-';
      if (!is_word) break;
      ++at_;
    }
    if (at_ == begin) return input_error("'{}' where a key should stand", rest_of_line());
    return std::string(text_.substr(begin, at_ - begin));
  }

  Result<void> read_table() {
    ++at_;
    skip_blanks();
    table_ = TRY(read_key());
    skip_blanks();
    if (peek() != ']') return input_error("[{} is not closed by ]", table_);
    ++at_;
    if (!tables_.insert(table_).second) return input_error("[{}] stands there twice", table_);
    return {};
  }

  Result<void> read_entry() {
    TomlEntry entry;
    entry.table = table_;
    entry.line = line_;
    entry.key = TRY(read_key());
    skip_blanks();
    if (peek() != '=') return input_error("'{}' needs a '=' and a value", entry.key);
    ++at_;
    skip_blanks();
    entry.value = TRY(read_value());
    if (!keys_.emplace(entry.table, entry.key).second)
      return input_error("'{}' stands there twice", entry.key);
    entries_.push_back(std::move(entry));
    return {};
  }

  Result<TomlValue> read_value() {
    if (peek() == '"' || peek() == '\'') return TomlValue(TRY(read_text()));
    if (peek() == '[') return TomlValue(TRY(read_list()));
    size_t begin = at_;
    while (at_ < text_.size() && std::string_view(" \t\r\n,#]").find(peek()) == std::string::npos)
      ++at_;
    std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "true") return TomlValue(true);
    if (word == "false") return TomlValue(false);
    std::string digits;
    for (char c : word)
      if (c != '_') digits += c;
    const char* end = digits.data() + digits.size();
    int64_t number = 0;
    if (auto [stop, error] = std::from_chars(digits.data(), end, number);
        error == std::errc() && stop == end)
      return TomlValue(number);
    double real = 0;
    if (auto [stop, error] = std::from_chars(digits.data(), end, real);
        error == std::errc() && stop == end)
      return TomlValue(real);
    return input_error("'{}' is no value; a text stands in quotes", word);
  }

  Result<std::string> read_text() {
    char quote = peek();
    ++at_;
    std::string text;
    while (at_ < text_.size() && peek() != '\n') {
      char c = text_[at_++];
      if (c == quote) return text;
      if (c != '\\' || quote == '\'') {
        text += c;
        continue;
      }
      constexpr std::string_view kNames = "\"\\ntrbf", kMeanings = "\"\\\n\t\r\b\f";
      size_t known = at_ < text_.size() ? kNames.find(text_[at_]) : std::string_view::npos;
      if (known == std::string_view::npos)
        return input_error("'\\{}' is no escape; a text in single quotes has none",
                           at_ < text_.size() ? std::string(1, text_[at_]) : "");
      text += kMeanings[known];
      ++at_;
    }
    return input_error("a text is not closed by {}", quote);
  }

  Result<std::vector<std::string>> read_list() {
    ++at_;
    std::vector<std::string> list;
    while (true) {
      skip_blank_lines();
      if (peek() == ']') break;
      if (peek() != '"' && peek() != '\'')
        return input_error("a list holds texts in quotes, and ends with ]");
      list.push_back(TRY(read_text()));
      skip_blank_lines();
      if (peek() == ',') {
        ++at_;
      } else if (peek() != ']') {
        return input_error("',' or ']' should stand after \"{}\"", list.back());
      }
    }
    ++at_;
    return list;
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_ = 0;
  unsigned line_ = 1;
  std::string table_;
  std::set<std::string> tables_;
  std::set<std::pair<std::string, std::string>> keys_;
  std::vector<TomlEntry> entries_;
};

}  // namespace

Result<std::vector<TomlEntry>> read_toml(std::string_view text, const std::string& name) {
  return TomlReader(text, name).read();
}

}  // namespace assay::cli
