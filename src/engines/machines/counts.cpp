#include "engines/machines/counts.h"

#include <algorithm>
#include <optional>

#include "engines/machines/places.h"
#include "engines/machines/workspace.h"
#include "semantics/atomics.h"

namespace assay::machines {
namespace {

using ir::BlockId;
using ir::LocalId;
using ir::NodeId;
using ir::Op;
using metal::TreeId;
using metal::TreePool;

NodeId without_casts(const ir::Body& body, NodeId node) {
  while (body[node].op == Op::Cast || body[node].op == Op::Load) node = body.kid(node, 0);
  return node;
}

bool is_negative(const TreePool& pool, TreeId tree) {
  if (!tree.valid()) return false;
  return pool[tree].op == Op::Neg ||
         (pool[tree].op == Op::IntLit && static_cast<int64_t>(pool[tree].payload) < 0);
}

// The place that the node counts down, or its address; none: it does not.
TreeId counted_down(const FunctionCode& code, NodeId node) {
  const ir::Body& body = code.body();
  const TreePool& pool = code.code().pool;
  switch (body[node].op) {
    case Op::PreDec:
    case Op::PostDec:
    case Op::SubAssign:
      return code.tree(body.kid(node, 0));
    case Op::AddAssign:
      return is_negative(pool, code.tree(body.kid(node, 1))) ? code.tree(body.kid(node, 0))
                                                             : TreeId();
    case Op::Assign: {
      NodeId value = without_casts(body, body.kid(node, 1));
      bool is_less = body[value].op == Op::Sub &&
                     code.tree(body.kid(value, 0)) == code.tree(body.kid(node, 0));
      return is_less ? code.tree(body.kid(node, 0)) : TreeId();
    }
    case Op::Call: {
      if (body[node].kid_count < 3) return {};
      NodeId callee = without_casts(body, body.kid(node, 0));
      if (body[callee].op != Op::FunctionRef) return {};
      std::optional<Op> update =
          semantics::atomic_update(code.unit().symbols[body.symbol_of(callee)].name);
      bool is_down = update == Op::Sub ||
                     (update == Op::Add && is_negative(pool, code.tree(body.kid(node, 2))));
      return is_down ? code.tree(body.kid(node, 1)) : TreeId();
    }
    default:
      return {};
  }
}

bool is_number(const TreePool& pool, TreeId tree) {
  return pool[tree].scalar.kind == metal::ScalarKind::Int ||
         pool[tree].scalar.kind == metal::ScalarKind::Pointer;
}

// What is behind a pointer, or in what a reference stands for: the pointer, or the reference.
bool any_holder(const FunctionCode& code, TreeId place, const std::function<bool(TreeId)>& wanted) {
  const TreePool& pool = code.code().pool;
  return any_part(pool, place, [&](TreeId part) {
    const metal::Tree& tree = pool[part];
    if (tree.op == Op::Deref) return wanted(tree.kids[0]);
    bool is_own = tree.op == Op::Local && tree.scope == code.scope() && !code.is_value(tree) &&
                  !FunctionCode::is_given(tree);
    return is_own && code.unit().types.is_reference(code.body().locals[tree.payload].type) &&
           wanted(part);
  });
}

bool is_of(const FunctionCode& code, TreeId place, const Instance& instance) {
  return any_holder(code, place, [&](TreeId holder) {
    return std::ranges::any_of(instance.names, [&](const Name& name) {
      return code.code().pool.mentions(name.tree, holder);
    });
  });
}

// `b->text == b->room`, where the room is an array in the record that holds the pointer.
bool is_own_room(const FunctionCode& code, NodeId comparison, const Instance& instance) {
  const ir::Body& body = code.body();
  const TreePool& pool = code.code().pool;
  if (body[comparison].op != Op::Eq && body[comparison].op != Op::Ne) return false;
  for (size_t i : {0, 1}) {
    TreeId held = code.tree(body.kid(comparison, i));
    NodeId room = without_casts(body, body.kid(comparison, 1 - i));
    if (body[room].op == Op::AddressOf) room = without_casts(body, body.kid(room, 0));
    if (body[room].op == Op::Index) room = without_casts(body, body.kid(room, 0));
    if (body[room].op != Op::Member || !body[room].type.valid() ||
        code.unit().types.resolved(body[room].type).kind != ir::TypeKind::Array)
      continue;
    TreeId record = code.tree(body.kid(room, 0));
    if (held.valid() && record.valid() && pool[held].op == Op::Member &&
        pool[held].kids[0] == record && instance.is_named(held))
      return true;
  }
  return false;
}

// By which blocks the path came, each with the edge it took; its end first.
struct Steps {
  std::vector<std::pair<BlockId, uint32_t>> taken;
  BlockId last{0u};
};

Steps steps_of(const ir::Body& body, const Context& context, PathId path) {
  Steps steps;
  if (path.valid()) {
    const PathStep& step = context.path[path.index()];
    steps.last = step.kind == PathStep::Kind::Edge ? body.edges_of(step.block)[step.number].target
                 : step.kind == PathStep::Kind::Unwind ? body.blocks[step.block.index()].unwind
                                                       : step.block;
  }
  std::set<BlockId> seen;
  for (; path.valid(); path = context.path[path.index()].before) {
    const PathStep& step = context.path[path.index()];
    if (step.kind == PathStep::Kind::Edge && seen.insert(step.block).second)
      steps.taken.emplace_back(step.block, step.number);
  }
  return steps;
}

// As `while (0)` is left.
bool is_never_taken(const FunctionCode& code, BlockId block, const ir::Edge& edge) {
  const ir::Block& from = code.body().blocks[block.index()];
  if (from.terminator != ir::Terminator::Branch || !from.operand.valid()) return false;
  TreeId condition = code.tree(from.operand);
  if (!condition.valid() || code.code().pool[condition].op != Op::IntLit) return false;
  bool is_true = code.code().pool[condition].payload != 0;
  return is_true != (edge.kind == ir::EdgeKind::True);
}

// Whether the edges of the block that were not taken lead elsewhere.  A loop over what is counted,
// `while (o->count-- > 0)`, leads to what comes after it by all of them.
bool decides(const FunctionCode& code, BlockId block, uint32_t taken, BlockId target) {
  std::set<BlockId> seen;
  std::vector<BlockId> todo;
  auto edges = code.body().edges_of(block);
  for (uint32_t i = 0; i < edges.size(); ++i)
    if (i != taken) todo.push_back(edges[i].target);
  while (!todo.empty()) {
    BlockId next = todo.back();
    todo.pop_back();
    if (!seen.insert(next).second) continue;
    if (next == target) return false;
    for (const ir::Edge& edge : code.body().edges_of(next))
      if (!is_never_taken(code, next, edge)) todo.push_back(edge.target);
  }
  return true;
}

}  // namespace

Counts::Known& Counts::known(const FunctionCode& code) {
  auto [at, is_new] = functions_.try_emplace(code.id());
  if (!is_new) return at->second;
  const ir::Body& body = code.body();
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    NodeId node(i);
    TreeId count = counted_down(code, node);
    if (count.valid() && is_number(code.code().pool, count)) at->second.counts.insert(count);
    bool gives = body[node].op == Op::Init || body[node].op == Op::Assign;
    if (gives && body[body.kid(node, 0)].op == Op::Local)
      at->second.values[body.local_of(body.kid(node, 0))].push_back(body.kid(node, 1));
  }
  return at->second;
}

