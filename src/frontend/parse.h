// One compile command in, one unit out.
#pragma once

#include <string>
#include <vector>

#include "frontend/command.h"
#include "ir/unit.h"

namespace assay::frontend {

/// Changes whenever the same source comes to other ir: units stored by an earlier front end are
/// captured again.
inline constexpr uint32_t kLoweringVersion = 8;

/// Parses and lowers.  A file that does not compile still gives a unit: its diagnostics, and the
/// functions that Clang could build.  Runs on a stack of its own of 1 GiB, reserved and not
/// touched.  Reads files; writes and starts nothing.
ir::Unit parse_unit(const PreparedCommand& command);

}  // namespace assay::frontend
