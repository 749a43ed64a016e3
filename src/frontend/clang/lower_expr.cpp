// Expressions: one case per kind of Clang's nodes.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

NodeId FunctionLowering::lower(const clang::Expr* expr) {
  if (++depth_ > kMaxDepth) {
    --depth_;
    return unsupported("expression nested too deeply", expr);
  }
  clang::SourceRange saved = at_;
  if (clang::SourceRange range = range_of(expr); range.isValid()) at_ = range;
  NodeId node = lower_expr(expr);
  spell(node, expr, at_);
  at_ = saved;
  --depth_;
  return node;
}

/// A full-expression whose temporaries die at its end.
NodeId FunctionLowering::lower_full(const clang::Expr* expr) {
  CleanupId saved = full_expression_;
  CleanupId depth = top_;
  full_expression_ = top_;
  NodeId node = lower(expr);
  pop_cleanups(depth);
  full_expression_ = saved;
  return node;
}

NodeId FunctionLowering::lower_expr(const clang::Expr* expr) {
  clang::SourceRange where = at_;
  clang::QualType type_of = expr->getType();
  if (expr->containsErrors()) return unsupported("expression with errors", expr);
  using S = clang::Stmt;
  switch (expr->getStmtClass()) {
    case S::ParenExprClass:
      return lower(llvm::cast<clang::ParenExpr>(expr)->getSubExpr());
    case S::ConstantExprClass: {
      auto* constant = llvm::cast<clang::ConstantExpr>(expr);
      if (constant->isImmediateInvocation() && constant->hasAPValueResult())
        return lower_constant(expr, constant->getAPValueResult());
      return lower(constant->getSubExpr());
    }
    case S::ExprWithCleanupsClass:
      // The cleanups belong to the full-expression, which whoever evaluates it has opened.
      return lower(llvm::cast<clang::ExprWithCleanups>(expr)->getSubExpr());
    case S::IntegerLiteralClass: {
      uint32_t flags = 0;
      clang::SourceLocation location = expr->getBeginLoc();
      if (location.isMacroID() &&
          clang::Lexer::getImmediateMacroName(location, context_.getSourceManager(),
                                              context_.getLangOpts()) == "__LINE__")
        flags |= ir::kLineLiteral;
      return int_literal(llvm::cast<clang::IntegerLiteral>(expr)->getValue(),
                         type_of->isSignedIntegerType(), type_of, flags, where);
    }
    case S::CharacterLiteralClass: {
      unsigned value = llvm::cast<clang::CharacterLiteral>(expr)->getValue();
      llvm::APInt bits(static_cast<unsigned>(context_.getIntWidth(type_of)), value, false, true);
      return int_literal(bits, type_of->isSignedIntegerType(), type_of, 0, where);
    }
    case S::CXXBoolLiteralExprClass:
      return point(Op::IntLit, type_of, 0, {},
                   llvm::cast<clang::CXXBoolLiteralExpr>(expr)->getValue(), where);
    case S::FloatingLiteralClass:
      return float_literal(llvm::cast<clang::FloatingLiteral>(expr)->getValue(), type_of, where);
    case S::ImaginaryLiteralClass: {
      NodeId part = lower(llvm::cast<clang::ImaginaryLiteral>(expr)->getSubExpr());
      NodeId real = point(Op::ZeroValue, type_of->castAs<clang::ComplexType>()->getElementType(),
                          ir::kImplicit, {}, 0, where);
      return point(Op::InitList, type_of, 0, {real, part}, 0, where);
    }
    case S::StringLiteralClass:
      return lower_string(llvm::cast<clang::StringLiteral>(expr));
    case S::PredefinedExprClass:
      return lower(llvm::cast<clang::PredefinedExpr>(expr)->getFunctionName());
    case S::CXXNullPtrLiteralExprClass:
      return point(Op::NullLit, type_of, 0, {}, 0, where);
    case S::GNUNullExprClass:
      return point(Op::IntLit, type_of, 0, {}, 0, where);
    case S::ImplicitValueInitExprClass:
    case S::CXXScalarValueInitExprClass:
      return point(Op::ZeroValue, type_of, 0, {}, 0, where);
    case S::NoInitExprClass:
      return unsupported("overwritten designated initialiser", expr);
    case S::DeclRefExprClass:
      return lower_decl_ref(llvm::cast<clang::DeclRefExpr>(expr));
    case S::MemberExprClass:
      return lower_member(llvm::cast<clang::MemberExpr>(expr));
    case S::ArraySubscriptExprClass: {
      auto* index = llvm::cast<clang::ArraySubscriptExpr>(expr);
      NodeId base = lower(index->getBase());
      NodeId position = lower(index->getIdx());
      return point(Op::Index, type_of, expr_flags(expr), {base, position}, 0, where);
    }
    case S::UnaryOperatorClass:
      return lower_unary(llvm::cast<clang::UnaryOperator>(expr));
    case S::BinaryOperatorClass:
    case S::CompoundAssignOperatorClass:
      return lower_binary(llvm::cast<clang::BinaryOperator>(expr));
    case S::CXXRewrittenBinaryOperatorClass:
      return lower(llvm::cast<clang::CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
    case S::ConditionalOperatorClass:
    case S::BinaryConditionalOperatorClass:
      if (type_of->isRecordType() && expr->isPRValue() && unit_.is_cxx())
        return object_in_temporary(expr);
      return lower_conditional(llvm::cast<clang::AbstractConditionalOperator>(expr), nullptr);
    case S::ImplicitCastExprClass:
    case S::CStyleCastExprClass:
    case S::CXXFunctionalCastExprClass:
    case S::CXXStaticCastExprClass:
    case S::CXXDynamicCastExprClass:
    case S::CXXReinterpretCastExprClass:
    case S::CXXConstCastExprClass:
    case S::CXXAddrspaceCastExprClass:
    case S::BuiltinBitCastExprClass:
      return lower_cast(llvm::cast<clang::CastExpr>(expr));
    case S::CallExprClass:
    case S::CXXMemberCallExprClass:
    case S::CXXOperatorCallExprClass:
    case S::UserDefinedLiteralClass:
      return lower_call(llvm::cast<clang::CallExpr>(expr));
    case S::StmtExprClass:
      return lower_statement_expression(llvm::cast<clang::StmtExpr>(expr), nullptr);
    case S::UnaryExprOrTypeTraitExprClass:
      return lower_sizeof(llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expr));
    case S::OffsetOfExprClass:
      return lower_offsetof(llvm::cast<clang::OffsetOfExpr>(expr));
    case S::ChooseExprClass:
      return lower(llvm::cast<clang::ChooseExpr>(expr)->getChosenSubExpr());
    case S::GenericSelectionExprClass:
      return lower(llvm::cast<clang::GenericSelectionExpr>(expr)->getResultExpr());
    case S::CompoundLiteralExprClass:
      return lower_compound_literal(llvm::cast<clang::CompoundLiteralExpr>(expr));
    case S::InitListExprClass: {
      auto* list = llvm::cast<clang::InitListExpr>(expr);
      if (list->isSemanticForm() == false && list->getSemanticForm() != nullptr)
        list = list->getSemanticForm();
      if (list->isTransparent()) return lower(list->getInit(0));
      if (type_of->isScalarType())
        return list->getNumInits() == 1 ? lower(list->getInit(0))
                                        : point(Op::ZeroValue, type_of, 0, {}, 0, where);
      if (is_value_list(list)) return lower_init_list_value(list);
      return object_in_temporary(expr);
    }
    case S::AddrLabelExprClass: {
      const clang::LabelDecl* label = llvm::cast<clang::AddrLabelExpr>(expr)->getLabel();
      take_address(label);
      std::vector<NodeId> owner;
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(label->getDeclContext());
      bool is_own = function_ != nullptr && function != nullptr &&
                    function->getCanonicalDecl() == function_->getCanonicalDecl();
      if (function != nullptr && !is_own) owner.push_back(function_ref(function, where));
      return point(Op::LabelAddr, type_of, 0, owner, label_for(label).index(), where);
    }
    case S::VAArgExprClass: {
      NodeId list = lower(llvm::cast<clang::VAArgExpr>(expr)->getSubExpr());
      return point(Op::VaArg, type_of, 0, {list}, 0, where);
    }
    case S::AtomicExprClass:
      return lower_atomic(llvm::cast<clang::AtomicExpr>(expr));
    case S::OpaqueValueExprClass: {
      auto* opaque = llvm::cast<clang::OpaqueValueExpr>(expr);
      if (auto found = opaque_.find(opaque); found != opaque_.end())
        return again(found->second, where);
      if (opaque->getSourceExpr() != nullptr) return lower(opaque->getSourceExpr());
      return unsupported("unbound opaque value", expr);
    }
    case S::ShuffleVectorExprClass:
      return lower_shuffle(llvm::cast<clang::ShuffleVectorExpr>(expr));
    case S::ConvertVectorExprClass:
      return lower_convert(llvm::cast<clang::ConvertVectorExpr>(expr));
    case S::SubstNonTypeTemplateParmExprClass:
      return lower(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
    case S::CXXDefaultArgExprClass:
      return lower(llvm::cast<clang::CXXDefaultArgExpr>(expr)->getExpr());
    case S::CXXDefaultInitExprClass:
      return lower(llvm::cast<clang::CXXDefaultInitExpr>(expr)->getExpr());
    case S::MaterializeTemporaryExprClass:
      return lower_temporary(llvm::cast<clang::MaterializeTemporaryExpr>(expr));
    case S::CXXBindTemporaryExprClass:
    case S::CXXConstructExprClass:
    case S::CXXTemporaryObjectExprClass:
    case S::CXXInheritedCtorInitExprClass:
    case S::LambdaExprClass:
    case S::CXXStdInitializerListExprClass:
    case S::CXXParenListInitExprClass:
    case S::ArrayInitLoopExprClass:
      return object_in_temporary(expr);
    case S::ArrayInitIndexExprClass:
      if (array_index_.empty()) return unsupported("array index outside its loop", expr);
      return again(array_index_.back(), where);
    case S::CXXThisExprClass: {
      if (default_init_this_ != nullptr) return dest_address(*default_init_this_, where);
      auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function_);
      if (method != nullptr && method->getParent()->isLambda()) {
        llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> fields;
        clang::FieldDecl* captured_this = nullptr;
        method->getParent()->getCaptureFields(fields, captured_this);
        if (captured_this != nullptr) {
          NodeId at = dest_place(this_dest().field(captured_this), where);
          if (captured_this->getType()->isPointerType()) return load(at, type_of, where);
          return point(Op::AddressOf, type_of, ir::kImplicit, {at}, 0, where);
        }
      }
      if (!this_.valid()) return unsupported("this outside a method", expr);
      return load(local_place(this_, where), type_of, where);
    }
    case S::CXXNewExprClass:
      return lower_new(llvm::cast<clang::CXXNewExpr>(expr));
    case S::CXXDeleteExprClass:
      return lower_delete(llvm::cast<clang::CXXDeleteExpr>(expr));
    case S::CXXThrowExprClass:
      return lower_throw(llvm::cast<clang::CXXThrowExpr>(expr));
    case S::CXXTypeidExprClass:
      return lower_typeid(llvm::cast<clang::CXXTypeidExpr>(expr));
    case S::TypeTraitExprClass:
    case S::ArrayTypeTraitExprClass:
    case S::ExpressionTraitExprClass:
    case S::SizeOfPackExprClass:
    case S::CXXNoexceptExprClass:
    case S::RequiresExprClass:
    case S::ConceptSpecializationExprClass:
    case S::SourceLocExprClass: {
      clang::Expr::EvalResult result;
      if (expr->EvaluateAsRValue(result, context_)) return lower_constant(expr, result.Val);
      return unsupported(expr->getStmtClassName(), expr);
    }
    case S::PackIndexingExprClass:
      return lower(llvm::cast<clang::PackIndexingExpr>(expr)->getSelectedExpr());
    case S::CoawaitExprClass:
    case S::CoyieldExprClass:
    case S::DependentCoawaitExprClass:
      return unsupported("coroutine", expr);
    default:
      return unsupported(expr->getStmtClassName(), expr);
  }
}

