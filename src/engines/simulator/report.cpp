#include "engines/simulator/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/parts.h"
#include "ir/condition_text.h"
#include "ir/print.h"

namespace assay::simulator {

using findings::Finding;
using ir::NodeId;
using ir::Op;

namespace {

bool writes_place(Op op) {
  return op == Op::Assign || op == Op::Init || (op >= Op::AddAssign && op <= Op::PostDec);
}

bool makes_result(const models::Operation& operation) {
  return operation.op == models::Operator::MemoryNew &&
         operation.operands[0].nodes.front().kind == models::NodeKind::Return;
}

// That an outcome's conditions are not known is no reason for it.
bool says_why(const models::Outcome& outcome) { return outcome.reason && !is_unsure(outcome); }

// A call that does nothing worth a word is no step.
bool says_something(const Crumb& crumb) {
  if (crumb.kind != CrumbKind::Model) return false;
  const models::Outcome& outcome = *crumb.outcome;
  bool returns_known = outcome.return_type == models::ReturnType::Zero ||
                       outcome.return_type == models::ReturnType::One ||
                       outcome.return_type == models::ReturnType::MinusOne;
  return returns_known || says_why(outcome) ||
         std::any_of(outcome.operations.begin(), outcome.operations.end(), makes_result);
}

OperationName done_at(const std::vector<Crumb>& crumbs, const Note& note) {
  if (!note.does) return {};
  OriginNotes::Noted noted = noted_at(crumbs, note.node, *note.does);
  return noted.callee ? name_of(*noted.callee, *noted.operation) : OperationName();
}

// Each condition, and each choice among what a callee may do, is something to believe.
findings::RankInputs rank_of(const std::vector<Crumb>& crumbs) {
  findings::RankInputs rank;
  for (const Crumb& crumb : crumbs) {
    if (crumb.kind == CrumbKind::Assumed) ++rank.conditionals;
    bool is_chosen = crumb.kind == CrumbKind::Model && crumb.model->outcomes.size() > 1;
    if (is_chosen && crumb.is_automatic) ++rank.call_chain;
  }
  return rank;
}

}  // namespace

Note allocated_at(const memory::Object& block) {
  return {block.origin.node, std::string(kAllocatedHere), models::Operator::MemoryNew};
}

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
  // A method is called through its object's address.
  bool is_method = op == Op::Call && body[at].kid_count > 1 &&
                   (body.call_kind_of(at) == ir::CallKind::Method ||
                    body.call_kind_of(at) == ir::CallKind::Virtual);
  if (is_method) at = body.kid(at, 1);
  while (body[at].kid_count > 0) {
    Op here = body[at].op;
    NodeId kid = body.kid(at, 0);
    if (here == Op::Deref) return kid;
    if (here == Op::Index && !body[kid].has(ir::kLvalue)) return kid;
    bool is_way = here == Op::Member || here == Op::Index || here == Op::Cast ||
                  (is_method && here == Op::AddressOf);
    if (!is_way) break;
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

std::string library_name(std::string_view display) {
  if (!display.starts_with("std::") && !display.starts_with("__gnu_cxx::"))
    return std::string(display);
  std::string plain;
  size_t depth = 0;
  for (size_t i = 0; i < display.size(); ++i) {
    constexpr std::string_view kOperator = "operator";
    if (depth == 0 && display.substr(i).starts_with(kOperator)) {
      plain += display.substr(i);
      break;
    }
    if (display[i] == '<') ++depth;
    if (depth == 0) plain += display[i];
    if (display[i] == '>' && depth > 0) --depth;
  }
  constexpr std::string_view kText = "std::basic_string::";
  bool is_text = plain.starts_with(kText) && display.starts_with("std::basic_string<char,");
  if (is_text) plain.replace(0, kText.size(), "std::string::");
  return plain;
}

std::string Reporter::callee_name(NodeId call) const {
  const ir::Body& body = *function_.body;
  if (body[call].op == Op::Construct || body[call].op == Op::Destroy)
    return library_name(function_.unit->unit->symbols[body.symbol_of(call)].display);
  if (body[call].op != Op::Call || body[call].kid_count == 0) return text(call);
  NodeId callee = body.kid(call, 0);
  if (body[callee].op == Op::FunctionRef) {
    return library_name(function_.unit->unit->symbols[body.symbol_of(callee)].display);
  }
  return text(callee);
}

NodeId Reporter::written_at(const Path& path, NodeId expression) const {
  if (!expression.valid()) return NodeId();
  const ir::Body& body = *function_.body;
  std::string wanted = text(expression);
  NodeId found;
  const std::vector<Crumb> crumbs = trail_.until(path.trail);
  size_t last = crumbs.size();
  for (size_t i = 0; i < crumbs.size(); ++i)
    if (crumbs[i].kind == CrumbKind::Block) last = i;
  for (size_t i = 0; i < crumbs.size(); ++i) {
    if (crumbs[i].kind != CrumbKind::Block) continue;
    std::span<const NodeId> points = body.points_of(crumbs[i].block);
    // The block at hand is gone through as far as the point at hand.
    const semantics::Frame* frame = path.state.frames.size() == 1 ? &path.state.frame() : nullptr;
    if (i == last && frame && frame->block == crumbs[i].block && frame->point > 0)
      points = points.first(std::min<size_t>(points.size(), frame->point - 1));
    for (NodeId point : points) {
      if (!writes_place(body[point].op) || body[point].kid_count == 0) continue;
      if (text(body.kid(point, 0)) == wanted) found = point;
    }
  }
  return found;
}

std::vector<Note> Reporter::origin_of(const Path& path, NodeId expression) const {
  const ir::Body& body = *function_.body;
  NodeId found = written_at(path, expression);
  if (!found.valid() || body[found].kid_count < 2) return {};
  NodeId value = body.kid(found, 1);
  while (body[value].op == Op::Cast && body[value].kid_count > 0) value = body.kid(value, 0);
  if (body[value].op == Op::Call) {
    return {{value, fmt::format("value comes from return value of '{}' here", callee_name(value))}};
  }
  return {{found, "value comes from here"}};
}

std::string Reporter::condition_text(const Crumb& crumb) const {
  return ir::condition_text(*function_.unit->unit, *function_.body, crumb.block, crumb.edge,
                            crumb.node);
}

// As the source names it, where one function is meant; a model of C++ is known by its linkage name.
std::string Reporter::model_name(const Crumb& crumb) const {
  bool is_mangled = crumb.model->name.starts_with("_Z");
  return is_mangled ? callee_name(crumb.node) : crumb.model->name;
}

// Who reads it should know whom to blame.
std::string Reporter::model_title(const Crumb& crumb) const {
  if (!crumb.is_automatic && !crumb.model->file.empty())
    return fmt::format("model '{}' of {}", model_name(crumb), crumb.model->file);
  return fmt::format("{} model '{}'", crumb.is_automatic ? "automatic" : "system",
                     model_name(crumb));
}

std::string Reporter::model_text(const Crumb& crumb) const {
  Op op = (*function_.body)[crumb.node].op;
  bool is_life = op == Op::Construct || op == Op::Destroy;  // no expression of the source
  std::string said = fmt::format("used {} for function call: '{}'", model_title(crumb),
                                 is_life ? callee_name(crumb.node) : text(crumb.node));
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
    if (makes_result(operation)) said += ", function returns a new memory block";
  }
  if (says_why(*crumb.outcome)) said += fmt::format(", {}", *crumb.outcome->reason);
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
    count += crumb.kind == CrumbKind::Assumed || says_something(crumb) ? 1 : 0;
  }
  return count;
}

