// Conditions, however C spells them.
//
// `p == NULL`, `!p`, `0 == p` and the false side of `if (p)` say one thing.  Tests with zero are
// taken off the pattern and off the node, each with the sign it leaves; what is under them is
// compared then, as a value or as a comparison.
#include <utility>

#include "ir/comparison.h"
#include "metal/literal.h"
#include "metal/matcher.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;

bool is_comparison(PatternOp op) { return op >= PatternOp::Less && op <= PatternOp::NotEqual; }

Op op_of(PatternOp op) {
  switch (op) {
    case PatternOp::Less:
      return Op::Lt;
    case PatternOp::LessEqual:
      return Op::Le;
    case PatternOp::Greater:
      return Op::Gt;
    case PatternOp::GreaterEqual:
      return Op::Ge;
    case PatternOp::Equal:
      return Op::Eq;
    default:
      return Op::Ne;
  }
}

}  // namespace

/// The node is not zero exactly where the whole is `positive`.
struct Matcher::Test {
  NodeId node;
  bool positive;
};

struct Matcher::ConditionWay {
  Way goals;
  bool positive;
};

bool Matcher::is_float(NodeId id) const {
  ir::TypeId type = type_of(code_, id);
  return type.valid() && code_.unit.types.resolved(type).kind == ir::TypeKind::Float;
}

/// The node itself, then what is left of it as each test is taken off.
std::vector<Matcher::Test> Matcher::tests_of(NodeId id) const {
  std::vector<Test> tests{{strip(code_, id), true}};
  while (true) {
    Test last = tests.back();
    Op op = node(last.node).op;
    if (op == Op::Not) {
      tests.push_back({strip(code_, kid(last.node, 0)), !last.positive});
      continue;
    }
    if (op != Op::Eq && op != Op::Ne) return tests;
    bool right = is_zero(code_, kid(last.node, 1)), left = is_zero(code_, kid(last.node, 0));
    if (left == right) return tests;
    NodeId operand = strip(code_, kid(last.node, right ? 0 : 1));
    tests.push_back({operand, op == Op::Ne ? last.positive : !last.positive});
  }
}

PatternId Matcher::without_tests(PatternId id, bool& positive, bool& tested) const {
  positive = true;
  tested = false;
  while (true) {
    id = without_any_casts(id);
    PatternOp op = pattern(id).op;
    if (op == PatternOp::Not) {
      id = sub(id, 0);
      positive = !positive;
    } else if (op == PatternOp::Equal || op == PatternOp::NotEqual) {
      bool right = is_zero(machine_, sub(id, 1)), left = is_zero(machine_, sub(id, 0));
      if (left == right) return id;
      id = sub(id, right ? 0 : 1);
      if (op == PatternOp::Equal) positive = !positive;
    } else {
      return id;
    }
    tested = true;
  }
}

/// The pattern, which is a comparison that holds where it is `positive`, as what the node compares.
void Matcher::comparisons(PatternId id, const Test& test, bool positive,
                          std::vector<ConditionWay>& ways) const {
  NodeId at = test.node;
  Op op = node(at).op, wanted = op_of(pattern(id).op);
  auto way = [&](NodeId left, NodeId right, bool same) {
    ways.push_back({{goal(GoalKind::Expression, sub(id, 0), left),
                     goal(GoalKind::Expression, sub(id, 1), right)},
                    same == (test.positive == positive)});
  };
  if (!ir::is_comparison(op)) {
    for (Way& call : operator_call(id, at))
      ways.push_back({std::move(call), test.positive == positive});
    return;
  }
  NodeId left = kid(at, 0), right = kid(at, 1);
  if (op == wanted) way(left, right, true);
  if (op == ir::mirrored(wanted)) way(right, left, true);
  // With a NaN, neither a comparison nor its opposite holds.
  bool total = wanted == Op::Eq || wanted == Op::Ne || !is_float(left);
  if (total && op == ir::opposite(wanted)) way(left, right, false);
  if (total && op == ir::mirrored(ir::opposite(wanted))) way(right, left, false);
}

