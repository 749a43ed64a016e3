// Who runs which rules from which functions: the tasks of a run of the machines.
//
// A rule that looks at one function at a time is run on all functions; many such rules share a
// task, so that a function is decoded once for all of them.  A rule that follows calls is run from
// the roots of the call graph, and keeps what it learns about functions between them: so it is
// one task, unless there are too few rules for the number of workers.  What a task answers about
// one function does not depend on the others in it, so that the plan changes no result.
#pragma once

#include <cstdint>
#include <vector>

#include "callgraph/call_graph.h"

namespace assay::schedule {

struct MachinesTask {
  std::vector<uint32_t> rules;                   // by index
  std::vector<callgraph::FunctionId> functions;  // each rule starts from each of them
};

/// Functions from which all others are reached: those that nobody calls (a callback's caller is
/// unknown), and one of each circle that nobody enters.  With bodies, in the order of their units.
std::vector<callgraph::FunctionId> analysis_roots(const callgraph::CallGraph& graph);

/// `is_local` by rule.
std::vector<MachinesTask> plan_machines(const callgraph::CallGraph& graph,
                                        const std::vector<bool>& is_local, unsigned jobs);

/// One task for each pair of a rule and a function.
std::vector<MachinesTask> split_task(const MachinesTask& task);

}  // namespace assay::schedule
