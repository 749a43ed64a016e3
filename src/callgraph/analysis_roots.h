// Where an analysis that follows calls has to start, to see every function.
#pragma once

#include <vector>

#include "callgraph/call_graph.h"

namespace assay::callgraph {

/// Whether an analysis goes from the call into all that it may call.  A callback's caller is
/// unknown, and a call with many targets says little about where it goes.
bool is_followed(const CallGraph& graph, const CallSite& site);

/// Functions from which all others are reached over calls that are followed: those that no such
/// call leads to, and one of each circle that nobody enters.  With bodies, in the graph's order.
std::vector<FunctionId> analysis_roots(const CallGraph& graph);

}  // namespace assay::callgraph
