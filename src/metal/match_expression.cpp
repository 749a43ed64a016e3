// Expressions against patterns, operator by operator.
#include <array>
#include <utility>

#include "metal/callee.h"
#include "metal/literal.h"
#include "metal/match_type.h"
#include "metal/matcher.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;

struct SameOperator {
  PatternOp pattern;
  Op op;
};

// Operators that mean the same in patterns and in the program.
constexpr SameOperator kUnary[] = {
    {PatternOp::AddressOf, Op::AddressOf},
    {PatternOp::Plus, Op::Plus},
    {PatternOp::Minus, Op::Neg},
    {PatternOp::BitNot, Op::BitNot},
    {PatternOp::PreIncrement, Op::PreInc},
    {PatternOp::PreDecrement, Op::PreDec},
    {PatternOp::PostIncrement, Op::PostInc},
    {PatternOp::PostDecrement, Op::PostDec},
};
constexpr SameOperator kBinary[] = {
    {PatternOp::Multiply, Op::Mul},
    {PatternOp::Divide, Op::Div},
    {PatternOp::Remainder, Op::Rem},
    {PatternOp::Add, Op::Add},
    {PatternOp::Subtract, Op::Sub},
    {PatternOp::ShiftLeft, Op::Shl},
    {PatternOp::ShiftRight, Op::Shr},
    {PatternOp::BitAnd, Op::BitAnd},
    {PatternOp::BitXor, Op::BitXor},
    {PatternOp::BitOr, Op::BitOr},
    {PatternOp::AddAssign, Op::AddAssign},
    {PatternOp::SubtractAssign, Op::SubAssign},
    {PatternOp::MultiplyAssign, Op::MulAssign},
    {PatternOp::DivideAssign, Op::DivAssign},
    {PatternOp::RemainderAssign, Op::RemAssign},
    {PatternOp::ShiftLeftAssign, Op::ShlAssign},
    {PatternOp::ShiftRightAssign, Op::ShrAssign},
    {PatternOp::AndAssign, Op::AndAssign},
    {PatternOp::XorAssign, Op::XorAssign},
    {PatternOp::OrAssign, Op::OrAssign},
    {PatternOp::Comma, Op::Comma},
};

template <size_t Size>
const SameOperator* find(const SameOperator (&table)[Size], PatternOp op) {
  for (const SameOperator& same : table) {
    if (same.pattern == op) return &same;
  }
  return nullptr;
}

/// The name of a Member's field; empty: it has none.
std::string_view field_name(const Code& code, NodeId member) {
  const ir::Body& body = code.function.body;
  ir::TypeId type = type_of(code, body.kid(member, 0));
  if (!type.valid()) return {};
  const ir::Type& record = code.unit.types.resolved(type);
  uint64_t field = body[member].payload;
  return field < record.fields.size() ? std::string_view(record.fields[field].name)
                                      : std::string_view();
}

/// The object whose member it is; unnamed members between are no part of what is written.
NodeId object_of(const Code& code, NodeId member) {
  const ir::Body& body = code.function.body;
  NodeId object = strip(code, body.kid(member, 0));
  while (body[object].op == Op::Member && field_name(code, object).empty())
    object = strip(code, body.kid(object, 0));
  return object;
}

/// Initialisation of an object that the source names, and not the binding of a reference.
bool is_assignment(const Code& code, NodeId init) {
  const ir::Body& body = code.function.body;
  NodeId place = body.kid(init, 0);
  ir::TypeId type = body[place].type;
  if (!type.valid() || code.unit.types.is_reference(type)) return false;
  if (code.unit.types.resolved(type).kind == ir::TypeKind::Array) return false;
  if (body[place].op != Op::Local) return true;
  const ir::Local& local = body.locals[body.local_of(place).index()];
  // A variable that is returned may be the caller's object.
  bool is_returned = local.kind == ir::LocalKind::ReturnSlot && !local.name.empty();
  return local.kind == ir::LocalKind::Variable || local.kind == ir::LocalKind::Param || is_returned;
}

}  // namespace

