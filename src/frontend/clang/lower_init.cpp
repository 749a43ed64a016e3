// Objects are built in place: every initialiser is lowered towards its destination.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

NodeId FunctionLowering::init(const Dest& dest, NodeId value, clang::SourceRange where,
                              uint32_t flags) {
  NodeId at = dest_place(dest, where);
  return point(Op::Init, context_.VoidTy, flags, {at, value}, 0, where);
}

NodeId FunctionLowering::lower_into(const Dest& dest, const clang::Expr* expr) {
  if (++depth_ > kMaxDepth) {
    --depth_;
    return unsupported("initialiser nested too deeply", expr);
  }
  clang::SourceRange saved = at_;
  if (clang::SourceRange range = range_of(expr); range.isValid()) at_ = range;
  NodeId node = lower_into_expr(dest, expr);
  at_ = saved;
  --depth_;
  return node;
}

NodeId FunctionLowering::lower_into_expr(const Dest& dest, const clang::Expr* expr) {
  clang::SourceRange where = at_;
  if (expr->containsErrors()) return unsupported("expression with errors", expr);
  // A reference is bound: it holds the address.
  if (dest.place_type()->isReferenceType()) {
    if (auto* list = llvm::dyn_cast<clang::InitListExpr>(expr);
        list != nullptr && list->getNumInits() == 1)
      return lower_into(dest, list->getInit(0));
    NodeId place = lower(expr);
    NodeId address = point(Op::AddressOf, dest.place_type(), ir::kImplicit, {place}, 0, where);
    return init(dest, address, where);
  }
  using S = clang::Stmt;
  switch (expr->getStmtClass()) {
    case S::ParenExprClass:
      return lower_into(dest, llvm::cast<clang::ParenExpr>(expr)->getSubExpr());
    case S::ConstantExprClass: {
      auto* constant = llvm::cast<clang::ConstantExpr>(expr);
      if (constant->isImmediateInvocation() && constant->hasAPValueResult() &&
          constant->getType()->isArithmeticType())
        return init(dest, lower_constant(expr, constant->getAPValueResult()), where);
      return lower_into(dest, constant->getSubExpr());
    }
    case S::ExprWithCleanupsClass:
      return lower_into(dest, llvm::cast<clang::ExprWithCleanups>(expr)->getSubExpr());
    case S::CXXBindTemporaryExprClass:
      // Whoever owns the destination destroys it.
      return lower_into(dest, llvm::cast<clang::CXXBindTemporaryExpr>(expr)->getSubExpr());
    case S::CXXDefaultArgExprClass:
      return lower_into(dest, llvm::cast<clang::CXXDefaultArgExpr>(expr)->getExpr());
    case S::CXXDefaultInitExprClass:
      return lower_into(dest, llvm::cast<clang::CXXDefaultInitExpr>(expr)->getExpr());
    case S::SubstNonTypeTemplateParmExprClass:
      return lower_into(dest,
                        llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
    case S::GenericSelectionExprClass:
      return lower_into(dest, llvm::cast<clang::GenericSelectionExpr>(expr)->getResultExpr());
    case S::ChooseExprClass:
      return lower_into(dest, llvm::cast<clang::ChooseExpr>(expr)->getChosenSubExpr());
    case S::CXXRewrittenBinaryOperatorClass:
      return lower_into(dest,
                        llvm::cast<clang::CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
    case S::InitListExprClass:
      return lower_init_list(dest, llvm::cast<clang::InitListExpr>(expr));
    case S::CXXParenListInitExprClass: {
      auto* list = llvm::cast<clang::CXXParenListInitExpr>(expr);
      std::vector<NodeId> parts;
      auto* record = list->getType()->getAsCXXRecordDecl();
      if (record == nullptr) return unsupported("parenthesised array initialiser", expr);
      auto inits = list->getInitExprs();
      unsigned next = 0;
      for (const clang::CXXBaseSpecifier& base : record->bases())
        if (next < inits.size())
          parts.push_back(lower_into(dest.base_class(base.getType()), inits[next++]));
      for (const clang::FieldDecl* field : record->fields())
        if (!field->isUnnamedBitField() && next < inits.size())
          parts.push_back(lower_into(dest.field(field), inits[next++]));
      return point(Op::InitList, context_.VoidTy, 0, parts, 0, where);
    }
    case S::CXXConstructExprClass:
    case S::CXXTemporaryObjectExprClass:
      return lower_construct(dest, llvm::cast<clang::CXXConstructExpr>(expr));
    case S::CXXInheritedCtorInitExprClass: {
      // An inherited constructor passes its own parameters on.
      auto* inherited = llvm::cast<clang::CXXInheritedCtorInitExpr>(expr);
      std::vector<NodeId> arguments;
      if (auto* constructor = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(function_))
        for (const clang::ParmVarDecl* param : constructor->parameters()) {
          NodeId at = local_place(local_for(param), where, ir::kImplicit);
          arguments.push_back(load(at, param->getType(), where));
        }
      return construct(dest, inherited->getConstructor(), std::move(arguments), where, 0);
    }
    case S::ConditionalOperatorClass:
    case S::BinaryConditionalOperatorClass:
      if (expr->getType()->isRecordType() && unit_.is_cxx())
        return lower_conditional(llvm::cast<clang::AbstractConditionalOperator>(expr), &dest);
      break;
    case S::StmtExprClass:
      if (expr->getType()->isRecordType())
        return lower_statement_expression(llvm::cast<clang::StmtExpr>(expr), &dest);
      break;
    case S::BinaryOperatorClass: {
      auto* binary = llvm::cast<clang::BinaryOperator>(expr);
      if (binary->getOpcode() == clang::BO_Comma && expr->getType()->isRecordType() &&
          unit_.is_cxx()) {
        NodeId left = lower(binary->getLHS());
        NodeId right = lower_into(dest, binary->getRHS());
        return point(Op::Comma, context_.VoidTy, 0, {left, right}, 0, where);
      }
      break;
    }
    case S::ImplicitCastExprClass:
    case S::CStyleCastExprClass:
    case S::CXXFunctionalCastExprClass:
    case S::CXXStaticCastExprClass: {
      auto* cast = llvm::cast<clang::CastExpr>(expr);
      bool same_object = cast->getCastKind() == clang::CK_ConstructorConversion ||
                         cast->getCastKind() == clang::CK_UserDefinedConversion ||
                         cast->getCastKind() == clang::CK_NoOp;
      if (same_object && expr->getType()->isRecordType() && cast->getSubExpr()->isPRValue())
        return lower_into(dest, cast->getSubExpr());
      break;
    }
    case S::LambdaExprClass:
      return lower_lambda(dest, llvm::cast<clang::LambdaExpr>(expr));
    case S::CXXStdInitializerListExprClass:
      return lower_initializer_list(dest, llvm::cast<clang::CXXStdInitializerListExpr>(expr));
    case S::ArrayInitLoopExprClass:
      return lower_array_copy(dest, llvm::cast<clang::ArrayInitLoopExpr>(expr));
    case S::CompoundLiteralExprClass:
      // `struct s x = (struct s){…}` in C: no second object is visible.
      if (expr->isPRValue())
        return lower_into(dest, llvm::cast<clang::CompoundLiteralExpr>(expr)->getInitializer());
      break;
    case S::StringLiteralClass: {
      NodeId text = lower(expr);
      NodeId value = load(text, expr->getType(), where);
      return init(dest, value, where);
    }
    case S::PredefinedExprClass:
    case S::ObjCEncodeExprClass:
      if (expr->getType()->isArrayType()) {
        NodeId text = lower(expr);
        return init(dest, load(text, expr->getType(), where), where);
      }
      break;
    default:
      break;
  }
  bool is_call = llvm::isa<clang::CallExpr>(expr) && expr->getType()->isRecordType();
  NodeId value = lower(expr);
  if (builder_[value].has(ir::kLvalue)) value = load(value, expr->getType(), where);
  return init(dest, value, where, is_call ? ir::kElided : 0);
}

/// Whether a list can be one value, because nothing in it needs a destination of its own.
bool FunctionLowering::is_value_list(const clang::InitListExpr* list) {
  std::vector<const clang::Expr*> todo{list};
  while (!todo.empty()) {
    const clang::Expr* expr = todo.back()->IgnoreParens();
    todo.pop_back();
    if (auto* inner = llvm::dyn_cast<clang::InitListExpr>(expr)) {
      if (auto* semantic = inner->getSemanticForm()) inner = semantic;
      if (inner->hasArrayFiller() && inner->getArrayFiller() != nullptr)
        todo.push_back(inner->getArrayFiller());
      auto* record = inner->getType()->getAsCXXRecordDecl();
      if (record != nullptr && (record->getNumBases() != 0 || !record->isTriviallyCopyable()))
        return false;
      if (record != nullptr)
        for (const clang::FieldDecl* field : record->fields())
          if (field->getType()->isReferenceType()) return false;
      for (const clang::Expr* element : inner->inits())
        if (element != nullptr) todo.push_back(element);
      continue;
    }
    if (!unit_.is_cxx()) {
      if (llvm::isa<clang::DesignatedInitUpdateExpr>(expr)) return false;
      continue;
    }
    if (llvm::isa<clang::ImplicitValueInitExpr>(expr)) continue;
    if (expr->getType()->isRecordType() ||
        (expr->getType()->isArrayType() && !llvm::isa<clang::StringLiteral>(expr)) ||
        llvm::isa<clang::CXXDefaultInitExpr>(expr))
      return false;
  }
  return true;
}

NodeId FunctionLowering::lower_init_list_value(const clang::InitListExpr* list) {
  if (auto* semantic = list->getSemanticForm()) list = semantic;
  clang::SourceRange where = at_;
  std::vector<NodeId> kids;
  uint64_t payload = 0;
  if (list->getType()->isUnionType()) {
    if (const clang::FieldDecl* field = list->getInitializedFieldInUnion())
      payload = field->getFieldIndex() + 1;
  }
  const clang::Expr* previous = nullptr;
  auto* record = list->getType()->getAsRecordDecl();
  llvm::ArrayRef<const clang::Expr*> elements(list->getInits(), list->getNumInits());
  // Trailing zeros need not be written down.
  size_t count = elements.size();
  if (record == nullptr)
    while (count > 0 && llvm::isa<clang::ImplicitValueInitExpr>(elements[count - 1])) --count;
  size_t next = 0;
  auto lower_element = [&](const clang::Expr* element) {
    // A GNU range `[0 ... 9] = f()` repeats one expression: it is evaluated once.
    if (element == previous && !kids.empty()) {
      kids.push_back(kids.back());
      return;
    }
    previous = element;
    NodeId value = lower(element);
    if (builder_[value].has(ir::kLvalue))
      value = load(value, element->getType(), element->getSourceRange());
    kids.push_back(value);
  };
  if (record != nullptr && !record->isUnion()) {
    // One kid per field: unnamed bit-fields are skipped by C, not by the layout.
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isUnnamedBitField()) {
        kids.push_back(point(Op::ZeroValue, field->getType(), ir::kImplicit, {}, 0, where));
        previous = nullptr;
      } else if (next < count) {
        lower_element(elements[next++]);
      }
    }
  } else {
    for (; next < count; ++next) lower_element(elements[next]);
  }
  return point(Op::InitList, list->getType(), 0, kids, payload, where);
}