// Itself, or by its own callees that it hands the parameter to, or what that leads to.
bool Counts::counts_param(Workspace& workspace, callgraph::FunctionId function, LocalId param) {
  auto [at, is_new] = params_.try_emplace({function, param}, false);  // recursion adds nothing
  if (!is_new) return at->second;
  std::vector<std::pair<callgraph::FunctionId, LocalId>> todo{{function, param}};
  std::set<std::pair<callgraph::FunctionId, LocalId>> seen{todo.front()};
  constexpr size_t kMaxCallees = 16;  // APPROX(over): what only lies further below is no count
  for (size_t i = 0; i < todo.size() && i < kMaxCallees; ++i) {
    const FunctionCode* code = workspace.code(todo[i].first);
    if (code == nullptr || todo[i].second.index() >= code->body().param_count) continue;
    const TreePool& pool = code->code().pool;
    TreeId own = code->local(todo[i].second);
    for (TreeId count : known(*code).counts)
      if (any_holder(*code, count, [&](TreeId holder) { return holder == own; }) || count == own)
        return params_[{function, param}] = true;
    const ir::Body& body = code->body();
    for (size_t n = 0; n < body.nodes.size(); ++n) {
      if (body[NodeId(n)].op != Op::Call) continue;
      for (size_t k = 1; k < body[NodeId(n)].kid_count; ++k) {
        TreeId argument = code->tree(body.kid(NodeId(n), k));
        if (!argument.valid() || !pool.mentions(argument, own)) continue;
        for (const callgraph::CallSite& site : code->sites(NodeId(n)))
          for (callgraph::FunctionId target : site.targets)
            if (seen.insert({target, LocalId(k - 1)}).second)
              todo.emplace_back(target, LocalId(k - 1));
      }
    }
  }
  return false;
}

