// Calls, and what C++ makes of operators, objects and `new`.
#include <algorithm>

#include "metal/callee.h"
#include "metal/match_type.h"
#include "metal/matcher.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;

/// What a call pattern's operator is called in C++.
std::string_view operator_spelling(PatternOp op) {
  if (op == PatternOp::Index) return "[]";
  std::string_view spelling = op_info(op).spelling;
  return spelling;
}

}  // namespace

bool Matcher::require_arguments(PatternId id, std::vector<NodeId> nodes) {
  const std::vector<PatternId>& kids = pattern(id).kids;
  return require_list(GoalKind::Arguments, {kids.begin() + 1, kids.end()}, std::move(nodes));
}

/// One argument a step; a hole for arguments takes all that are left.
bool Matcher::arguments(const Goal& goal) {
  const std::vector<PatternId>& patterns = pattern_lists_[goal.patterns];
  const std::vector<NodeId>& nodes = node_lists_[goal.nodes];
  if (goal.from == patterns.size()) return goal.at == nodes.size();
  PatternId first = patterns[goal.from];
  const PatternNode& written = pattern(first);
  if (written.op == PatternOp::Hole && machine_.hole(written.hole).kind == HoleKind::AnyArguments) {
    if (goal.from + 1 != patterns.size()) return false;
    Filled all;
    all.arguments.assign(nodes.begin() + goal.at, nodes.end());
    return fill(written.hole, std::move(all));
  }
  if (goal.at == nodes.size()) return false;
  Goal rest = goal;
  ++rest.from;
  ++rest.at;
  require({Matcher::goal(GoalKind::Expression, first, nodes[goal.at]), rest});
  return true;
}

bool Matcher::call(PatternId id, NodeId at) {
  if (node(at).op == Op::VaArg) return va_arg(id, at);
  if (maker_of(code_, at) != nullptr) return call_of_maker(id, at);
  if (node(at).op != Op::Call || serves_new_or_delete(code_, at)) return false;
  PatternId callee = sub(id, 0);
  // A function and what a pointer to it points to are called the same.
  bool through = pattern(callee).op == PatternOp::Deref;
  if (through) callee = sub(callee, 0);
  PatternOp op = pattern(callee).op;
  if (op == PatternOp::Name && !through) return call_of_name(id, at);
  if ((op == PatternOp::Member || op == PatternOp::Arrow) && has_object(code_, at))
    return call_of_method(id, at);
  bool any_call =
      op == PatternOp::Hole && machine_.hole(pattern(callee).hole).kind == HoleKind::AnyCall;
  require_arguments(id, arguments_of(code_, at));
  // An object that is called.
  const ir::Symbol* symbol = callee_of(code_, at);
  if (!any_call && symbol != nullptr && has_object(code_, at) && operator_of(*symbol) == "()") {
    push(GoalKind::Pointee, callee, kid(at, 1));
    return true;
  }
  push(GoalKind::Expression, callee, any_call ? at : kid(at, 0));
  return true;
}

/// A name means a function.  A method is meant by its class, with its object as first argument.
bool Matcher::call_of_name(PatternId id, NodeId at) {
  const ir::Symbol* callee = callee_of(code_, at);
  const std::string& wanted = pattern(sub(id, 0)).text;
  if (callee == nullptr || !is_named(*callee, wanted)) return false;
  if (!has_object(code_, at)) return require_arguments(id, arguments_of(code_, at));
  const std::vector<PatternId>& kids = pattern(id).kids;
  if (wanted.find("::") == std::string::npos || kids.size() < 2) return false;
  PatternId object = kids[1];
  if (pattern(object).op == PatternOp::Hole &&
      machine_.hole(pattern(object).hole).kind == HoleKind::AnyArguments) {
    std::vector<NodeId> all = arguments_of(code_, at);
    all.insert(all.begin(), kid(at, 1));
    return require_arguments(id, std::move(all));
  }
  require_list(GoalKind::Arguments, {kids.begin() + 2, kids.end()}, arguments_of(code_, at));
  return any_of({{goal(GoalKind::Pointee, object, kid(at, 1))},
                 {goal(GoalKind::Expression, object, kid(at, 1))}});
}

