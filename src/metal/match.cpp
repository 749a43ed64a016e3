#include "metal/match.h"

#include <algorithm>

#include "base/check.h"
#include "metal/callee.h"
#include "metal/matcher.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::Op;

// APPROX(under): a pattern whose alternatives multiply beyond this does not match.
constexpr size_t kMaxSteps = 20'000;

/// Values that a hole or a name at the top of a pattern does not stand for: they are the value of
/// one of their operands, which is tried by itself.
bool repeats_operand(Op op) { return (op >= Op::Assign && op <= Op::Init) || op == Op::Comma; }

}  // namespace

Matcher::Matcher(const Machine& machine, const Code& code, CalloutRunner& callouts,
                 const Bindings& bindings)
    : machine_(machine), code_(code), callouts_(callouts), bindings_(bindings) {
  bindings_.by_hole.resize(machine.holes.size());
}

bool Matcher::run(PatternId pattern, ir::NodeId node, Moment moment, AtCondition at_condition,
                  Sides sides, Match& result) {
  sides_ = sides;
  node_ = node;
  moment_ = moment;
  at_condition_ = at_condition;
  push(GoalKind::Pattern, pattern, node);
  if (!search()) return false;
  result.bindings = std::move(bindings_);
  result.negated = negated_;
  return true;
}

bool Matcher::search() {
  for (size_t steps = 0; steps < kMaxSteps; ++steps) {
    if (current_ == kEnd) return true;
    Goal goal = goals_[current_];
    current_ = goal.next;
    if (!step(goal) && !back()) return false;
  }
  return false;
}

/// To the latest choice; false: none is left.
bool Matcher::back() {
  if (choices_.empty()) return false;
  Choice choice = choices_.back();
  choices_.pop_back();
  current_ = choice.goals;
  negated_ = choice.negated;
  while (trail_.size() > choice.trail) {
    bindings_.by_hole[trail_.back().index()] = Filled();
    trail_.pop_back();
  }
  return true;
}

void Matcher::push(Goal goal) {
  goal.next = current_;
  goals_.push_back(goal);
  current_ = static_cast<uint32_t>(goals_.size() - 1);
}

void Matcher::require(std::initializer_list<Goal> goals) {
  for (auto goal = std::rbegin(goals); goal != std::rend(goals); ++goal) push(*goal);
}

bool Matcher::any_of(const std::vector<Way>& ways) {
  if (ways.empty()) return false;
  uint32_t after = current_;
  for (size_t i = ways.size(); i > 0; --i) {
    current_ = after;
    for (auto goal = ways[i - 1].rbegin(); goal != ways[i - 1].rend(); ++goal) push(*goal);
    if (i > 1) choices_.push_back({current_, static_cast<uint32_t>(trail_.size()), negated_});
  }
  return true;
}

bool Matcher::require_list(GoalKind kind, std::vector<PatternId> patterns,
                           std::vector<ir::NodeId> nodes) {
  pattern_lists_.push_back(std::move(patterns));
  node_lists_.push_back(std::move(nodes));
  push({.kind = kind,
        .patterns = static_cast<uint32_t>(pattern_lists_.size() - 1),
        .nodes = static_cast<uint32_t>(node_lists_.size() - 1)});
  return true;
}

bool Matcher::step(const Goal& goal) {
  switch (goal.kind) {
    case GoalKind::Pattern:
      return pattern_goal(goal);
    case GoalKind::Expression:
      return expression(goal.pattern, goal.node);
    case GoalKind::Condition:
      return condition(goal.pattern, goal.node, Bare::Yes, Sides::True, AtCondition::Everything);
    case GoalKind::Pointee:
      return pointee(goal.pattern, goal.node);
    case GoalKind::Address:
      return address(goal.pattern, goal.node);
    case GoalKind::Zero:
      return zero(goal.pattern);
    case GoalKind::Arguments:
      return arguments(goal);
    case GoalKind::Elements:
      return elements(goal);
    case GoalKind::Statement:
      return statement(goal.pattern, goal.node);
    case GoalKind::Statements:
    case GoalKind::Prefix:
      return statements(goal);
    case GoalKind::Negated:
      negated_ = true;
      return true;
  }
  ASSAY_CHECK(false, "a goal should have a kind");
}

PatternId Matcher::resolved(PatternId id) const {
  while (pattern(id).op == PatternOp::Named)
    id = machine_.patterns[pattern(id).named.index()].pattern;
  return id;
}

