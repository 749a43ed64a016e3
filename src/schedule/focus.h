// The part of a program that a run is about, when files of it are named and not the whole.
//
// The rest is context: its functions are followed where the part calls them, and the part's
// functions are entered as its callers enter them.  So what is said of the part is what a run over
// the whole program would say of it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "callgraph/call_graph.h"
#include "schedule/program_image.h"

namespace assay::schedule {

/// Main files of units; empty: the whole program.
using Focus = std::set<std::string>;

/// By FunctionId: those with a body in a unit of the focus, or written in its main file.
std::vector<bool> functions_in(const Focus& focus, const callgraph::CallGraph& graph,
                               const ProgramImage& image);

/// `some` and all they may call.
std::vector<bool> with_callees(const callgraph::CallGraph& graph, const std::vector<bool>& some);
/// `some` and all that may call them.
std::vector<bool> with_callers(const callgraph::CallGraph& graph, const std::vector<bool>& some);

}  // namespace assay::schedule
