// In which order the functions of a program are simulated: in batches, callees first.
//
// A function's depth is one more than the deepest of its callees'; batches of one depth need
// nothing of each other.  Functions that call each other are simulated together, unless they are
// many: such a circle, closed by pointers to handlers, is taken apart at the calls that may lead to
// more than one function.  What the batches are depends on the program alone, never on the number
// of workers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "callgraph/call_graph.h"

namespace assay::schedule {

/// What the plan and the workers ask of a function, by FunctionId.
struct FunctionTraits {
  uint32_t points = 0;
  bool is_simulated = false;  // it has a body, and is no initialiser
  bool is_internal = false;   // its name is its unit's own
  bool is_system = false;     // of a system header: it has a model, and no findings
  bool is_library = false;    // and of the C++ library
};

/// Functions that call each other, or one.
struct SimulatedComponent {
  std::vector<callgraph::FunctionId> functions;
  bool is_recursive = false;
};

/// Of one unit, or of several that a component spans.
using ComponentBatch = std::vector<SimulatedComponent>;

struct SimulationPlan {
  std::vector<ComponentBatch> batches;
  std::vector<size_t> needs;     // by batch: how many of the first ones hold the callees it knows
  std::vector<size_t> batch_of;  // by FunctionId, plus 1; 0: it is not simulated
  size_t functions = 0;

  /// Whether the model of `callee` is there when batch `i` is simulated.  In a circle that was
  /// taken apart some callees come later.
  bool knows(size_t i, callgraph::FunctionId callee) const {
    size_t batch = batch_of[callee.index()];
    return batch != 0 && batch <= i;
  }
};

/// `wanted` by FunctionId; empty: all.  What is wanted should have its callees wanted.
SimulationPlan plan_simulation(const callgraph::CallGraph& graph,
                               const std::vector<FunctionTraits>& traits,
                               const std::vector<bool>& wanted);

/// The C++ library's functions that some functions of the program call, and all that is below
/// them: their code may be run.  In order, each once.
std::vector<callgraph::FunctionId> library_below(const callgraph::CallGraph& graph,
                                                 const std::vector<FunctionTraits>& traits,
                                                 const std::vector<callgraph::FunctionId>& of);

/// Those that a linkage or display name means, and all they may call; none: all false.
std::vector<bool> reached_from(const callgraph::CallGraph& graph, std::string_view function);

/// A template's name means all its instances.
bool has_name(const callgraph::ProgramFunction& function, std::string_view name);

}  // namespace assay::schedule
