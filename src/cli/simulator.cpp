#include "cli/simulator.h"

#include <fmt/format.h>

#include "cli/exceptions.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "output/source_text.h"

namespace assay::cli {
namespace {

std::string share(uint64_t part, uint64_t whole) {
  return whole == 0 ? "100 %" : fmt::format("{} %", part * 100 / whole);
}

}  // namespace

Result<schedule::SimulationReport> run_simulator(store::Store& store,
                                                 const models::Library& library,
                                                 const Options& options,
                                                 const SimulatorRequest& request) {
  Progress progress("simulation", "functions", Progress::style_for(options.quiet));
  schedule::SimulationOptions simulation;
  simulation.jobs = options.jobs;
  simulation.folder = request.folder;
  simulation.program = request.program;
  simulation.engine = options.simulator;
  simulation.use_learnt = options.model_set == ModelSet::All;
  // Functions that call each other would learn of each other in the second round.
  if (!simulation.use_learnt) simulation.engine.recursion = 1;
  Exceptions exceptions = TRY(Exceptions::parse(options.exceptions, CheckFilter::Names::Any));
  if (!exceptions.empty()) {
    for (const std::string& each : options.exceptions) simulation.exceptions += each + '\n';
    simulation.engine_for = [&](const callgraph::ProgramFunction& function) {
      std::string path = output::relative_path(function.file, request.root);
      return exceptions.options_for({function.name, function.display, path}, simulation.engine);
    };
  }
  simulation.cache = options.use_cache ? request.cache : schedule::CacheUse::Off;
  simulation.function = request.function;
  simulation.focus = request.focus;
  simulation.is_alone = request.is_alone;
  simulation.interrupted = interrupted;
  simulation.progress = [&](const schedule::SimulationProgress& state) {
    progress.update({.done = state.done, .total = state.total});
  };
  return schedule::simulate(store, library, simulation);
}

std::string simulation_line(const schedule::SimulationReport& report) {
  const simulator::Coverage& seen = report.coverage;
  return fmt::format(
      "simulator: {} functions, {} of them as before, {} paths, {} points; seen: {} of the points, "
      "{} of the branches, {} of the conditions both ways",
      report.functions, report.known, report.paths, report.points,
      share(seen.points_seen, seen.points), share(seen.edges_seen, seen.edges),
      share(seen.predicates_seen, seen.predicates));
}

}  // namespace assay::cli
