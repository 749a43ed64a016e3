// `assay --list-checks` and `assay --explain KIND`: the table of kinds, for people.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/rule_catalog.h"
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
    std::string names;
    for (const findings::KindInfo& known : kinds)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", known.id);
    return fail(fmt::format("no check is called '{}'; there are: {}", options.explained, names));
  }
  std::string text = fmt::format("{} ({}, CWE-{})\n{}\n\n{}\n", kind->id, level_word(kind->level),
                                 kind->cwe, kind->title, kind->description);
  if (!kind->limits.empty()) text += fmt::format("\n{}\n", kind->limits);
  return print(text);
}

}  // namespace assay::cli
