#include "callgraph/analysis_roots.h"

#include <algorithm>

#include "callgraph/components.h"

namespace assay::callgraph {

std::vector<FunctionId> analysis_roots(const CallGraph& graph) {
  Successors successors(graph.functions.size());
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    std::vector<uint32_t>& next = successors[i];
    for (const CallSite& site : graph.functions[i].calls) {
      if (site.kind == CallEdgeKind::Callback) continue;
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
