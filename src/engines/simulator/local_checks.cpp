#include "engines/simulator/local_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/print.h"

namespace assay::simulator {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

LocalChecks::LocalChecks(const semantics::Program& program, const semantics::Prepared& function,
                         const Options& options)
    : program_(program),
      function_(function),
      body_(*function.body),
      unit_(*function.unit->unit),
      options_(options),
      parents_(body_.parents()),
      intervals_(unit_, body_),
      loops_(ir::find_loops(body_)) {}

std::vector<Unplaced> check_locally(const semantics::Program& program,
                                    const semantics::Prepared& function, const Options& options) {
  if (!function.entity.valid()) return {};
  if (program.symbol(function.entity).has(ir::kSystem)) return {};
  return LocalChecks(program, function, options).run();
}

std::vector<Unplaced> LocalChecks::run() {
  const ir::Symbol& symbol = program_.symbol(function_.entity);
  check_frame();
  if (intervals_.run()) {
    check_return();
    check_recursion();
    // One instance of a template decides what another one leaves open.
    bool may_be_instance = symbol.has(ir::kInline) && !symbol.has(ir::kCLinkage);
    if (!may_be_instance && !symbol.has(ir::kImplicitSymbol)) {
      check_trees();
      check_branches();
      check_loops();
      check_empty_bodies();
      check_unread();
      check_late_tests();
    }
  }
  std::stable_sort(findings_.begin(), findings_.end(), [](const Unplaced& a, const Unplaced& b) {
    return std::tie(a.where.node, a.finding.kind) < std::tie(b.where.node, b.finding.kind);
  });
  return std::move(findings_);
}

void LocalChecks::report(std::string kind, NodeId where, std::string message, std::string variable,
                         std::vector<Note> notes) {
  Unplaced made{.finding = {.kind = std::move(kind), .message = message, .engine = "simulator"},
                .where = {.node = where, .function = {}}};
  const ir::Symbol& symbol = program_.symbol(function_.entity);
  made.finding.function = symbol.display;
  made.finding.function_symbol = symbol.name;
  if (!variable.empty()) made.finding.variables.push_back(std::move(variable));
  notes.push_back({where, std::move(message)});
  for (Note& note : notes) {
    made.finding.trace.push_back({.where = {}, .message = std::move(note.message)});
    made.steps.push_back({.node = note.node, .function = {}});
  }
  findings_.push_back(std::move(made));
}

std::string LocalChecks::text(NodeId node) const {
  return ir::print_expression(unit_, body_, node);
}

NodeId LocalChecks::statement_of(NodeId node) const {
  while (parents_[node.index()].valid() &&
         ir::op_info(body_[parents_[node.index()]].op).kind != ir::OpClass::Container) {
    node = parents_[node.index()];
  }
  return node;
}

/// Of the source, not of a macro; none if there is none.
NodeId LocalChecks::first_statement(BlockId block) const {
  NodeId statement;
  for (NodeId point : body_.points_of(block)) {
    // Kids are older than their parents: the rest of a statement that was looked at.
    if (statement.valid() && point <= statement) continue;
    statement = statement_of(point);
    const ir::Node& node = body_[statement];
    bool is_written = !node.has(ir::kImplicit) && !node.has(ir::kInMacroBody) &&
                      node.op != Op::ScopeEnd && node.op != Op::Decl && node.op != Op::IntLit;
    if (is_written) return statement;
  }
  return NodeId();
}

LocalChecks::Interesting LocalChecks::look_at(NodeId root) const {
  Interesting seen;
  std::vector<NodeId> todo{root};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    const ir::Node& node = body_[at];
    bool is_off = node.has(ir::kInMacroBody) || node.has(ir::kInMacroArg) ||
                  node.has(ir::kVolatileAccess) || node.op == Op::SizeOf || node.op == Op::Call ||
                  node.op == Op::StmtExpr || (node.op >= Op::Assign && node.op <= Op::Init);
    if (is_off) seen.is_plain = false;
    if (node.op == Op::Local && intervals_.is_tracked(body_.local_of(at))) {
      const ir::Type& type = unit_.types[body_.locals[body_.local_of(at).index()].type];
      bool is_const = type.kind == ir::TypeKind::Qualified && (type.quals & ir::kConst) != 0;
      // A constant is there to be tested.
      if (is_const) seen.is_plain = false;
      seen.has_local = true;
    }
    std::span<const NodeId> kids = body_.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return seen;
}

/// A switch over all values of an enumeration has no other way out.
bool LocalChecks::is_covered(BlockId block) const {
  const ir::Block& left = body_.blocks[block.index()];
  if (left.terminator != ir::Terminator::Switch || !left.operand.valid()) return false;
  NodeId value = left.operand;
  while (body_[value].op == Op::Cast && body_[value].kid_count > 0) value = body_.kid(value, 0);
  const ir::Type& type = unit_.types.resolved(body_[value].type);
  if (type.kind != ir::TypeKind::Enum || type.enumerators.empty()) return false;
  std::span<const ir::Edge> edges = body_.edges_of(block);
  return std::all_of(type.enumerators.begin(), type.enumerators.end(), [&](const auto& each) {
    return std::any_of(edges.begin(), edges.end(), [&](const ir::Edge& edge) {
      return edge.kind == ir::EdgeKind::Case && edge.low <= each.value && each.value <= edge.high;
    });
  });
}

/// Some way leads to the end of a function that returns a value elsewhere.
void LocalChecks::check_return() {
  const ir::Symbol& symbol = program_.symbol(function_.entity);
  if (!symbol.type.valid() || symbol.name == "main") return;
  const ir::Type& type =
      function_.unit->unit->types.resolved(unit_.symbols[function_.function->symbol].type);
  if (type.kind != ir::TypeKind::Function || !type.inner.valid()) return;
  if (unit_.types.resolved(type.inner).kind == ir::TypeKind::Void) return;
  std::vector<bool> returns(body_.blocks.size());
  bool has_return = false;
  for (uint32_t i = 0; i < body_.blocks.size(); ++i) {
    for (NodeId point : body_.points_of(BlockId(i))) {
      if (body_[point].op != Op::Return) continue;
      returns[i] = true;
      has_return = has_return || body_[point].kid_count > 0;
    }
  }
  if (!has_return) return;
  // Forward from the entry, on ways that pass no return.
  std::vector<bool> seen(body_.blocks.size());
  std::vector<BlockId> todo{BlockId(0u)};
  while (!todo.empty()) {
    BlockId at = todo.back();
    todo.pop_back();
    if (seen[at.index()] || returns[at.index()] || !intervals_.is_reached(at)) continue;
    seen[at.index()] = true;
    const ir::Block& block = body_.blocks[at.index()];
    if (block.terminator == ir::Terminator::Return) {
      report("missing-return", NodeId(),
             fmt::format("the end of '{}' is reached without a return value", symbol.display), "",
             {});
      return;
    }
    bool is_covered_switch = is_covered(at);
    for (uint32_t i = 0; i < block.edge_count; ++i) {
      const ir::Edge& edge = body_.edges[block.edges_begin + i];
      if (!intervals_.is_open(block.edges_begin + i)) continue;
      if (is_covered_switch && edge.kind == ir::EdgeKind::Default) continue;
      todo.push_back(edge.target);
    }
  }
}

void LocalChecks::check_frame() {
  uint64_t sum = 0;
  uint64_t largest = 0;
  uint32_t largest_local = 0;
  for (uint32_t i = 0; i < body_.locals.size(); ++i) {
    if (!body_.locals[i].type.valid()) continue;
    uint64_t size = unit_.types.resolved(body_.locals[i].type).size;
    sum += size;
    if (size <= largest) continue;
    largest = size;
    largest_local = i;
  }
  if (sum < options_.max_frame || largest == 0) return;
  NodeId where;
  for (uint32_t i = 0; i < body_.nodes.size() && !where.valid(); ++i) {
    NodeId at(i);
    bool is_decl = body_[at].op == Op::Decl || body_[at].op == Op::Local;
    if (is_decl && body_.local_of(at).index() == largest_local) where = at;
  }
  const std::string& name = body_.locals[largest_local].name;
  report("large-frame", where,
         fmt::format("the local variables of '{}' take {} bytes of the stack, '{}' {} of them",
                     program_.symbol(function_.entity).display, sum, name, largest),
         name, {});
}

/// `if (x);` does nothing either way.
void LocalChecks::check_empty_bodies() {
  for (uint32_t i = 0; i < body_.nodes.size(); ++i) {
    NodeId at(i);
    if (body_[at].op != Op::If || body_[at].kid_count != 2) continue;
    const ir::Node& then = body_[body_.kid(at, 1)];
    NodeId condition = body_.kid(at, 0);
    bool is_empty = then.op == Op::Null && !then.has(ir::kInMacroBody);
    if (!is_empty || !look_at(condition).is_plain) continue;
    report("empty-body", condition,
           fmt::format("whether '{}' makes no difference: a semicolon ends the statement here",
                       text(condition)),
           "", {});
  }
}

/// A variable that is computed and never read.
void LocalChecks::check_unread() {
  std::vector<bool> is_read(body_.locals.size());
  std::vector<NodeId> computed(body_.locals.size());
  for (uint32_t i = 0; i < body_.nodes.size(); ++i) {
    NodeId at(i);
    if (body_[at].op != Op::Local) continue;
    uint32_t local = body_.local_of(at).index();
    NodeId parent = parents_[i];
    Op op = parent.valid() ? body_[parent].op : Op::Local;
    bool is_target = op >= Op::Assign && op <= Op::Init && body_.kid(parent, 0) == at;
    NodeId above = is_target ? parents_[parent.index()] : NodeId();
    // The value of the assignment itself is used: by an expression, or as a condition.
    Op holder = above.valid() ? body_[above].op : Op::Compound;
    bool is_passed_on = holder != Op::Compound && holder != Op::Case && holder != Op::Default &&
                        holder != Op::Label;
    if (!is_target || is_passed_on || op == Op::Init) {
      is_read[local] = is_read[local] || op != Op::Init || !is_target;
      continue;
    }
    // A result that is kept to look at it in a debugger, or a constant that is set, is no mistake.
    NodeId value = op == Op::Assign ? body_.kid(parent, 1) : NodeId();
    while (value.valid() && body_[value].op == Op::Cast && body_[value].kid_count > 0) {
      value = body_.kid(value, 0);
    }
    bool is_computed = value.valid() && body_[value].op >= Op::Add && body_[value].op <= Op::BitXor;
    if (is_computed && !body_[parent].has(ir::kInMacroBody)) computed[local] = parent;
  }
  for (uint32_t i = 0; i < body_.locals.size(); ++i) {
    if (is_read[i] || !computed[i].valid() || !intervals_.is_tracked(ir::LocalId(i))) continue;
    report("unused-value", computed[i],
           fmt::format("nothing reads '{}', which is computed here", body_.locals[i].name),
           body_.locals[i].name, {});
  }
}

/// No way back to the caller but through another call of the same function.
void LocalChecks::check_recursion() {
  NodeId call;
  std::vector<bool> calls(body_.blocks.size());
  for (uint32_t i = 0; i < body_.blocks.size(); ++i) {
    for (NodeId point : body_.points_of(BlockId(i))) {
      if (body_[point].op != Op::Call || body_[point].kid_count == 0) continue;
      NodeId callee = body_.kid(point, 0);
      ir::CallKind kind = body_.call_kind_of(point);
      bool is_direct = kind == ir::CallKind::Plain || kind == ir::CallKind::Method;
      if (body_[callee].op != Op::FunctionRef || !is_direct) continue;
      if (body_.symbol_of(callee) != function_.function->symbol) continue;
      calls[i] = true;
      if (!call.valid() && intervals_.is_reached(BlockId(i))) call = point;
    }
  }
  if (!call.valid()) return;
  std::vector<bool> seen(body_.blocks.size());
  std::vector<BlockId> todo{BlockId(0u)};
  while (!todo.empty()) {
    BlockId at = todo.back();
    todo.pop_back();
    if (seen[at.index()] || calls[at.index()]) continue;
    seen[at.index()] = true;
    const ir::Block& block = body_.blocks[at.index()];
    // Any end of the function will do, and so does a loop or a call that may not come back.
    if (block.edge_count == 0) return;
    for (NodeId point : body_.points_of(at)) {
      if (body_[point].has(ir::kMayThrow) || body_[point].op == Op::Call) return;
    }
    for (uint32_t i = 0; i < block.edge_count; ++i) {
      if (intervals_.is_open(block.edges_begin + i)) {
        todo.push_back(body_.edges[block.edges_begin + i].target);
      }
    }
  }
  report("endless-recursion", call,
         fmt::format("'{}' calls itself on every path: it never returns",
                     program_.symbol(function_.entity).display),
         "", {});
}

}  // namespace assay::simulator
