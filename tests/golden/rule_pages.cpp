// docs/rules: a page for each rule that ships, made of the rule's head and of its tests, so that
// neither is written twice.  Each rule is a case; one without tests, or whose tests show only one
// side, fails.
#include <fmt/format.h>

#include <algorithm>

#include "golden/golden.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

const fs::path& rules_dir() {
  static const fs::path folder = root_dir() / "rules";
  return folder;
}

/// The comment that the file begins with, without its slashes.
std::vector<std::string> head_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(text)) {
    if (!line.starts_with("//")) break;
    lines.push_back(trimmed(line.substr(2)));
  }
  return lines;
}

/// `KIND (LEVEL, CWE-N, SEVERITY): TITLE`, as a row of a table; empty: another line.
std::string kind_row(const std::string& line) {
  size_t open = line.find(" ("), close = line.find("): ");
  if (open == std::string::npos || close == std::string::npos || close < open) return "";
  if (line.substr(0, open).find(' ') != std::string::npos) return "";
  std::string words = line.substr(open + 2, close - open - 2);
  words = words.substr(0, words.rfind(','));
  return fmt::format("| `{}` | {} | {} |\n", line.substr(0, open), words, line.substr(close + 3));
}

/// The first function of the tests whose name ends so, with the comment above it; empty: none.
std::string example(const std::vector<std::string>& lines, std::string_view ending) {
  for (size_t i = 0; i < lines.size(); ++i) {
    size_t name = lines[i].find(std::string(ending) + "(");
    bool is_begin = name != std::string::npos && lines[i].front() != ' ' && lines[i].back() == '{';
    if (!is_begin || lines[i].find("FN_") < name || lines[i].find("FP_") < name) continue;
    size_t end = i;
    while (end < lines.size() && !lines[end].starts_with("}")) ++end;
    if (end == lines.size()) return "";
    size_t begin = i;
    while (begin > 0 && lines[begin - 1].starts_with("//")) --begin;
    std::vector<std::string> text(lines.begin() + static_cast<ptrdiff_t>(begin),
                                  lines.begin() + static_cast<ptrdiff_t>(end) + 1);
    return join_lines(text);
  }
  return "";
}

/// The tests beside each other: `NAME.c`, `NAME.cpp`.
std::string tests_of(const fs::path& rule) {
  for (const char* suffix : {".c", ".cpp"}) {
    fs::path file = root_dir() / "tests" / "rules" / rule;
    file.replace_extension(suffix);
    if (fs::exists(file)) return fs::relative(file, root_dir());
  }
  return "";
}

std::string page_of(const fs::path& rule, const std::string& tests) {
  std::vector<std::string> head = head_of(read_file(rules_dir() / rule));
  std::string kinds, text;
  for (size_t i = 1; i < head.size(); ++i) {
    std::string row = kind_row(head[i]);
    if (!row.empty()) {
      kinds += row;
    } else if (!head[i].empty() || !text.empty()) {
      text += head[i] + "\n";
    }
  }
  std::vector<std::string> lines = split_lines(read_file(root_dir() / tests));
  if (!kinds.empty()) kinds = "| kind | | |\n|---|---|---|\n" + kinds + "\n";
  std::string path = "rules/" + rule.generic_string();
  return fmt::format(
      "# {}\n\n{}\n\n{}{}\n"
      "## Reported\n\n```c\n{}```\n\n## Not reported\n\n```c\n{}```\n\n"
      "The rule: [{}](../../{}); its tests: [{}](../../{}).\n",
      rule.stem().string(), head.empty() ? "" : head[0], kinds, text, example(lines, "_bad"),
      example(lines, "_ok"), path, path, tests, tests);
}

}  // namespace

std::vector<GoldenCase> list_rule_pages() {
  std::vector<GoldenCase> cases;
  std::error_code error;
  for (fs::recursive_directory_iterator at(rules_dir(), error), end; at != end;
       at.increment(error)) {
    fs::path rule = fs::relative(at->path(), rules_dir());
    bool is_module = rule.extension() == ".m" && !tests_of(rule).empty();
    if (!is_module && rule.extension() != ".metal") continue;
    cases.push_back({"pages", at->path(), "pages/" + rule.replace_extension("").string()});
  }
  std::sort(cases.begin(), cases.end(),
            [](const GoldenCase& a, const GoldenCase& b) { return a.name < b.name; });
  return cases;
}

std::string check_rule_page(const GoldenCase& golden, Accept accept) {
  fs::path rule = fs::relative(golden.file, rules_dir());
  std::string tests = tests_of(rule);
  if (tests.empty())
    return fmt::format("no tests/rules/{}: a rule that ships has tests", rule.string());
  std::vector<std::string> lines = split_lines(read_file(root_dir() / tests));
  for (const char* ending : {"_bad", "_ok"})
    if (example(lines, ending).empty())
      return fmt::format("{}: no function whose name ends with `{}`", tests, ending);
  fs::path page = root_dir() / "docs" / "rules" / (rule.stem().string() + ".md");
  std::string expected = page_of(rule, tests);
  if (read_file(page) == expected) return "";
  if (accept == Accept::Yes) {
    write_file(page, expected);
    return "";
  }
  return fmt::format("{} is not what {} and {} make of it; `./test.sh --accept pages` writes it",
                     fs::relative(page, root_dir()).string(), golden.name, tests);
}

}  // namespace assay::test
