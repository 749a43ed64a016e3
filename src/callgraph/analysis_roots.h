// Where an analysis that follows calls has to start, to see every function.
#pragma once

#include <vector>

#include "callgraph/call_graph.h"

namespace assay::callgraph {

/// Functions from which all others are reached: those that nobody calls (a callback's caller is
/// unknown), and one of each circle that nobody enters.  With bodies, in the graph's order.
std::vector<FunctionId> analysis_roots(const CallGraph& graph);

}  // namespace assay::callgraph
