#include "metal/node_view.h"

#include <array>

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;
using ir::TypeKind;

const ir::Body& body_of(const Code& code) { return code.function.body; }

bool is_reference(const Code& code, NodeId node) {
  ir::TypeId type = body_of(code)[node].type;
  return type.valid() && code.unit.types.is_reference(type);
}

bool is_kind(const Code& code, NodeId node, TypeKind kind) {
  ir::TypeId type = body_of(code)[node].type;
  return type.valid() && code.unit.types.resolved(type).kind == kind;
}

/// Calls that give their first argument back, for the optimiser.
bool is_hint(const Code& code, NodeId call) {
  const ir::Body& body = body_of(code);
  NodeId callee = body.kid(call, 0);
  if (body[call].kid_count < 2 || body[callee].op != Op::FunctionRef) return false;
  const ir::Symbol& symbol = code.unit.symbols[body.symbol_of(callee)];
  if (!symbol.has(ir::kBuiltin)) return false;
  return symbol.name == "__builtin_expect" || symbol.name == "__builtin_unpredictable" ||
         symbol.name == "__builtin_expect_with_probability";
}

/// An object that C++ copies on its way: what is copied.
NodeId copied(const Code& code, NodeId comma) {
  const ir::Body& body = body_of(code);
  if (body[comma].kid_count == 2) {
    NodeId first = body.kid(comma, 0);
    if (body[first].op == Op::Construct && is_copy(code, first)) return body.kid(first, 1);
  }
  return body.kid(comma, body[comma].kid_count - 1);
}

}  // namespace

NodeId wrapped(const Code& code, NodeId id) {
  const ir::Body& body = body_of(code);
  const ir::Node& node = body[id];
  switch (node.op) {
    case Op::Load:
    case Op::Cast:
      return body.kid(id, 0);
    case Op::Deref: {
      NodeId inner = body.kid(id, 0);
      bool transparent = is_reference(code, inner) || is_kind(code, id, TypeKind::Function);
      return transparent ? inner : NodeId();
    }
    case Op::AddressOf:
      return is_reference(code, id) ? body.kid(id, 0) : NodeId();
    case Op::Opaque:
    case Op::StmtExpr:
      return node.payload == 0 ? NodeId() : NodeId(node.payload - 1);
    case Op::Comma:
      return node.has(ir::kImplicit) && node.kid_count > 0 ? copied(code, id) : NodeId();
    case Op::Call:
      return is_hint(code, id) ? body.kid(id, 1) : NodeId();
    default:
      return {};
  }
}

NodeId strip(const Code& code, NodeId id) {
  for (NodeId inner = wrapped(code, id); inner.valid(); inner = wrapped(code, id)) id = inner;
  return id;
}

NodeId outermost(const Code& code, NodeId id) {
  while (true) {
    NodeId parent = code.parents[id.index()];
    if (!parent.valid() || wrapped(code, parent) != id) return id;
    id = parent;
  }
}

bool is_written_cast(const Code& code, NodeId id) {
  const ir::Node& node = body_of(code)[id];
  return node.op == Op::Cast && !node.has(ir::kImplicit);
}

NodeId discarding_cast(const Code& code, NodeId call) {
  if (body_of(code)[call].op != Op::Call) return {};
  NodeId parent = code.parents[call.index()];
  bool discards =
      parent.valid() && is_written_cast(code, parent) && is_kind(code, parent, TypeKind::Void);
  return discards ? parent : NodeId();
}

bool serves_new_or_delete(const Code& code, NodeId id) {
  NodeId parent = code.parents[outermost(code, id).index()];
  if (!parent.valid()) return false;
  Op op = body_of(code)[parent].op;
  return op == Op::New || op == Op::Delete;
}

bool is_copy(const Code& code, NodeId construct) {
  const ir::Body& body = body_of(code);
  if (body[construct].kid_count != 2 || !body.symbol_of(construct).valid()) return false;
  const ir::Symbol& constructor = code.unit.symbols[body.symbol_of(construct)];
  if (!constructor.type.valid() || !constructor.record.valid()) return false;
  const ir::Type& type = code.unit.types.resolved(constructor.type);
  if (type.params.size() != 1 || !code.unit.types.is_reference(type.params[0])) return false;
  ir::TypeId record = code.unit.types.canonical(code.unit.types.pointee(type.params[0]));
  return record == code.unit.types.canonical(constructor.record);
}

