#include "metal/actions/context.h"

#include <fmt/format.h>

#include "metal/node_view.h"

namespace assay::metal {

thread_local Context* running_context = nullptr;

const char* RuleMemory::keep(std::string_view text) {
  auto found = strings.find(text);
  if (found == strings.end()) found = strings.emplace(text).first;
  return found->c_str();
}

void RuleMemory::clear() {
  strings.clear();
  heap.clear();
}

std::vector<TreeHandle> Context::hole_handles() {
  const std::vector<Filled>& filled = invocation_.bindings.by_hole;
  std::vector<TreeHandle> handles(machine().holes.size());
  for (size_t i = 0; i < handles.size() && i < filled.size(); ++i) {
    if (!filled[i].is_filled) continue;
    trees_.push_back({filled[i].tree, filled[i].node, HoleId(i)});
    handles[i] = reinterpret_cast<TreeHandle>((uint64_t{run_} << 32) | trees_.size());
  }
  return handles;
}

TreeHandle Context::handle(RuleTree tree) {
  if (!tree.node.valid() && !tree.tree.valid()) return nullptr;
  auto [at, is_new] = reached_.try_emplace({tree.node, tree.tree}, trees_.size());
  if (is_new) trees_.push_back(tree);
  return reinterpret_cast<TreeHandle>((uint64_t{run_} << 32) | (at->second + 1));
}

TreeHandle Context::handle(ir::NodeId node) {
  if (!node.valid()) return nullptr;
  return handle(RuleTree{code().trees[node], node, HoleId()});
}

const RuleTree* Context::find(TreeHandle handle) {
  if (handle == nullptr) return nullptr;
  auto bits = reinterpret_cast<uint64_t>(handle);
  uint64_t index = (bits & UINT32_MAX) - 1;
  if (bits >> 32 == run_ && index < trees_.size()) return &trees_[index];
  fail("uses a tree that was not given to it, or was kept from an earlier run");
  return nullptr;
}

HoleId Context::variable(TreeHandle handle, std::string_view function) {
  const RuleTree* tree = find(handle);
  if (tree != nullptr && tree->hole.valid() &&
      machine().hole(tree->hole).role == Role::StateVariable)
    return tree->hole;
  fail(fmt::format("calls {} with what is no state variable of its machine{}", function,
                   handle == nullptr ? ", or one that nothing fills here" : ""));
  return HoleId();
}

RuleTree Context::filled_variable() const {
  const std::vector<Filled>& filled = invocation_.bindings.by_hole;
  for (size_t i = 0; i < machine().holes.size() && i < filled.size(); ++i) {
    if (machine().holes[i].role == Role::StateVariable && filled[i].is_filled)
      return {filled[i].tree, filled[i].node, HoleId(i)};
  }
  return {};
}

std::string_view Context::text(TreeId tree) {
  return tree.valid() ? keep(code().pool.spell(tree)) : std::string_view();
}

void Context::fail(std::string reason) {
  if (failure_.empty()) failure_ = std::move(reason);
}

ir::NodeId source_node(const Code& code, ir::NodeId node) {
  while (!is_written_cast(code, node)) {
    ir::NodeId inner = wrapped(code, node);
    if (!inner.valid()) break;
    node = inner;
  }
  return node;
}

ir::NodeId parent_of(const Context& context, ir::NodeId node) {
  const std::vector<ir::NodeId>& parents = context.code().parents;
  ir::NodeId self = source_node(context.code(), node);
  while (node.valid() && node.index() < parents.size()) {
    node = parents[node.index()];
    if (node.valid() && source_node(context.code(), node) != self) return node;
  }
  return {};
}

void leave_if_failed() {
  if (!running_context->failure().empty()) std::longjmp(running_context->way_out, 1);
}

}  // namespace assay::metal
