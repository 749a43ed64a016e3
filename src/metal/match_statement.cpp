// Statements, tried where one of their points is.
//
// A statement's anchor is where it is tried: the condition of `if`, loops and `switch`, the
// expression of an expression statement, the initialiser of a declaration; of a block and a loop
// without condition, that of its first statement.  Braces around one statement count for nothing.
#include <algorithm>

#include "metal/literal.h"
#include "metal/match_type.h"
#include "metal/matcher.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;

bool is_group(const ir::Body& body, NodeId id) {
  return body[id].op == Op::Compound && body[id].has(ir::kImplicit);
}

/// One declared name: a Decl, or a Decl and what gives it its value.
bool is_declared(const ir::Body& body, NodeId id) {
  if (body[id].op == Op::Decl) return true;
  if (!is_group(body, id) || body[id].kid_count < 2) return false;
  return body[body.kid(id, 0)].op == Op::Decl &&
         ir::op_info(body[body.kid(id, 1)].op).kind == ir::OpClass::Expression;
}

/// Which kid decides; none: nothing does.
NodeId condition_of(const ir::Body& body, NodeId statement) {
  switch (body[statement].op) {
    case Op::If:
    case Op::While:
    case Op::Switch:
      return body.kid(statement, 0);
    case Op::DoWhile:
    case Op::For:
      return body.kid(statement, 1);
    default:
      return {};
  }
}

}  // namespace

PatternId Matcher::without_braces(PatternId id) const {
  while (pattern(id).op == PatternOp::Compound && pattern(id).kids.size() == 1) id = sub(id, 0);
  return id;
}

NodeId Matcher::without_braces(NodeId id) const {
  while (node(id).op == Op::Compound && !is_declared(body(), id) && node(id).kid_count == 1)
    id = kid(id, 0);
  return id;
}

/// The statements of a block; `int a, b;` is two.
std::vector<PatternId> Matcher::pattern_list(PatternId compound) const {
  std::vector<PatternId> list;
  for (PatternId kid : pattern(compound).kids) {
    if (pattern(kid).op == PatternOp::DeclarationGroup) {
      list.insert(list.end(), pattern(kid).kids.begin(), pattern(kid).kids.end());
    } else {
      list.push_back(kid);
    }
  }
  return list;
}

std::vector<NodeId> Matcher::node_list(NodeId compound) const {
  std::vector<NodeId> list, todo;
  std::span<const NodeId> kids = body().kids_of(compound);
  todo.assign(kids.rbegin(), kids.rend());
  while (!todo.empty()) {
    NodeId id = todo.back();
    todo.pop_back();
    if (is_group(body(), id) && !is_declared(body(), id)) {
      std::span<const NodeId> inner = body().kids_of(id);
      todo.insert(todo.end(), inner.rbegin(), inner.rend());
    } else if (node(id).op != Op::ScopeEnd) {
      list.push_back(id);
    }
  }
  return list;
}

/// The statements whose anchor the node is, from the inside out.
std::vector<NodeId> Matcher::statements_at(NodeId at) const {
  NodeId whole = outermost(code_, at), parent = code_.parents[whole.index()];
  if (moment_ == Moment::Condition) {
    // Of a condition in parts, the first.
    while (parent.valid() &&
           (node(parent).op == Op::LogAnd || node(parent).op == Op::LogOr ||
            node(parent).op == Op::Conditional || node(parent).op == Op::Not) &&
           kid(parent, 0) == whole) {
      whole = outermost(code_, parent);
      parent = code_.parents[whole.index()];
    }
    if (!parent.valid() || condition_of(body(), parent) != whole) return {};
    whole = parent;
  } else if (parent.valid() && is_declared(body(), parent)) {
    if (node(at).op == Op::Decl) return {};
    whole = parent;
  } else if (ir::op_info(node(at).op).kind == ir::OpClass::Expression && !is_statement(code_, at)) {
    return {};
  }
  std::vector<NodeId> found{whole};
  while (true) {
    parent = code_.parents[whole.index()];
    if (!parent.valid()) return found;
    std::span<const NodeId> kids = body().kids_of(parent);
    bool first = false;
    if (node(parent).op == Op::Compound) first = kids[0] == whole;
    if (node(parent).op == Op::Label) first = true;
    if (node(parent).op == Op::For && node(kids[1]).op == Op::Null)
      first = kids[0] == whole || (node(kids[0]).op == Op::Null && kids[3] == whole);
    if (!first) return found;
    found.push_back(parent);
    whole = parent;
  }
}

