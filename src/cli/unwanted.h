// What the simulator's settings say of findings that rules have made.
//
// `leaks` and `malloc-fails` are what the user says of a program, not of an engine; but rules know
// neither.
#pragma once

#include "engines/simulator/options.h"
#include "findings/finding.h"
#include "models/library.h"

namespace assay::cli {

/// Without leaks: no leak.  Where memory never runs out: not that memory may be null.
bool is_wanted_of_rules(const findings::Finding& finding, const simulator::Options& options,
                        const models::Library& library);

}  // namespace assay::cli
