// `assay machines --trace RULE FILE`: what a rule did in a source file.
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/fill_database.h"
#include "cli/interrupt.h"
#include "cli/rule_inputs.h"
#include "cli/temporary_folder.h"
#include "schedule/machines_trace.h"

namespace assay::cli {
namespace {

Result<void> trace(const Options& given) {
  std::vector<NamedRule> named = TRY(load_rules({given.rule}));
  if (named.size() != 1)
    return input_error("{}: {} rules; --trace shows one", given.rule, named.size());
  std::vector<schedule::RuleFile> rules;
  rules.push_back({.name = named.front().name,
                   .composition = std::move(named.front().composition),
                   .object = {}});
  schedule::PoolOptions pool{.workers = 1};
  TRY(schedule::compile_rules(
      rules, {.pool = pool, .cache = schedule::UserCache("rules"), .interrupted = interrupted}));
  TemporaryFolder folder = TRY(TemporaryFolder::make());
  Options options = given;
  options.paths = {given.file};
  options.db = folder.path() + "/assay.db";
  options.quiet = true;
  Inputs inputs = TRY(find_inputs(options));
  FilledDatabase filled = TRY(fill_database(options, inputs));
  if (filled.report.interrupted) return input_error("interrupted");
  options.quiet = false;
  print_capture_notes(options, filled.report);
  std::string text = TRY(
      schedule::trace_rule(filled.store, rules.front(),
                           {.pool = pool, .folder = folder.path(), .function = given.function}));
  return write_output("", text);
}

}  // namespace

int run_machines(const Options& options) {
  Result<void> done = trace(options);
  if (!done && interrupted()) return end_interrupted();
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
