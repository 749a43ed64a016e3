#include "cli/fill_database.h"

#include <algorithm>
#include <filesystem>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

namespace assay::cli {
namespace {

// More than this many of a sort are summed up, unless the user wants them all.
constexpr size_t kNotesOfASort = 10;

void print_failures(const std::vector<schedule::UnitFailure>& failures, const char* what,
                    bool all) {
  size_t shown = all ? failures.size() : std::min(failures.size(), kNotesOfASort);
  for (size_t i = 0; i < shown; ++i) {
    // A compiler's message begins with its own place, mostly in the same file.
    const auto& [file, why] = failures[i];
    bool named = why.find(file) != std::string::npos;
    fmt::print(stderr, "assay: {}: {}{}\n", what, named ? "" : file + ": ", why);
  }
  if (shown < failures.size()) {
    note(fmt::format("{} more files like this (-v lists them)", failures.size() - shown));
  }
}

// What the front end left out of the commands: flags, and remarks on compilers.
void print_dropped(const std::map<std::string, uint64_t>& dropped, bool all) {
  std::string flags;
  uint64_t times = 0;
  size_t shown = 0;
  for (const auto& [what, count] : dropped) {
    if (!what.starts_with('-')) {
      note(count == 1 ? what : fmt::format("{} ({} times)", what, count));
      continue;
    }
    times += count;
    if (++shown > kNotesOfASort && !all) continue;
    flags += fmt::format("{}{} ({})", flags.empty() ? "" : ", ", what, count);
  }
  if (shown > kNotesOfASort && !all) flags += ", ...";
  if (times > 0) note("compiler flags that Clang does not know were left out: " + flags);
}

}  // namespace

Result<FilledDatabase> fill_database(const Options& options, const Inputs& inputs) {
  std::string path = database_path(options, inputs.root);
  // A new database remembers no compiler's answer: they answer while it is made.
  frontend::CommandAdapter adapter;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) adapter.ask_ahead(inputs.commands);
  store::Store store = TRY(store::Store::open(path, store::Store::Mode::Write));
  Progress progress("capture", "files", Progress::style_for(options.quiet));
  schedule::CaptureOptions capture_options;
  capture_options.jobs = options.jobs;
  capture_options.adapter = &adapter;
  capture_options.interrupted = interrupted;
  capture_options.progress = [&](const schedule::CaptureProgress& state) {
    progress.update({.done = state.units_done,
                     .total = state.units_total,
                     .reused = state.units_reused,
                     .functions = state.functions,
                     .current = state.current});
  };
  schedule::CaptureReport report = TRY(schedule::capture(store, inputs.commands, capture_options));
  progress.clear();
  return FilledDatabase{std::move(store), std::move(report)};
}

void print_capture_notes(const Options& options, const schedule::CaptureReport& report) {
  if (options.quiet) return;
  print_dropped(report.dropped_flags, options.verbose);
  if (options.verbose) {
    for (const schedule::UnitFailure& unit : report.reparsed)
      fmt::print(stderr, "assay: parsed: {}: {}\n", unit.file, unit.why);
    for (const auto& [text, count] : report.notes) note(fmt::format("{} ({})", text, count));
  }
  print_failures(report.with_errors, "does not compile", options.verbose);
  print_failures(report.failures, "not analysed", options.verbose);
}

Result<output::Coverage> capture_coverage(store::Store& store,
                                          const schedule::CaptureReport& report) {
  store::Totals totals = TRY(store.totals());
  output::Coverage coverage;
  coverage.units = report.units;
  coverage.units_failed = report.failures.size();
  coverage.units_with_errors = report.with_errors.size();
  coverage.functions = totals.functions;
  coverage.functions_failed = totals.ledger.failed_functions;
  coverage.functions_with_unsupported = totals.functions_with_unsupported;
  coverage.points = totals.ledger.points;
  coverage.unsupported_points = totals.ledger.unsupported_points;
  coverage.unsupported = totals.ledger.unsupported;
  coverage.downgraded = totals.ledger.downgraded;
  coverage.dropped_flags = report.dropped_flags;
  for (const schedule::UnitFailure& failure : report.failures) {
    coverage.failures.emplace_back(failure.file, failure.why);
  }
  for (const schedule::UnitFailure& failure : report.with_errors) {
    coverage.failures.emplace_back(failure.file, failure.why);
  }
  return coverage;
}

}  // namespace assay::cli
