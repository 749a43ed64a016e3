// Expressions with rules of their own: sizeof, offsetof, variable arrays, atomics, ({ … }).
#include <utility>

#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

/// Evaluates the bounds of the variable arrays in a type, once each.
void FunctionLowering::lower_variable_array_bounds(clang::QualType type_of) {
  while (type_of->isVariablyModifiedType()) {
    if (auto* pointer = type_of->getAs<clang::PointerType>()) {
      type_of = pointer->getPointeeType();
    } else if (auto* function = type_of->getAs<clang::FunctionType>()) {
      type_of = function->getReturnType();
    } else if (const clang::ArrayType* array = context_.getAsArrayType(type_of)) {
      if (auto* variable = llvm::dyn_cast<clang::VariableArrayType>(array)) {
        const clang::Expr* size = variable->getSizeExpr();
        if (size != nullptr && !vla_bounds_.contains(size)) {
          NodeId value = lower(size);
          uint64_t number = unit_.unit().types.resolved(type(clang::QualType(variable, 0))).count;
          vla_bounds_[size] = point(Op::VlaSize, size->getType(), ir::kImplicit, {value}, number,
                                    size->getSourceRange());
        }
      }
      type_of = array->getElementType();
    } else {
      return;
    }
  }
}

/// The size in bytes of a type that has variable arrays in it.
NodeId FunctionLowering::vla_size(clang::QualType type_of, clang::SourceRange where) {
  clang::QualType size_type = context_.getSizeType();
  NodeId total;
  while (const clang::VariableArrayType* array = context_.getAsVariableArrayType(type_of)) {
    const clang::Expr* size = array->getSizeExpr();
    if (size == nullptr) break;
    lower_variable_array_bounds(type_of);
    NodeId bound = point(Op::Cast, size_type, ir::kImplicit, {again(vla_bounds_[size], where)},
                         static_cast<uint64_t>(ir::CastKind::Integral), where);
    total =
        total.valid() ? point(Op::Mul, size_type, ir::kImplicit, {total, bound}, 0, where) : bound;
    type_of = array->getElementType();
  }
  NodeId element = small_int(context_.getTypeSizeInChars(type_of).getQuantity(), size_type, where);
  return total.valid() ? point(Op::Mul, size_type, ir::kImplicit, {total, element}, 0, where)
                       : element;
}

NodeId FunctionLowering::lower_sizeof(const clang::UnaryExprOrTypeTraitExpr* expr) {
  clang::SourceRange where = at_;
  clang::QualType operand = expr->getTypeOfArgument();
  if (auto* reference = operand->getAs<clang::ReferenceType>())
    operand = reference->getPointeeType();
  bool is_sizeof = expr->getKind() == clang::UETT_SizeOf;
  if (is_sizeof && context_.getAsVariableArrayType(operand) != nullptr) {
    // The one case where sizeof evaluates its operand.  What has no effects is left out: nobody
    // takes `p = malloc(sizeof *p)` for a use of `p`.
    if (expr->isArgumentType())
      lower_variable_array_bounds(operand);
    else if (expr->getArgumentExpr()->HasSideEffects(context_))
      lower(expr->getArgumentExpr());
    return vla_size(operand, where);
  }
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, context_) || !result.Val.isInt())
    return unsupported("size of this type", expr);
  return point(Op::SizeOf, expr->getType(), 0, {}, result.Val.getInt().getZExtValue(), where);
}

NodeId FunctionLowering::lower_offsetof(const clang::OffsetOfExpr* expr) {
  clang::SourceRange where = at_;
  clang::Expr::EvalResult result;
  if (expr->EvaluateAsRValue(result, context_) && result.Val.isInt())
    return point(Op::SizeOf, expr->getType(), 0, {}, result.Val.getInt().getZExtValue(), where);
  // offsetof(struct s, a[i]): the constant steps, plus each index times its element.
  clang::QualType size_type = expr->getType();
  clang::QualType at = expr->getTypeSourceInfo()->getType();
  int64_t constant = 0;
  NodeId total;
  for (unsigned i = 0; i < expr->getNumComponents(); ++i) {
    const clang::OffsetOfNode& step = expr->getComponent(i);
    if (step.getKind() == clang::OffsetOfNode::Field) {
      const clang::FieldDecl* field = step.getField();
      const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(field->getParent());
      constant +=
          context_.toCharUnitsFromBits(layout.getFieldOffset(field->getFieldIndex())).getQuantity();
      at = field->getType();
    } else if (step.getKind() == clang::OffsetOfNode::Array) {
      const clang::ArrayType* array = context_.getAsArrayType(at);
      if (array == nullptr) return unsupported("offsetof of this member", expr);
      at = array->getElementType();
      NodeId index = lower(expr->getIndexExpr(step.getArrayExprIndex()));
      NodeId wide = point(Op::Cast, size_type, ir::kImplicit, {index},
                          static_cast<uint64_t>(ir::CastKind::Integral), where);
      NodeId size = small_int(context_.getTypeSizeInChars(at).getQuantity(), size_type, where);
      NodeId part = point(Op::Mul, size_type, ir::kImplicit, {wide, size}, 0, where);
      total =
          total.valid() ? point(Op::Add, size_type, ir::kImplicit, {total, part}, 0, where) : part;
    } else {
      return unsupported("offsetof through a base class", expr);
    }
  }
  NodeId fixed = small_int(constant, size_type, where);
  return total.valid() ? point(Op::Add, size_type, 0, {total, fixed}, 0, where) : fixed;
}

NodeId FunctionLowering::lower_atomic(const clang::AtomicExpr* atomic) {
  // Kept as calls by their names, operands in the order of the source.
  std::vector<NodeId> arguments;
  unsigned count = atomic->getNumSubExprs();
  // Clang stores (pointer, order, value 1, order on failure, value 2, weak); GCC writes
  // (pointer, values…, weak, orders…).
  arguments.push_back(lower(atomic->getPtr()));
  bool is_init = atomic->getOp() == clang::AtomicExpr::AO__c11_atomic_init ||
                 atomic->getOp() == clang::AtomicExpr::AO__opencl_atomic_init;
  if (is_init) {
    arguments.push_back(lower(atomic->getVal1()));
  } else {
    clang::Expr* const* parts = const_cast<clang::AtomicExpr*>(atomic)->getSubExprs();
    // With four parts the fourth is a second value, not an order: __atomic_exchange.
    for (unsigned i : {2u, count == 4 ? 3u : 4u, 5u, 1u, count == 4 ? 4u : 3u})
      if (i < count) arguments.push_back(lower(parts[i]));
  }
  return runtime_call(std::string(atomic->getOpAsString()), atomic->getType(), std::move(arguments),
                      atomic);
}

NodeId FunctionLowering::lower_statement_expression(const clang::StmtExpr* expr, const Dest* dest) {
  clang::SourceRange where = at_;
  // A class value outlives the scope that made it: build it outside.
  if (dest == nullptr && unit_.is_cxx() && expr->getType()->isRecordType())
    return object_in_temporary(expr);
  // The statements inside are full-expressions of their own: nothing in them is conditional.
  int conditional_depth = std::exchange(conditional_depth_, 0);
  NodeId value;
  NodeId compound = lower_compound(expr->getSubStmt(), dest, &value);
  conditional_depth_ = conditional_depth;
  bool has_value = dest == nullptr && value.valid() && !expr->getType()->isVoidType();
  return point(Op::StmtExpr, dest != nullptr ? context_.VoidTy : expr->getType(), 0, {compound},
               has_value ? uint64_t{value.index()} + 1 : 0, where);
}

}  // namespace assay::frontend