NodeId FunctionLowering::lower_constant(const clang::Expr* expr, const clang::APValue& value) {
  clang::SourceRange where = at_;
  clang::QualType type_of = expr->getType();
  if (value.isInt())
    return int_literal(value.getInt(), value.getInt().isSigned(), type_of, ir::kConstantValue,
                       where);
  if (value.isFloat()) return float_literal(value.getFloat(), type_of, where);
  if (value.isLValue() && value.isNullPointer())
    return point(Op::NullLit, type_of, ir::kConstantValue, {}, 0, where);
  if (auto* constant = llvm::dyn_cast<clang::ConstantExpr>(expr))
    return lower(constant->getSubExpr());
  return unsupported("constant of this kind", expr);
}

NodeId FunctionLowering::lower_string(const clang::StringLiteral* literal) {
  llvm::StringRef bytes = literal->getBytes();
  return point(Op::StringLit, literal->getType(), ir::kLvalue, {},
               builder_.string({bytes.data(), bytes.size()}), literal->getSourceRange());
}

NodeId FunctionLowering::lower_decl_ref(const clang::DeclRefExpr* ref) {
  clang::SourceRange where = at_;
  const clang::ValueDecl* declaration = ref->getDecl();
  if (auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(declaration))
    return int_literal(constant->getInitVal(), constant->getInitVal().isSigned(), ref->getType(),
                       ir::kConstantValue, where);
  if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    return function_ref(function, where);

  if (ref->refersToEnclosingVariableOrCapture()) {
    auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function_);
    if (method != nullptr && method->getParent()->isLambda()) {
      llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> fields;
      clang::FieldDecl* captured_this = nullptr;
      method->getParent()->getCaptureFields(fields, captured_this);
      if (auto found = fields.find(declaration); found != fields.end()) {
        clang::FieldDecl* field = found->second;
        NodeId at = dest_place(this_dest().field(field), where);
        if (!field->getType()->isReferenceType()) return at;
        return point(Op::Deref, ref->getType(), ir::kLvalue | ir::kImplicit,
                     {load(at, field->getType(), where)}, 0, where);
      }
    }
  }
  if (auto* binding = llvm::dyn_cast<clang::BindingDecl>(declaration)) {
    if (const clang::VarDecl* holder = binding->getHoldingVar())
      return lower_variable(holder, ref->getType(), where, 0);
    if (binding->getBinding() != nullptr) return lower(binding->getBinding());
    return unsupported("structured binding", ref);
  }
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
    return lower_variable(variable, ref->getType(), where, 0);
  if (auto* field = llvm::dyn_cast<clang::FieldDecl>(declaration))  // &Class::field
    return point(Op::MemberAddr, ref->getType(), 0, {}, field->getFieldIndex(), where);
  if (auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(declaration)) {
    (void)object;
    return unsupported("template parameter object", ref);
  }
  return unsupported("reference to this kind of declaration", ref);
}