/// Combinations; `&&` and `||` of patterns, in the order of the text.
bool Matcher::pattern_goal(const Goal& goal) {
  PatternId id = resolved(goal.pattern);
  const PatternNode& top = pattern(id);
  switch (top.op) {
    case PatternOp::All: {
      bool base = goal.from != 0;
      for (PatternId kid : top.kids) base |= pattern(resolved(kid)).op != PatternOp::Callout;
      for (auto kid = top.kids.rbegin(); kid != top.kids.rend(); ++kid)
        push({.kind = GoalKind::Pattern, .pattern = *kid, .node = goal.node, .from = base});
      return true;
    }
    case PatternOp::Any:
      return alternatives(id, goal);
    case PatternOp::Callout:
      return callout(id, goal);
    case PatternOp::EndOfPath:
      return false;
    default:
      return base_pattern(id, goal.node);
  }
}

/// All alternatives, also those behind names, that the node does not rule out at first sight: rules
/// list functions by the dozen.
bool Matcher::alternatives(PatternId id, const Goal& goal) {
  std::vector<PatternId> todo{id};
  std::vector<Goal> ways;
  while (!todo.empty()) {
    PatternId next = resolved(todo.back());
    todo.pop_back();
    const std::vector<PatternId>& kids = pattern(next).kids;
    if (pattern(next).op == PatternOp::Any) {
      todo.insert(todo.end(), kids.rbegin(), kids.rend());
    } else if (moment_ == Moment::Condition || may_start(next, goal.node)) {
      ways.push_back(Matcher::goal(GoalKind::Pattern, next, goal.node));
      ways.back().from = goal.from;
    }
  }
  if (ways.empty()) return false;
  uint32_t after = current_;
  for (size_t i = ways.size(); i > 0; --i) {
    current_ = after;
    push(ways[i - 1]);
    if (i > 1) choices_.push_back({current_, static_cast<uint32_t>(trail_.size()), negated_});
  }
  return true;
}

bool Matcher::is_call_to(PatternId call, ir::NodeId at) {
  const PatternNode& callee = pattern(sub(call, 0));
  if (callee.op != PatternOp::Name) return true;
  ir::NodeId inner = strip(code_, at);
  if (node(inner).op == Op::VaArg) return true;
  const ir::Symbol* maker = maker_of(code_, inner);
  if (node(inner).op != Op::Call && maker == nullptr) return false;
  if (callee_at_ != inner) {
    const ir::Symbol* symbol = maker != nullptr ? maker : callee_of(code_, inner);
    callee_ = symbol == nullptr ? std::string_view() : plain_name(*symbol);
    linkage_name_ = symbol == nullptr ? std::string_view() : symbol->name;
    callee_at_ = inner;
  }
  std::string_view name = callee.text;
  size_t colons = name.rfind("::");
  if (colons != std::string_view::npos) name.remove_prefix(colons + 2);
  return name == callee_ || name == linkage_name_;
}

/// A quick look whether a base pattern may stand for the node.
bool Matcher::may_start(PatternId id, ir::NodeId at) {
  while (pattern(id).op == PatternOp::ExpressionStatement) id = sub(id, 0);
  Op op = node(at).op;
  switch (pattern(id).op) {
    case PatternOp::Call:
      return is_call_to(id, at);
    case PatternOp::Assign: {
      bool has_value = op == Op::Assign || op == Op::Init;
      if (!has_value) return op == Op::Call || op == Op::Construct;
      return pattern(sub(id, 1)).op != PatternOp::Call || is_call_to(sub(id, 1), kid(at, 1));
    }
    case PatternOp::Deref:
    case PatternOp::Index:
      return op == Op::Deref || op == Op::Index || op == Op::Call;
    case PatternOp::Member:
    case PatternOp::Arrow:
      return op == Op::Member;
    case PatternOp::New:
      return op == Op::New;
    case PatternOp::Delete:
    case PatternOp::DeleteArray:
      return op == Op::Delete;
    case PatternOp::Throw:
      return op == Op::Throw;
    case PatternOp::Return:
      return op == Op::Return;
    default:
      return true;
  }
}

/// By itself a callout is asked once about each node that is written, where it is evaluated.
bool Matcher::callout(PatternId id, const Goal& goal) {
  bool alone = goal.from == 0;
  if (alone && moment_ == Moment::Point && !may_be_tried(id, goal.node)) return false;
  if (alone && moment_ == Moment::Condition &&
      (at_condition_ == AtCondition::WhatIsNoPoint || chooses_case(goal.node)))
    return false;
  return callouts_.holds(id, code_, strip(code_, goal.node), bindings_);
}

