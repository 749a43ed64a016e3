#include "schedule/simulation_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/function_name.h"
#include "callgraph/components.h"
#include "schedule/focus.h"

namespace assay::schedule {
namespace {

using callgraph::CallGraph;
using callgraph::FunctionId;

// A task is worth its way to a worker, and small enough that two workers share a small program.
constexpr uint64_t kPointsPerBatch = 2000;

// So many functions that call each other are simulated by one worker, twice and without each
// other's models at first.
constexpr size_t kLargestCircle = 20;

// The parts of a circle that are left when only calls to just one function close it.
std::vector<std::vector<FunctionId>> taken_apart(const CallGraph& graph,
                                                 const std::vector<FunctionId>& circle) {
  std::map<FunctionId, uint32_t> number;
  for (FunctionId id : circle) number.emplace(id, static_cast<uint32_t>(number.size()));
  callgraph::Successors successors(circle.size());
  for (uint32_t i = 0; i < circle.size(); ++i) {
    for (const callgraph::CallSite& site : graph.functions[circle[i].index()].calls) {
      if (site.targets.size() != 1) continue;
      auto target = number.find(site.targets.front());
      if (target != number.end()) successors[i].push_back(target->second);
    }
  }
  std::vector<std::vector<FunctionId>> parts;
  for (const std::vector<uint32_t>& members : callgraph::strong_components(successors)) {
    std::vector<FunctionId>& part = parts.emplace_back();
    for (uint32_t member : members) part.push_back(circle[member]);
  }
  return parts;
}

// Callees before callers.
std::vector<std::vector<FunctionId>> circles(const CallGraph& graph) {
  std::vector<std::vector<FunctionId>> all;
  for (const std::vector<FunctionId>& circle : graph.components) {
    if (circle.size() <= kLargestCircle) {
      all.push_back(circle);
      continue;
    }
    for (std::vector<FunctionId>& part : taken_apart(graph, circle)) all.push_back(std::move(part));
  }
  return all;
}

bool calls_itself(const CallGraph& graph, FunctionId id) {
  for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
    if (std::binary_search(site.targets.begin(), site.targets.end(), id)) return true;
  return false;
}

// By component: how deep the calls below it go.
std::vector<uint32_t> depths(const CallGraph& graph,
                             const std::vector<std::vector<FunctionId>>& components,
                             const std::vector<FunctionTraits>& traits) {
  // By function: of its component, plus 1; 0 for those that come later.
  std::vector<uint32_t> depth_of(graph.functions.size());
  std::vector<uint32_t> result;
  for (const std::vector<FunctionId>& component : components) {
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
    // Each batch takes its unit's tables along: of a unit with very many functions there are few.
    uint64_t enough = std::max<uint64_t>(kPointsPerBatch, 2 * components.size());
    uint64_t points = 0;
    ComponentBatch batch;
    for (SimulatedComponent& component : components) {
      for (FunctionId id : component.functions) points += traits[id.index()].points;
      batch.push_back(std::move(component));
      if (points < enough) continue;
      all.push_back(std::move(batch));
      batch.clear();
      points = 0;
    }
    if (!batch.empty()) all.push_back(std::move(batch));
  }
}

void find_needs(const CallGraph& graph, SimulationPlan& plan) {
  plan.batch_of.resize(graph.functions.size());
  for (const ComponentBatch& batch : plan.batches) {
    size_t most = 0;
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions)
        for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
          for (FunctionId target : site.targets)
            most = std::max(most, plan.batch_of[target.index()]);
    plan.needs.push_back(most);
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions) plan.batch_of[id.index()] = plan.needs.size();
  }
}

}  // namespace

std::vector<FunctionId> library_below(const CallGraph& graph,
                                      const std::vector<FunctionTraits>& traits,
                                      const std::vector<FunctionId>& of) {
  // Who calls very much of it is simulated with the models alone.
  constexpr size_t kMostBelow = 3000;
  std::set<FunctionId> seen;
  std::vector<FunctionId> todo;
  auto add = [&](FunctionId id) {
    if (traits[id.index()].is_simulated && seen.insert(id).second) todo.push_back(id);
  };
  for (FunctionId id : of) {
    if (traits[id.index()].is_system) continue;
    for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
      for (FunctionId target : site.targets)
        if (traits[target.index()].is_library) add(target);
  }
  for (size_t i = 0; i < todo.size() && todo.size() < kMostBelow; ++i)
    for (const callgraph::CallSite& site : graph.functions[todo[i].index()].calls)
      for (FunctionId target : site.targets) add(target);
  return {seen.begin(), seen.end()};
}

bool has_name(const callgraph::ProgramFunction& function, std::string_view name) {
  return function.name == name || function.display == name ||
         (function.display.find('<') != std::string::npos &&
          without_template_arguments(function.display) == name);
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
  std::vector<std::vector<FunctionId>> components = circles(graph);
  std::vector<uint32_t> depth = depths(graph, components, traits);
  std::map<uint32_t, std::map<std::vector<int32_t>, ComponentBatch>> by_depth;
  for (size_t i = 0; i < components.size(); ++i) {
    SimulatedComponent component;
    std::vector<int32_t> units;
    for (FunctionId id : components[i]) {
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
  find_needs(graph, plan);
  return plan;
}

}  // namespace assay::schedule
