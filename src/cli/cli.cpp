#include "cli/cli.h"

#include "cli/commands.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/judge.h"
#include "cli/options.h"

namespace assay::cli {

namespace {

// The project's settings are known only when the command line has said which project: it is read
// once more, over them.
std::optional<int> parse_with_config(int argc, char** argv, Options& options) {
  Result<std::string> path = find_config(options);
  if (!path) return fail(path.error());
  if (path.value().empty()) return std::nullopt;
  Options configured;
  configured.trust_rules = options.trust_rules;
  Result<std::string> text = read_text_file(path.value());
  if (!text) return fail(text.error());
  Result<void> applied = apply_config(text.value(), path.value(), configured);
  if (!applied) return fail(applied.error());
  options = std::move(configured);
  return parse_options(argc, argv, options);
}

}  // namespace

int run(int argc, char** argv) {
  Options options;
  if (std::optional<int> code = parse_options(argc, argv, options)) return *code;
  if (options.command == Command::Check)
    if (std::optional<int> code = parse_with_config(argc, argv, options)) return *code;
  // A program that runs ends by signals as it would by itself.
  if (options.command != Command::Run) watch_for_interrupts();
  switch (options.command) {
    case Command::Check:
      return run_check(options);
    case Command::Capture:
      return run_capture(options);
    case Command::Ir:
      return run_ir(options);
    case Command::Callgraph:
      return run_callgraph(options);
    case Command::Stats:
      return run_stats(options);
    case Command::Prove:
      return run_prove(options);
    case Command::Run:
      return run_run(options);
    case Command::Rules:
      return run_rules(options);
    case Command::Machines:
      return run_machines(options);
    case Command::Model:
      return run_model(options);
    case Command::Infer:
      return run_infer(options);
    case Command::Findings:
      return run_findings(options);
    case Command::Show:
      return run_show(options);
    case Command::Mark:
      return run_mark(options);
    case Command::Marks:
      return run_marks(options);
    case Command::Runs:
      return run_runs(options);
    case Command::ListChecks:
      return run_list_checks();
    case Command::Explain:
      return run_explain(options);
  }
  return kCouldNot;
}

}  // namespace assay::cli
