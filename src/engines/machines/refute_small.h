// Functions that a path calls and does not enter, and that are so small that all of their ways can
// be run at the call: then the path knows what they give.
#pragma once

#include <span>
#include <vector>

#include "engines/machines/program.h"

namespace assay::machines {

/// Of what these functions call by name, themselves included: leaves of the same units, without
/// loops, by few ways; those with several ways write nothing but their own variables.
std::vector<callgraph::FunctionId> small_callees(ProgramView& view,
                                                 std::span<const callgraph::FunctionId> functions);

/// The one small callee that a call may lead to, if it is; none otherwise.
callgraph::FunctionId only_target(std::span<const callgraph::CallSite> sites);

}  // namespace assay::machines
