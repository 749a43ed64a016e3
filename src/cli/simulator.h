// The simulator, as the command line asks for it.
#pragma once

#include <string>

#include "cli/options.h"
#include "schedule/simulation.h"
#include "store/store.h"

namespace assay::cli {

/// Shows progress.  The program's image is made in `folder`.  `function`: only that one and what
/// it calls; empty: all.  `focus`: likewise, by file.  `cache`: what the store allows; the options
/// may forbid it.  `root`: patterns of `--for` speak of paths from there.
Result<schedule::SimulationReport> run_simulator(
    store::Store& store, const models::Library& library, const Options& options,
    const std::string& folder, const std::string& function, const std::string& root,
    schedule::CacheUse cache, const schedule::Focus& focus = {}, bool is_alone = false);

/// How much of the program was seen, in one line.
std::string simulation_line(const schedule::SimulationReport& report);

}  // namespace assay::cli
