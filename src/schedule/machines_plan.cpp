#include "schedule/machines_plan.h"

#include <algorithm>
#include <tuple>

#include "callgraph/analysis_roots.h"
#include "callgraph/components.h"
#include "schedule/focus.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

constexpr size_t kTasksPerWorker = 16;
constexpr size_t kMinGroup = 8;
constexpr size_t kMaxGroup = 512;
constexpr size_t kRootsPerTask = 500;

// Neighbours in a unit share its tables.
void sort_by_unit(const callgraph::CallGraph& graph, std::vector<FunctionId>& functions) {
  std::sort(functions.begin(), functions.end(), [&](FunctionId a, FunctionId b) {
    const callgraph::ProgramFunction& x = graph.functions[a.index()];
    const callgraph::ProgramFunction& y = graph.functions[b.index()];
    return std::tie(x.unit, x.index_in_unit, a) < std::tie(y.unit, y.index_in_unit, b);
  });
}

void add_groups(const std::vector<uint32_t>& rules, const std::vector<FunctionId>& functions,
                size_t size, std::vector<MachinesTask>& tasks) {
  for (size_t begin = 0; begin < functions.size(); begin += size) {
    size_t end = std::min(begin + size, functions.size());
    tasks.push_back({.rules = rules,
                     .functions = {functions.begin() + static_cast<ptrdiff_t>(begin),
                                   functions.begin() + static_cast<ptrdiff_t>(end)}});
  }
}

}  // namespace

std::vector<FunctionId> roots_by_unit(const callgraph::CallGraph& graph) {
  std::vector<FunctionId> roots = callgraph::analysis_roots(graph);
  sort_by_unit(graph, roots);
  return roots;
}

std::vector<MachinesTask> plan_machines(const callgraph::CallGraph& graph,
                                        const std::vector<bool>& is_local, unsigned jobs) {
  std::vector<uint32_t> local, following;
  for (uint32_t i = 0; i < is_local.size(); ++i) (is_local[i] ? local : following).push_back(i);

  // The long tasks first; the small ones then fill what is left of each worker's time.
  std::vector<MachinesTask> tasks;
  if (!following.empty()) {
    std::vector<FunctionId> roots = roots_by_unit(graph);
    for (uint32_t rule : following) add_groups({rule}, roots, kRootsPerTask, tasks);
  }
  if (!local.empty()) {
    std::vector<FunctionId> functions;
    for (size_t i = 0; i < graph.functions.size(); ++i)
      if (graph.functions[i].unit >= 0) functions.push_back(FunctionId(i));
    sort_by_unit(graph, functions);
    size_t size = std::clamp(functions.size() / (jobs * kTasksPerWorker), kMinGroup, kMaxGroup);
    add_groups(local, functions, size, tasks);
  }
  return tasks;
}

std::vector<MachinesTask> plan_second(const callgraph::CallGraph& graph, uint32_t rule,
                                      const std::set<FunctionId>& missed) {
  std::vector<FunctionId> functions(missed.begin(), missed.end());
  callgraph::Successors successors(functions.size());
  for (size_t i = 0; i < functions.size(); ++i)
    for (const callgraph::CallSite& site : graph.functions[functions[i].index()].calls) {
      if (!callgraph::is_followed(graph, site)) continue;
      for (FunctionId target : site.targets) {
        auto at = std::ranges::lower_bound(functions, target);
        if (at != functions.end() && *at == target)
          successors[i].push_back(static_cast<uint32_t>(at - functions.begin()));
      }
    }
  std::vector<FunctionId> ordered;
  for (const std::vector<uint32_t>& component : callgraph::strong_components(successors))
    for (uint32_t member : component) ordered.push_back(functions[member]);
  std::ranges::reverse(ordered);
  std::vector<MachinesTask> tasks;
  add_groups({rule}, ordered, kRootsPerTask, tasks);
  for (MachinesTask& task : tasks) task.is_second = true;
  return tasks;
}

std::vector<MachinesTask> narrow_tasks(std::vector<MachinesTask> tasks,
                                       const callgraph::CallGraph& graph,
                                       const std::vector<bool>& focus,
                                       const std::vector<bool>& is_local,
                                       const std::vector<bool>& counts) {
  std::vector<bool> reaching = with_callers(graph, focus);
  std::vector<MachinesTask> narrowed;
  for (MachinesTask& task : tasks) {
    MachinesTask whole{.rules = {}, .functions = task.functions}, part;
    for (uint32_t rule : task.rules) (counts[rule] ? whole : part).rules.push_back(rule);
    if (!whole.rules.empty()) narrowed.push_back(std::move(whole));
    if (part.rules.empty()) continue;
    bool local = is_local[part.rules.front()];  // a task's rules are all so, or all not
    for (FunctionId function : task.functions)
      if ((local ? focus : reaching)[function.index()]) part.functions.push_back(function);
    if (!part.functions.empty()) narrowed.push_back(std::move(part));
  }
  return narrowed;
}

std::vector<MachinesTask> split_task(const MachinesTask& task) {
  std::vector<MachinesTask> tasks;
  for (uint32_t rule : task.rules)
    for (FunctionId function : task.functions)
      tasks.push_back({.rules = {rule}, .functions = {function}});
  return tasks;
}

}  // namespace assay::schedule