/// Whether the node is written in the source, as something a pattern may stand for.
bool Matcher::may_be_tried(PatternId id, ir::NodeId at) const {
  const ir::Node& n = node(at);
  if (n.has(ir::kUnevaluated)) return false;
  // A call whose value is cast away is tried where it is called: other patterns match it there.
  if (pattern(id).op == PatternOp::Cast)
    return discarding_cast(code_, at).valid() ||
           (is_written_cast(code_, at) && !discarding_cast(code_, strip(code_, at)).valid());
  bool arrow = n.op == Op::Deref && n.has(ir::kArrow);
  // Nobody writes the calls of constructors and destructors; who names one means those.
  bool names_maker = pattern(id).op == PatternOp::Call && maker_of(code_, at) != nullptr;
  if (n.has(ir::kImplicit) && !arrow && !names_maker) return false;
  if (wrapped(code_, at).valid()) return false;
  return n.op != Op::Call || !serves_new_or_delete(code_, at);
}

/// A switch compares with its cases, not with zero: only a statement is tried at its value.
bool Matcher::chooses_case(ir::NodeId at) const {
  ir::NodeId whole = outermost(code_, at), parent = code_.parents[whole.index()];
  return parent.valid() && node(parent).op == Op::Switch && kid(parent, 0) == whole;
}

/// One base pattern at the point or condition.
bool Matcher::base_pattern(PatternId id, ir::NodeId at) {
  if (is_statement(pattern(id).op)) return statement_at(id, at);
  id = without_any_casts(id);
  if (moment_ == Moment::Condition) return !chooses_case(at) && condition_at_branch(id, at);
  if (!may_be_tried(id, at)) return false;
  PatternOp op = pattern(id).op;
  if (op == PatternOp::Cast && discarding_cast(code_, at).valid()) at = discarding_cast(code_, at);
  if (op == PatternOp::Hole || op == PatternOp::Name) {
    // An assignment has its target's value; as an expression of its own it is asked for only where
    // the largest one is.
    bool is_whole = op == PatternOp::Hole && machine_.subsumption == Subsumption::On &&
                    !bindings_.has(pattern(id).hole);
    return (is_whole || !repeats_operand(node(at).op)) && is_use(code_, at) && expression(id, at);
  }
  // `!!p` is no `!p`.
  ir::NodeId parent = code_.parents[outermost(code_, at).index()];
  if (node(at).op == Op::Not && parent.valid() && node(parent).op == Op::Not) return false;
  if (op != PatternOp::Deref) return expression(id, at);
  // `p->f()` goes to where p points, although no dereference stands in the tree.
  if (has_object(code_, at) && node(strip(code_, kid(at, 1))).op != Op::AddressOf) {
    push(GoalKind::Expression, sub(id, 0), kid(at, 1));
    return true;
  }
  bool place = node(at).op == Op::Deref || node(at).op == Op::Index;
  return (!place || is_access(code_, at)) && expression(id, at);
}

namespace {

/// Matches that are not negated are preferred over the whole pattern:
/// `{ (v == NULL) } || { (v != NULL) }` is, at `if (v)`, the second.
bool try_pattern(const Machine& machine, PatternId pattern, const Code& code, ir::NodeId node,
                 Moment moment, AtCondition at_condition, const Bindings& bindings,
                 CalloutRunner& callouts, Match& result) {
  auto run = [&](Sides sides) {
    return Matcher(machine, code, callouts, bindings)
        .run(pattern, node, moment, at_condition, sides, result);
  };
  return run(Sides::True) || (moment == Moment::Condition && run(Sides::Both));
}

}  // namespace

bool match(const Machine& machine, PatternId pattern, const Code& code, ir::NodeId node,
           Moment moment, const Bindings& bindings, CalloutRunner& callouts, Match& result) {
  return try_pattern(machine, pattern, code, node, moment, AtCondition::Everything, bindings,
                     callouts, result);
}

bool is_path_specific(const Rule& rule) {
  return std::any_of(rule.targets.begin(), rule.targets.end(),
                     [](const Target& target) { return target.branch != Branch::Both; });
}

bool match_rule(const Machine& machine, RuleRef ref, const Code& code, ir::NodeId node,
                Moment moment, const Bindings& bindings, CalloutRunner& callouts, Match& result) {
  const Rule& rule = machine.guards[ref.guard].rules[ref.rule];
  bool specific = is_path_specific(rule);
  if (specific && moment == Moment::Point) return false;
  return try_pattern(machine, rule.pattern, code, node, moment,
                     specific ? AtCondition::Everything : AtCondition::WhatIsNoPoint, bindings,
                     callouts, result);
}

}  // namespace assay::metal
