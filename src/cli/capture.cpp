// `assay capture`: a build, or its compile_commands.json, into the program database.
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/fill_database.h"
#include "cli/interrupt.h"
#include "cli/watched_build.h"
#include "schedule/settled.h"

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

// What the last line says, the flags that were left out, and the exit code: all that a capture
// with nothing changed has to tell.
struct Outcome {
  std::map<std::string, uint64_t> dropped_flags;
  std::string coverage_line;
  uint64_t units = 0;
  bool complete = false;
};

Bytes write_outcome(const Outcome& outcome) {
  ByteWriter writer;
  writer.text(outcome.coverage_line);
  writer.varint(outcome.units);
  writer.u8(outcome.complete ? 1 : 0);
  writer.varint(outcome.dropped_flags.size());
  for (const auto& [flag, count] : outcome.dropped_flags) {
    writer.text(flag);
    writer.varint(count);
  }
  return writer.take();
}

std::optional<Outcome> read_outcome(std::string_view bytes) {
  ByteReader reader(bytes);
  Outcome outcome;
  outcome.coverage_line = reader.text();
  outcome.units = reader.varint();
  outcome.complete = reader.u8() != 0;
  size_t flags = reader.count();
  for (size_t i = 0; i < flags; ++i) {
    std::string flag(reader.text());
    outcome.dropped_flags[flag] = reader.varint();
  }
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return outcome;
}

int tell(const Options& options, const Outcome& outcome, size_t parsed, int build_code) {
  if (!options.quiet) {
    fmt::print(stderr, "{}\n", outcome.coverage_line);
    note(fmt::format("{} of {} files were parsed, the others were up to date", parsed,
                     outcome.units));
  }
  return outcome.complete && build_code == 0 ? kClean : kIncomplete;
}

// Nothing changed since a capture that had nothing to complain about.  Who wants to know more is
// told by the database.
std::optional<int> capture_nothing(const Options& options, const Inputs& inputs, int build_code) {
  if (options.verbose) return std::nullopt;
  std::optional<Bytes> told =
      schedule::recall_settled(database_path(options, inputs.root), inputs.commands);
  std::optional<Outcome> outcome = told ? read_outcome(*told) : std::nullopt;
  if (!outcome) return std::nullopt;
  schedule::CaptureReport report;
  report.dropped_flags = std::move(outcome->dropped_flags);
  print_capture_notes(options, report);
  return tell(options, *outcome, 0, build_code);
}

Result<void> close_with_note(store::Store store, const Inputs& inputs, const Outcome& outcome) {
  std::optional<Bytes> note =
      TRY(schedule::settled_note(store, inputs.commands, write_outcome(outcome)));
  if (note) std::move(store).close(*note);
  return {};
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
  if (std::optional<int> code = capture_nothing(options, inputs, build_code)) return *code;
  FilledDatabase filled = TRY(fill_database(options, inputs));
  print_capture_notes(options, filled.report);
  output::Coverage coverage = TRY(capture_coverage(filled.store, filled.report));
  if (filled.report.interrupted) return end_interrupted();
  bool is_clean = coverage.units_failed == 0 && coverage.units_with_errors == 0;
  Outcome outcome{.dropped_flags = filled.report.dropped_flags,
                  .coverage_line = output::coverage_line(coverage),
                  .units = filled.report.units,
                  .complete = is_clean && coverage.functions_failed == 0};
  int code = tell(options, outcome, filled.report.parsed, build_code);
  if (coverage.units_failed >= coverage.units) return input_error("no file could be analysed");
  if (is_clean) TRY(close_with_note(std::move(filled.store), inputs, outcome));
  return code;
}

}  // namespace

int run_capture(const Options& options) {
  Result<int> code = capture(options);
  if (!code && interrupted()) return end_interrupted();
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
