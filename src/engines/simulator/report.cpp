#include "engines/simulator/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/print.h"

namespace assay::simulator {

using findings::Finding;
using ir::NodeId;
using ir::Op;

namespace {

/// A comparison that does not hold is another comparison that does.
struct Opposite {
  Op op;
  std::string_view sign;
};
constexpr Opposite kOpposites[] = {{Op::Lt, ">="}, {Op::Le, ">"},  {Op::Gt, "<="},
                                   {Op::Ge, "<"},  {Op::Eq, "!="}, {Op::Ne, "=="}};

bool writes_place(Op op) {
  return op == Op::Assign || op == Op::Init || (op >= Op::AddAssign && op <= Op::PostDec);
}

}  // namespace

std::string Reporter::text(NodeId node) const {
  if (!node.valid()) return "";
  return ir::print_expression(*function_.unit->unit, *function_.body, node);
}

NodeId Reporter::pointer_of(NodeId access) const {
  const ir::Body& body = *function_.body;
  NodeId at = access;
  if (!at.valid()) return at;
  Op op = body[at].op;
  if ((op == Op::Load || writes_place(op)) && body[at].kid_count > 0) at = body.kid(at, 0);
  while (body[at].kid_count > 0) {
    Op here = body[at].op;
    NodeId kid = body.kid(at, 0);
    if (here == Op::Deref) return kid;
    if (here == Op::Index && !body[kid].has(ir::kLvalue)) return kid;
    if (here != Op::Member && here != Op::Index && here != Op::Cast) break;
    at = kid;
  }
  return at;
}

bool Reporter::is_followed(NodeId load) const {
  const ir::Body& body = *function_.body;
  std::vector<NodeId> parents = body.parents();
  for (NodeId at = load; at.valid() && parents[at.index()].valid();) {
    NodeId parent = parents[at.index()];
    Op op = body[parent].op;
    if (op == Op::Deref) return true;
    if (op == Op::Index) return body.kid(parent, 0) == at;
    if (op != Op::Cast && op != Op::Add && op != Op::Sub) return false;
    at = parent;
  }
  return false;
}

std::string Reporter::callee_name(NodeId call) const {
  const ir::Body& body = *function_.body;
  if (body[call].op != Op::Call || body[call].kid_count == 0) return text(call);
  NodeId callee = body.kid(call, 0);
  if (body[callee].op == Op::FunctionRef) {
    return function_.unit->unit->symbols[body.symbol_of(callee)].display;
  }
  return text(callee);
}

std::vector<Note> Reporter::origin_of(const Path& path, NodeId expression) const {
  if (!expression.valid()) return {};
  const ir::Body& body = *function_.body;
  std::string wanted = text(expression);
  NodeId found;
  for (const Crumb& crumb : trail_.until(path.trail)) {
    if (crumb.kind != CrumbKind::Block) continue;
    for (NodeId point : body.points_of(crumb.block)) {
      if (!writes_place(body[point].op) || body[point].kid_count == 0) continue;
      if (text(body.kid(point, 0)) == wanted) found = point;
    }
  }
  if (!found.valid() || body[found].kid_count < 2) return {};
  NodeId value = body.kid(found, 1);
  while (body[value].op == Op::Cast && body[value].kid_count > 0) value = body.kid(value, 0);
  if (body[value].op == Op::Call) {
    return {{value, fmt::format("value comes from return value of '{}' here", callee_name(value))}};
  }
  return {{found, "value comes from here"}};
}

std::string Reporter::condition_text(const Crumb& crumb) const {
  const ir::Body& body = *function_.body;
  const ir::Block& block = body.blocks[crumb.block.index()];
  NodeId condition = crumb.node;
  if (block.terminator == ir::Terminator::Switch) {
    const ir::Edge& edge = body.edges_of(crumb.block)[crumb.edge];
    if (edge.kind != ir::EdgeKind::Case)
      return fmt::format("'{}' is none of the cases", text(condition));
    if (edge.low == edge.high) return fmt::format("'{} == {}'", text(condition), edge.low);
    return fmt::format("'{}' is in {} ... {}", text(condition), edge.low, edge.high);
  }
  bool holds = crumb.edge == 0;
  while (body[condition].op == Op::Cast && body[condition].has(ir::kImplicit) &&
         body[condition].kid_count > 0) {
    condition = body.kid(condition, 0);
  }
  if (body[condition].op == Op::Not && !holds) {
    return fmt::format("'{}'", text(body.kid(condition, 0)));
  }
  if (holds) return fmt::format("'{}'", text(condition));
  for (const Opposite& opposite : kOpposites) {
    if (body[condition].op != opposite.op || body[condition].kid_count != 2) continue;
    return fmt::format("'{} {} {}'", text(body.kid(condition, 0)), opposite.sign,
                       text(body.kid(condition, 1)));
  }
  Op op = body[condition].op;
  bool is_compound = op == Op::LogAnd || op == Op::LogOr || op == Op::Conditional ||
                     (op >= Op::Add && op <= Op::BitXor) || writes_place(op);
  return is_compound ? fmt::format("'!({})'", text(condition))
                     : fmt::format("'!{}'", text(condition));
}

std::string Reporter::model_text(const Crumb& crumb) const {
  std::string said =
      fmt::format("used {} model '{}' for function call: '{}'",
                  crumb.is_automatic ? "automatic" : "system", crumb.model->name, text(crumb.node));
  switch (crumb.outcome->return_type) {
    case models::ReturnType::Zero:
      said += ", function returns 0";
      break;
    case models::ReturnType::One:
      said += ", function returns 1";
      break;
    case models::ReturnType::MinusOne:
      said += ", function returns -1";
      break;
    default:
      break;
  }
  for (const models::Operation& operation : crumb.outcome->operations) {
    bool is_new = operation.op == models::Operator::MemoryNew &&
                  operation.operands[0].nodes.front().kind == models::NodeKind::Return;
    if (is_new) said += ", function returns a new memory block";
  }
  if (crumb.outcome->reason) said += fmt::format(", {}", *crumb.outcome->reason);
  return said;
}

std::vector<NodeId> Reporter::points(const std::vector<Crumb>& crumbs, NodeId last) const {
  const ir::Body& body = *function_.body;
  std::vector<NodeId> passed;
  std::vector<bool> seen(body.nodes.size());
  size_t block_number = 0;
  size_t blocks = static_cast<size_t>(std::count_if(
      crumbs.begin(), crumbs.end(), [](const Crumb& c) { return c.kind == CrumbKind::Block; }));
  for (const Crumb& crumb : crumbs) {
    if (crumb.kind != CrumbKind::Block) continue;
    ++block_number;
    for (NodeId point : body.points_of(crumb.block)) {
      if (body[point].op == Op::Decl || body[point].op == Op::ScopeEnd) continue;
      if (!seen[point.index()]) passed.push_back(point);
      seen[point.index()] = true;
      if (block_number == blocks && point == last) break;
    }
  }
  return passed;
}

size_t Reporter::step_count(const std::vector<Crumb>& crumbs, const Warning& warning) {
  size_t count = warning.notes.size() + 1;
  for (const Crumb& crumb : crumbs) {
    count += crumb.kind == CrumbKind::Assumed || crumb.kind == CrumbKind::Model ? 1 : 0;
  }
  return count;
}

void Reporter::add_steps(const std::vector<Crumb>& crumbs, const Warning& warning,
                         Unplaced& made) const {
  auto add = [&](NodeId node, std::string message) {
    made.finding.trace.push_back({.where = {}, .message = std::move(message)});
    made.steps.push_back({.node = node, .function = {}});
  };
  for (const Note& note : warning.notes) add(note.node, note.message);
  for (const Crumb& crumb : crumbs) {
    if (crumb.kind == CrumbKind::Assumed) {
      add(crumb.node, fmt::format("when {} here", condition_text(crumb)));
    } else if (crumb.kind == CrumbKind::Model) {
      add(crumb.node, model_text(crumb));
    }
  }
  add(warning.node, warning.message);
  made.path = points(crumbs, warning.node);
}

void Reporter::warn(const Path& path, Warning warning) {
  Key key{warning.kind, (warning.cause.valid() ? warning.cause : warning.node).index(),
          warning.variable};
  std::vector<Crumb> crumbs = trail_.until(path.trail);
  auto known = findings_.find(key);
  if (known != findings_.end() && known->second.steps.size() <= step_count(crumbs, warning)) return;
  // That a path cannot happen may come out only when all of it is looked at.
  if (!solver_.is_feasible(path.conditions)) return;
  Unplaced made{
      .finding = {.kind = warning.kind, .message = warning.message, .engine = "simulator"},
      .where = {.node = warning.node, .function = {}}};
  Finding& finding = made.finding;
  if (function_.entity.valid()) {
    finding.function = program_.symbol(function_.entity).display;
    finding.function_symbol = program_.symbol(function_.entity).name;
  }
  if (!warning.variable.empty()) finding.variables.push_back(warning.variable);
  add_steps(crumbs, warning, made);
  findings_.insert_or_assign(key, std::move(made));
}

std::vector<Unplaced> Reporter::take() {
  std::vector<Unplaced> taken;
  for (auto& [key, finding] : findings_) taken.push_back(std::move(finding));
  findings_.clear();
  std::stable_sort(taken.begin(), taken.end(), [](const Unplaced& a, const Unplaced& b) {
    return std::tie(a.where.node, a.finding.kind, a.finding.message) <
           std::tie(b.where.node, b.finding.kind, b.finding.message);
  });
  return taken;
}

}  // namespace assay::simulator
