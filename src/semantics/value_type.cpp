#include "semantics/value_type.h"

#include "base/check.h"

namespace assay::semantics {

using ir::Type;
using ir::TypeKind;
using logic::FloatFormat;

namespace {

FloatFormat format_of(const Type& type) {
  switch (type.width) {
    case 16:
      return type.name.find("bf") != std::string::npos ? FloatFormat::BFloat : FloatFormat::Half;
    case 32:
      return FloatFormat::Single;
    case 80:
      return FloatFormat::X87;
    case 128:
      return FloatFormat::Quad;
    default:
      return FloatFormat::Double;
  }
}

uint64_t element_bytes(const ir::TypeTable& types, ir::TypeId pointer) {
  ir::TypeId inner = types.pointee(pointer);
  if (!inner.valid()) return 1;
  const Type& to = types.resolved(inner);
  // GNU C: void and functions count as one byte.
  bool unit = to.kind == TypeKind::Void || to.kind == TypeKind::Function;
  return unit ? 1 : to.size;
}

}  // namespace

const ValueType& ValueTypes::of(ir::TypeId id) {
  ASSAY_CHECK(id.valid(), "a value should have a type");
  if (id.index() >= known_.size()) known_.resize(types_.size(), nullptr);
  if (const ValueType* known = known_[id.index()]) return *known;
  ValueType made = make(id);
  made_.push_back(made);
  return *(known_[id.index()] = &made_.back());
}

ValueType ValueTypes::make(ir::TypeId id) {
  const Type& type = types_.resolved(id);
  ValueType made{.bytes = type.size, .alignment = type.align ? type.align : 1, .type = id};
  auto scalar = [&](Shape shape, uint32_t width) {
    made.shape = shape;
    made.width = width;
    made.accessed = static_cast<uint32_t>(type.size);
  };
  switch (type.kind) {
    case TypeKind::Bool:
      scalar(Shape::Int, 1);
      made.is_bool = true;
      break;
    case TypeKind::Int:
    case TypeKind::Enum:
      scalar(Shape::Int, type.width);
      made.is_signed = type.has(ir::kSigned);
      made.is_char = type.size == 1;
      break;
    case TypeKind::Float:
      scalar(Shape::Float, type.width);
      made.format = format_of(type);
      if (type.width == 80) made.accessed = 10;
      break;
    case TypeKind::Pointer:
    case TypeKind::LValueRef:
    case TypeKind::RValueRef:
    case TypeKind::Nullptr:
      scalar(Shape::Pointer, pointer_bits_);
      made.bytes = made.accessed = pointer_bits_ / 8;
      made.element = element_bytes(types_, id);
      break;
    case TypeKind::MemberPointer:
      scalar(Shape::Int, static_cast<uint32_t>(type.size * 8));
      made.is_signed = true;
      break;
    case TypeKind::Complex:
    case TypeKind::Vector:
      made.lane = &of(type.inner);
      made.lanes = type.kind == TypeKind::Complex ? 2 : static_cast<uint32_t>(type.count);
      scalar(type.kind == TypeKind::Complex ? Shape::Complex : Shape::Vector,
             made.lanes * made.lane_bits());
      made.accessed = made.width / 8;
      break;
    case TypeKind::Array:
    case TypeKind::IncompleteArray:
    case TypeKind::VariableArray:
    case TypeKind::Record:
    case TypeKind::Other:
      made.shape = Shape::Aggregate;
      made.width = pointer_bits_;
      break;
    case TypeKind::Void:
    case TypeKind::Function:
    case TypeKind::Alias:
    case TypeKind::Qualified:
      break;
  }
  return made;
}

}  // namespace assay::semantics
