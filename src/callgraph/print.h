// The call graph for people and for other programs.  Output depends on the graph alone.
#pragma once

#include <string>

#include "callgraph/call_graph.h"

namespace assay::callgraph {

/// What to call each function: its display name, with what tells it apart where several share it.
std::vector<std::string> labels(const CallGraph& graph);

/// Each function with a body, sorted; under it a line for each different call: kind and targets,
/// `...` where others are possible.  With `roots_only` just the roots' names.
std::string print_text(const CallGraph& graph, bool roots_only);
std::string print_json(const CallGraph& graph, bool roots_only = false);
std::string print_dot(const CallGraph& graph);
/// Functions without a body: how many call sites reach each, most called first.
std::string print_undefined(const CallGraph& graph);

}  // namespace assay::callgraph
