#include "findings/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "findings/comments.h"
#include "findings/glob.h"

namespace assay::findings {
namespace {

/// Which lines a comment speaks of.
enum class Scope : uint8_t {
  Code,  // the line it stands on, or the next line of code
  ThisLine,
  NextLine,
  File,
  Begin,
  End,
};
/// How ids and reason are written after the word.
enum class Shape : uint8_t {
  Brackets,     // [a, b]: reason
  Parentheses,  // (a, b)
  Either,       // a   or   [a, b] … // reason
  Colon,        // : a, b
  Tag,          // [tag : FALSE]
};

struct Word {
  std::string_view word;
  Scope scope;
  Shape shape;
  State state;
};

// A word that begins as another does stands before it.
constexpr std::array kWords{
    Word{"assay-ignore-begin", Scope::Begin, Shape::Brackets, State::FalsePositive},
    Word{"assay-ignore-end", Scope::End, Shape::Brackets, State::FalsePositive},
    Word{"assay-ignore-file", Scope::File, Shape::Brackets, State::FalsePositive},
    Word{"assay-ignore", Scope::Code, Shape::Brackets, State::FalsePositive},
    Word{"NOLINTNEXTLINE", Scope::NextLine, Shape::Parentheses, State::FalsePositive},
    Word{"NOLINTBEGIN", Scope::Begin, Shape::Parentheses, State::FalsePositive},
    Word{"NOLINTEND", Scope::End, Shape::Parentheses, State::FalsePositive},
    Word{"NOLINT", Scope::ThisLine, Shape::Parentheses, State::FalsePositive},
    Word{"codechecker_suppress", Scope::Code, Shape::Brackets, State::FalsePositive},
    Word{"codechecker_false_positive", Scope::Code, Shape::Brackets, State::FalsePositive},
    Word{"codechecker_intentional", Scope::Code, Shape::Brackets, State::Intentional},
    Word{"codechecker_confirmed", Scope::Code, Shape::Brackets, State::Confirmed},
    Word{"cppcheck-suppress-begin", Scope::Begin, Shape::Either, State::FalsePositive},
    Word{"cppcheck-suppress-end", Scope::End, Shape::Either, State::FalsePositive},
    Word{"cppcheck-suppress-file", Scope::File, Shape::Either, State::FalsePositive},
    Word{"cppcheck-suppress-macro", Scope::Code, Shape::Either, State::FalsePositive},
    Word{"cppcheck-suppress", Scope::Code, Shape::Either, State::FalsePositive},
    Word{"@infer-ignore-every", Scope::File, Shape::Colon, State::FalsePositive},
    Word{"@infer-ignore", Scope::Code, Shape::Colon, State::FalsePositive},
    Word{"coverity[", Scope::Code, Shape::Tag, State::Intentional},
    Word{"nosemgrep", Scope::Code, Shape::Colon, State::FalsePositive},
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n*";
  while (!text.empty() && kBlank.find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && kBlank.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text;
}

// Stars are names here, not the decoration of a comment.
std::vector<std::string> split_ids(std::string_view list) {
  std::vector<std::string> ids;
  std::string id;
  auto end = [&] {
    if (!id.empty()) ids.push_back(std::move(id));
    id.clear();
  };
  for (char c : list) {
    if (c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r')
      end();
    else
      id += c;
  }
  end();
  return ids;
}

/// What stands after a word.
struct Said {
  std::vector<std::string> ids;
  std::string_view reason;
  bool has_list = false;
  bool is_closed = true;
  State state = State::FalsePositive;
  std::string variable;
};

// From `open` at the front to `close`; what follows is the reason.
void read_list(std::string_view rest, char open, char close, Said& said) {
  if (!rest.starts_with(open)) {
    said.reason = rest;
    return;
  }
  size_t end = rest.find(close);
  said.has_list = true;
  said.is_closed = end != std::string_view::npos;
  if (!said.is_closed) return;
  said.ids = split_ids(rest.substr(1, end - 1));
  said.reason = rest.substr(end + 1);
}

Said read_said(const Word& word, std::string_view rest) {
  Said said;
  said.state = word.state;
  size_t line_end = std::min(rest.find('\n'), rest.size());
  switch (word.shape) {
    case Shape::Parentheses:
      read_list(rest, '(', ')', said);
      break;
    case Shape::Brackets:
      // CodeChecker puts a blank before its list.
      read_list(rest.starts_with(" [") ? rest.substr(1) : rest, '[', ']', said);
      break;
    case Shape::Either: {
      std::string_view line = trimmed(rest.substr(0, line_end));
      if (line.starts_with('[')) {
        read_list(line, '[', ']', said);
      } else {
        size_t end = std::min(line.find_first_of(" \t;"), line.size());
        said.has_list = end > 0;
        said.ids = split_ids(line.substr(0, end));
        said.reason = line.substr(end);
      }
      constexpr std::string_view kSymbol = "symbolName=";
      if (size_t at = line.find(kSymbol); at != std::string_view::npos) {
        std::string_view name = line.substr(at + kSymbol.size());
        said.variable = name.substr(0, name.find_first_of(" \t;"));
      }
      break;
    }
    case Shape::Colon: {
      std::string_view line = rest.substr(0, line_end);
      if (line.starts_with(':')) line.remove_prefix(1);
      said.ids = split_ids(trimmed(line));
      said.has_list = !said.ids.empty();
      break;
    }
    case Shape::Tag: {
      size_t end = std::min(rest.find(']'), rest.size());
      std::string_view tag = rest.substr(0, end);
      size_t colon = std::min(tag.find(':'), tag.size());
      said.ids = split_ids(tag.substr(0, colon));
      said.has_list = true;
      if (tag.substr(colon).find("FALSE") != std::string_view::npos)
        said.state = State::FalsePositive;
      said.reason = rest.substr(std::min(end + 1, rest.size()));
      break;
    }
  }
  return said;
}

std::string_view clean_reason(std::string_view reason) {
  reason = trimmed(reason.substr(0, reason.find('\n')));
  for (std::string_view lead : {":", "//", ";", "-"})
    if (reason.starts_with(lead)) reason = trimmed(reason.substr(lead.size()));
  return reason;
}

class SuppressionReader {
 public:
  explicit SuppressionReader(std::string_view text) : source_(read_comments(text)) {}

  std::vector<Suppression> run() {
    for (const Comment& comment : source_.comments) read_comment(comment);
    for (const auto& [word, index] : open_) {
      list_[index].last = UINT32_MAX;
      if (list_[index].is_ours) list_[index].mistake = "is never ended";
    }
    return std::move(list_);
  }

 private:
  void read_comment(const Comment& comment) {
    for (size_t at = 0; at < comment.text.size();) {
      auto [begin, word] = next_word(comment.text, at);
      if (word == nullptr) return;
      add(comment, *word, begin);
      at = begin + word->word.size();
    }
  }

  static std::pair<size_t, const Word*> next_word(std::string_view text, size_t from) {
    size_t best = std::string_view::npos;
    const Word* found = nullptr;
    for (const Word& word : kWords) {
      size_t at = text.find(word.word, from);
      if (at < best) {
        best = at;
        found = &word;
      }
    }
    return {best, found};
  }

  void add(const Comment& comment, const Word& word, size_t begin) {
    std::string_view rest = comment.text.substr(begin + word.word.size());
    Said said = read_said(word, rest);
    bool is_ours = word.word.starts_with("assay");
    // Ours is spelt with brackets; without any, within a text, it is somebody's word.
    if (is_ours && !said.has_list && word.scope != Scope::End) return add_misspelt(comment, begin);
    if (word.shape == Shape::Brackets && !is_ours && !said.has_list) return;
    Suppression made;
    made.line = comment.line + static_cast<uint32_t>(std::count(
                                   comment.text.begin(), comment.text.begin() + begin, '\n'));
    made.column = comment.column;
    made.is_ours = is_ours;
    made.state = said.state;
    made.reason = clean_reason(said.reason);
    made.variable = said.variable;
    made.spelling = spelling(word, said);
    if (word.scope == Scope::End) return end_range(word, made.line);
    set_kinds(said, made);
    set_lines(comment, word.scope, made);
    if (is_ours && !said.is_closed) made.mistake = "has no closing bracket";
    if (is_ours && made.mistake.empty() && made.reason.empty()) made.mistake = "gives no reason";
    if (word.scope == Scope::Begin) open_.emplace_back(word.word, list_.size());
    list_.push_back(std::move(made));
  }

  // A comment that begins as ours do was meant to be one.
  void add_misspelt(const Comment& comment, size_t begin) {
    if (!trimmed(comment.text.substr(0, begin)).empty()) return;
    Suppression made;
    made.line = comment.line;
    made.column = comment.column;
    made.is_ours = true;
    std::string_view said = comment.text.substr(begin);
    made.spelling = said.substr(0, said.find_first_of(" \t\r\n:["));
    bool is_known = std::any_of(kWords.begin(), kWords.end(),
                                [&](const Word& word) { return word.word == made.spelling; });
    made.mistake = is_known ? "silences nothing without kinds, as in assay-ignore[leak]: reason"
                            : "is no word of assay's; assay-ignore[kind]: reason stands on the "
                              "line, or above it";
    list_.push_back(std::move(made));
  }

  static std::string spelling(const Word& word, const Said& said) {
    std::string ids;
    for (const std::string& id : said.ids) ids += (ids.empty() ? "" : ", ") + id;
    std::string_view name = word.word;
    if (name.ends_with('[')) name.remove_suffix(1);
    if (!said.has_list) return std::string(name);
    return word.shape == Shape::Parentheses ? fmt::format("{}({})", name, ids)
                                            : fmt::format("{}[{}]", name, ids);
  }

  static void set_kinds(const Said& said, Suppression& made) {
    bool all =
        !said.has_list || (said.ids.size() == 1 && (said.ids[0] == "all" || said.ids[0] == "*"));
    if (all) {
      made.spares_errors = !made.is_ours && !said.has_list;
      return;
    }
    for (const std::string& id : said.ids) {
      if (made.is_ours) {
        made.kinds.push_back(id);
        continue;
      }
      for (std::string& kind : kinds_of_foreign_id(id)) made.kinds.push_back(std::move(kind));
    }
    // Ids that mean nothing here silence nothing.
    if (made.kinds.empty()) made.kinds.emplace_back("");
  }

  void set_lines(const Comment& comment, Scope scope, Suppression& made) const {
    switch (scope) {
      case Scope::Code:
        made.first =
            source_.has_code[comment.line] ? comment.line : source_.next_code(comment.end_line);
        made.last = made.first;
        break;
      case Scope::ThisLine:
        made.first = made.last = comment.line;
        break;
      case Scope::NextLine:
        made.first = made.last = comment.end_line + 1;
        break;
      case Scope::File:
        made.first = 1;
        made.last = UINT32_MAX;
        break;
      case Scope::Begin:
      case Scope::End:
        made.first = comment.line;
        break;
    }
  }

  // Ends the latest that is open and spelt alike.
  void end_range(const Word& word, uint32_t line) {
    std::string_view family = word.word.substr(0, word.word.size() - 3);
    for (size_t i = open_.size(); i-- > 0;) {
      if (!open_[i].first.starts_with(family)) continue;
      list_[open_[i].second].last = line;
      open_.erase(open_.begin() + static_cast<ptrdiff_t>(i));
      return;
    }
  }

  CommentedText source_;
  std::vector<Suppression> list_;
  std::vector<std::pair<std::string_view, size_t>> open_;
};

}  // namespace

bool Suppression::covers(const Finding& finding, Level level) const {
  if (first == 0 || finding.where.line < first || finding.where.line > last) return false;
  if (spares_errors && level == Level::Error) return false;
  if (!variable.empty() && std::find(finding.variables.begin(), finding.variables.end(),
                                     variable) == finding.variables.end())
    return false;
  return kinds.empty() || std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
           return glob_matches(kind, finding.kind);
         });
}

bool may_have_suppressions(std::string_view text) {
  constexpr std::array<std::string_view, 7> kMarks{
      "assay-ignore",  "NOLINT",    "codechecker_", "cppcheck-suppress",
      "@infer-ignore", "coverity[", "nosemgrep",
  };
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return text.find(mark) != std::string_view::npos;
  });
}

std::vector<Suppression> read_suppressions(std::string_view text) {
  if (!may_have_suppressions(text)) return {};
  return SuppressionReader(text).run();
}

void silence(std::span<Suppression> suppressions, std::span<IdentifiedFinding> findings,
             const std::function<Level(std::string_view kind)>& level_of) {
  for (IdentifiedFinding& each : findings) {
    for (Suppression& suppression : suppressions) {
      if (!suppression.covers(each.finding, level_of(each.finding.kind))) continue;
      suppression.used = true;
      Status& status = each.status;
      status.state = suppression.state;
      status.marked = false;
      status.silenced = suppression.state != State::Confirmed;
      if (status.reason.empty()) status.reason = suppression.reason;
    }
  }
}

}  // namespace assay::findings
