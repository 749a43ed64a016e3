#include "cli/fill_database.h"

#include <algorithm>
#include <filesystem>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "output/utf8.h"

namespace assay::cli {
namespace {

// More than this many of a sort are summed up, unless the user wants them all.
constexpr size_t kNotesOfASort = 10;

// Of larger programs people keep the database.
constexpr size_t kFewCommands = 32;
constexpr uint64_t kMostKept = 256 << 20;  // bytes of units, for a user

void print_failures(const std::vector<schedule::UnitFailure>& failures, const char* what,
                    bool all) {
  size_t shown = all ? failures.size() : std::min(failures.size(), kNotesOfASort);
  for (size_t i = 0; i < shown; ++i) {
    // A compiler's message begins with its own place, mostly in the same file.
    const auto& [file, why] = failures[i];
    bool named = why.find(file) != std::string::npos;
    fmt::print(stderr, "assay: {}: {}{}\n", what, named ? "" : output::inert(file) + ": ",
               output::inert(why));
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

// Sources that somebody else owns can be checked as well.
Error explain_place(const Options& options, const std::string& why) {
  bool is_forbidden = why.find("Permission denied") != std::string::npos ||
                      why.find("Read-only file system") != std::string::npos;
  return Error{why + (is_forbidden && options.db.empty() ? "; --db FILE puts it elsewhere" : "")};
}

}  // namespace

Result<FilledDatabase> fill_database(const Options& options, const Inputs& inputs) {
  std::string path = database_path(options, inputs.root);
  // A new database remembers no compiler's answer: those that are not known to this user either
  // answer while it is made.
  schedule::UserCache compilers("compilers");
  frontend::CommandAdapter adapter;
  adapter.remember_in(
      {.recall = [&](const Hash& question) { return compilers.read(question); }, .keep = {}});
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) adapter.ask_ahead(inputs.commands);
  Result<store::Store> opened = store::Store::open(path, store::Store::Mode::Write);
  if (!opened.ok()) return explain_place(options, opened.error());
  store::Store store = opened.take();
  Progress progress("capture", "files", Progress::style_for(options.quiet));
  schedule::CaptureOptions capture_options;
  capture_options.jobs = options.jobs;
  capture_options.keep_others = inputs.is_part;
  capture_options.adapter = &adapter;
  capture_options.compilers = compilers;
  if (options.use_cache && inputs.commands.size() <= kFewCommands)
    capture_options.units = schedule::UserCache("units", kMostKept);
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
      fmt::print(stderr, "assay: parsed: {}: {}\n", output::inert(unit.file),
                 output::inert(unit.why));
    for (const auto& [text, count] : report.notes) note(fmt::format("{} ({})", text, count));
  }
  print_failures(report.with_errors, "does not compile", options.verbose);
  print_failures(report.failures, "not analysed", options.verbose);
}

namespace {

// Of some units, as the store's own are of all.
Result<store::Totals> totals_of(store::Store& store, const schedule::Focus& focus) {
  store::Totals totals;
  for (const store::StoredUnit& unit : TRY(store.units())) {
    if (unit.failed || !focus.contains(unit.main_file)) continue;
    ir::UnitRecord record = TRY(store.record(unit.row));
    for (const ir::FunctionEntry& entry : record.functions) {
      if (entry.kind != ir::FunctionKind::Function) continue;
      ++totals.functions;
      if (entry.unsupported > 0) ++totals.functions_with_unsupported;
    }
    totals.ledger.failed_functions += record.ledger.failed_functions;
    totals.ledger.points += record.ledger.points;
    totals.ledger.unsupported_points += record.ledger.unsupported_points;
    for (const auto& [what, count] : record.ledger.unsupported)
      totals.ledger.unsupported[what] += count;
    for (const auto& [what, count] : record.ledger.downgraded)
      totals.ledger.downgraded[what] += count;
  }
  return totals;
}

}  // namespace

Result<schedule::Focus> focus_of(store::Store& store, const Inputs& inputs) {
  schedule::Focus focus;
  if (!inputs.is_part) return focus;
  for (const frontend::CompileCommand& command : inputs.commands) focus.insert(command.file);
  std::vector<store::StoredUnit> units = TRY(store.units());
  bool is_all = std::all_of(units.begin(), units.end(), [&](const store::StoredUnit& unit) {
    return focus.contains(unit.main_file);
  });
  return is_all ? schedule::Focus() : focus;
}

Result<output::Coverage> capture_coverage(store::Store& store,
                                          const schedule::CaptureReport& report,
                                          const schedule::Focus& focus) {
  store::Totals totals = focus.empty() ? TRY(store.totals()) : TRY(totals_of(store, focus));
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
