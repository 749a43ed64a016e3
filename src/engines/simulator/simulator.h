// PREfix's simulator: functions bottom-up, each into warnings and a model for its callers.
//
// `simulate_component` is a pure function of the bodies, the models of their callees and the
// options; `simulate_program` runs it over a whole program in memory, callees before callers.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "callgraph/call_graph.h"
#include "engines/simulator/options.h"
#include "engines/simulator/simulation.h"
#include "engines/simulator/summaries.h"
#include "findings/finding.h"

namespace assay::simulator {

struct FunctionResult {
  semantics::EntityId function;
  Simulated simulated;
};

/// The settings for a function.
using OptionsOf = std::function<const Options&(semantics::EntityId)>;

/// Functions that call each other, simulated `recursion` times, as the first one's settings say;
/// first without models of each other, but for those that never come back, then with those of the
/// round before.  Results in the order given.  Their models are in `summaries` afterwards.
std::vector<FunctionResult> simulate_component(semantics::Program& program,
                                               std::span<const semantics::EntityId> functions,
                                               bool is_recursive, Summaries& summaries,
                                               const OptionsOf& options);

/// Tells `summaries` where the calls of a function lead that go through pointers or to virtual
/// methods, as far as the call graph leaves one function only, or a few overrides of a method.
void set_targets(const callgraph::ProgramFunction& function, semantics::EntityId caller,
                 const std::function<semantics::EntityId(callgraph::FunctionId)>& entity_of,
                 Summaries& summaries);

/// Functions whose bodies special calls of a component may simulate: those that it calls by name,
/// and those that these call so, of the caller's unit and small.  `points_of`: 0 for those without
/// a body.
std::set<callgraph::FunctionId> helpers_of(
    const callgraph::CallGraph& graph, std::span<const callgraph::FunctionId> component,
    const std::function<uint32_t(callgraph::FunctionId)>& points_of);

struct ProgramResult {
  std::vector<findings::Finding> findings;  // by function, callees first
  std::vector<std::string> out_of_budget;   // display names of functions
  Coverage coverage;
  uint64_t functions = 0, paths = 0, points = 0, questions = 0;
};

/// Learns the model of every function with a body.  `summaries` belongs to `program`.
ProgramResult simulate_program(semantics::Program& program, Summaries& summaries,
                               const Options& options);

}  // namespace assay::simulator
