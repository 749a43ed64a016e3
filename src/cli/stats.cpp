// `assay stats`: what the program database holds, and what of the program was not understood.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "schedule/simulation_report.h"
#include "store/store.h"

namespace assay::cli {
namespace {

std::string spell_bytes(uint64_t bytes) {
  constexpr uint64_t kMega = 1 << 20;
  if (bytes < kMega) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024);
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / kMega);
}

std::string list_counts(const char* title, const std::map<std::string, uint64_t>& counts) {
  if (counts.empty()) return "";
  std::string text = fmt::format("{}:\n", title);
  for (const auto& [name, count] : counts) text += fmt::format("  {:>8}  {}\n", count, name);
  return text;
}

std::string describe(const store::Totals& totals) {
  const ir::Ledger& ledger = totals.ledger;
  double share = ledger.points == 0 ? 0
                                    : 100.0 * static_cast<double>(ledger.unsupported_points) /
                                          static_cast<double>(ledger.points);
  std::string text;
  text += fmt::format("units                {}\n", totals.units);
  text += fmt::format("  failed             {}\n", totals.failed_units);
  text += fmt::format("files read           {}\n", totals.files);
  text += fmt::format("functions            {}\n", totals.functions);
  text += fmt::format("  of system headers  {}\n", ledger.system_functions);
  text += fmt::format("  failed             {}\n", ledger.failed_functions);
  text += fmt::format("program points       {}\n", ledger.points);
  text += fmt::format("  unsupported        {} ({:.3f} %)\n", ledger.unsupported_points, share);
  text += fmt::format("stored bodies        {} (globals' initialisers too, equal ones once)\n",
                      totals.bodies);
  text += fmt::format("stored objects       {}\n", totals.objects);
  text += fmt::format("database             {}\n", spell_bytes(totals.bytes));
  text += list_counts("unsupported, by construct", ledger.unsupported);
  text += list_counts("errors of Clang that GCC accepts, by name", ledger.downgraded);
  return text;
}

std::string part_of(uint64_t part, uint64_t whole) {
  double share =
      whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{} of {} ({:.1f} %)", part, whole, share);
}

// What the simulator saw of the program (PREfix, Table III and figure 10).
std::string describe(const schedule::SimulationReport& seen) {
  std::string text;
  text += fmt::format("simulated functions  {}\n", seen.functions);
  text += fmt::format("  out of budget      {}\n", part_of(seen.stopped, seen.functions));
  text += fmt::format("  every path seen    {}\n", part_of(seen.complete.paths, seen.functions));
  text += fmt::format("  paths              {}\n", seen.paths);
  text +=
      fmt::format("  statements         {}, all of {} functions\n",
                  part_of(seen.coverage.points_seen, seen.coverage.points), seen.complete.points);
  text += fmt::format("  branches           {}, all of {} functions\n",
                      part_of(seen.coverage.edges_seen, seen.coverage.edges), seen.complete.edges);
  text += fmt::format("  predicates         {}, all of {} functions\n",
                      part_of(seen.coverage.predicates_seen, seen.coverage.predicates),
                      seen.complete.predicates);
  return text;
}

// One line per function, whichever units have it: for tools, which cannot ask the database.
Result<std::string> list_functions(store::Store& store) {
  std::set<std::string> lines;
  std::vector<store::StoredUnit> units = TRY(store.units());
  for (const store::StoredUnit& unit : units) {
    if (unit.failed) continue;
    ir::UnitRecord record = TRY(store.record(unit.row));
    for (const ir::FunctionEntry& entry : record.functions)
      if (entry.kind == ir::FunctionKind::Function)
        lines.insert(fmt::format("{}\t{}:{}\t{}\t{}\n", entry.name, entry.file, entry.line,
                                 entry.points, entry.unsupported));
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

Result<void> print_stats(const Options& options) {
  std::string path = database_path(options, TRY(project_folder(options)));
  store::Store store = TRY(store::Store::open(path, store::Store::Mode::Read));
  if (options.list_functions) return write_output("", TRY(list_functions(store)));
  std::string text = describe(TRY(store.totals()));
  std::optional<schedule::SimulationReport> seen = TRY(schedule::last_simulation(store));
  if (seen) text += describe(*seen);
  return write_output("", text);
}

}  // namespace

int run_stats(const Options& options) {
  Result<void> done = print_stats(options);
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
