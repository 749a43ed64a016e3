// `assay capture`: a build, or its compile_commands.json, into the program database.
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/fill_database.h"
#include "cli/interrupt.h"
#include "cli/watched_build.h"

namespace assay::cli {
namespace {

// Runs the build, and leaves its commands where `check` finds them.
Result<int> run_build(const Options& options, std::string& commands_path) {
  commands_path = captured_commands_path(database_path(options, TRY(project_folder(options))));
  WatchedBuild build = TRY(watch_build(options.after_dashes, commands_path, options.force_wrapper));
  if (!options.quiet) {
    if (build.compiled == 0) {
      note(fmt::format("the build compiled nothing; {} files of earlier builds still stand",
                       build.kept));
    } else if (build.exit_code != 0) {
      note(fmt::format("the build ended with {}; what it compiled is captured", build.exit_code));
    }
  }
  return build.exit_code;
}

Result<int> capture(const Options& options) {
  bool has_build = !options.after_dashes.empty();
  if (has_build == !options.build_dir.empty()) {
    return input_error(
        "say either which build to watch (assay capture -- make -j2) or where its "
        "compile_commands.json is (assay capture -p build)");
  }
  Options from = options;
  from.has_dashes = false;
  from.after_dashes.clear();
  int build_code = 0;
  if (has_build) {
    build_code = TRY(run_build(options, from.build_dir));
    if (interrupted()) return end_interrupted();
  }
  Inputs inputs = TRY(find_inputs(from));
  if (has_build) inputs.root = TRY(project_folder(options));
  FilledDatabase filled = TRY(fill_database(options, inputs));
  print_capture_notes(options, filled.report);
  output::Coverage coverage = TRY(capture_coverage(filled.store, filled.report));
  if (filled.report.interrupted) return end_interrupted();
  if (!options.quiet) {
    fmt::print(stderr, "{}\n", output::coverage_line(coverage));
    note(fmt::format("{} of {} files were parsed, the others were up to date", filled.report.parsed,
                     filled.report.units));
  }
  if (coverage.units_failed >= coverage.units) return input_error("no file could be analysed");
  bool complete = coverage.units_failed == 0 && coverage.units_with_errors == 0 &&
                  coverage.functions_failed == 0 && build_code == 0;
  return complete ? kClean : kIncomplete;
}

}  // namespace

int run_capture(const Options& options) {
  Result<int> code = capture(options);
  if (!code && interrupted()) return end_interrupted();
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