// `if (put_testzero(&o->refs))`: the callee does it.
bool Counts::counts_below(Workspace& workspace, const Asked& asked, NodeId call) {
  const ir::Body& body = asked.code.body();
  if (body[call].op != Op::Call) return false;
  for (size_t k = 1; k < body[call].kid_count; ++k) {
    TreeId argument = asked.code.tree(body.kid(call, k));
    if (!argument.valid()) continue;
    bool is_object = std::ranges::any_of(asked.instance.names,
                                         [&](const Name& name) { return name.tree == argument; });
    if (!is_object && !is_of(asked.code, argument, asked.instance)) continue;
    for (const callgraph::CallSite& site : asked.code.sites(call))
      for (callgraph::FunctionId target : site.targets)
        if (counts_param(workspace, target, LocalId(k - 1))) return true;
  }
  return false;
}

// `unref(o)` before the condition: what it counts, in the words of its caller.
const std::set<TreeId>& Counts::counted_by_callees(Workspace& workspace, const FunctionCode& code) {
  Known& of = known(code);
  if (of.by_callees) return *of.by_callees;
  of.by_callees.emplace();
  std::set<TreeId> found;
  for (size_t n = 0; n < code.body().nodes.size(); ++n) {
    NodeId call(n);
    if (code.body()[call].op != Op::Call) continue;
    for (const callgraph::CallSite& site : code.sites(call)) {
      if (site.targets.size() != 1) continue;
      const FunctionCode* callee = workspace.code(site.targets.front());
      if (callee == nullptr) continue;
      for (TreeId count : known(*callee).counts)
        if (TreeId here = workspace.boundary(code, *callee, call).into_caller(count, {});
            here.valid())
          found.insert(here);
    }
  }
  of.by_callees = std::move(found);
  return *of.by_callees;
}

// `if (!references(o))`, where the callee does nothing but read what is counted.
bool Counts::answers_count(Workspace& workspace, const Asked& asked, NodeId call) {
  if (asked.code.body()[call].op != Op::Call) return false;
  for (const callgraph::CallSite& site : asked.code.sites(call)) {
    if (site.targets.size() != 1) continue;
    const FunctionCode* callee = workspace.code(site.targets.front());
    if (callee == nullptr) continue;
    const ir::Body& body = callee->body();
    constexpr size_t kFewNodes = 40;
    for (size_t n = 0; n < body.nodes.size() && body.nodes.size() < kFewNodes; ++n) {
      if (body.nodes[n].op != Op::Return || body.nodes[n].kid_count == 0) continue;
      TreeId answer = callee->tree(body.kid(NodeId(n), 0));
      if (!answer.valid()) continue;
      TreeId here = workspace.boundary(asked.code, *callee, call).into_caller(answer, {});
      if (here.valid() && is_of(asked.code, here, asked.instance) &&
          (known(asked.code).counts.contains(here) ||
           counted_by_callees(workspace, asked.code).contains(here)))
        return true;
    }
  }
  return false;
}

bool Counts::asks(Workspace& workspace, const Asked& asked, NodeId condition) {
  const FunctionCode& code = asked.code;
  const ir::Body& body = code.body();
  std::vector<NodeId> todo{condition};
  std::set<NodeId> seen;
  while (!todo.empty()) {
    NodeId node = todo.back();
    todo.pop_back();
    if (!seen.insert(node).second) continue;
    TreeId tree = code.tree(node);
    const Known& of = known(code);
    if (tree.valid() && is_of(code, tree, asked.instance) &&
        (of.counts.contains(tree) || counted_by_callees(workspace, code).contains(tree)))
      return true;
    if (counts_below(workspace, asked, node) || answers_count(workspace, asked, node)) return true;
    if (is_own_room(code, node, asked.instance)) return true;
    for (NodeId kid : body.kids_of(node)) todo.push_back(kid);
    if (body[node].op != Op::Local) continue;
    auto values = of.values.find(body.local_of(node));
    if (values != of.values.end())
      todo.insert(todo.end(), values->second.begin(), values->second.end());
  }
  return false;
}

bool Counts::decided(Workspace& workspace, const FunctionCode& code, const Context& context,
                     const Instance& instance) {
  HistoryId history = instance.history;
  while (history.valid() && context.history[history.index()].kind == HistoryStep::Kind::Synonym)
    history = context.history[history.index()].before;
  if (!history.valid()) return false;
  const HistoryStep& step = context.history[history.index()];
  if (step.kind == HistoryStep::Kind::Entered) return false;
  const ir::Body& body = code.body();
  Steps steps = steps_of(body, context, step.path);
  return std::ranges::any_of(steps.taken, [&](const std::pair<BlockId, uint32_t>& taken) {
    const ir::Block& block = body.blocks[taken.first.index()];
    bool asks_here =
        block.terminator == ir::Terminator::Branch || block.terminator == ir::Terminator::Switch;
    return asks_here && block.operand.valid() &&
           decides(code, taken.first, taken.second, steps.last) &&
           asks(workspace, {code, instance}, block.operand);
  });
}

}  // namespace assay::machines
