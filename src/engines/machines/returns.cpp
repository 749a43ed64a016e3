#include "engines/machines/returns.h"

#include <algorithm>
#include <map>

namespace assay::machines {

using callgraph::CallSite;
using callgraph::FunctionId;

bool Returns::may_return(FunctionId function) {
  if (answers_.empty()) answers_.resize(view_.graph().functions.size(), Answer::Unknown);
  if (answers_[function.index()] == Answer::Unknown) find(function);
  return answers_[function.index()] == Answer::Yes;
}

bool Returns::may_return(std::span<const CallSite> call) {
  bool any = false;
  for (const CallSite& site : call) {
    if (site.kind == callgraph::CallEdgeKind::Callback) continue;
    if (site.open || site.targets.empty()) return true;
    for (FunctionId target : site.targets)
      if (may_return(target)) return true;
    any = true;
  }
  return !any;
}

bool Returns::comes_back(const CallSite& site) const {
  return site.open || site.targets.empty() ||
         std::ranges::any_of(site.targets, [&](FunctionId target) {
           return answers_[target.index()] == Answer::Yes;
         });
}

// Points of calls none of which is known to come back; sorted.
std::vector<ir::NodeId> Returns::ends_of(FunctionId function) const {
  std::vector<ir::NodeId> ends, passed;
  for (const CallSite& site : view_.graph().functions[function.index()].calls) {
    if (site.kind == callgraph::CallEdgeKind::Callback) continue;
    (comes_back(site) ? passed : ends).push_back(site.point);
  }
  std::erase_if(ends, [&](ir::NodeId end) { return std::ranges::binary_search(passed, end); });
  return ends;
}

// Whether a path leads to the end, past calls that are known to come back.
bool Returns::reaches_end(FunctionId function) {
  std::shared_ptr<const LoadedFunction> loaded = view_.load(function);
  if (!loaded) return true;
  const ir::Body& body = loaded->function.body;
  std::vector<ir::NodeId> ends = ends_of(function);
  std::vector<bool> seen(body.blocks.size());
  std::vector<ir::BlockId> todo{ir::BlockId(0u)};
  while (!todo.empty()) {
    ir::BlockId id = todo.back();
    todo.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    const ir::Block& block = body.blocks[id.index()];
    // What does not return may throw, and be caught here.
    if (block.unwind.valid()) todo.push_back(block.unwind);
    bool stops = !ends.empty() && std::ranges::any_of(body.points_of(id), [&](ir::NodeId point) {
      return std::ranges::binary_search(ends, point);
    });
    if (stops) continue;
    if (block.terminator == ir::Terminator::Return) return true;
    for (const ir::Edge& edge : body.edges_of(id)) todo.push_back(edge.target);
  }
  return false;
}

// The least solution: all below that is not known yet does not return until a path shows that it
// does, which may show it of its callers.
void Returns::find(FunctionId root) {
  const callgraph::CallGraph& graph = view_.graph();
  std::vector<FunctionId> below{root};
  std::map<FunctionId, std::vector<FunctionId>> callers;
  answers_[root.index()] = Answer::No;
  for (size_t i = 0; i < below.size(); ++i) {
    for (const CallSite& site : graph.functions[below[i].index()].calls) {
      for (FunctionId target : site.targets) {
        callers[target].push_back(below[i]);
        if (answers_[target.index()] != Answer::Unknown) continue;
        answers_[target.index()] = Answer::No;
        below.push_back(target);
      }
    }
  }
  // Callees stand mostly behind their callers: they are looked at first.
  std::vector<FunctionId> todo = below;
  while (!todo.empty()) {
    FunctionId function = todo.back();
    todo.pop_back();
    if (answers_[function.index()] == Answer::Yes || !reaches_end(function)) continue;
    answers_[function.index()] = Answer::Yes;
    for (FunctionId caller : callers[function])
      if (answers_[caller.index()] == Answer::No) todo.push_back(caller);
  }
}

}  // namespace assay::machines
