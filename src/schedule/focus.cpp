#include "schedule/focus.h"

#include "base/check.h"

namespace assay::schedule {
namespace {

using callgraph::CallGraph;
using callgraph::FunctionId;

std::vector<std::vector<uint32_t>> callers_of(const CallGraph& graph) {
  std::vector<std::vector<uint32_t>> callers(graph.functions.size());
  for (uint32_t i = 0; i < graph.functions.size(); ++i)
    for (const callgraph::CallSite& site : graph.functions[i].calls)
      for (FunctionId target : site.targets) callers[target.index()].push_back(i);
  return callers;
}

/// `visit(function, add)` calls `add` for each neighbour.
template <class Visit>
std::vector<bool> closure(const std::vector<bool>& some, const Visit& visit) {
  std::vector<bool> reached(some.size());
  std::vector<uint32_t> todo;
  for (uint32_t i = 0; i < some.size(); ++i)
    if (some[i]) todo.push_back(i);
  while (!todo.empty()) {
    uint32_t next = todo.back();
    todo.pop_back();
    if (reached[next]) continue;
    reached[next] = true;
    visit(next, [&](uint32_t neighbour) {
      if (!reached[neighbour]) todo.push_back(neighbour);
    });
  }
  return reached;
}

}  // namespace

std::vector<bool> functions_in(const Focus& focus, const CallGraph& graph,
                               const ProgramImage& image) {
  std::vector<bool> found(graph.functions.size());
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    const callgraph::ProgramFunction& function = graph.functions[i];
    if (function.unit < 0) continue;
    // An inline function of a header belongs to the first unit that has it.
    found[i] = focus.contains(image.main_file(static_cast<size_t>(function.unit))) ||
               focus.contains(function.file);
  }
  return found;
}

std::vector<bool> with_callees(const CallGraph& graph, const std::vector<bool>& some) {
  ASSAY_CHECK(some.size() == graph.functions.size(), "each function should be in or out");
  return closure(some, [&](uint32_t at, const auto& add) {
    for (const callgraph::CallSite& site : graph.functions[at].calls)
      for (FunctionId target : site.targets) add(target.index());
  });
}

std::vector<bool> with_callers(const CallGraph& graph, const std::vector<bool>& some) {
  ASSAY_CHECK(some.size() == graph.functions.size(), "each function should be in or out");
  std::vector<std::vector<uint32_t>> callers = callers_of(graph);
  return closure(some, [&](uint32_t at, const auto& add) {
    for (uint32_t caller : callers[at]) add(caller);
  });
}

}  // namespace assay::schedule