PatternId Matcher::without_any_casts(PatternId id) const {
  while (pattern(id).op == PatternOp::Cast && is_any_type(pattern(id).type)) id = sub(id, 0);
  return id;
}

bool Matcher::expression(PatternId id, NodeId at) {
  PatternOp op = pattern(id).op;
  NodeId inner = strip(code_, at);
  switch (op) {
    case PatternOp::Hole:
      return hole(pattern(id).hole, at);
    case PatternOp::Name:
      return name(id, inner);
    case PatternOp::Number:
    case PatternOp::Character:
    case PatternOp::String:
      return literal(id, inner);
    case PatternOp::Cast:
      return cast(id, at);
    case PatternOp::Sizeof:
    case PatternOp::SizeofType:
    case PatternOp::Alignof:
    case PatternOp::AlignofType:
      return size(id, inner);
    case PatternOp::Not:
    case PatternOp::Less:
    case PatternOp::Greater:
    case PatternOp::LessEqual:
    case PatternOp::GreaterEqual:
    case PatternOp::Equal:
    case PatternOp::NotEqual:
      return condition(id, at, Bare::No, Sides::True, AtCondition::Everything);
    case PatternOp::And:
      return logical(id, inner, Op::LogAnd);
    case PatternOp::Or:
      return logical(id, inner, Op::LogOr);
    case PatternOp::Assign:
      return assignment(id, inner);
    case PatternOp::Deref:
      return dereference(id, inner);
    case PatternOp::Index:
      return index(id, inner);
    case PatternOp::Member:
    case PatternOp::Arrow:
      return member(id, inner);
    case PatternOp::Conditional:
      return conditional(id, inner);
    case PatternOp::Call:
      return call(id, inner);
    case PatternOp::CallWithArgument:
      return call_with_argument(id, inner);
    case PatternOp::New:
      return creation(id, inner);
    case PatternOp::Delete:
    case PatternOp::DeleteArray:
      return deletion(id, inner);
    case PatternOp::Throw:
      return throwing(id, inner);
    case PatternOp::InitList:
      return init_list(id, inner);
    case PatternOp::CompoundLiteral:
      return compound_literal(id, at);
    default:
      break;
  }
  if (const SameOperator* same = find(kUnary, op)) return unary(id, inner, same->op);
  if (const SameOperator* same = find(kBinary, op)) return binary(id, inner, same->op);
  return false;
}

bool Matcher::unary(PatternId id, NodeId at, Op op) {
  if (node(at).op == op) {
    push(GoalKind::Expression, sub(id, 0), kid(at, 0));
    return true;
  }
  // `-1` as the value of a named constant.
  if (op == Op::Neg && node(at).op == Op::IntLit) {
    std::optional<uint64_t> value = integer_value(pattern(sub(id, 0)));
    return value && node(at).payload == 0 - *value && *value != 0;
  }
  return any_of(operator_call(id, at));
}

bool Matcher::binary(PatternId id, NodeId at, Op op) {
  if (node(at).op != op) return any_of(operator_call(id, at));
  if (node(at).kid_count != 2) return false;
  require({goal(GoalKind::Expression, sub(id, 0), kid(at, 0)),
           goal(GoalKind::Expression, sub(id, 1), kid(at, 1))});
  return true;
}

bool Matcher::logical(PatternId id, NodeId at, Op op) {
  if (node(at).op != op) return false;
  require({goal(GoalKind::Condition, sub(id, 0), kid(at, 0)),
           goal(GoalKind::Condition, sub(id, 1), kid(at, 1))});
  return true;
}

/// Initialisation is assignment, also of an object by a copy of another.
bool Matcher::assignment(PatternId id, NodeId at) {
  const ir::Node& n = node(at);
  bool plain = n.op == Op::Assign || n.op == Op::Init;
  bool copy = n.op == Op::Construct && is_copy(code_, at);
  if (!plain && !copy) return any_of(operator_call(id, at));
  if (n.op == Op::Init && !is_assignment(code_, at)) return false;
  require({goal(GoalKind::Expression, sub(id, 0), kid(at, 0)),
           goal(GoalKind::Expression, sub(id, 1), kid(at, 1))});
  return true;
}

