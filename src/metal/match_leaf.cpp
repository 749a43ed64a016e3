// Names, literals and holes.
#include <bit>
#include <cmath>

#include "metal/callee.h"
#include "metal/literal.h"
#include "metal/match_type.h"
#include "metal/matcher.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;
using ir::TypeKind;

bool is_pointer(TypeKind kind) {
  switch (kind) {
    case TypeKind::Pointer:
    case TypeKind::Nullptr:
    case TypeKind::Array:
    case TypeKind::IncompleteArray:
    case TypeKind::VariableArray:
    case TypeKind::Function:
      return true;
    default:
      return false;
  }
}

bool is_scalar(TypeKind kind) {
  switch (kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Complex:
    case TypeKind::Enum:
    case TypeKind::MemberPointer:
      return true;
    default:
      return is_pointer(kind);
  }
}

/// The value of an enumerator of that name, wherever the unit declares one.
std::optional<uint64_t> enumerator_value(const Code& code, std::string_view name) {
  auto [found, is_new] = code.names.enumerators.try_emplace(std::string(name));
  if (!is_new) return found->second;
  size_t colons = name.rfind("::");
  if (colons != std::string_view::npos) name.remove_prefix(colons + 2);
  for (size_t i = 0; i < code.unit.types.size(); ++i) {
    for (const ir::Enumerator& one : code.unit.types[ir::TypeId(i)].enumerators) {
      if (one.name == name) return found->second = static_cast<uint64_t>(one.value);
    }
  }
  return {};
}

}  // namespace

bool Matcher::name(PatternId id, NodeId at) {
  const std::string& wanted = pattern(id).text;
  switch (node(at).op) {
    case Op::Local:
      return body().locals[body().local_of(at).index()].name == wanted;
    case Op::Global:
    case Op::FunctionRef:
      return is_named(code_.unit.symbols[body().symbol_of(at)], wanted);
    case Op::IntLit:
    case Op::NullLit:
    case Op::ZeroValue: {
      if (literal(id, at)) return true;
      if (node(at).op != Op::IntLit || node(at).has(ir::kWide)) return false;
      return enumerator_value(code_, wanted) == node(at).payload;
    }
    default:
      return false;
  }
}

bool Matcher::literal(PatternId id, NodeId at) {
  const ir::Node& n = node(at);
  if (pattern(id).op == PatternOp::String)
    return n.op == Op::StringLit && body().text_of(at) == string_value(pattern(id).text);
  if (n.op == Op::FloatLit) {
    std::optional<double> value = float_value(pattern(id));
    uint32_t width = code_.unit.types.resolved(n.type).width;
    if (!value || n.has(ir::kWide)) return false;
    if (width == 64) return n.payload == std::bit_cast<uint64_t>(*value);
    return width == 32 && n.payload == std::bit_cast<uint32_t>(static_cast<float>(*value));
  }
  std::optional<uint64_t> value = integer_value(pattern(id));
  if (!value) return false;
  if (n.op == Op::NullLit || n.op == Op::ZeroValue) return *value == 0;
  return n.op == Op::IntLit && !n.has(ir::kWide) && n.payload == *value;
}

/// Of `sizeof` and its kind the program keeps the number alone, so the number is compared.
bool Matcher::size(PatternId id, NodeId at) {
  if (node(at).op != Op::SizeOf) return false;
  const PatternNode& wanted = pattern(id);
  ir::TypeId type;
  if (wanted.kids.empty()) {
    type = find_type(code_, wanted.type);
  } else if (const PatternNode& operand = pattern(sub(id, 0)); operand.op == PatternOp::Hole) {
    const Hole& hole = machine_.hole(operand.hole);
    if (bindings_.has(operand.hole) && bindings_[operand.hole].node.valid()) {
      type = type_of(code_, bindings_[operand.hole].node);
    } else if (hole.kind == HoleKind::Typed) {
      type = find_type(code_, hole.type);
    }
  }
  if (!type.valid()) return false;
  const ir::Type& found = code_.unit.types.resolved(type);
  bool size = wanted.op == PatternOp::Sizeof || wanted.op == PatternOp::SizeofType;
  return node(at).payload == (size ? found.size : found.align);
}

bool Matcher::fits_type(const Hole& hole, ir::TypeId type) const {
  if (hole.kind == HoleKind::AnyExpression) return true;
  if (!type.valid()) return false;
  TypeKind kind = code_.unit.types.resolved(type).kind;
  switch (hole.kind) {
    case HoleKind::AnyScalar:
      return is_scalar(kind);
    case HoleKind::AnyPointer:
      return is_pointer(kind);
    case HoleKind::Typed:
      return has_type(code_, type, hole.type);
    default:
      return false;
  }
}

