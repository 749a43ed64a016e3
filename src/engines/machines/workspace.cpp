#include "engines/machines/workspace.h"

namespace assay::machines {

const FunctionCode* Workspace::code(callgraph::FunctionId id) {
  auto [at, is_new] = functions_.try_emplace(id);
  if (is_new) {
    std::shared_ptr<const LoadedFunction> loaded = view_.load(id);
    if (loaded) {
      nodes_ += loaded->function.body.nodes.size();
      at->second = std::make_unique<FunctionCode>(*pool_, id, std::move(loaded),
                                                  view_.graph().functions[id.index()], constants_);
    }
  }
  return at->second.get();
}

const Boundary& Workspace::boundary(const FunctionCode& caller, const FunctionCode& callee,
                                    ir::NodeId call) {
  return boundaries_.try_emplace({caller.id(), call, callee.id()}, *pool_, caller, callee, call)
      .first->second;
}

void Workspace::trim() {
  if (boundaries_.size() > kMaxBoundaries) boundaries_.clear();
  bool drop_trees = pool_->size() > kMaxTrees;
  if (nodes_ <= kMaxNodes && !drop_trees) return;
  boundaries_.clear();
  counts_.clear();
  functions_.clear();
  nodes_ = 0;
  if (!drop_trees) return;
  pool_ = std::make_unique<metal::TreePool>();
  ++generation_;
}

}  // namespace assay::machines