/// `*v`, `v->f`, `v[i]`, `*(v + i)` and `*v++` all go to where v points.
bool Matcher::dereference(PatternId id, NodeId at) {
  PatternId pointer = without_any_casts(sub(id, 0));
  Indexed place = indexed(code_, at);
  if (!place.base.valid()) return any_of(operator_call(id, at));
  std::vector<Way> ways;
  if (pattern(pointer).op == PatternOp::Add && place.index.valid())
    ways.push_back({goal(GoalKind::Expression, sub(pointer, 0), place.base),
                    goal(GoalKind::Expression, sub(pointer, 1), place.index)});
  NodeId base = strip(code_, place.base);
  if (node(base).op == Op::PostInc || node(base).op == Op::PostDec)
    ways.push_back({goal(GoalKind::Expression, pointer, kid(base, 0))});
  ways.push_back({goal(GoalKind::Expression, pointer, place.base)});
  if (node(at).op == Op::Deref && place.index.valid())
    ways.push_back({goal(GoalKind::Expression, pointer, kid(at, 0))});
  return any_of(ways);
}

bool Matcher::index(PatternId id, NodeId at) {
  Indexed place = indexed(code_, at);
  if (!place.base.valid()) return any_of(operator_call(id, at));
  if (!place.index.valid()) {
    if (!is_zero(machine_, sub(id, 1))) return false;
    push(GoalKind::Expression, sub(id, 0), place.base);
    return true;
  }
  require({goal(GoalKind::Expression, sub(id, 0), place.base),
           goal(GoalKind::Expression, sub(id, 1), place.index)});
  return true;
}

bool Matcher::member(PatternId id, NodeId at) {
  if (node(at).op != Op::Member || field_name(code_, at) != pattern(id).text) return false;
  NodeId object = object_of(code_, at);
  if (pattern(id).op == PatternOp::Member) {
    push(GoalKind::Expression, sub(id, 0), object);
    return true;
  }
  Indexed place = indexed(code_, object);
  if (!place.base.valid() || (place.index.valid() && !is_zero(code_, place.index))) return false;
  NodeId pointer = strip(code_, place.base);
  const ir::Symbol* callee = callee_of(code_, pointer);
  if (callee != nullptr && has_object(code_, pointer) && operator_of(*callee) == "->") {
    push(GoalKind::Pointee, sub(id, 0), kid(pointer, 1));
  } else {
    push(GoalKind::Expression, sub(id, 0), place.base);
  }
  return true;
}

/// Looks for the cast among what other patterns look through.
bool Matcher::cast(PatternId id, NodeId at) {
  PatternId inner = without_any_casts(id);
  if (inner != id) {
    push(GoalKind::Expression, inner, at);
    return true;
  }
  std::vector<Way> ways;
  for (; at.valid(); at = wrapped(code_, at)) {
    if (is_written_cast(code_, at) && has_type(code_, node(at).type, pattern(id).type))
      ways.push_back({goal(GoalKind::Expression, sub(id, 0), kid(at, 0))});
    if (converts(code_, at) && has_type(code_, node(at).type, pattern(id).type))
      ways.push_back({goal(GoalKind::Pointee, sub(id, 0), kid(at, 1))});
  }
  return any_of(ways);
}

bool Matcher::conditional(PatternId id, NodeId at) {
  if (node(at).op != Op::Conditional) return false;
  std::span<const NodeId> kids = body().kids_of(at);
  if (kids.size() < 3) return false;
  require({goal(GoalKind::Condition, sub(id, 0), kids[0]),
           goal(GoalKind::Expression, sub(id, 1), kids[kids.size() - 2]),
           goal(GoalKind::Expression, sub(id, 2), kids.back())});
  return true;
}

}  // namespace assay::metal
