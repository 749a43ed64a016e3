#include "cli/rule_catalog.h"

#include <algorithm>
#include <charconv>

namespace assay::cli {
namespace {

constexpr std::string_view kOnlyWhenNamed = "Runs only when named";

// The lines of the comment that the file begins with, without their slashes.
std::vector<std::string_view> head_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (text.starts_with("//")) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(2, end - 2);
    if (line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> split_commas(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    while (word.starts_with(' ')) word.remove_prefix(1);
    words.push_back(word);
    begin = end + 1;
  }
  return words;
}

bool is_kind_id(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

// `KIND (LEVEL, CWE-N, SEVERITY): TITLE`.
bool read_kind(std::string_view line, RuleKind& kind) {
  size_t open = line.find(" (");
  size_t close = line.find("): ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return false;
  if (!is_kind_id(line.substr(0, open))) return false;
  kind.id = line.substr(0, open);
  kind.title = line.substr(close + 3);
  for (std::string_view word : split_commas(line.substr(open + 2, close - open - 2))) {
    if (word.starts_with("CWE-")) {
      std::from_chars(word.data() + 4, word.data() + word.size(), kind.cwe);
    } else if (word == "error") {
      kind.level = findings::Level::Error;
    } else if (word == "warning" || word == "note") {
      kind.level = word == "note" ? findings::Level::Note : findings::Level::Warning;
    } else {
      kind.severity = word;
    }
  }
  return true;
}

}  // namespace

RuleHead read_rule_head(std::string_view text) {
  RuleHead head;
  std::vector<std::string_view> lines = head_lines(text);
  if (!lines.empty()) head.summary = lines.front();
  while (head.summary.ends_with('.')) head.summary.pop_back();
  for (size_t i = 1; i < lines.size(); ++i) {
    RuleKind kind;
    if (read_kind(lines[i], kind)) {
      head.kinds.push_back(std::move(kind));
      continue;
    }
    if (lines[i].starts_with(kOnlyWhenNamed)) head.only_when_named = true;
    std::string& out = head.description;
    if (lines[i].empty()) {
      if (!out.empty() && !out.ends_with("\n\n")) out += "\n\n";
    } else {
      if (!out.empty() && !out.ends_with('\n')) out += ' ';
      out += lines[i];
    }
  }
  while (head.description.ends_with('\n')) head.description.pop_back();
  return head;
}

std::string rule_name(std::string_view file) {
  if (file.ends_with(".metal")) file.remove_suffix(6);
  return std::string(file);
}

bool is_rule_file(std::string_view file) { return file.ends_with(".metal"); }

void KindCatalog::add(const RuleHead& head) {
  for (const RuleKind& kind : head.kinds) {
    bool is_known = std::any_of(kinds_.begin(), kinds_.end(),
                                [&](const Kind& known) { return known.kind.id == kind.id; });
    if (is_known || findings::find_kind(kind.id) != nullptr) continue;
    kinds_.push_back({kind, head.description.empty() ? head.summary : head.description});
  }
}

std::vector<findings::KindInfo> KindCatalog::kinds() const {
  std::vector<findings::KindInfo> kinds;
  for (const Kind& each : kinds_) {
    kinds.push_back({.id = each.kind.id,
                     .title = each.kind.title,
                     .description = each.description,
                     .limits = "",
                     .level = each.kind.level,
                     .cwe = each.kind.cwe,
                     .security_severity = each.kind.severity});
  }
  return kinds;
}

const std::vector<findings::KindInfo>& shipped_kinds() {
  static const KindCatalog catalog = [] {
    KindCatalog all;
    for (const ShippedFile& file : shipped_files())
      if (is_rule_file(file.name)) all.add(read_rule_head(file.text));
    return all;
  }();
  static const std::vector<findings::KindInfo> kinds = catalog.kinds();
  return kinds;
}

}  // namespace assay::cli