void Reporter::add_steps(const std::vector<Crumb>& crumbs, const Warning& warning,
                         Unplaced& made) const {
  const ir::Body& body = *function_.body;
  // Steps are told in the order of execution: by block of the path, then by point in it.
  struct Told {
    size_t block = 0, point = 0;
    NodeId node;
    std::string message;
    OperationName deeper = {};
    bool is_origin = false;
  };
  std::vector<Told> told;
  for (const Note& note : warning.notes) {
    told.push_back({0, 0, note.node, note.message, done_at(crumbs, note)});
  }
  if (!told.empty()) told.front().is_origin = true;
  size_t block = 0, last = SIZE_MAX;
  for (size_t i = 0; i < crumbs.size(); ++i) {
    const Crumb& crumb = crumbs[i];
    if (crumb.kind == CrumbKind::Block) {
      block = i;
      std::span<const NodeId> points = body.points_of(crumb.block);
      // A place that is passed more than once is meant as it was passed last.
      for (size_t k = 0; k < warning.notes.size(); ++k) {
        auto found = std::find(points.begin(), points.end(), told[k].node);
        if (found == points.end()) continue;
        told[k].block = block;
        told[k].point = static_cast<size_t>(found - points.begin());
      }
    } else if (crumb.kind == CrumbKind::Assumed) {
      told.push_back({block, last, crumb.node, fmt::format("when {} here", condition_text(crumb))});
    } else if (says_something(crumb)) {
      std::span<const NodeId> points = body.points_of(crumbs[block].block);
      auto found = std::find(points.begin(), points.end(), crumb.node);
      size_t point = found == points.end() ? 0 : static_cast<size_t>(found - points.begin());
      // What a loop calls in each round is told once, and that memory is freed says which call.
      std::string message = model_text(crumb);
      bool is_told = std::any_of(told.begin(), told.end(), [&](const Told& each) {
        return each.node == crumb.node &&
               (each.message == message || each.message.starts_with(kFreedHere));
      });
      if (!is_told) told.push_back({block, point, crumb.node, std::move(message)});
    }
  }
  std::stable_sort(told.begin(), told.end(), [](const Told& a, const Told& b) {
    return std::tie(a.block, a.point) < std::tie(b.block, b.point);
  });
  told.push_back({last, last, warning.node, warning.message, warning.deeper});
  for (Told& one : told) {
    made.finding.trace.push_back({.where = {}, .message = std::move(one.message)});
    made.steps.push_back({.node = one.node, .function = {}, .deeper = std::move(one.deeper)});
    if (one.is_origin) made.finding.rank.origin = static_cast<uint32_t>(made.steps.size());
  }
  made.path = points(crumbs, warning.node);
}

