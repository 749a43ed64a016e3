// mc.h: trees.
#include "ir/op.h"
#include "ir/print.h"
#include "metal/actions/context.h"
#include "metal/actions/program_names.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {
namespace {

TreeHandle current_stmt() {
  return answer([](Context& c) { return c.handle(c.invocation().at); });
}

const char* identifier(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr) return nullptr;
    std::optional<std::string> name = identifier_of(c, *tree);
    return name ? c.keep(*name) : nullptr;
  });
}

/// As a value, `x = 3` is what it wrote, and `!p` is `p == 0`.
bool is_spelt_apart(Context& c, const RuleTree& tree) {
  ir::Op op = op_of(c, tree);
  return op == ir::Op::Not || (op >= ir::Op::Assign && op <= ir::Op::PreDec);
}

const char* text(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr) return "";
    if (tree->node.valid() && is_spelt_apart(c, *tree))
      return c.keep(ir::print_expression(c.code().unit, c.body(), tree->node));
    return tree->tree.valid() ? c.text(tree->tree).data() : "";
  });
}

const char* op(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || (!tree->node.valid() && !tree->tree.valid())) return "";
    return c.keep(ir::op_info(op_of(c, *tree)).name);
  });
}

int kid_count(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr) return 0;
    if (tree->node.valid())
      return static_cast<int>(c.body()[source_node(c.code(), tree->node)].kid_count);
    return tree->tree.valid() ? static_cast<int>(c.code().pool[tree->tree].kids.size()) : 0;
  });
}

TreeHandle kid(TreeHandle handle, int i) {
  return answer([&](Context& c) -> TreeHandle {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || i < 0) return nullptr;
    auto index = static_cast<size_t>(i);
    if (tree->node.valid()) {
      std::span<const ir::NodeId> kids = c.body().kids_of(source_node(c.code(), tree->node));
      return index < kids.size() ? c.handle(source_node(c.code(), kids[index])) : nullptr;
    }
    if (!tree->tree.valid()) return nullptr;
    const std::vector<TreeId>& kids = c.code().pool[tree->tree].kids;
    return index < kids.size() ? c.handle(RuleTree{kids[index], {}, {}}) : nullptr;
  });
}

TreeHandle parent(TreeHandle handle) {
  return answer([&](Context& c) -> TreeHandle {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || !tree->node.valid()) return nullptr;
    return c.handle(parent_of(c, tree->node));
  });
}

int equal(TreeHandle left, TreeHandle right) {
  return answer([&](Context& c) -> int {
    const RuleTree* a = c.find(left);
    const RuleTree* b = c.find(right);
    if (a == nullptr || b == nullptr) return 0;
    if (a->tree.valid() && b->tree.valid()) return a->tree == b->tree;
    return a->node.valid() && a->node == b->node;
  });
}

int mentions(TreeHandle whole, TreeHandle part) {
  return answer([&](Context& c) -> int {
    const RuleTree* in = c.find(whole);
    const RuleTree* what = c.find(part);
    if (in == nullptr || what == nullptr || !in->tree.valid() || !what->tree.valid()) return 0;
    return c.code().pool.mentions(in->tree, what->tree);
  });
}

/// Whether the tree is a name, of the kind that `picked` takes.
template <class Picked>
int is_name(TreeHandle handle, Picked&& picked) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || !tree->tree.valid()) return 0;
    return picked(c, c.code().pool[tree->tree]);
  });
}

int is_local(TreeHandle handle) {
  return is_name(handle, [](Context&, const Tree& tree) { return tree.op == ir::Op::Local; });
}

int is_global(TreeHandle handle) {
  return is_name(handle, [](Context&, const Tree& tree) { return tree.op == ir::Op::Global; });
}

int is_parameter(TreeHandle handle) {
  return is_name(handle, [](Context& c, const Tree& tree) {
    if (tree.op != ir::Op::Local || tree.payload >= c.body().locals.size()) return false;
    // The same number may be a local of another function: its own tree tells.
    ir::LocalId local(static_cast<uint32_t>(tree.payload));
    return c.body().locals[tree.payload].kind <= ir::LocalKind::This &&
           c.code().pool[c.code().trees.local(local)].scope == tree.scope;
  });
}

}  // namespace

std::vector<RuleSymbol> tree_symbols() {
  return {rule_symbol("mc_current_stmt", current_stmt),
          rule_symbol("mc_identifier", identifier),
          rule_symbol("mc_identifer", identifier),
          rule_symbol("mc_text", text),
          rule_symbol("mc_op", op),
          rule_symbol("mc_nkids", kid_count),
          rule_symbol("mc_kid", kid),
          rule_symbol("mc_parent", parent),
          rule_symbol("mc_equal", equal),
          rule_symbol("mc_mentions", mentions),
          rule_symbol("mc_is_local", is_local),
          rule_symbol("mc_is_global", is_global),
          rule_symbol("mc_is_parameter", is_parameter)};
}

}  // namespace assay::metal
