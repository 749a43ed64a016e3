#include "metal/actions/program_names.h"

namespace assay::metal {
namespace {

using ir::Op;

std::string display_name(const ir::Symbol& symbol) {
  return symbol.display.empty() ? symbol.name : symbol.display;
}

bool is_call_op(Op op) { return op == Op::Call || op == Op::Construct; }

std::optional<Callee> callee_in_body(Context& context, ir::NodeId node) {
  const ir::Body& body = context.body();
  node = source_node(body, node);
  if (body[node].op == Op::Call) node = source_node(body, body.kid(node, 0));
  Op op = body[node].op;
  if (op != Op::FunctionRef && op != Op::Construct && op != Op::Destroy) return std::nullopt;
  ir::SymbolId id = body.symbol_of(node);
  const ir::SymbolTable& symbols = context.code().unit.symbols;
  if (!id.valid() || id.index() >= symbols.size()) return std::nullopt;
  return Callee{display_name(symbols[id]), symbols[id].name, &symbols[id]};
}

}  // namespace

std::optional<Callee> callee_of(Context& context, const RuleTree& tree) {
  if (tree.node.valid()) return callee_in_body(context, tree.node);
  if (!tree.tree.valid()) return std::nullopt;
  const TreePool& pool = context.code().pool;
  const Tree* at = &pool[tree.tree];
  if (at->op == Op::Call && !at->kids.empty()) at = &pool[at->kids[0]];
  if (at->op != Op::FunctionRef) return std::nullopt;
  return Callee{pool.text(at->name), pool.text(at->text), nullptr};
}

ir::Op op_of(Context& context, const RuleTree& tree) {
  if (tree.node.valid()) return context.body()[source_node(context.body(), tree.node)].op;
  return context.code().pool[tree.tree].op;
}

bool is_call(Context& context, const RuleTree& tree) {
  return (tree.node.valid() || tree.tree.valid()) && is_call_op(op_of(context, tree));
}

std::optional<std::string> identifier_of(Context& context, const RuleTree& tree) {
  if (!tree.node.valid() && !tree.tree.valid()) return std::nullopt;
  if (std::optional<Callee> callee = callee_of(context, tree)) return callee->name;
  if (is_call(context, tree) || !tree.tree.valid()) return std::nullopt;
  const Tree& at = context.code().pool[tree.tree];
  if (at.name.valid()) return context.code().pool.text(at.name);
  return std::string(context.text(tree.tree));
}

}  // namespace assay::metal
