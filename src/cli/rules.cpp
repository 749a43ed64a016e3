// `assay rules`: the rules that ship, listed and shown.
#include <algorithm>
#include <string>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/rule_inputs.h"
#include "cli/rules_test.h"

namespace assay::cli {
namespace {

std::string list_rules(bool with_kinds) {
  size_t width = 0;
  for (const ShippedFile& file : shipped_files())
    if (is_rule_file(file.name)) width = std::max(width, rule_name(file.name).size());
  std::string text;
  for (const ShippedFile& file : shipped_files()) {
    if (!is_rule_file(file.name)) continue;
    RuleHead head = read_rule_head(file.text);
    text += fmt::format("{:<{}}  {}{}\n", rule_name(file.name), width, head.summary,
                        head.only_when_named ? " (runs only when named)" : "");
    if (!with_kinds) continue;
    for (const RuleKind& kind : head.kinds)
      text += fmt::format("{:<{}}    {}: {}\n", "", width, kind.id, kind.title);
  }
  return text;
}

Result<void> show_rule(const std::string& word) {
  if (const ShippedFile* file = find_shipped(word))
    return write_output("", std::string(file->text));
  TRY(load_rules({word}));  // says that there is none, or that it is a file
  return input_error("{}: a file of yours; `assay rules show` prints rules that ship", word);
}

}  // namespace

int run_rules(const Options& options) {
  if (options.rules_action == RulesAction::Test) return run_rules_test(options);
  Result<void> done = options.rules_action == RulesAction::Show
                          ? show_rule(options.rule)
                          : write_output("", list_rules(options.verbose));
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
