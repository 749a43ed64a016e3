// The simulator, as the command line asks for it.
#pragma once

#include <string>

#include "cli/options.h"
#include "schedule/simulation.h"
#include "store/store.h"

namespace assay::cli {

struct SimulatorRequest {
  std::string folder;     // for the program's image
  std::string root;       // patterns of `--for` speak of paths from there
  std::string function;   // only that one and what it calls; empty: all
  schedule::Focus focus;  // likewise, by file
  bool is_alone = false;  // the focus is analysed as if it were the whole program
  schedule::CacheUse cache = schedule::CacheUse::Off;  // what the store allows
  schedule::LinkedProgram* program = nullptr;          // shared with other engines; null: its own
};

/// Shows progress.  The options may forbid a cache.
Result<schedule::SimulationReport> run_simulator(store::Store& store,
                                                 const models::Library& library,
                                                 const Options& options,
                                                 const SimulatorRequest& request);

/// How much of the program was seen, in one line.
std::string simulation_line(const schedule::SimulationReport& report);

}  // namespace assay::cli
