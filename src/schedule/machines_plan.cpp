#include "schedule/machines_plan.h"

#include <algorithm>
#include <tuple>

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

constexpr size_t kTasksPerWorker = 16;
constexpr size_t kMinGroup = 8;
constexpr size_t kMaxGroup = 512;

class Reach {
 public:
  explicit Reach(const callgraph::CallGraph& graph)
      : graph_(graph), reached_(graph.functions.size()) {}

  bool has(FunctionId function) const { return reached_[function.index()]; }
  void add(FunctionId from) {
    std::vector<FunctionId> todo{from};
    while (!todo.empty()) {
      FunctionId function = todo.back();
      todo.pop_back();
      if (reached_[function.index()]) continue;
      reached_[function.index()] = true;
      for (const callgraph::CallSite& site : graph_.functions[function.index()].calls)
        todo.insert(todo.end(), site.targets.begin(), site.targets.end());
    }
  }

 private:
  const callgraph::CallGraph& graph_;
  std::vector<bool> reached_;
};

bool has_body(const callgraph::CallGraph& graph, FunctionId function) {
  return graph.functions[function.index()].unit >= 0;
}

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
    tasks.push_back({rules,
                     {functions.begin() + static_cast<ptrdiff_t>(begin),
                      functions.begin() + static_cast<ptrdiff_t>(end)}});
  }
}

}  // namespace

std::vector<FunctionId> analysis_roots(const callgraph::CallGraph& graph) {
  Reach reach(graph);
  std::vector<FunctionId> roots;
  for (FunctionId root : graph.roots) {
    if (has_body(graph, root)) roots.push_back(root);
    reach.add(root);
  }
  // Callers first: whoever is left then is entered by nobody.
  for (auto component = graph.components.rbegin(); component != graph.components.rend();
       ++component) {
    for (FunctionId function : *component) {
      if (reach.has(function) || !has_body(graph, function)) continue;
      roots.push_back(function);
      reach.add(function);
    }
  }
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
    std::vector<FunctionId> roots = analysis_roots(graph);
    size_t groups = following.size() >= size_t{2} * jobs || jobs == 1
                        ? 1
                        : (size_t{2} * jobs + following.size() - 1) / following.size();
    size_t size = std::max<size_t>(1, (roots.size() + groups - 1) / groups);
    for (uint32_t rule : following) add_groups({rule}, roots, size, tasks);
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

std::vector<MachinesTask> split_task(const MachinesTask& task) {
  std::vector<MachinesTask> tasks;
  for (uint32_t rule : task.rules)
    for (FunctionId function : task.functions) tasks.push_back({{rule}, {function}});
  return tasks;
}

}  // namespace assay::schedule
