#include "engines/machines/throws.h"

#include <algorithm>

#include "callgraph/analysis_roots.h"
#include "semantics/handlers.h"

namespace assay::machines {

using callgraph::CallSite;
using callgraph::FunctionId;
using ir::BlockId;
using ir::NodeId;
using ir::Op;

const Thrown* Throws::type_of(const std::shared_ptr<const ir::Unit>& unit, ir::TypeId type) {
  if (!type.valid()) return nullptr;
  type = semantics::without_reference(unit->types, type);
  std::string name = unit->types.spell(type);
  return &types_.try_emplace(name, Thrown{name, unit, type}).first->second;
}

bool Throws::fits(const Thrown& thrown, const ir::Unit& unit, const ir::Edge& handler) {
  return handler.kind == ir::EdgeKind::CatchAll ||
         (handler.kind == ir::EdgeKind::Catch &&
          semantics::catches(thrown.unit->types, thrown.type, unit.types, handler.caught));
}

namespace {

// Whether something of that type gets from the block out of the function.
bool escapes(const Thrown& thrown, const LoadedFunction& loaded, BlockId from) {
  const ir::Body& body = loaded.function.body;
  std::vector<bool> seen(body.blocks.size());
  std::vector<BlockId> todo{body.blocks[from.index()].unwind};
  while (!todo.empty()) {
    BlockId at = todo.back();
    todo.pop_back();
    if (!at.valid() || body.blocks[at.index()].terminator == ir::Terminator::Resume) return true;
    if (seen[at.index()]) continue;
    seen[at.index()] = true;
    bool dispatches = body.blocks[at.index()].terminator == ir::Terminator::CatchDispatch;
    for (const ir::Edge& edge : body.edges_of(at)) {
      if (dispatches && Throws::fits(thrown, *loaded.unit, edge)) break;
      if (!dispatches || edge.kind == ir::EdgeKind::Unwind) todo.push_back(edge.target);
    }
  }
  return false;
}

}  // namespace

Throws::Names Throws::escaping(FunctionId function) {
  Names names;
  std::shared_ptr<const LoadedFunction> loaded = view_.load(function);
  if (!loaded) return names;
  const ir::Body& body = loaded->function.body;
  std::map<NodeId, std::vector<const CallSite*>> calls;
  for (const CallSite& site : view_.graph().functions[function.index()].calls)
    if (callgraph::is_followed(view_.graph(), site)) calls[site.point].push_back(&site);
  auto add = [&](const Thrown& thrown, BlockId from) {
    if (!names.contains(thrown.name) && escapes(thrown, *loaded, from)) names.insert(thrown.name);
  };
  for (size_t i = 0; i < body.blocks.size(); ++i) {
    for (NodeId point : body.points_of(BlockId(i))) {
      if (!body[point].has(ir::kMayThrow)) continue;
      if (body[point].op == Op::Throw && body[point].kid_count > 0) {
        const Thrown* thrown = type_of(loaded->unit, body[body.kid(point, 0)].type);
        if (thrown != nullptr) add(*thrown, BlockId(i));
      }
      auto at = calls.find(point);
      if (at == calls.end()) continue;
      for (const CallSite* site : at->second)
        for (FunctionId target : site->targets)
          for (const std::string& name : leaving_[target]) add(types_.at(name), BlockId(i));
    }
  }
  return names;
}

// The least solution: nothing leaves what is not known yet, until a throw is found to.
void Throws::find(FunctionId root) {
  const callgraph::CallGraph& graph = view_.graph();
  std::vector<FunctionId> below{root};
  std::map<FunctionId, std::vector<FunctionId>> callers;
  known_[root.index()] = true;
  for (size_t i = 0; i < below.size(); ++i) {
    for (const CallSite& site : graph.functions[below[i].index()].calls) {
      if (!callgraph::is_followed(graph, site)) continue;
      for (FunctionId target : site.targets) {
        callers[target].push_back(below[i]);
        if (known_[target.index()] || graph.functions[target.index()].unit < 0) continue;
        known_[target.index()] = true;
        below.push_back(target);
      }
    }
  }
  std::vector<FunctionId> todo = below;
  while (!todo.empty()) {
    FunctionId function = todo.back();
    todo.pop_back();
    Names names = escaping(function);
    if (names.size() == leaving_[function].size()) continue;
    leaving_[function] = std::move(names);
    for (FunctionId caller : callers[function]) todo.push_back(caller);
  }
}

std::vector<const Thrown*> Throws::leaving(FunctionId function) {
  if (known_.empty()) known_.resize(view_.graph().functions.size(), false);
  if (!known_[function.index()] && view_.graph().functions[function.index()].unit >= 0)
    find(function);
  std::vector<const Thrown*> types;
  for (const std::string& name : leaving_[function]) types.push_back(&types_.at(name));
  return types;
}

}  // namespace assay::machines