NodeId FunctionLowering::lower_variable(const clang::VarDecl* variable, clang::QualType type_of,
                                        clang::SourceRange where, uint32_t flags) {
  NodeId at;
  clang::QualType declared = variable->getType();
  if (variable->hasGlobalStorage()) {
    unit_.reach(variable);
    if (unit_.is_initialised_by_use(variable))
      at = place_in_thread(variable, where, flags);
    else
      at = point(Op::Global, declared, flags | ir::kLvalue, {}, unit_.symbol(variable).index(),
                 where);
  } else {
    at = local_place(local_for(variable), where, flags);
  }
  if (!declared->isReferenceType()) return at;
  return point(Op::Deref, type_of, ir::kLvalue | ir::kImplicit, {load(at, declared, where)}, 0,
               where);
}

NodeId FunctionLowering::lower_member(const clang::MemberExpr* member) {
  clang::SourceRange where = at_;
  const clang::ValueDecl* declaration = member->getMemberDecl();
  if (auto* field = llvm::dyn_cast<clang::FieldDecl>(declaration)) {
    NodeId base = lower(member->getBase());
    uint32_t arrow = member->isArrow() ? ir::kArrow : 0;
    if (member->isArrow())
      base = point(Op::Deref, member->getBase()->getType()->getPointeeType(),
                   ir::kLvalue | ir::kImplicit | ir::kArrow, {base}, 0, where);
    if (field->getType()->isReferenceType()) {
      NodeId at = point(Op::Member, field->getType(), ir::kLvalue | arrow, {base},
                        field->getFieldIndex(), where);
      return point(Op::Deref, member->getType(), ir::kLvalue | ir::kImplicit,
                   {load(at, field->getType(), where)}, 0, where);
    }
    return point(Op::Member, member->getType(), expr_flags(member) | arrow, {base},
                 field->getFieldIndex(), where);
  }
  // A static member: the object is evaluated for its effects only.
  NodeId base = lower(member->getBase());
  NodeId value;
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
    value = lower_variable(variable, member->getType(), where, 0);
  else if (auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(declaration))
    value = int_literal(constant->getInitVal(), constant->getInitVal().isSigned(),
                        member->getType(), ir::kConstantValue, where);
  else if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    value = function_ref(function, where);
  else
    return unsupported("member of this kind", member);
  return point(Op::Comma, member->getType(), expr_flags(member) | ir::kImplicit, {base, value}, 0,
               where);
}

}  // namespace assay::frontend
