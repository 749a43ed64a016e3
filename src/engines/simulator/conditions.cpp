// Conditions that decide nothing, the code behind them, and loops that they keep from ending.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engines/simulator/local_checks.h"

namespace assay::simulator {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

namespace {

bool is_inside(const ir::Loop& loop, BlockId block) {
  return std::binary_search(loop.blocks.begin(), loop.blocks.end(), block);
}

}  // namespace

std::string LocalChecks::first_variable(NodeId root) const {
  NodeId found;
  std::vector<NodeId> todo{root};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    if (body_[at].op == Op::Local && (!found.valid() || at < found)) found = at;
    std::span<const NodeId> kids = body_.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return found.valid() ? body_.locals[body_.local_of(found).index()].name : std::string();
}

void LocalChecks::check_branches() {
  for (uint32_t i = 0; i < body_.blocks.size(); ++i) {
    BlockId at(i);
    const ir::Block& block = body_.blocks[i];
    if (block.terminator != ir::Terminator::Branch || !intervals_.is_reached(at)) continue;
    std::span<const ir::Edge> edges = body_.edges_of(at);
    bool open[] = {intervals_.is_open(block.edges_begin),
                   intervals_.is_open(block.edges_begin + 1)};
    if (open[0] == open[1] || edges[0].target == edges[1].target) continue;
    BlockId dead = edges[open[0] ? 1 : 0].target;
    // What a loop's own test cannot end is the business of `check_loops`.
    bool leaves_loop = false;
    for (const ir::Loop& loop : loops_.loops) {
      leaves_loop = leaves_loop || (is_inside(loop, at) && !is_inside(loop, dead));
    }
    NodeId tree = block.operand;
    while (parents_[tree.index()].valid() && !told_.contains(tree)) tree = parents_[tree.index()];
    if (told_.contains(tree)) continue;
    if (is_by_type(block.operand)) continue;
    Interesting seen = look_at(block.operand);
    if (leaves_loop || !seen.is_plain || !seen.has_local) continue;
    std::string condition = text(block.operand);
    std::string variable = first_variable(block.operand);
    std::string_view word = open[0] ? "true" : "false";
    if (intervals_.is_by_assignment(at)) {
      NodeId statement = intervals_.is_reached(dead) ? NodeId() : first_statement(dead);
      // An arm of an expression that runs all the same.
      if (!statement.valid() || statement == statement_of(block.operand)) continue;
      report("dead-code", statement,
             fmt::format("this cannot run: '{}' is always {}", condition, word), variable,
             {{block.operand, fmt::format("'{}' is always {} here", condition, word)}});
      continue;
    }
    report(open[0] ? "redundant-condition" : "impossible-condition", block.operand,
           fmt::format("'{}' is always {} here, by what was tested before", condition, word),
           variable, {});
  }
}

/// Whether a comparison with a constant is decided by the types: in other builds it may not be.
bool LocalChecks::is_by_type(NodeId condition) const {
  Op op = body_[condition].op;
  bool is_comparison = op >= Op::Lt && op <= Op::Ne && body_[condition].kid_count == 2;
  if (!is_comparison) return false;
  for (NodeId side : body_.kids_of(condition)) {
    while (body_[side].op == Op::Cast && body_[side].kid_count > 0) side = body_.kid(side, 0);
    if (body_[side].op == Op::IntLit) return !atom_of(condition) && op != Op::Ne;
  }
  return false;
}

/// What the source says, through conversions that it does not.
NodeId LocalChecks::as_written(NodeId node) const {
  while (body_[node].op == Op::Cast && body_[node].has(ir::kImplicit) && body_[node].kid_count > 0)
    node = body_.kid(node, 0);
  return node;
}

std::optional<LocalChecks::Atom> LocalChecks::atom_of(NodeId node) const {
  node = as_written(node);
  Op op = body_[node].op;
  bool is_comparison = op >= Op::Lt && op <= Op::Eq && body_[node].kid_count == 2;
  if (!is_comparison) return std::nullopt;
  NodeId left = body_.kid(node, 0), right = body_.kid(node, 1);
  bool is_mirrored = body_[as_written(left)].op == Op::IntLit;
  NodeId constant = as_written(is_mirrored ? left : right);
  NodeId side = is_mirrored ? right : left;
  if (body_[constant].op != Op::IntLit || body_[as_written(side)].op == Op::IntLit)
    return std::nullopt;
  if (body_[constant].has(ir::kWide) || body_[constant].has(ir::kLineLiteral)) return std::nullopt;
  // What the variable's own type excludes decides nothing; where the comparison is made in a type
  // that cannot hold it, nothing is said.
  Range compared = type_range(unit_.types, body_[side].type);
  Range all = type_range(unit_.types, body_[as_written(side)].type);
  Wide value = compared.low < 0 ? Wide{static_cast<int64_t>(body_[constant].payload)}
                                : Wide{body_[constant].payload};
  if (all.contains({}) || !compared.contains(all)) return std::nullopt;
  if (value < compared.low || value > compared.high) return std::nullopt;
  Atom made{.node = node, .subject = text(as_written(side)), .allowed = all};
  bool is_less = op == Op::Lt || op == Op::Le;
  if (op == Op::Eq) {
    made.allowed.low = made.allowed.high = value;
  } else if (is_less != is_mirrored) {
    made.allowed.high = op == Op::Lt || op == Op::Gt ? value - 1 : value;
  } else {
    made.allowed.low = op == Op::Lt || op == Op::Gt ? value + 1 : value;
  }
  if (made.allowed.contains(all)) return std::nullopt;
  return made;
}

/// `all` of `&&`: what is implied by another part is idle, what excludes another part is a
/// contradiction.  Of `||`: what implies another part is idle.
void LocalChecks::check_atoms(Op op, const std::vector<Atom>& atoms) {
  for (size_t i = 0; i < atoms.size(); ++i) {
    for (size_t k = 0; k < atoms.size(); ++k) {
      const Atom &idle = atoms[i], &other = atoms[k];
      if (i == k || idle.subject != other.subject) continue;
      bool is_apart = idle.allowed.high < other.allowed.low;
      if (op == Op::LogAnd && is_apart) {
        NodeId later = std::max(idle.node, other.node), sooner = std::min(idle.node, other.node);
        report("impossible-condition", later,
               fmt::format("'{}' and '{}' cannot both be true", text(sooner), text(later)),
               idle.subject, {{sooner, "the other condition"}});
        return;
      }
      bool is_idle = op == Op::LogAnd ? idle.allowed.contains(other.allowed)
                                      : other.allowed.contains(idle.allowed);
      bool is_same =
          is_idle && other.allowed.contains(idle.allowed) && idle.allowed.contains(other.allowed);
      if (!is_idle || (is_same && i < k)) continue;
      report("redundant-condition", idle.node,
             fmt::format("'{}' makes no difference beside '{}'", text(idle.node), text(other.node)),
             idle.subject, {{other.node, "the other condition"}});
      return;
    }
  }
}

void LocalChecks::check_tree(NodeId root) {
  constexpr size_t kMaxAtoms = 32;  // pairs are compared
  Op op = body_[root].op;
  std::vector<Atom> atoms;
  std::vector<NodeId> todo{root};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    if (body_[at].op == op) {
      std::span<const NodeId> kids = body_.kids_of(at);
      todo.insert(todo.end(), kids.rbegin(), kids.rend());
      continue;
    }
    if (std::optional<Atom> atom = atom_of(at)) atoms.push_back(std::move(*atom));
  }
  size_t before = findings_.size();
  if (atoms.size() > 1 && atoms.size() <= kMaxAtoms) check_atoms(op, atoms);
  if (findings_.size() > before) told_.insert(root);
}

