#include "metal/actions/report_text.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <vector>

namespace assay::metal {
namespace {

// They stand for the borders of tags while printf does its work; no text of people has them.
constexpr char kTagBegin = '\x01', kTagEnd = '\x02';

enum class Tag : uint8_t { Success, Fail, Population, Security, Error, Minor };
struct TagName {
  std::string_view name;
  Tag tag;
  bool has_value;
};
constexpr std::array kTags{
    TagName{"SUCCESS", Tag::Success, true}, TagName{"FAIL", Tag::Fail, true},
    TagName{"POP", Tag::Population, true},  TagName{"SECURITY", Tag::Security, false},
    TagName{"ERROR", Tag::Error, false},    TagName{"MINOR", Tag::Minor, false}};

/// The tag that begins at `[`, if one does.
const TagName* tag_at(std::string_view text) {
  for (const TagName& tag : kTags) {
    if (text.size() <= tag.name.size() + 1 || text.substr(1, tag.name.size()) != tag.name) continue;
    char next = text[tag.name.size() + 1];
    if (next == ']' || (next == '=' && tag.has_value)) return &tag;
  }
  return nullptr;
}

/// `$name`, `${name}`: how long, and what it stands for.
struct Word {
  size_t size = 0;
  const std::string* value = nullptr;
};
Word word_at(std::string_view text, const ReportWords& words) {
  for (auto [name, value] : {std::pair<std::string_view, const std::string*>{"name", &words.name},
                             {"data", &words.data}}) {
    if (text.substr(1, name.size()) == name) return {name.size() + 1, value};
    if (text.substr(1, 1) == "{" && text.substr(2, name.size()) == name &&
        text.substr(name.size() + 2, 1) == "}")
      return {name.size() + 3, value};
  }
  return {};
}

/// The format with its words filled in and its tags marked.
class Template {
 public:
  Template(std::string_view format, const ReportWords& words) : words_(words) {
    for (size_t i = 0; i < format.size();) i += step(format.substr(i));
    // A tag that is not closed ends with the text.
    if (!brackets_.empty()) text_ += kTagEnd;
  }
  const std::string& text() const { return text_; }
  const std::vector<const TagName*>& tags() const { return tags_; }

 private:
  size_t step(std::string_view rest) {
    char c = rest[0];
    if (c == '$') {
      if (Word word = word_at(rest, words_); word.size != 0) {
        append_escaped(*word.value);
        return word.size;
      }
    } else if (c == '[' && !brackets_.empty()) {
      ++brackets_.back();
    } else if (c == '[') {
      if (const TagName* tag = tag_at(rest)) {
        brackets_.push_back(0);
        tags_.push_back(tag);
        text_ += kTagBegin;
        return tag->name.size() + 1;  // the `=` stays: it tells a value from none
      }
    } else if (c == ']' && !brackets_.empty()) {
      if (brackets_.back()-- == 0) {
        brackets_.pop_back();
        text_ += kTagEnd;
        return 1;
      }
    }
    if (c != kTagBegin && c != kTagEnd) text_ += c;
    return 1;
  }
  void append_escaped(std::string_view value) {
    for (char c : value) {
      if (c == kTagBegin || c == kTagEnd || c == '\0') continue;
      text_ += c;
      if (c == '%') text_ += c;
    }
  }

  const ReportWords& words_;
  std::string text_;
  std::vector<const TagName*> tags_;
  std::vector<int> brackets_;  // open ones within the tag at hand; empty: no tag
};

std::string print(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int size = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (size < 0) return format;
  std::string text(static_cast<size_t>(size) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, arguments);
  text.pop_back();
  return text;
}

/// `value` is what stands between the tag's name and its bracket.
void apply(RuleReport& report, Tag tag, std::string_view value) {
  bool has_value = value.starts_with('=');
  if (has_value) value.remove_prefix(1);
  // `[SUCCESS=$data]` where there is no data: there is nothing to count for.
  bool is_nothing = has_value && value.empty();
  switch (tag) {
    case Tag::Success:
      if (!is_nothing) report.success = value;
      break;
    case Tag::Fail:
      if (!is_nothing) report.fail = value;
      break;
    case Tag::Population:
      if (!is_nothing) report.population = value;
      break;
    case Tag::Security:
      report.severity = ReportClass::Security;
      break;
    case Tag::Error:
      report.severity = ReportClass::Error;
      break;
    case Tag::Minor:
      report.severity = ReportClass::Minor;
      break;
  }
}

/// Blanks that a tag leaves behind at the end or doubled go with it.
void append_message(std::string& message, std::string_view part) {
  if (message.ends_with(' ') || message.empty()) {
    while (part.starts_with(' ')) part.remove_prefix(1);
  }
  message += part;
}

template <class T>
std::string number_text(const std::string& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

}  // namespace

void format_report(RuleReport& report, const char* format, va_list arguments,
                   const ReportWords& words) {
  Template made(format, words);
  std::string text = print(made.text().c_str(), arguments);
  std::string_view rest = text;
  report.message.clear();
  for (const TagName* tag : made.tags()) {
    size_t begin = rest.find(kTagBegin);
    size_t end = rest.find(kTagEnd, begin == std::string_view::npos ? 0 : begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) break;
    append_message(report.message, rest.substr(0, begin));
    apply(report, tag->tag, rest.substr(begin + 1, end - begin - 1));
    rest.remove_prefix(end + 1);
  }
  append_message(report.message, rest);
  while (report.message.ends_with(' ') || report.message.ends_with('\n')) report.message.pop_back();
}

std::string data_text(const InstanceData& data) {
  if (data.is_text) return data.bytes;
  switch (data.bytes.size()) {
    case 1:
      return number_text<int8_t>(data.bytes);
    case 2:
      return number_text<int16_t>(data.bytes);
    case 4:
      return number_text<int32_t>(data.bytes);
    case 8:
      return number_text<int64_t>(data.bytes);
    default:
      break;
  }
  std::string text;
  for (unsigned char c : data.bytes) text += fmt::format("{:02x}", c);
  return text;
}

}  // namespace assay::metal
