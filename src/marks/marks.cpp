#include "marks/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/nearest.h"
#include "marks/text.h"

namespace assay::marks {
namespace {

constexpr struct {
  std::string_view word;
  MarkKind kind;
} kWords[] = {{"report ", MarkKind::Report},
              {"step ", MarkKind::Step},
              {"missed ", MarkKind::Missed},
              {"false ", MarkKind::False}};

// Where the comment text at `at` (just after `//` or `/*`) is a mark, its kind; `at` moves past
// the word.
bool read_word(const std::string& line, size_t& at, MarkKind& kind) {
  while (at < line.size() && line[at] == ' ') ++at;
  for (const auto& candidate : kWords) {
    if (line.compare(at, candidate.word.size(), candidate.word) != 0) continue;
    at += candidate.word.size();
    kind = candidate.kind;
    return true;
  }
  return false;
}

// `"…"` with \" and \\ as escapes; `at` moves past it.
std::string read_quoted(const std::string& line, size_t& at) {
  std::string text;
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    text += line[at];
  }
  if (at < line.size()) ++at;
  return text;
}

bool is_id_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_';
}

std::string take_word(const std::string& line, size_t& at) {
  while (at < line.size() && line[at] == ' ') ++at;
  std::string word;
  while (at < line.size() && is_id_character(line[at])) word += line[at++];
  return word;
}

std::string quoted(const std::string& text) {
  return "\"" + replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\"") + "\"";
}

}  // namespace

std::string spell_mark(const Mark& mark) {
  std::string text;
  for (const auto& candidate : kWords) {
    if (candidate.kind == mark.kind) text = candidate.word;
  }
  text += mark.id;
  if (!mark.message.empty()) text += ": " + quoted(mark.message);
  return text;
}

MarkedLine read_marks(const std::string& line, size_t number) {
  MarkedLine result;
  for (size_t slash = line.find('/'); slash != std::string::npos;
       slash = line.find('/', slash + 1)) {
    if (slash + 1 >= line.size() || (line[slash + 1] != '/' && line[slash + 1] != '*')) continue;
    size_t at = slash + 2;
    Mark mark{.line = number};
    if (!read_word(line, at, mark.kind)) continue;
    while (at < line.size() && is_id_character(line[at])) mark.id += line[at++];
    if (mark.id.empty()) continue;
    size_t text = line.find_first_not_of(": ", at);
    if (at < line.size() && line[at] == ':' && text != std::string::npos && line[text] == '"') {
      at = text;
      mark.message = read_quoted(line, at);
    }
    if (result.begin == std::string::npos) result.begin = slash;
    result.marks.push_back(mark);
    slash = at > slash + 1 ? at - 1 : slash;
  }
  return result;
}

std::vector<std::string> mark_mistakes(const std::string& line) {
  std::vector<std::string> mistakes;
  std::vector<std::string_view> words;
  for (const auto& known : kWords) words.push_back(known.word.substr(0, known.word.size() - 1));
  for (size_t slash = line.find("//"); slash != std::string::npos;
       slash = line.find("//", slash + 2)) {
    size_t at = slash + 2;
    std::string word = take_word(line, at), id = take_word(line, at);
    bool is_known = std::find(words.begin(), words.end(), word) != words.end();
    size_t end = line.find_first_not_of(' ', at);
    bool is_all = end == std::string::npos;
    bool has_text = !is_all && line.compare(end, 1, ":") == 0 && line.find('"', end) < line.size();
    if (is_known && id.empty() && (is_all || has_text))
      mistakes.push_back(fmt::format("'{}' needs the kind of finding it speaks of", word));
    // Prose begins with such words, too; hardly any looks like a kind, or a text, behind them.
    bool is_meant = has_text || (is_all && id.find('-') != std::string::npos);
    if (!is_known && !id.empty() && is_meant && !nearest_name(word, words).empty())
      mistakes.push_back(fmt::format("'{}' is no mark{}", word, suggestion(word, words)));
  }
  return mistakes;
}

std::string with_marks(const std::string& line, const std::vector<Mark>& marks) {
  size_t begin = read_marks(line, 0).begin;
  bool continued = line.ends_with('\\');
  std::string text = line.substr(0, begin);
  if (continued && begin == std::string::npos) text.pop_back();
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.pop_back();
  for (const Mark& mark : marks) {
    text += continued ? "  /* " + spell_mark(mark) + " */" : "  // " + spell_mark(mark);
  }
  return continued ? text + " \\" : text;
}

}  // namespace assay::marks