/// By the type of the expression as written, or of a cast that is written around it.
bool Matcher::fits(const Hole& hole, NodeId at) const {
  for (NodeId inner = wrapped(code_, at); inner.valid(); inner = wrapped(code_, at)) {
    bool counts = is_written_cast(code_, at);
    if (node(at).op == Op::Cast) {
      ir::CastKind kind = body().cast_of(at);
      counts |= kind == ir::CastKind::NullToPointer || kind == ir::CastKind::DerivedToBase;
    }
    if (counts && fits_type(hole, type_of(code_, at))) return true;
    at = inner;
  }
  return fits_type(hole, type_of(code_, at));
}

bool Matcher::fill(HoleId id, Filled filled) {
  Filled& slot = bindings_.by_hole[id.index()];
  if (!slot.is_filled) {
    if (machine_.hole(id).role == Role::StateVariable && !filled.tree.valid()) return false;
    slot = std::move(filled);
    slot.is_filled = true;
    trail_.push_back(id);
    return true;
  }
  if (machine_.hole(id).kind != HoleKind::AnyArguments)
    return slot.tree.valid() && slot.tree == filled.tree;
  if (slot.arguments.size() != filled.arguments.size()) return false;
  for (size_t i = 0; i < slot.arguments.size(); ++i) {
    TreeId a = code_.trees[strip(code_, slot.arguments[i])];
    if (!a.valid() || a != code_.trees[strip(code_, filled.arguments[i])]) return false;
  }
  return true;
}

bool Matcher::hole(HoleId id, NodeId at) {
  const Hole& hole = machine_.hole(id);
  NodeId inner = strip(code_, at);
  if (hole.kind == HoleKind::AnyArguments) return false;
  if (hole.kind == HoleKind::AnyCall) {
    if (node(inner).op != Op::Call || serves_new_or_delete(code_, inner)) return false;
  } else if (!bindings_.has(id) && !fits(hole, at)) {
    return false;
  }
  return fill(id, {.tree = code_.trees[inner], .node = inner, .arguments = {}});
}

/// `p->lock()` calls a method of `*p`, for which no node stands.
bool Matcher::pointee(PatternId id, NodeId at) {
  NodeId inner = strip(code_, at);
  if (node(inner).op == Op::AddressOf) {
    push(GoalKind::Expression, id, kid(inner, 0));
    return true;
  }
  if (pattern(id).op == PatternOp::Deref) {
    push(GoalKind::Expression, sub(id, 0), at);
    return true;
  }
  if (pattern(id).op != PatternOp::Hole || !code_.trees[inner].valid()) return false;
  HoleId to_fill = pattern(id).hole;
  ir::TypeId type = type_of(code_, inner);
  if (type.valid()) type = code_.unit.types.pointee(type);
  if (!bindings_.has(to_fill) && !fits_type(machine_.hole(to_fill), type)) return false;
  Tree tree;
  tree.op = Op::Deref;
  tree.scalar = scalar_of(code_.unit, type);
  tree.kids = {code_.trees[inner]};
  return fill(to_fill, {.tree = code_.pool.make(std::move(tree)), .node = {}, .arguments = {}});
}

/// The address of an object that is written without `&`.
bool Matcher::address(PatternId id, NodeId at) {
  NodeId inner = strip(code_, at);
  if (pattern(id).op == PatternOp::AddressOf) {
    push(GoalKind::Expression, sub(id, 0), at);
    return true;
  }
  if (pattern(id).op != PatternOp::Hole || !code_.trees[inner].valid()) return false;
  const Hole& hole = machine_.hole(pattern(id).hole);
  bool fits = hole.kind != HoleKind::AnyArguments && hole.kind != HoleKind::AnyCall;
  if (hole.kind == HoleKind::Typed) {
    CType object = hole.type;
    fits = object.suffix.ends_with('*');
    if (fits) object.suffix.pop_back();
    fits = fits && has_type(code_, type_of(code_, inner), object);
  }
  if (!bindings_.has(pattern(id).hole) && !fits) return false;
  Tree tree;
  tree.op = Op::AddressOf;
  tree.scalar = {ScalarKind::Pointer, code_.unit.pointer_bits, false};
  tree.kids = {code_.trees[inner]};
  return fill(pattern(id).hole,
              {.tree = code_.pool.make(std::move(tree)), .node = {}, .arguments = {}});
}

/// The other side of the comparison that `if (v)` is.
bool Matcher::zero(PatternId id) {
  if (is_zero(machine_, id)) return true;
  if (pattern(id).op != PatternOp::Hole) return false;
  HoleKind kind = machine_.hole(pattern(id).hole).kind;
  if (kind == HoleKind::AnyArguments || kind == HoleKind::AnyCall || kind == HoleKind::Typed)
    return false;
  return fill(pattern(id).hole, {.tree = code_.pool.make_int(0), .node = {}, .arguments = {}});
}

}  // namespace assay::metal