bool is_use(const Code& code, NodeId id) {
  const ir::Body& body = body_of(code);
  ir::TypeId type = type_of(code, id);
  while (true) {
    id = outermost(code, id);
    NodeId parent = code.parents[id.index()];
    if (!parent.valid()) return true;
    const ir::Node& node = body[parent];
    if (node.op == Op::Assign || node.op == Op::Init || node.op == Op::Construct)
      return body.kid(parent, 0) != id;
    if (node.op == Op::AddressOf) {
      TypeKind kind = type.valid() ? code.unit.types.resolved(type).kind : TypeKind::Void;
      return node.has(ir::kImplicit) || kind == TypeKind::Record || kind == TypeKind::Array;
    }
    // A part of an object: what happens to it happens to the object.
    if (node.op != Op::Member) return true;
    id = parent;
  }
}

bool is_access(const Code& code, NodeId id) {
  const ir::Body& body = body_of(code);
  while (true) {
    NodeId parent = code.parents[id.index()];
    if (!parent.valid()) return true;
    const ir::Node& node = body[parent];
    if (node.op == Op::AddressOf) return node.has(ir::kImplicit);
    bool part = node.op == Op::Member || (node.op == Op::Cast && node.has(ir::kLvalue));
    if (node.op == Op::Cast && body.cast_of(parent) == ir::CastKind::ArrayToPointer) {
      // The array's address; what is indexed is in the array.
      NodeId outer = code.parents[parent.index()];
      bool element = outer.valid() && (body[outer].op == Op::Index || body[outer].op == Op::Deref);
      if (!element || body.kid(outer, 0) != parent) return false;
      parent = outer;
      part = true;
    }
    if (!part) return true;
    id = parent;
  }
}

bool is_statement(const Code& code, NodeId id) {
  const ir::Body& body = body_of(code);
  while (true) {
    id = outermost(code, id);
    NodeId parent = code.parents[id.index()];
    if (!parent.valid()) return false;
    std::span<const NodeId> kids = body.kids_of(parent);
    switch (body[parent].op) {
      case Op::Compound:
      case Op::Label:
      case Op::Default:
        return true;
      case Op::If:
      case Op::While:
      case Op::Switch:
      case Op::Case:
        return kids[0] != id;
      case Op::DoWhile:
        return kids.size() < 2 || kids[1] != id;
      case Op::For:
        return kids.size() < 2 || kids[1] != id;
      case Op::RangeFor:
      case Op::Catch:
        return kids.back() == id;
      case Op::Comma:
        if (kids.back() != id) return true;
        id = parent;
        break;
      default:
        return false;
    }
  }
}

bool is_zero(const Code& code, NodeId id) {
  NodeId inner = strip(code, id);
  const ir::Node& node = body_of(code)[inner];
  if (node.op == Op::NullLit || node.op == Op::ZeroValue) return true;
  return node.op == Op::IntLit && node.payload == 0 && !node.has(ir::kWide);
}

Indexed indexed(const Code& code, NodeId place) {
  const ir::Body& body = body_of(code);
  if (body[place].op == Op::Index) return {body.kid(place, 0), body.kid(place, 1)};
  if (body[place].op != Op::Deref) return {};
  NodeId pointer = body.kid(place, 0), sum = strip(code, pointer);
  bool is_sum = body[sum].op == Op::Add && is_kind(code, sum, TypeKind::Pointer);
  if (!is_sum) return {pointer, {}};
  NodeId left = body.kid(sum, 0), right = body.kid(sum, 1);
  if (is_kind(code, left, TypeKind::Pointer)) return {left, right};
  return {right, left};
}

ir::TypeId type_of(const Code& code, NodeId id) {
  ir::TypeId type = body_of(code)[id].type;
  if (type.valid() && code.unit.types.is_reference(type)) return code.unit.types.pointee(type);
  return type;
}

}  // namespace assay::metal