/// A function has an address: comparing it with null was meant to be a call.
void LocalChecks::check_function_address(NodeId comparison) {
  auto strip = [&](NodeId at) {
    while (body_[at].op == Op::Cast && body_[at].kid_count > 0) at = body_.kid(at, 0);
    return at;
  };
  NodeId left = strip(body_.kid(comparison, 0)), right = strip(body_.kid(comparison, 1));
  if (body_[left].op != Op::FunctionRef) std::swap(left, right);
  bool is_null = body_[right].op == Op::NullLit ||
                 (body_[right].op == Op::IntLit && body_[right].payload == 0);
  if (body_[left].op != Op::FunctionRef || !is_null) return;
  if (body_[comparison].has(ir::kInMacroBody) || body_[left].has(ir::kInMacroArg)) return;
  // A weak function may be missing.
  if (unit_.symbols[body_.symbol_of(left)].has(ir::kWeak)) return;
  report("redundant-condition", comparison,
         fmt::format("'{}' is always {}: a function has an address", text(comparison),
                     body_[comparison].op == Op::Ne ? "true" : "false"),
         text(left), {});
}

void LocalChecks::check_trees() {
  for (uint32_t i = 0; i < body_.nodes.size(); ++i) {
    NodeId at(i);
    Op op = body_[at].op;
    if ((op == Op::Eq || op == Op::Ne) && body_[at].kid_count == 2) check_function_address(at);
    if (op != Op::LogAnd && op != Op::LogOr) continue;
    NodeId parent = parents_[i];
    bool is_root = !parent.valid() || body_[parent].op != op;
    if (is_root && look_at(at).is_plain) check_tree(at);
  }
}