bool Matcher::condition(PatternId id, NodeId at, Bare bare, Sides sides, AtCondition which) {
  bool positive = true, tested = false;
  PatternId inner = without_tests(id, positive, tested);
  std::vector<Test> tests = tests_of(at);
  bool is_test = tests.size() > 1;
  bool equality = pattern(inner).op == PatternOp::Equal || pattern(inner).op == PatternOp::NotEqual;
  bool compares = is_comparison(pattern(inner).op);
  // A value as such was matched where it was evaluated.
  if (which == AtCondition::WhatIsNoPoint && !tested && !compares) return false;
  std::vector<ConditionWay> ways;
  if (compares) {
    for (const Test& test : tests) comparisons(inner, test, positive, ways);
  }
  // A class's own `operator!`.
  if (pattern(id).op == PatternOp::Not)
    for (const Test& test : tests)
      for (Way& call : operator_call(id, test.node))
        ways.push_back({std::move(call), test.positive});
  const Test& last = tests.back();
  bool may_be_zero_test = is_test || bare == Bare::Yes;
  if (!compares && may_be_zero_test)
    ways.push_back({{goal(GoalKind::Expression, inner, last.node)}, last.positive == positive});
  if (equality && may_be_zero_test && !is_comparison(node(last.node).op)) {
    bool holds = (pattern(inner).op == PatternOp::NotEqual) == (last.positive == positive);
    ways.push_back({{goal(GoalKind::Expression, sub(inner, 0), last.node),
                     goal(GoalKind::Zero, sub(inner, 1), last.node)},
                    holds});
    ways.push_back({{goal(GoalKind::Expression, sub(inner, 1), last.node),
                     goal(GoalKind::Zero, sub(inner, 0), last.node)},
                    holds});
  }
  std::vector<Way> allowed;
  bool was_point = is_test || is_comparison(node(tests[0].node).op);
  for (ConditionWay& way : ways) {
    if (way.positive && which == AtCondition::WhatIsNoPoint && was_point) continue;
    if (!way.positive && sides == Sides::True) continue;
    if (!way.positive) way.goals.push_back(goal(GoalKind::Negated, id, at));
    allowed.push_back(std::move(way.goals));
  }
  return any_of(allowed);
}

/// `{ x && y }` where both only decide a branch: tried at the first of the conditions.
bool Matcher::condition_at_branch(PatternId id, NodeId at) {
  const ir::Node& written = node(strip(code_, at));
  // The compiler's own conditions: of `delete`, of static variables, of loops over ranges.
  if (written.has(ir::kUnevaluated) || written.has(ir::kImplicit) || written.op == Op::FirstTime ||
      serves_new_or_delete(code_, at))
    return false;
  PatternOp op = pattern(id).op;
  if (op != PatternOp::And && op != PatternOp::Or)
    return condition(id, at, Bare::Yes, sides_, at_condition_);
  std::vector<Way> ways;
  for (NodeId whole = at;;) {
    whole = outermost(code_, whole);
    NodeId parent = code_.parents[whole.index()];
    bool joins = parent.valid() && (node(parent).op == Op::LogAnd || node(parent).op == Op::LogOr);
    if (!joins || kid(parent, 0) != whole) break;
    whole = parent;
    if (!is_value(whole)) ways.push_back({goal(GoalKind::Expression, id, whole)});
  }
  return any_of(ways);
}

/// Whether a logical operator is evaluated to a value, and so is a point itself.
bool Matcher::is_value(NodeId id) const {
  while (true) {
    id = outermost(code_, id);
    NodeId parent = code_.parents[id.index()];
    if (!parent.valid()) return true;
    switch (node(parent).op) {
      case Op::LogAnd:
      case Op::LogOr:
        if (kid(parent, 0) == id) return false;
        break;
      case Op::Not:
        break;
      case Op::Conditional:
        return kid(parent, 0) != id;
      case Op::If:
      case Op::While:
        return kid(parent, 0) != id;
      case Op::DoWhile:
      case Op::For:
        return kid(parent, 1) != id;
      default:
        return true;
    }
    id = parent;
  }
}

}  // namespace assay::metal
