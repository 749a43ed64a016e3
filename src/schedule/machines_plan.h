// Who runs which rules from which functions: the tasks of a run of the machines.
//
// A rule that looks at one function at a time is run on all functions; many such rules share a
// task, so that a function is decoded once for all of them.  A rule that follows calls is run from
// the roots of the call graph, and keeps what it learns about functions between them: so many roots
// share a task, how many does not depend on the number of workers, and each such task begins with
// nothing learnt.  So the plan changes no result, those of rules that run out of their budget
// included.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "callgraph/call_graph.h"

namespace assay::schedule {

struct MachinesTask {
  std::vector<uint32_t> rules;                   // by index
  std::vector<callgraph::FunctionId> functions;  // each rule starts from each of them
  bool is_second = false;  // but from none that it has come to from one before it
};

/// Where rules that follow calls start, in the order of their units.
std::vector<callgraph::FunctionId> roots_by_unit(const callgraph::CallGraph& graph);

/// `is_local` by rule.
std::vector<MachinesTask> plan_machines(const callgraph::CallGraph& graph,
                                        const std::vector<bool>& is_local, unsigned jobs);

/// For functions that one rule that follows calls came to from no root: they start where nobody
/// calls them, those that may call others of them before these.
std::vector<MachinesTask> plan_second(const callgraph::CallGraph& graph, uint32_t rule,
                                      const std::set<callgraph::FunctionId>& missed);

/// Leaves the starts from which a function of `focus` (by FunctionId) is reached; of rules that
/// count (`counts` by rule), all.
std::vector<MachinesTask> narrow_tasks(std::vector<MachinesTask> tasks,
                                       const callgraph::CallGraph& graph,
                                       const std::vector<bool>& focus,
                                       const std::vector<bool>& is_local,
                                       const std::vector<bool>& counts);

/// One task for each pair of a rule and a function.
std::vector<MachinesTask> split_task(const MachinesTask& task);

}  // namespace assay::schedule
