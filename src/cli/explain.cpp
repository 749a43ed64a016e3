// `assay --list-checks` and `assay --explain KIND`: the table of kinds, for people.
#include <string>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "findings/finding.h"

namespace assay::cli {
namespace {

int print(const std::string& text) {
  Result<void> written = write_output("", text);
  return written ? static_cast<int>(kClean) : fail(written.error());
}

}  // namespace

int run_list_checks() {
  std::string text;
  for (const findings::KindInfo& kind : findings::kinds()) {
    text += fmt::format("{:<16} {}\n", kind.id, kind.title);
  }
  return print(text);
}

int run_explain(const Options& options) {
  const findings::KindInfo* kind = findings::find_kind(options.explained);
  if (kind == nullptr) {
    std::string names;
    for (const findings::KindInfo& known : findings::kinds()) {
      names += fmt::format("{}{}", names.empty() ? "" : ", ", known.id);
    }
    return fail(fmt::format("no check is called '{}'; there are: {}", options.explained, names));
  }
  return print(fmt::format("{} ({}, CWE-{})\n{}\n\n{}\n\n{}\n", kind->id, level_word(kind->level),
                           kind->cwe, kind->title, kind->description, kind->limits));
}

}  // namespace assay::cli