/// `v.lock()` and `v->lock()` call a method of `v` or `*v`, however the program writes it.
bool Matcher::call_of_method(PatternId id, NodeId at) {
  PatternId callee = sub(id, 0);
  const ir::Symbol* method = callee_of(code_, at);
  if (method == nullptr || plain_name(*method) != pattern(callee).text) return false;
  require_arguments(id, arguments_of(code_, at));
  PatternId object = sub(callee, 0);
  NodeId address = kid(at, 1), inner = strip(code_, address);
  if (pattern(callee).op == PatternOp::Member) {
    push(GoalKind::Pointee, object, address);
    return true;
  }
  bool written = node(inner).op != Op::AddressOf || !node(inner).has(ir::kImplicit);
  if (written) {
    push(GoalKind::Expression, object, address);
  } else {
    push(GoalKind::Address, object, kid(inner, 0));
  }
  return true;
}

/// `std::unique_lock::unique_lock(v, m)`: what is made, or destroyed, stands first.
bool Matcher::call_of_maker(PatternId id, NodeId at) {
  const std::vector<PatternId>& kids = pattern(id).kids;
  const PatternNode& callee = pattern(kids[0]);
  if (callee.op != PatternOp::Name || kids.size() < 2) return false;
  if (callee.text.find("::") == std::string::npos || !is_named(*maker_of(code_, at), callee.text))
    return false;
  std::span<const NodeId> nodes = body().kids_of(at);
  require_list(GoalKind::Arguments, {kids.begin() + 2, kids.end()},
               {nodes.begin() + 1, nodes.end()});
  push(GoalKind::Expression, kids[1], nodes[0]);
  return true;
}

bool Matcher::call_with_argument(PatternId id, NodeId at) {
  if (node(at).op != Op::Call || serves_new_or_delete(code_, at)) return false;
  std::vector<NodeId> nodes = arguments_of(code_, at);
  if (has_object(code_, at)) nodes.insert(nodes.begin(), kid(at, 1));
  std::vector<Way> ways;
  for (NodeId argument : nodes) ways.push_back({goal(GoalKind::Expression, sub(id, 1), argument)});
  return fill(pattern(sub(id, 0)).hole, {.tree = code_.trees[at], .node = at, .arguments = {}}) &&
         any_of(ways);
}

/// `va_arg(list, int)`, which is no call.
bool Matcher::va_arg(PatternId id, NodeId at) {
  const PatternNode& wanted = pattern(id);
  if (pattern(wanted.kids[0]).text != "va_arg" || wanted.kids.size() != 3) return false;
  const PatternNode& type = pattern(wanted.kids[2]);
  if (type.op != PatternOp::TypeOperand || !has_type(code_, node(at).type, type.type)) return false;
  push(GoalKind::Expression, wanted.kids[1], kid(at, 0));
  return true;
}

std::vector<Matcher::Way> Matcher::operator_call(PatternId id, NodeId at) const {
  const ir::Symbol* callee = callee_of(code_, at);
  if (callee == nullptr) return {};
  const PatternNode& wanted = pattern(id);
  std::string_view sign = operator_of(*callee);
  if (sign.empty() || sign != operator_spelling(wanted.op)) return {};
  bool object = has_object(code_, at);
  std::vector<NodeId> operands = arguments_of(code_, at);
  if (object) operands.insert(operands.begin(), kid(at, 1));
  // The second operand of `operator++(int)` only tells it from `operator++()`.
  bool steps = sign == "++" || sign == "--";
  if (steps && (operands.size() == 2) != (op_info(wanted.op).shape == PatternShape::Postfix))
    return {};
  if (steps && operands.size() == 2) operands.pop_back();
  if (operands.size() != wanted.kids.size()) return {};
  Way way;
  for (size_t i = 0; i < operands.size(); ++i)
    way.push_back(goal(object && i == 0 ? GoalKind::Pointee : GoalKind::Expression, wanted.kids[i],
                       operands[i]));
  return {way};
}

