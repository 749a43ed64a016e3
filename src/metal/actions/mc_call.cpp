// mc.h: calls.
#include "metal/actions/context.h"
#include "metal/actions/program_names.h"
#include "metal/actions/rule_symbols.h"
#include "metal/callee.h"

namespace assay::metal {
namespace {

using ir::Op;

/// Arguments of a call, without callee and object; of an any_arguments hole; none for others.
std::vector<TreeHandle> argument_handles(Context& c, TreeHandle handle) {
  const RuleTree* found = c.find(handle);
  if (found == nullptr) return {};
  RuleTree tree = *found;
  std::vector<TreeHandle> handles;
  auto add = [&](const std::vector<ir::NodeId>& nodes) {
    for (ir::NodeId node : nodes) handles.push_back(c.handle(source_node(c.code(), node)));
  };
  if (tree.hole.valid() && c.machine().hole(tree.hole).kind == HoleKind::AnyArguments) {
    add(c.invocation().bindings[tree.hole].arguments);
  } else if (is_call(c, tree) && tree.node.valid()) {
    add(arguments_of(c.code(), source_node(c.code(), tree.node)));
  } else if (is_call(c, tree)) {
    const Tree call = c.code().pool[tree.tree];
    for (size_t i = call.call == ir::CallKind::Plain ? 1 : 2; i < call.kids.size(); ++i)
      handles.push_back(c.handle(RuleTree{call.kids[i], {}, {}}));
  }
  return handles;
}

int is_any_call(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    return tree != nullptr && is_call(c, *tree);
  });
}

int is_call_to(TreeHandle handle, const char* name) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    return tree != nullptr && name != nullptr && is_call(c, *tree) && is_about(c, *tree, name);
  });
}

TreeHandle callee(TreeHandle handle) {
  return answer([&](Context& c) -> TreeHandle {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || !is_call(c, *tree)) return nullptr;
    if (!tree->node.valid()) return c.handle(RuleTree{c.code().pool[tree->tree].kids[0], {}, {}});
    ir::NodeId call = source_node(c.code(), tree->node);
    if (c.body()[call].op != Op::Call) return nullptr;  // a constructor is named by the call alone
    return c.handle(source_node(c.code(), c.body().kid(call, 0)));
  });
}

int argument_count(TreeHandle handle) {
  return answer([&](Context& c) { return static_cast<int>(argument_handles(c, handle).size()); });
}

TreeHandle argument(TreeHandle handle, int i) {
  return answer([&](Context& c) -> TreeHandle {
    std::vector<TreeHandle> arguments = argument_handles(c, handle);
    return i >= 0 && static_cast<size_t>(i) < arguments.size() ? arguments[i] : nullptr;
  });
}

const ir::Symbol* symbol_of(Context& c, TreeHandle handle) {
  const RuleTree* tree = c.find(handle);
  return tree == nullptr ? nullptr : function_of(c, *tree);
}

int is_noreturn(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr) return 0;
    if (tree->node.valid() && c.body()[source_node(c.code(), tree->node)].has(ir::kNoReturnCall))
      return 1;
    const ir::Symbol* symbol = symbol_of(c, handle);
    return symbol != nullptr && (symbol->find(ir::AttributeKind::NoReturn) != nullptr ||
                                 symbol->find(ir::AttributeKind::AnalyzerNoReturn) != nullptr);
  });
}

int has_attribute(TreeHandle handle, const char* name) {
  return answer([&](Context& c) -> int {
    const ir::Symbol* symbol = symbol_of(c, handle);
    if (symbol == nullptr || name == nullptr) return 0;
    for (const ir::Attribute& attribute : symbol->attributes) {
      // What people say beside GCC's own word: annotate("user").
      if (ir::attribute_name(attribute.kind) == name) return 1;
      if (attribute.kind == ir::AttributeKind::Annotate && attribute.text == name) return 1;
    }
    return 0;
  });
}

int has_body(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || !tree->node.valid() || !is_call(c, *tree)) return 0;
    return c.host().has_body(source_node(c.code(), tree->node));
  });
}

}  // namespace

std::vector<RuleSymbol> call_symbols() {
  return {rule_symbol("mc_is_call", is_any_call),
          rule_symbol("mc_is_call_to", is_call_to),
          rule_symbol("mc_callee", callee),
          rule_symbol("mc_nargs", argument_count),
          rule_symbol("mc_arg", argument),
          rule_symbol("mc_fn_is_noreturn", is_noreturn),
          rule_symbol("mc_fn_has_attribute", has_attribute),
          rule_symbol("mc_has_body", has_body)};
}

}  // namespace assay::metal