bool Matcher::statement_at(PatternId id, NodeId at) {
  if (node(at).has(ir::kUnevaluated)) return false;
  id = without_braces(id);
  bool expression = ir::op_info(node(at).op).kind == ir::OpClass::Expression;
  if (moment_ == Moment::Point && expression && wrapped(code_, at).valid()) return false;
  std::vector<Way> ways;
  bool several =
      pattern(id).op == PatternOp::Compound || pattern(id).op == PatternOp::DeclarationGroup;
  for (NodeId found : statements_at(at)) {
    ways.push_back({goal(GoalKind::Statement, id, found)});
    // Several statements stand anywhere in a block.
    NodeId block = code_.parents[found.index()];
    while (block.valid() && is_group(body(), block)) block = code_.parents[block.index()];
    if (!several || !block.valid() || node(block).op != Op::Compound) continue;
    std::vector<NodeId> list = node_list(block);
    auto start = std::find(list.begin(), list.end(), found);
    if (start == list.end()) continue;
    std::vector<PatternId> wanted =
        pattern(id).op == PatternOp::Compound ? pattern_list(id) : pattern(id).kids;
    pattern_lists_.push_back(std::move(wanted));
    node_lists_.push_back({start, list.end()});
    ways.push_back({{.kind = GoalKind::Prefix,
                     .patterns = static_cast<uint32_t>(pattern_lists_.size() - 1),
                     .nodes = static_cast<uint32_t>(node_lists_.size() - 1)}});
  }
  return any_of(ways);
}

bool Matcher::statements(const Goal& goal) {
  const std::vector<PatternId>& patterns = pattern_lists_[goal.patterns];
  const std::vector<NodeId>& nodes = node_lists_[goal.nodes];
  if (goal.from == patterns.size()) return goal.kind == GoalKind::Prefix || goal.at == nodes.size();
  if (goal.at == nodes.size()) return false;
  Goal rest = goal;
  ++rest.from;
  ++rest.at;
  require({Matcher::goal(GoalKind::Statement, patterns[goal.from], nodes[goal.at]), rest});
  return true;
}

bool Matcher::statement(PatternId id, NodeId at) {
  id = without_braces(id);
  at = without_braces(at);
  const PatternNode& wanted = pattern(id);
  switch (wanted.op) {
    case PatternOp::ExpressionStatement:
      if (ir::op_info(node(at).op).kind != ir::OpClass::Expression) return false;
      push(GoalKind::Expression, wanted.kids[0], at);
      return true;
    case PatternOp::EmptyStatement:
      return node(at).op == Op::Null || (node(at).op == Op::Compound && node(at).kid_count == 0);
    case PatternOp::Declaration:
      return declaration(id, at);
    case PatternOp::DeclarationGroup:
      if (!is_group(body(), at)) return false;
      return require_list(GoalKind::Statements, wanted.kids, node_list(at));
    case PatternOp::Compound:
      if (node(at).op == Op::Null) return wanted.kids.empty();
      if (node(at).op != Op::Compound) return false;
      return require_list(GoalKind::Statements, pattern_list(id), node_list(at));
    case PatternOp::If:
    case PatternOp::While:
    case PatternOp::DoWhile:
    case PatternOp::For:
    case PatternOp::Switch:
      return loop(id, at);
    default:
      return jump(id, at);
  }
}

void Matcher::part_of_for(PatternId id, NodeId at, GoalKind kind) {
  push(is_statement(pattern(id).op) ? GoalKind::Statement : kind, id, at);
}

/// What has a condition and a body.
bool Matcher::loop(PatternId id, NodeId at) {
  const PatternNode& wanted = pattern(id);
  std::span<const NodeId> kids = body().kids_of(at);
  auto is = [&](PatternOp op, Op same) { return wanted.op == op && node(at).op == same; };
  if (is(PatternOp::For, Op::For) && kids.size() == 4) {
    part_of_for(wanted.kids[3], kids[3], GoalKind::Statement);
    part_of_for(wanted.kids[2], kids[2], GoalKind::Expression);
    part_of_for(wanted.kids[1], kids[1], GoalKind::Condition);
    part_of_for(wanted.kids[0], kids[0], GoalKind::Expression);
    return true;
  }
  if (kids.size() != wanted.kids.size()) return false;
  if (is(PatternOp::DoWhile, Op::DoWhile)) {
    require({goal(GoalKind::Condition, wanted.kids[1], kids[1]),
             goal(GoalKind::Statement, wanted.kids[0], kids[0])});
    return true;
  }
  bool chooses = is(PatternOp::Switch, Op::Switch);
  if (!chooses && !is(PatternOp::If, Op::If) && !is(PatternOp::While, Op::While)) return false;
  if (kids.size() == 3) push(GoalKind::Statement, wanted.kids[2], kids[2]);
  require({goal(chooses ? GoalKind::Expression : GoalKind::Condition, wanted.kids[0], kids[0]),
           goal(GoalKind::Statement, wanted.kids[1], kids[1])});
  return true;
}

