#include "engines/machines/reach.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::machines {

using callgraph::FunctionId;

bool Below::operator()(FunctionId function) {
  if (answers_.empty()) {
    answers_.resize(view_.graph().functions.size(), Answer::Unknown);
    here_.resize(view_.graph().functions.size());
  }
  if (answers_[function.index()] == Answer::Unknown) find(function);
  return answers_[function.index()] == Answer::Yes;
}

// All that is below and not known yet; then back from those of which it holds to their callers.
void Below::find(FunctionId root) {
  const callgraph::CallGraph& graph = view_.graph();
  std::vector<FunctionId> below{root}, found;
  std::map<FunctionId, std::vector<FunctionId>> callers;
  answers_[root.index()] = Answer::No;
  for (size_t i = 0; i < below.size(); ++i) {
    FunctionId function = below[i];
    here_[function.index()] = holds_(function);
    if (here_[function.index()]) {
      answers_[function.index()] = Answer::Yes;
      found.push_back(function);
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
          found.push_back(function);
        }
        callers[target].push_back(function);
      }
    }
  }
  for (size_t i = 0; i < found.size(); ++i) {
    auto known = callers.find(found[i]);
    if (known == callers.end()) continue;
    for (FunctionId caller : known->second) {
      if (answers_[caller.index()] == Answer::Yes) continue;
      answers_[caller.index()] = Answer::Yes;
      found.push_back(caller);
    }
  }
}

const std::vector<std::string>& Mentions::names_of(FunctionId function) {
  auto [at, is_new] = names_.try_emplace(function);
  std::shared_ptr<const LoadedFunction> loaded = is_new ? view_.load(function) : nullptr;
  if (!loaded) return at->second;
  const ir::Body& body = loaded->function.body;
  const ir::TypeTable& types = loaded->unit->types;
  std::vector<std::string>& names = at->second;
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const ir::Node& node = body.nodes[i];
    if (node.op == ir::Op::Global) {
      const ir::Symbol& symbol = loaded->unit->symbols[body.symbol_of(ir::NodeId(i))];
      names.push_back(symbol.display.empty() ? symbol.name : symbol.display);
    } else if (node.op == ir::Op::Member) {
      const ir::Type& record = types.resolved(body[body.kid(ir::NodeId(i), 0)].type);
      bool named = node.payload < record.fields.size() && !record.fields[node.payload].name.empty();
      names.push_back(named ? record.fields[node.payload].name : fmt::format("#{}", node.payload));
    }
  }
  std::ranges::sort(names);
  auto rest = std::ranges::unique(names);
  names.erase(rest.begin(), rest.end());
  return names;
}

bool Mentions::below(FunctionId function, const std::string& name) {
  auto at = below_.find(name);
  if (at == below_.end())
    at = below_
             .emplace(name, Below(view_,
                                  [this, name](FunctionId one) {
                                    return std::ranges::binary_search(names_of(one), name);
                                  }))
             .first;
  return at->second(function);
}

}  // namespace assay::machines