/// Whether what a condition reads stays as it is while the loop runs.
bool LocalChecks::is_fixed(const ir::Loop& loop, NodeId condition) const {
  std::vector<ir::LocalId> read;
  std::vector<NodeId> todo{condition};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    Op op = body_[at].op;
    if (op == Op::Local) {
      if (!intervals_.is_tracked(body_.local_of(at))) return false;
      read.push_back(body_.local_of(at));
    } else if (op == Op::Global || op == Op::Deref || op == Op::Index || op == Op::Member ||
               op == Op::Call || op == Op::StmtExpr || op == Op::Opaque || op == Op::Unsupported ||
               (op >= Op::Assign && op <= Op::Init)) {
      return false;
    }
    std::span<const NodeId> kids = body_.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  for (BlockId block : loop.blocks) {
    for (NodeId point : body_.points_of(block)) {
      Op op = body_[point].op;
      bool writes = op >= Op::Assign && op <= Op::Init && body_[point].kid_count > 0;
      NodeId place = writes ? body_.kid(point, 0) : point;
      bool is_local = body_[place].op == Op::Local && (writes || op == Op::Decl);
      if (op == Op::Decl) is_local = true;
      if (!is_local) continue;
      if (std::find(read.begin(), read.end(), body_.local_of(place)) != read.end()) return false;
    }
  }
  return true;
}

/// Nothing in the loop can end it, or the program, in another way; and nobody watches it.
bool LocalChecks::is_quiet(const ir::Loop& loop) const {
  for (BlockId block : loop.blocks) {
    for (NodeId point : body_.points_of(block)) {
      const ir::Node& node = body_[point];
      bool may_leave = node.op == Op::Call || node.op == Op::Asm || node.op == Op::Construct ||
                       node.op == Op::Destroy || node.op == Op::Throw ||
                       node.op == Op::Unsupported || node.op == Op::VaArg ||
                       node.has(ir::kMayThrow) || node.has(ir::kVolatileAccess);
      if (may_leave) return false;
    }
    ir::Terminator end = body_.blocks[block.index()].terminator;
    if (end == ir::Terminator::IndirectGoto) return false;
  }
  return true;
}

/// Writes something, in each round.
bool LocalChecks::is_busy(const ir::Loop& loop) const {
  return std::any_of(loop.blocks.begin(), loop.blocks.end(), [&](BlockId block) {
    std::span<const NodeId> points = body_.points_of(block);
    return std::any_of(points.begin(), points.end(), [&](NodeId point) {
      return body_[point].op >= Op::Assign && body_[point].op <= Op::Init;
    });
  });
}

/// It decides by its value; not only by what lies in memory at such an index.
bool LocalChecks::depends_on(NodeId root, ir::LocalId local) const {
  std::vector<NodeId> todo{root};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    Op op = body_[at].op;
    if (op == Op::Index || op == Op::Deref || op == Op::Call) continue;
    if (op == Op::Local && body_.local_of(at) == local) return true;
    std::span<const NodeId> kids = body_.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return false;
}

