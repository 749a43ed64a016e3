// Built-ins that put vectors together from the elements of others: element by element.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

namespace {

ir::CastKind element_cast(clang::QualType from, clang::QualType to) {
  if (from->isRealFloatingType())
    return to->isRealFloatingType() ? ir::CastKind::FloatCast : ir::CastKind::FloatToInt;
  return to->isRealFloatingType() ? ir::CastKind::IntToFloat : ir::CastKind::Integral;
}

}  // namespace

/// Evaluates an operand once, to where its elements can be read from.
LocalId FunctionLowering::keep_vector(const clang::Expr* vector, std::vector<NodeId>& parts) {
  LocalId local = temporary(vector->getType());
  NodeId value = lower(vector);
  if (builder_[value].has(ir::kLvalue)) value = load(value, vector->getType(), at_);
  parts.push_back(init(local_dest(local, vector->getType()), value, at_, ir::kImplicit));
  return local;
}

NodeId FunctionLowering::vector_element(LocalId vector, NodeId index, clang::QualType element) {
  NodeId at = local_place(vector, at_, ir::kImplicit);
  NodeId place = point(Op::Index, element, ir::kImplicit | ir::kLvalue, {at, index}, 0, at_);
  return load(place, element, at_);
}

NodeId FunctionLowering::finish_vector(const clang::Expr* expr, std::span<const NodeId> elements,
                                       std::vector<NodeId>& parts) {
  NodeId value = point(Op::InitList, expr->getType(), 0, elements, 0, at_);
  while (!parts.empty()) {
    value = point(Op::Comma, expr->getType(), ir::kImplicit, {parts.back(), value}, 0, at_);
    parts.pop_back();
  }
  return value;
}

/// `__builtin_shufflevector(a, b, 0, 5, …)`, or `(a, mask)` with a vector of positions.
NodeId FunctionLowering::lower_shuffle(const clang::ShuffleVectorExpr* shuffle) {
  auto* from = shuffle->getExpr(0)->getType()->getAs<clang::VectorType>();
  auto* made = shuffle->getType()->getAs<clang::VectorType>();
  if (from == nullptr || made == nullptr) return unsupported("shuffle of this type", shuffle);
  std::vector<NodeId> parts, elements;
  LocalId first = keep_vector(shuffle->getExpr(0), parts);
  LocalId second = keep_vector(shuffle->getExpr(1), parts);
  clang::QualType element = from->getElementType();
  unsigned count = from->getNumElements();
  for (unsigned i = 0; i < made->getNumElements(); ++i) {
    if (shuffle->getNumSubExprs() == 2) {
      clang::QualType position =
          shuffle->getExpr(1)->getType()->castAs<clang::VectorType>()->getElementType();
      NodeId at = vector_element(second, small_int(i, context_.IntTy, at_), position);
      // Positions count modulo the number of elements.
      NodeId last = small_int(count - 1, position, at_);
      NodeId within = point(Op::BitAnd, position, ir::kImplicit, {at, last}, 0, at_);
      elements.push_back(vector_element(first, within, element));
      continue;
    }
    llvm::APSInt index = shuffle->getShuffleMaskIdx(i);
    if (index.isSigned() && index.isNegative()) {  // any value will do
      elements.push_back(point(Op::ZeroValue, element, ir::kImplicit, {}, 0, at_));
      continue;
    }
    uint64_t at = index.getZExtValue();
    NodeId position = small_int(static_cast<int64_t>(at % count), context_.IntTy, at_);
    elements.push_back(vector_element(at < count ? first : second, position, element));
  }
  return finish_vector(shuffle, elements, parts);
}

NodeId FunctionLowering::lower_convert(const clang::ConvertVectorExpr* convert) {
  auto* from = convert->getSrcExpr()->getType()->getAs<clang::VectorType>();
  auto* made = convert->getType()->getAs<clang::VectorType>();
  if (from == nullptr || made == nullptr) return unsupported("conversion of this type", convert);
  std::vector<NodeId> parts, elements;
  LocalId source = keep_vector(convert->getSrcExpr(), parts);
  clang::QualType before = from->getElementType(), after = made->getElementType();
  for (unsigned i = 0; i < made->getNumElements(); ++i) {
    NodeId value = vector_element(source, small_int(i, context_.IntTy, at_), before);
    elements.push_back(point(Op::Cast, after, ir::kImplicit, {value},
                             static_cast<uint64_t>(element_cast(before, after)), at_));
  }
  return finish_vector(convert, elements, parts);
}

}  // namespace assay::frontend
