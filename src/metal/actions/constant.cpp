#include "metal/actions/constant.h"

#include <map>
#include <vector>

namespace assay::metal {
namespace {

using ir::Op;

struct Width {
  uint32_t bits = 64;
  bool is_signed = true;
};

std::optional<Width> width_of(const ir::Unit& unit, ir::TypeId id) {
  if (!id.valid()) return std::nullopt;
  const ir::Type& type = unit.types.resolved(id);
  switch (type.kind) {
    case ir::TypeKind::Bool:
      return Width{1, false};
    case ir::TypeKind::Int:
    case ir::TypeKind::Enum:
      if (type.width == 0 || type.width > 64) return std::nullopt;
      return Width{type.width, type.has(ir::kSigned)};
    case ir::TypeKind::Pointer:
    case ir::TypeKind::Nullptr:
      return Width{unit.pointer_bits, false};
    default:
      return std::nullopt;
  }
}

int64_t fit(uint64_t value, Width width) {
  if (width.bits >= 64) return static_cast<int64_t>(value);
  uint64_t mask = (uint64_t{1} << width.bits) - 1;
  value &= mask;
  if (width.is_signed && (value >> (width.bits - 1)) != 0) value |= ~mask;
  return static_cast<int64_t>(value);
}

template <class T>
bool less(int64_t a, int64_t b) {
  return static_cast<T>(a) < static_cast<T>(b);
}

std::optional<int64_t> divide(Op op, int64_t a, int64_t b, bool is_signed) {
  if (b == 0 || (is_signed && b == -1 && a == INT64_MIN)) return std::nullopt;
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  if (op == Op::Div) return is_signed ? a / b : static_cast<int64_t>(ua / ub);
  return is_signed ? a % b : static_cast<int64_t>(ua % ub);
}

std::optional<int64_t> shift(Op op, int64_t a, int64_t b, Width width) {
  if (b < 0 || b >= static_cast<int64_t>(width.bits)) return std::nullopt;
  if (op == Op::Shl) return static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  return width.is_signed ? a >> b : static_cast<int64_t>(static_cast<uint64_t>(a) >> b);
}

std::optional<int64_t> compare(Op op, int64_t a, int64_t b, bool is_signed) {
  auto smaller = is_signed ? less<int64_t> : less<uint64_t>;
  switch (op) {
    case Op::Eq:
      return a == b;
    case Op::Ne:
      return a != b;
    case Op::Lt:
      return smaller(a, b);
    case Op::Gt:
      return smaller(b, a);
    case Op::Le:
      return !smaller(b, a);
    case Op::Ge:
      return !smaller(a, b);
    default:
      return std::nullopt;
  }
}

/// `operand` is the width of the operands, which comparisons and shifts ask for.
std::optional<int64_t> binary(Op op, int64_t a, int64_t b, Width operand) {
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (op) {
    case Op::Add:
      return static_cast<int64_t>(ua + ub);
    case Op::Sub:
      return static_cast<int64_t>(ua - ub);
    case Op::Mul:
      return static_cast<int64_t>(ua * ub);
    case Op::Div:
    case Op::Rem:
      return divide(op, a, b, operand.is_signed);
    case Op::Shl:
    case Op::Shr:
      return shift(op, a, b, operand);
    case Op::BitAnd:
      return a & b;
    case Op::BitOr:
      return a | b;
    case Op::BitXor:
      return a ^ b;
    default:
      return compare(op, a, b, operand.is_signed);
  }
}

std::optional<int64_t> unary(Op op, int64_t a) {
  switch (op) {
    case Op::Plus:
      return a;
    case Op::Neg:
      return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
    case Op::BitNot:
      return ~a;
    case Op::Not:
      return a == 0;
    default:
      return std::nullopt;
  }
}

bool keeps_numbers(ir::CastKind kind) {
  switch (kind) {
    case ir::CastKind::Bitcast:
    case ir::CastKind::NoOp:
    case ir::CastKind::Integral:
    case ir::CastKind::ToBool:
    case ir::CastKind::PointerToInt:
    case ir::CastKind::IntToPointer:
    case ir::CastKind::NullToPointer:
      return true;
    default:
      return false;
  }
}

using Values = std::map<ir::NodeId, std::optional<int64_t>>;

std::optional<int64_t> evaluate(const ir::Unit& unit, const ir::Body& body, ir::NodeId id,
                                const Values& values) {
  const ir::Node& node = body[id];
  std::optional<Width> width = width_of(unit, node.type);
  if (!width) return std::nullopt;
  if (node.op == Op::IntLit || node.op == Op::SizeOf)
    return node.has(ir::kWide) ? std::nullopt : std::optional(fit(node.payload, *width));
  if (node.op == Op::NullLit || node.op == Op::ZeroValue) return 0;
  std::vector<int64_t> kids;
  for (ir::NodeId kid : body.kids_of(id)) {
    std::optional<int64_t> value = values.at(kid);
    if (!value) return std::nullopt;
    kids.push_back(*value);
  }
  std::optional<int64_t> value;
  if (node.op == Op::Cast && kids.size() == 1) {
    if (!keeps_numbers(body.cast_of(id))) return std::nullopt;
    value = body.cast_of(id) == ir::CastKind::ToBool ? int64_t{kids[0] != 0} : kids[0];
  } else if (kids.size() == 1) {
    value = unary(node.op, kids[0]);
  } else if (kids.size() == 2) {
    std::optional<Width> operand = width_of(unit, body[body.kid(id, 0)].type);
    if (operand) value = binary(node.op, kids[0], kids[1], *operand);
  }
  return value ? std::optional(fit(static_cast<uint64_t>(*value), *width)) : std::nullopt;
}

}  // namespace

std::optional<int64_t> constant_value(const ir::Unit& unit, const ir::Body& body, ir::NodeId node) {
  // Kids are older than parents: what is found on the way down is evaluated in the order of ids.
  Values values;
  std::vector<ir::NodeId> todo{node};
  while (!todo.empty()) {
    ir::NodeId at = todo.back();
    todo.pop_back();
    if (!values.try_emplace(at).second || body[at].op == Op::SizeOf) continue;
    for (ir::NodeId kid : body.kids_of(at)) todo.push_back(kid);
  }
  for (auto& [id, value] : values) value = evaluate(unit, body, id, values);
  return values.at(node);
}

}  // namespace assay::metal
