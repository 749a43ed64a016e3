#include "cli/cli.h"

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options.h"

namespace assay::cli {

int run(int argc, char** argv) {
  Options options;
  if (std::optional<int> code = parse_options(argc, argv, options)) return *code;
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
    case Command::ListChecks:
      return run_list_checks();
    case Command::Explain:
      return run_explain(options);
  }
  return kCouldNot;
}

}  // namespace assay::cli