/// `new T`, `new T(args)`, `new T[n]`.
bool Matcher::creation(PatternId id, NodeId at) {
  const ir::Node& n = node(at);
  const PatternNode& wanted = pattern(id);
  if (n.op != Op::New || n.has(ir::kArrayForm) != (wanted.text == "[]")) return false;
  if (!has_type(code_, ir::TypeId(static_cast<uint32_t>(n.payload)), wanted.type)) return false;
  if (wanted.text == "[]") {
    push(GoalKind::Expression, sub(id, 0), kid(at, 1));
    return true;
  }
  std::vector<NodeId> given;
  if (n.kid_count > 1) {
    NodeId builder = strip(code_, kid(at, n.kid_count - 1));
    std::span<const NodeId> kids = body().kids_of(builder);
    bool builds = node(builder).op == Op::Construct || node(builder).op == Op::Init;
    if (builds && kids.size() > 1) given.assign(kids.begin() + 1, kids.end());
    // `new int()` is written without a value.
    if (given.size() == 1 && node(given[0]).op == Op::ZeroValue) given.clear();
  }
  return require_list(GoalKind::Arguments, wanted.kids, std::move(given));
}

bool Matcher::deletion(PatternId id, NodeId at) {
  bool array = pattern(id).op == PatternOp::DeleteArray;
  if (node(at).op != Op::Delete || node(at).has(ir::kArrayForm) != array) return false;
  push(GoalKind::Expression, sub(id, 0), kid(at, 0));
  return true;
}

/// What is thrown is built in a place of its own first: what the source names is what it is built
/// of.
bool Matcher::throwing(PatternId id, NodeId at) {
  if (node(at).op != Op::Throw) return false;
  bool throws_again = node(at).kid_count == 0;
  if (pattern(id).kids.empty() || throws_again) return pattern(id).kids.empty() && throws_again;
  NodeId value = kid(at, 0);
  if (node(value).op == Op::Comma && node(value).kid_count > 0) {
    NodeId builder = kid(value, 0);
    bool copies = node(builder).op == Op::Construct && is_copy(code_, builder);
    if (node(builder).op == Op::Init || copies) value = kid(builder, 1);
  }
  push(GoalKind::Expression, sub(id, 0), value);
  return true;
}

bool Matcher::init_list(PatternId id, NodeId at) {
  if (node(at).op != Op::InitList) return false;
  std::span<const NodeId> kids = body().kids_of(at);
  return require_list(GoalKind::Elements, pattern(id).kids, {kids.begin(), kids.end()});
}

/// `(struct point){ x, y }` is a temporary and what builds it.
bool Matcher::compound_literal(PatternId id, NodeId at) {
  for (; at.valid(); at = wrapped(code_, at)) {
    if (node(at).op != Op::Comma || node(at).kid_count == 0) continue;
    NodeId builder = kid(at, 0);
    if (node(builder).op != Op::Init) continue;
    if (!has_type(code_, type_of(code_, kid(builder, 0)), pattern(id).type)) return false;
    NodeId value = strip(code_, kid(builder, 1));
    if (node(value).op == Op::InitList) return init_list(id, value);
    return require_list(GoalKind::Elements, pattern(id).kids, {value});
  }
  return false;
}

bool Matcher::elements(const Goal& goal) {
  const std::vector<PatternId>& patterns = pattern_lists_[goal.patterns];
  const std::vector<NodeId>& nodes = node_lists_[goal.nodes];
  if (goal.from == patterns.size()) {
    return std::all_of(nodes.begin() + goal.at, nodes.end(),
                       [&](NodeId rest) { return node(rest).op == Op::ZeroValue; });
  }
  if (goal.at == nodes.size()) return false;
  NodeId first = nodes[goal.at];
  if (node(first).op == Op::Init) first = kid(first, 1);  // a member that is built in place
  Goal rest = goal;
  ++rest.from;
  ++rest.at;
  require({Matcher::goal(GoalKind::Expression, patterns[goal.from], first), rest});
  return true;
}

}  // namespace assay::metal
