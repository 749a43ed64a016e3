// `assay --list-checks` and `assay explain KIND`: the table of kinds, for people.
#include <algorithm>
#include <string>
#include <vector>

#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/rule_catalog.h"
#include "findings/examples.h"
#include "findings/finding.h"

namespace assay::cli {
namespace {

int print(const std::string& text) {
  Result<void> written = write_output("", text);
  return written ? static_cast<int>(kClean) : fail(written.error());
}

// The engines' own, then those of the rules that ship.
std::vector<findings::KindInfo> all_kinds() {
  std::vector<findings::KindInfo> kinds(findings::kinds().begin(), findings::kinds().end());
  kinds.insert(kinds.end(), shipped_kinds().begin(), shipped_kinds().end());
  return kinds;
}

std::string indented(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    size_t end = std::min(lines.find('\n'), lines.size());
    text += fmt::format("  {}\n", lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

// `; did you mean …`: half a name is enough to be understood, if not to be taken.
std::string beginning_with(std::string_view word, const std::vector<std::string_view>& names) {
  std::string list;
  for (std::string_view name : names)
    if (!word.empty() && name.find(word) != std::string_view::npos)
      list += fmt::format("{}'{}'", list.empty() ? "; did you mean " : " or ", name);
  return list.empty() ? list : list + "?";
}

}  // namespace

int run_list_checks() {
  std::string text;
  for (const findings::KindInfo& kind : all_kinds())
    text += fmt::format("{:<24} {}\n", kind.id, kind.title);
  return print(text);
}

int run_explain(const Options& options) {
  std::vector<findings::KindInfo> kinds = all_kinds();
  auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const findings::KindInfo& each) {
    return each.id == options.explained;
  });
  if (kind == kinds.end()) {
    std::vector<std::string_view> names;
    for (const findings::KindInfo& known : kinds) names.push_back(known.id);
    std::string near = suggestion(options.explained, names);
    if (near.empty()) near = beginning_with(options.explained, names);
    return fail(fmt::format("no kind is called '{}'{}", options.explained,
                            near.empty() ? "; assay --list-checks lists them" : near));
  }
  std::string text = fmt::format("{} ({}{})\n{}\n\n{}\n", kind->id, level_word(kind->level),
                                 kind->cwe != 0 ? fmt::format(", CWE-{}", kind->cwe) : "",
                                 kind->title, kind->description);
  if (std::string_view example = findings::example_of(kind->id); !example.empty())
    text += "\nFor example:\n" + indented(example);
  if (!kind->limits.empty()) text += fmt::format("\n{}\n", kind->limits);
  text += "\n" + findings::how_to_silence(kind->id);
  return print(text);
}

}  // namespace assay::cli
