#include "engines/machines/reach.h"

#include <map>

namespace assay::machines {

using callgraph::FunctionId;

bool Reach::leads_to_match(FunctionId function) {
  const callgraph::CallGraph& graph = workspace_.view().graph();
  if (answers_.empty()) {
    answers_.resize(graph.functions.size(), Answer::Unknown);
    begins_.resize(graph.functions.size());
  }
  if (answers_[function.index()] == Answer::Unknown) find_below(function);
  return answers_[function.index()] == Answer::Yes;
}

void Reach::find_below(FunctionId root) {
  const callgraph::CallGraph& graph = workspace_.view().graph();
  std::vector<FunctionId> below{root}, matching;
  std::map<FunctionId, std::vector<FunctionId>> callers;
  answers_[root.index()] = Answer::No;
  for (size_t i = 0; i < below.size(); ++i) {
    FunctionId function = below[i];
    std::shared_ptr<const LoadedFunction> loaded = workspace_.view().load(function);
    bool matches = loaded && rules_.may_begin(*loaded->unit, loaded->function.body);
    begins_[function.index()] = matches;
    if (matches) {
      answers_[function.index()] = Answer::Yes;
      matching.push_back(function);
    }
    for (const callgraph::CallSite& site : graph.functions[function.index()].calls) {
      if (site.kind == callgraph::CallEdgeKind::Callback) continue;
      for (FunctionId target : site.targets) {
        Answer& answer = answers_[target.index()];
        if (answer == Answer::Unknown) {
          answer = Answer::No;
          below.push_back(target);
        } else if (answer == Answer::Yes && answers_[function.index()] == Answer::No) {
          answers_[function.index()] = Answer::Yes;
          matching.push_back(function);
        }
        callers[target].push_back(function);
      }
    }
  }
  for (size_t i = 0; i < matching.size(); ++i) {
    auto found = callers.find(matching[i]);
    if (found == callers.end()) continue;
    for (FunctionId caller : found->second) {
      if (answers_[caller.index()] == Answer::Yes) continue;
      answers_[caller.index()] = Answer::Yes;
      matching.push_back(caller);
    }
  }
}

}  // namespace assay::machines