/// The unsigned variable of `i >= 0`; none: it is no such test.
ir::LocalId LocalChecks::never_negative(NodeId test) const {
  test = as_written(test);
  Op op = body_[test].op;
  if (op != Op::Ge && op != Op::Le) return {};
  NodeId number = as_written(body_.kid(test, op == Op::Ge ? 1 : 0));
  NodeId value = as_written(body_.kid(test, op == Op::Ge ? 0 : 1));
  if (body_[number].op != Op::IntLit || body_[number].payload != 0) return {};
  if (body_[value].op == Op::Load) value = body_.kid(value, 0);
  if (body_[value].op != Op::Local) return {};
  ir::LocalId local = body_.local_of(value);
  const ir::Type& type = unit_.types.resolved(body_.locals[local.index()].type);
  // A `char` has a sign in some builds only.
  bool is_unsigned = type.kind == ir::TypeKind::Int && !type.has(ir::kSigned) && type.width >= 16;
  return is_unsigned ? local : ir::LocalId();
}

/// `for (unsigned i = n; i >= 0; i--)`, where nothing else in the loop asks for `i`.
void LocalChecks::check_counting_down(const ir::Loop& loop) {
  NodeId test;
  ir::LocalId counter;
  bool is_counted_down = false;
  std::vector<NodeId> others;
  for (BlockId block : loop.blocks) {
    const ir::Block& from = body_.blocks[block.index()];
    std::span<const ir::Edge> edges = body_.edges_of(block);
    bool leaves = std::ranges::any_of(
        edges, [&](const ir::Edge& edge) { return !is_inside(loop, edge.target); });
    if (from.terminator != ir::Terminator::Branch) continue;
    ir::LocalId local = leaves ? never_negative(from.operand) : ir::LocalId();
    if (local.valid() && !test.valid() && look_at(from.operand).is_plain) {
      test = from.operand;
      counter = local;
    } else {
      others.push_back(from.operand);
    }
  }
  if (!test.valid()) return;
  for (NodeId other : others)
    if (depends_on(other, counter)) return;
  for (BlockId block : loop.blocks) {
    for (NodeId point : body_.points_of(block)) {
      Op op = body_[point].op;
      bool is_down = op == Op::PreDec || op == Op::PostDec || op == Op::SubAssign;
      is_counted_down = is_counted_down || (is_down && depends_on(body_.kid(point, 0), counter));
    }
  }
  if (!is_counted_down) return;
  std::string name = body_.locals[counter.index()].name;
  report(
      "endless-loop", test,
      fmt::format("'{}' never ends the loop: '{}' is unsigned, and comes to a large number behind "
                  "zero",
                  text(test), name),
      name, {});
}

void LocalChecks::check_loops() {
  for (const ir::Loop& loop : loops_.loops) {
    if (!intervals_.is_reached(loop.header)) continue;
    check_counting_down(loop);
    bool is_endless = true;
    NodeId condition;
    for (BlockId block : loop.blocks) {
      const ir::Block& from = body_.blocks[block.index()];
      if (from.edge_count == 0) is_endless = false;
      for (uint32_t i = 0; i < from.edge_count && is_endless; ++i) {
        if (is_inside(loop, body_.edges[from.edges_begin + i].target)) continue;
        is_endless = from.terminator == ir::Terminator::Branch && is_fixed(loop, from.operand) &&
                     look_at(from.operand).is_plain;
        // `while (1)` has no condition.
        if (!condition.valid() && look_at(from.operand).has_local) condition = from.operand;
      }
    }
    // `while (1);` is how a program stops; a condition that cannot change is a mistake.
    if (!is_endless || !is_quiet(loop) || (!condition.valid() && !is_busy(loop))) continue;
    NodeId where;
    for (BlockId block : loop.blocks) {
      if (block == loop.header && condition.valid()) continue;
      if (!where.valid()) where = first_statement(block);
    }
    if (!where.valid()) where = condition.valid() ? condition : first_statement(loop.header);
    if (!where.valid()) continue;
    std::string why = condition.valid()
                          ? fmt::format("nothing in the loop changes '{}'", text(condition))
                          : std::string("nothing leaves the loop");
    std::vector<Note> notes;
    if (condition.valid() && condition != where) notes.push_back({condition, why});
    report("endless-loop", where, fmt::format("this is repeated without end: {}", why),
           condition.valid() ? first_variable(condition) : std::string(), std::move(notes));
  }
}

}  // namespace assay::simulator