/// Whether asking again is asking the same: nothing in it is called or changed.
bool Reporter::is_question(NodeId condition) const {
  const ir::Body& body = *function_.body;
  bool reads_memory = false;
  std::vector<NodeId> todo{condition};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    if (body[at].op == Op::Call || writes_place(body[at].op)) return false;
    reads_memory = reads_memory || body[at].op == Op::Deref || body[at].op == Op::Global;
    for (NodeId kid : body.kids_of(at)) todo.push_back(kid);
  }
  return reads_memory;
}

bool Reporter::writes_part(const Crumb& block, const std::string& question) const {
  const ir::Body& body = *function_.body;
  std::span<const NodeId> points = body.points_of(block.block);
  return std::any_of(points.begin(), points.end(), [&](NodeId point) {
    bool writes = writes_place(body[point].op) && body[point].kid_count > 0;
    return writes && question.find(text(body.kid(point, 0))) != std::string::npos;
  });
}

bool Reporter::contradicts_itself(const std::vector<Crumb>& crumbs) const {
  std::map<std::string, NodeId> refused;  // what was answered with no
  for (const Crumb& crumb : crumbs) {
    if (crumb.kind == CrumbKind::Block) {
      std::erase_if(refused, [&](const auto& each) { return writes_part(crumb, each.first); });
      continue;
    }
    bool is_branch = crumb.kind == CrumbKind::Assumed && crumb.node.valid() &&
                     function_.body->edges_of(crumb.block).size() == 2;
    if (!is_branch || !is_question(crumb.node)) continue;
    auto known = refused.find(condition_text(crumb));
    // The same place in another round of a loop asks about another round.
    if (known != refused.end() && known->second != crumb.node) return true;
    Crumb other = crumb;
    other.edge = 1 - crumb.edge;
    refused.emplace(condition_text(other), crumb.node);
  }
  return false;
}

void Reporter::warn(Path& path, Warning warning) {
  if (path.is_known_code) return;
  if (path.is_muted) {
    path.is_latent = true;
    return;
  }
  Key key{warning.kind, (warning.cause.valid() ? warning.cause : warning.node).index(),
          warning.variable};
  std::vector<Crumb> crumbs = trail_.until(path.trail);
  auto known = findings_.find(key);
  if (known != findings_.end() && known->second.steps.size() <= step_count(crumbs, warning)) return;
  if (contradicts_itself(crumbs)) return;
  // That a path cannot happen may come out only when all of it is looked at.
  if (!solver_.is_feasible(path.conditions)) return;
  Unplaced made{
      .finding = {.kind = warning.kind, .message = warning.message, .engine = "simulator"},
      .where = {.node = warning.node, .function = {}}};
  Finding& finding = made.finding;
  if (warning.whose.valid()) made.where.deeper = warning.deeper;
  semantics::EntityId whose = warning.whose.valid() ? warning.whose : function_.entity;
  if (whose.valid()) {
    finding.function = program_.symbol(whose).display;
    finding.function_symbol = program_.symbol(whose).name;
  }
  if (!warning.variable.empty()) finding.variables.push_back(warning.variable);
  finding.rank = rank_of(crumbs);
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
