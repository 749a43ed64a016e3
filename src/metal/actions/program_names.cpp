#include "metal/actions/program_names.h"

#include "metal/callee.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::Op;

/// The name of a call's callee, or of a function; none for other trees.
TextId function_name(const TreePool& pool, TreeId id) {
  const Tree* at = &pool[id];
  if (at->op == Op::Call && !at->kids.empty()) at = &pool[at->kids[0]];
  return at->op == Op::FunctionRef ? at->name : TextId();
}

}  // namespace

ir::Op op_of(const Context& context, const RuleTree& tree) {
  if (tree.node.valid()) return context.body()[source_node(context.code(), tree.node)].op;
  return context.code().pool[tree.tree].op;
}

bool is_call(const Context& context, const RuleTree& tree) {
  if (!tree.node.valid() && !tree.tree.valid()) return false;
  Op op = op_of(context, tree);
  return op == Op::Call || op == Op::Construct;
}

const ir::Symbol* function_of(const Context& context, const RuleTree& tree) {
  if (!tree.node.valid()) return nullptr;
  const ir::Body& body = context.body();
  ir::NodeId node = strip(context.code(), tree.node);
  if (body[node].op == Op::Call) return callee_of(context.code(), node);
  if (body[node].op != Op::FunctionRef && body[node].op != Op::Construct) return nullptr;
  ir::SymbolId id = body.symbol_of(node);
  return id.valid() ? &context.code().unit.symbols[id] : nullptr;
}

bool is_about(const Context& context, const RuleTree& tree, std::string_view name) {
  if (const ir::Symbol* symbol = function_of(context, tree)) return is_named(*symbol, name);
  if (tree.node.valid() || !tree.tree.valid()) return false;
  const TreePool& pool = context.code().pool;
  TextId text = function_name(pool, tree.tree);
  return text.valid() && pool.text(text) == name;
}

std::optional<std::string> identifier_of(Context& context, const RuleTree& tree) {
  if (const ir::Symbol* symbol = function_of(context, tree))
    return std::string(plain_name(*symbol));
  if (!tree.tree.valid()) return std::nullopt;
  const TreePool& pool = context.code().pool;
  if (TextId name = function_name(pool, tree.tree); name.valid()) return pool.text(name);
  if (is_call(context, tree)) return std::nullopt;
  if (TextId name = pool[tree.tree].name; name.valid()) return pool.text(name);
  return std::string(context.text(tree.tree));
}

}  // namespace assay::metal