bool Matcher::declaration(PatternId id, NodeId at) {
  if (!is_declared(body(), at)) return false;
  const PatternNode& wanted = pattern(id);
  NodeId decl = node(at).op == Op::Decl ? at : kid(at, 0);
  NodeId builder = node(at).op == Op::Decl || node(at).kid_count < 2 ? NodeId() : kid(at, 1);
  std::vector<NodeId> values;
  if (builder.valid() && (node(builder).op == Op::Init || node(builder).op == Op::Construct)) {
    std::span<const NodeId> kids = body().kids_of(builder);
    values.assign(kids.begin() + 1, kids.end());
  }
  if (values.size() != wanted.kids.size()) return false;
  const ir::Local& local = body().locals[body().local_of(decl).index()];
  if (!has_type(code_, local.type, wanted.type)) return false;
  if (!wanted.kids.empty()) push(GoalKind::Expression, wanted.kids[0], values[0]);
  if (!wanted.hole.valid()) return local.name == wanted.text;
  if (!bindings_.has(wanted.hole) && !fits_type(machine_.hole(wanted.hole), local.type))
    return false;
  return fill(wanted.hole, {.tree = code_.trees.local(body().local_of(decl)),
                            .node = builder.valid() ? strip(code_, kid(builder, 0)) : NodeId(),
                            .arguments = {}});
}

/// The tree of a `case` has its lowest value alone; the edges of its `switch` have the highest.
bool Matcher::has_range(PatternId id, NodeId at) const {
  const std::vector<PatternId>& kids = pattern(id).kids;
  NodeId statement = at;
  while (statement.valid() && node(statement).op != Op::Switch)
    statement = code_.parents[statement.index()];
  if (!statement.valid()) return false;
  int64_t low = static_cast<int64_t>(node(strip(code_, kid(at, 0))).payload), high = low;
  for (size_t b = 0; b < body().blocks.size(); ++b) {
    const ir::Block& block = body().blocks[b];
    if (block.terminator != ir::Terminator::Switch || block.operand != kid(statement, 0)) continue;
    for (const ir::Edge& edge : body().edges_of(ir::BlockId(b))) {
      if (edge.kind == ir::EdgeKind::Case && edge.low == low) high = edge.high;
    }
  }
  if (pattern(id).op == PatternOp::Case) return high == low;
  return integer_value(pattern(kids[1])) == static_cast<uint64_t>(high);
}

/// What is only compared by its kind, its label or its value.
bool Matcher::jump(PatternId id, NodeId at) {
  const PatternNode& wanted = pattern(id);
  std::span<const NodeId> kids = body().kids_of(at);
  auto same_label = [&] { return body().labels[node(at).payload] == wanted.text; };
  switch (wanted.op) {
    case PatternOp::Return:
      if (node(at).op != Op::Return || kids.size() != wanted.kids.size()) return false;
      if (!kids.empty()) push(GoalKind::Expression, wanted.kids[0], kids[0]);
      return true;
    case PatternOp::Break:
      return node(at).op == Op::Break;
    case PatternOp::Continue:
      return node(at).op == Op::Continue;
    case PatternOp::Goto:
      return node(at).op == Op::Goto && same_label();
    case PatternOp::Label:
      if (node(at).op != Op::Label || !same_label()) return false;
      push(GoalKind::Statement, wanted.kids[0], kids[0]);
      return true;
    case PatternOp::Default:
      if (node(at).op != Op::Default) return false;
      push(GoalKind::Statement, wanted.kids[0], kids[0]);
      return true;
    case PatternOp::Case:
    case PatternOp::CaseRange:
      if (node(at).op != Op::Case || kids.size() < 2 || !has_range(id, at)) return false;
      require({goal(GoalKind::Expression, wanted.kids[0], kids[0]),
               goal(GoalKind::Statement, wanted.kids.back(), kids.back())});
      return true;
    default:
      return false;
  }
}

}  // namespace assay::metal
