#include "schedule/simulation_plan.h"

#include <algorithm>
#include <map>

#include "schedule/focus.h"

namespace assay::schedule {
namespace {

using callgraph::CallGraph;
using callgraph::FunctionId;

// A task is worth its way to a worker, and small enough that two workers share a small program.
constexpr uint64_t kPointsPerBatch = 2000;

bool calls_itself(const CallGraph& graph, FunctionId id) {
  for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
    if (std::binary_search(site.targets.begin(), site.targets.end(), id)) return true;
  return false;
}

// By component: how deep the calls below it go.
std::vector<uint32_t> depths(const CallGraph& graph, const std::vector<FunctionTraits>& traits) {
  std::vector<uint32_t> depth_of(graph.functions.size());  // by function: of its component, plus 1
  std::vector<uint32_t> result;
  for (const std::vector<FunctionId>& component : graph.components) {
    uint32_t depth = 0;
    bool counts = false;
    for (FunctionId id : component) {
      counts |= traits[id.index()].is_simulated;
      for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
        for (FunctionId target : site.targets) depth = std::max(depth, depth_of[target.index()]);
    }
    for (FunctionId id : component) depth_of[id.index()] = depth + (counts ? 1 : 0);
    result.push_back(depth);
  }
  return result;
}

// Neighbours in a unit share its tables.
void add_batches(std::map<std::vector<int32_t>, ComponentBatch>&& by_units,
                 const std::vector<FunctionTraits>& traits, std::vector<ComponentBatch>& all) {
  for (auto& [units, components] : by_units) {
    uint64_t points = 0;
    ComponentBatch batch;
    for (SimulatedComponent& component : components) {
      for (FunctionId id : component.functions) points += traits[id.index()].points;
      batch.push_back(std::move(component));
      if (points < kPointsPerBatch) continue;
      all.push_back(std::move(batch));
      batch.clear();
      points = 0;
    }
    if (!batch.empty()) all.push_back(std::move(batch));
  }
}

std::vector<size_t> needs_of(const CallGraph& graph, const std::vector<ComponentBatch>& batches) {
  std::vector<size_t> behind(graph.functions.size());  // by function: its batch, plus 1
  std::vector<size_t> needs;
  for (const ComponentBatch& batch : batches) {
    size_t most = 0;
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions)
        for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
          for (FunctionId target : site.targets) most = std::max(most, behind[target.index()]);
    needs.push_back(most);
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions) behind[id.index()] = needs.size();
  }
  return needs;
}

}  // namespace

bool has_name(const callgraph::ProgramFunction& function, std::string_view name) {
  return function.name == name || function.display == name;
}

std::vector<bool> reached_from(const CallGraph& graph, std::string_view function) {
  std::vector<bool> named(graph.functions.size());
  for (uint32_t i = 0; i < graph.functions.size(); ++i)
    named[i] = has_name(graph.functions[i], function);
  return with_callees(graph, named);
}

SimulationPlan plan_simulation(const CallGraph& graph, const std::vector<FunctionTraits>& traits,
                               const std::vector<bool>& wanted) {
  SimulationPlan plan;
  std::vector<uint32_t> depth = depths(graph, traits);
  std::map<uint32_t, std::map<std::vector<int32_t>, ComponentBatch>> by_depth;
  for (size_t i = 0; i < graph.components.size(); ++i) {
    SimulatedComponent component;
    std::vector<int32_t> units;
    for (FunctionId id : graph.components[i]) {
      if (!traits[id.index()].is_simulated) continue;
      if (!wanted.empty() && !wanted[id.index()]) continue;
      component.functions.push_back(id);
      units.push_back(graph.functions[id.index()].unit);
    }
    if (component.functions.empty()) continue;
    plan.functions += component.functions.size();
    component.is_recursive =
        component.functions.size() > 1 || calls_itself(graph, component.functions.front());
    std::sort(units.begin(), units.end());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    by_depth[depth[i]][std::move(units)].push_back(std::move(component));
  }
  for (auto& [level, by_units] : by_depth) add_batches(std::move(by_units), traits, plan.batches);
  plan.needs = needs_of(graph, plan.batches);
  return plan;
}

}  // namespace assay::schedule
