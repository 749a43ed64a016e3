#include "callgraph/analysis_roots.h"

#include <algorithm>

#include "callgraph/components.h"

namespace assay::callgraph {

bool is_followed(const CallGraph& graph, const CallSite& site) {
  constexpr auto kMaxTargets = 4;
  if (site.kind == CallEdgeKind::Callback) return false;
  return std::ranges::count_if(site.targets, [&](FunctionId target) {
           return graph.functions[target.index()].unit >= 0;
         }) <= kMaxTargets;
}

std::vector<FunctionId> analysis_roots(const CallGraph& graph) {
  Successors successors(graph.functions.size());
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    std::vector<uint32_t>& next = successors[i];
    for (const CallSite& site : graph.functions[i].calls) {
      if (!is_followed(graph, site)) continue;
      for (FunctionId target : site.targets) next.push_back(target.index());
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
  }
  std::vector<FunctionId> roots;
  for (uint32_t root : find_roots(successors, strong_components(successors)))
    if (graph.functions[root].unit >= 0) roots.push_back(FunctionId(root));
  return roots;
}

}  // namespace assay::callgraph