/// Elements from `first` on become zero.  What has static life is zero before anything happens.
NodeId FunctionLowering::zero_fill(const Dest& first, NodeId bytes, const clang::Expr* where) {
  if (first.base == Dest::Base::Global)
    return init(first, point(Op::ZeroValue, first.place_type(), 0, {}, 0, at_), at_);
  NodeId address = dest_address(first, at_);
  NodeId zero = small_int(0, context_.IntTy, at_);
  return runtime_call("memset", context_.VoidPtrTy, {address, zero, bytes}, where);
}

NodeId FunctionLowering::lower_init_list(const Dest& dest, const clang::InitListExpr* list,
                                         NodeId count) {
  if (auto* semantic = list->getSemanticForm()) list = semantic;
  clang::SourceRange where = at_;
  if (list->isTransparent()) return lower_into(dest, list->getInit(0));
  if (list->getType()->isScalarType() || list->getType()->isVectorType() ||
      list->getType()->isAnyComplexType()) {
    if (list->getType()->isScalarType() && list->getNumInits() == 1)
      return lower_into(dest, list->getInit(0));
    if (list->getNumInits() == 0)
      return init(dest, point(Op::ZeroValue, list->getType(), 0, {}, 0, where), where);
    return init(dest, lower_init_list_value(list), where);
  }
  if (list->isStringLiteralInit()) return lower_into(dest, list->getInit(0));
  if (!count.valid()) {
    NodeId table = lower_table(list);
    if (table.valid()) return init(dest, load(table, list->getType(), where), where);
    if (is_value_list(list)) return init(dest, lower_init_list_value(list), where);
  }

  // Element by element: what is built is destroyed if a later one throws.
  std::vector<NodeId> parts;
  CleanupId depth = top_;
  auto build = [&](const Dest& part, const clang::Expr* expr) {
    const Dest* saved = default_init_this_;
    if (llvm::isa<clang::CXXDefaultInitExpr>(expr)) default_init_this_ = &dest;
    parts.push_back(lower_into(part, expr));
    default_init_this_ = saved;
    push_destroy(part, part.place_type(), expr->getSourceRange(), false);
  };
  if (const clang::ArrayType* array = context_.getAsArrayType(list->getType())) {
    clang::QualType element = array->getElementType();
    unsigned given = list->getNumInits();
    for (unsigned i = 0; i < given; ++i) build(dest.element(i, element), list->getInit(i));
    auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array);
    const clang::Expr* filler = list->getArrayFiller();
    if (filler != nullptr && count.valid())
      fill_allocated(dest, element, given, count, filler, parts);
    else if (filler != nullptr && constant != nullptr)
      fill_array(dest, element, given, constant->getZExtSize(), filler, parts);
  } else if (auto* record = list->getType()->getAsRecordDecl()) {
    unsigned next = 0;
    if (auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record))
      for (const clang::CXXBaseSpecifier& base : cxx->bases())
        if (next < list->getNumInits())
          build(dest.base_class(base.getType()), list->getInit(next++));
    if (record->isUnion()) {
      if (const clang::FieldDecl* field = list->getInitializedFieldInUnion();
          field != nullptr && list->getNumInits() == 1)
        build(dest.field(field), list->getInit(0));
    } else {
      for (const clang::FieldDecl* field : record->fields())
        if (!field->isUnnamedBitField() && next < list->getNumInits())
          build(dest.field(field), list->getInit(next++));
    }
  } else {
    return unsupported("initialiser list of this type", list);
  }
  drop_guards(depth);  // complete: its owner destroys the whole
  return point(Op::InitList, context_.VoidTy, 0, parts, 0, where);
}

}  // namespace assay::frontend
