// The simulator's report as bytes: what an unchanged program has to say again, and how much of the
// program the last run saw.
#pragma once

#include "base/bytes.h"
#include "schedule/simulation.h"

namespace assay::schedule {

/// Of a run that came to its end, without failures.
Bytes encode_simulation_report(const SimulationReport& report);
Result<SimulationReport> decode_simulation_report(std::string_view bytes);

/// The counts of a run, for `assay stats`.
Result<void> keep_simulation_record(store::Store& store, const SimulationReport& report);
/// Without findings and failures; none: the program was not simulated yet.
Result<std::optional<SimulationReport>> last_simulation(store::Store& store);

}  // namespace assay::schedule
