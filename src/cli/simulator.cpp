#include "cli/simulator.h"

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/progress.h"

namespace assay::cli {
namespace {

std::string share(uint64_t part, uint64_t whole) {
  return whole == 0 ? "100 %" : fmt::format("{} %", part * 100 / whole);
}

}  // namespace

Result<schedule::SimulationReport> run_simulator(store::Store& store,
                                                 const models::Library& library,
                                                 const Options& options, const std::string& folder,
                                                 const std::string& function) {
  Progress progress("simulation", "functions", Progress::style_for(options.quiet));
  schedule::SimulationOptions simulation;
  simulation.jobs = options.jobs;
  simulation.folder = folder;
  simulation.engine.max_paths = options.max_paths;
  simulation.engine.leaks = options.leaks;
  simulation.engine.allocation_fails = options.allocation_fails;
  simulation.function = function;
  simulation.interrupted = interrupted;
  simulation.progress = [&](const schedule::SimulationProgress& state) {
    progress.update({.done = state.done, .total = state.total});
  };
  return schedule::simulate(store, library, simulation);
}

std::string simulation_line(const schedule::SimulationReport& report) {
  const simulator::Coverage& seen = report.coverage;
  return fmt::format(
      "simulator: {} functions, {} paths, {} points; seen: {} of the points, {} of the branches, "
      "{} of the conditions both ways",
      report.functions, report.paths, report.points, share(seen.points_seen, seen.points),
      share(seen.edges_seen, seen.edges), share(seen.predicates_seen, seen.predicates));
}

}  // namespace assay::cli
