// An error of a rule as a finding: kind, message, place, function, variables.
#pragma once

#include <string>

#include "engines/machines/code.h"
#include "engines/machines/context.h"
#include "findings/finding.h"

namespace assay::machines {

/// Without its trace.
findings::Finding finding_of(const std::string& machine, const FunctionCode& code,
                             const metal::TreePool& pool, const RuleError& error);
/// Where a node stands; none, or one that stands nowhere: the end of the function.
findings::Location location_of(const ir::Function& function, ir::NodeId node);
findings::Location end_of(const ir::Function& function);
/// Which function the code at a point calls; empty: none by name.
std::string callee_name(const FunctionCode& code, ir::NodeId node);

}  // namespace assay::machines
