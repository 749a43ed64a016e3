// Operators and casts, and the control flow inside expressions.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

using ir::CastKind;

namespace {

Op binary_op(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Mul:
      return Op::Mul;
    case clang::BO_Div:
      return Op::Div;
    case clang::BO_Rem:
      return Op::Rem;
    case clang::BO_Add:
      return Op::Add;
    case clang::BO_Sub:
      return Op::Sub;
    case clang::BO_Shl:
      return Op::Shl;
    case clang::BO_Shr:
      return Op::Shr;
    case clang::BO_Cmp:
      return Op::Spaceship;
    case clang::BO_LT:
      return Op::Lt;
    case clang::BO_GT:
      return Op::Gt;
    case clang::BO_LE:
      return Op::Le;
    case clang::BO_GE:
      return Op::Ge;
    case clang::BO_EQ:
      return Op::Eq;
    case clang::BO_NE:
      return Op::Ne;
    case clang::BO_And:
      return Op::BitAnd;
    case clang::BO_Xor:
      return Op::BitXor;
    case clang::BO_Or:
      return Op::BitOr;
    case clang::BO_Assign:
      return Op::Assign;
    case clang::BO_MulAssign:
      return Op::MulAssign;
    case clang::BO_DivAssign:
      return Op::DivAssign;
    case clang::BO_RemAssign:
      return Op::RemAssign;
    case clang::BO_AddAssign:
      return Op::AddAssign;
    case clang::BO_SubAssign:
      return Op::SubAssign;
    case clang::BO_ShlAssign:
      return Op::ShlAssign;
    case clang::BO_ShrAssign:
      return Op::ShrAssign;
    case clang::BO_AndAssign:
      return Op::AndAssign;
    case clang::BO_XorAssign:
      return Op::XorAssign;
    case clang::BO_OrAssign:
      return Op::OrAssign;
    case clang::BO_Comma:
      return Op::Comma;
    case clang::BO_LAnd:
      return Op::LogAnd;
    case clang::BO_LOr:
      return Op::LogOr;
    case clang::BO_PtrMemD:
    case clang::BO_PtrMemI:
      return Op::MemberPtr;
  }
  return Op::Unsupported;
}

// Operators that are evaluated from the left and yield a value.
bool is_chained(const clang::BinaryOperator* binary) {
  return binary != nullptr && (binary->isMultiplicativeOp() || binary->isAdditiveOp() ||
                               binary->isShiftOp() || binary->isBitwiseOp());
}

CastKind cast_kind(clang::CastKind kind) {
  switch (kind) {
    case clang::CK_NoOp:
    case clang::CK_AddressSpaceConversion:
      return CastKind::NoOp;
    case clang::CK_IntegralCast:
    case clang::CK_BooleanToSignedIntegral:
      return CastKind::Integral;
    case clang::CK_IntegralToBoolean:
    case clang::CK_PointerToBoolean:
    case clang::CK_FloatingToBoolean:
    case clang::CK_MemberPointerToBoolean:
    case clang::CK_FloatingComplexToBoolean:
    case clang::CK_IntegralComplexToBoolean:
      return CastKind::ToBool;
    case clang::CK_IntegralToFloating:
      return CastKind::IntToFloat;
    case clang::CK_FloatingToIntegral:
      return CastKind::FloatToInt;
    case clang::CK_FloatingCast:
      return CastKind::FloatCast;
    case clang::CK_PointerToIntegral:
      return CastKind::PointerToInt;
    case clang::CK_IntegralToPointer:
      return CastKind::IntToPointer;
    case clang::CK_NullToPointer:
    case clang::CK_NullToMemberPointer:
      return CastKind::NullToPointer;
    case clang::CK_ArrayToPointerDecay:
      return CastKind::ArrayToPointer;
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return CastKind::FunctionToPointer;
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return CastKind::DerivedToBase;
    case clang::CK_BaseToDerived:
      return CastKind::BaseToDerived;
    case clang::CK_Dynamic:
      return CastKind::Dynamic;
    case clang::CK_ToVoid:
      return CastKind::ToVoid;
    case clang::CK_ToUnion:
      return CastKind::ToUnion;
    case clang::CK_FloatingRealToComplex:
    case clang::CK_FloatingComplexToReal:
    case clang::CK_FloatingComplexCast:
    case clang::CK_FloatingComplexToIntegralComplex:
    case clang::CK_IntegralRealToComplex:
    case clang::CK_IntegralComplexToReal:
    case clang::CK_IntegralComplexCast:
    case clang::CK_IntegralComplexToFloatingComplex:
      return CastKind::Complex;
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
    case clang::CK_ReinterpretMemberPointer:
      return CastKind::MemberPointer;
    case clang::CK_VectorSplat:
    case clang::CK_MatrixCast:
      return CastKind::Vector;
    case clang::CK_AtomicToNonAtomic:
      return CastKind::AtomicToValue;
    case clang::CK_NonAtomicToAtomic:
      return CastKind::ValueToAtomic;
    default:
      return CastKind::Bitcast;
  }
}

}  // namespace

NodeId FunctionLowering::lower_unary(const clang::UnaryOperator* unary) {
  clang::SourceRange where = at_;
  Op op;
  switch (unary->getOpcode()) {
    case clang::UO_PostInc:
      op = Op::PostInc;
      break;
    case clang::UO_PostDec:
      op = Op::PostDec;
      break;
    case clang::UO_PreInc:
      op = Op::PreInc;
      break;
    case clang::UO_PreDec:
      op = Op::PreDec;
      break;
    case clang::UO_Deref:
      op = Op::Deref;
      break;
    case clang::UO_Plus:
      op = Op::Plus;
      break;
    case clang::UO_Minus:
      op = Op::Neg;
      break;
    case clang::UO_Not:
      op = Op::BitNot;
      break;
    case clang::UO_LNot:
      op = Op::Not;
      break;
    case clang::UO_Real:
      op = Op::Real;
      break;
    case clang::UO_Imag:
      op = Op::Imag;
      break;
    case clang::UO_Extension:
      return lower(unary->getSubExpr());
    case clang::UO_AddrOf: {
      // &Class::member
      if (unary->getType()->isMemberPointerType()) return lower_member_address(unary);
      op = Op::AddressOf;
      break;
    }
    default:
      return unsupported("coroutine", unary);
  }
  NodeId operand = lower(unary->getSubExpr());
  return point(op, unary->getType(), expr_flags(unary), {operand}, 0, where);
}

/// The pointer has the member's class as its owner, which the member's own type does not tell.
NodeId FunctionLowering::lower_member_address(const clang::UnaryOperator* unary) {
  auto* named = llvm::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParens());
  const clang::ValueDecl* member = named == nullptr ? nullptr : named->getDecl();
  if (auto* field = llvm::dyn_cast_or_null<clang::FieldDecl>(member))
    return point(Op::MemberAddr, unary->getType(), 0, {}, field->getFieldIndex(), at_);
  auto* indirect = llvm::dyn_cast_or_null<clang::IndirectFieldDecl>(member);
  if (indirect == nullptr) return lower(unary->getSubExpr());
  // A member of an anonymous union: that of the class, and on from there.
  auto* pointer = unary->getType()->castAs<clang::MemberPointerType>();
  NodeId outer;
  for (const clang::NamedDecl* each : indirect->chain()) {
    auto* field = llvm::cast<clang::FieldDecl>(each);
    bool is_last = each == indirect->chain().back();
    clang::QualType type_here =
        is_last ? unary->getType()
                : context_.getMemberPointerType(field->getType(), pointer->getQualifier(),
                                                pointer->getMostRecentCXXRecordDecl());
    std::vector<NodeId> kids;
    if (outer.valid()) kids.push_back(outer);
    outer = point(Op::MemberAddr, type_here, is_last ? 0u : uint32_t{ir::kImplicit}, kids,
                  field->getFieldIndex(), at_);
  }
  return outer;
}

/// `a && b` of vectors: both are evaluated, and each lane is all ones or zero.
NodeId FunctionLowering::lower_logical_lanes(const clang::BinaryOperator* binary) {
  clang::SourceRange where = at_;
  auto lanes = [&](const clang::Expr* operand) {
    NodeId value = lower(operand);
    NodeId zero = point(Op::ZeroValue, operand->getType(), ir::kImplicit, {}, 0, where);
    return point(Op::Ne, binary->getType(), ir::kImplicit, {value, zero}, 0, where);
  };
  NodeId left = lanes(binary->getLHS()), right = lanes(binary->getRHS());
  Op op = binary->getOpcode() == clang::BO_LAnd ? Op::BitAnd : Op::BitOr;
  return point(op, binary->getType(), 0, {left, right}, 0, where);
}

NodeId FunctionLowering::lower_binary(const clang::BinaryOperator* binary) {
  if (binary->isLogicalOp())
    return binary->getType()->isVectorType() ? lower_logical_lanes(binary)
                                             : lower_short_circuit(binary);
  if (is_chained(binary) && is_chained(llvm::dyn_cast<clang::BinaryOperator>(binary->getLHS())))
    return lower_operator_chain(binary);
  clang::SourceRange where = at_;
  Op op = binary_op(binary->getOpcode());
  uint32_t flags = expr_flags(binary);
  uint64_t payload = 0;
  if (auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary))
    payload = type(compound->getComputationLHSType()).index();
  NodeId left, right;
  if (binary->isAssignmentOp() && context_.getLangOpts().CPlusPlus17) {
    right = lower(binary->getRHS());
    left = lower(binary->getLHS());
  } else {
    left = lower(binary->getLHS());
    if (binary->getOpcode() == clang::BO_PtrMemI)
      left = point(Op::Deref, binary->getLHS()->getType()->getPointeeType(),
                   ir::kLvalue | ir::kImplicit, {left}, 0, where);
    right = lower(binary->getRHS());
  }
  return point(op, binary->getType(), flags, {left, right}, payload, where);
}

/// `a + b + c + …`, from the left: generated code has chains of a hundred thousand.
NodeId FunctionLowering::lower_operator_chain(const clang::BinaryOperator* top) {
  std::vector<const clang::BinaryOperator*> chain;
  const clang::BinaryOperator* at = top;
  while (is_chained(at)) {
    chain.push_back(at);
    at = llvm::dyn_cast<clang::BinaryOperator>(at->getLHS());
  }
  // They all begin where the first does; asking each of them would be quadratic.
  clang::SourceLocation begin = chain.back()->getLHS()->getBeginLoc();
  NodeId left = lower(chain.back()->getLHS());
  for (size_t i = chain.size(); i-- > 0;) {
    NodeId right = lower(chain[i]->getRHS());
    left = point(binary_op(chain[i]->getOpcode()), chain[i]->getType(), 0, {left, right}, 0,
                 {begin, chain[i]->getRHS()->getEndLoc()});
  }
  return left;
}

NodeId FunctionLowering::lower_cast(const clang::CastExpr* cast) {
  clang::SourceRange where = at_;
  const clang::Expr* operand = cast->getSubExpr();
  bool implicit = llvm::isa<clang::ImplicitCastExpr>(cast);
  uint32_t flags = expr_flags(cast) | (implicit ? ir::kImplicit : 0);
  if (auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(cast))
    lower_variable_array_bounds(written->getTypeAsWritten());
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: {
      NodeId place = lower(operand);
      if (operand->getType().isVolatileQualified()) flags |= ir::kVolatileAccess;
      return point(Op::Load, cast->getType(), flags, {place}, 0, where);
    }
    case clang::CK_LValueToRValueBitCast: {
      NodeId value = lower(operand);
      if (operand->isGLValue()) value = load(value, operand->getType(), where);
      return point(Op::Cast, cast->getType(), flags, {value},
                   static_cast<uint64_t>(CastKind::Bitcast), where);
    }
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return lower(operand);
    case clang::CK_NoOp:
      // `(T)x` of a class value: the object itself.
      if (cast->isPRValue() && cast->getType()->isRecordType() && unit_.is_cxx())
        return lower(operand);
      if (implicit) return lower(operand);
      break;
    case clang::CK_ToVoid: {
      NodeId value = lower(operand);
      return point(Op::Cast, cast->getType(), flags, {value},
                   static_cast<uint64_t>(CastKind::ToVoid), where);
    }
    case clang::CK_Dependent:
    case clang::CK_FixedPointCast:
    case clang::CK_FixedPointToBoolean:
    case clang::CK_FixedPointToFloating:
    case clang::CK_FixedPointToIntegral:
    case clang::CK_FloatingToFixedPoint:
    case clang::CK_IntegralToFixedPoint:
      return unsupported("fixed-point conversion", cast);
    default:
      break;
  }
  NodeId value = lower(operand);
  if (cast->getCastKind() == clang::CK_Dynamic && cast->isGLValue()) flags |= ir::kMayThrow;
  return point(Op::Cast, cast->getType(), flags, {value},
               static_cast<uint64_t>(cast_kind(cast->getCastKind())), where);
}

/// Branches on `condition`; the conditions under `&&`, `||` and `!` become branches of their own.
/// Returns the tree.
NodeId FunctionLowering::lower_condition(const clang::Expr* condition, BlockId on_true,
                                         BlockId on_false) {
  const clang::Expr* plain = condition->IgnoreParens();
  clang::SourceRange where = range_of(plain);
  if (++depth_ > kMaxDepth) {
    --depth_;
    NodeId node = unsupported("condition nested too deeply", condition);
    builder_.branch(node, on_true, on_false);
    return node;
  }
  NodeId result;
  auto* binary = llvm::dyn_cast<clang::BinaryOperator>(plain);
  auto* unary = llvm::dyn_cast<clang::UnaryOperator>(plain);
  const clang::Expr* negated = unary != nullptr && unary->getOpcode() == clang::UO_LNot
                                   ? unary->getSubExpr()->IgnoreParenImpCasts()
                                   : nullptr;
  auto* negated_binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(negated);
  if (binary != nullptr && binary->isLogicalOp() && !binary->getType()->isVectorType()) {
    bool is_and = binary->getOpcode() == clang::BO_LAnd;
    if (conditional_depth_ == 0) conditional_start_ = builder_.current();
    BlockId middle = builder_.new_block();
    NodeId left = is_and ? lower_condition(binary->getLHS(), middle, on_false)
                         : lower_condition(binary->getLHS(), on_true, middle);
    builder_.start(middle);
    ++conditional_depth_;
    NodeId right = lower_condition(binary->getRHS(), on_true, on_false);
    --conditional_depth_;
    result = make(is_and ? Op::LogAnd : Op::LogOr, binary->getType(), 0, {left, right}, 0, where);
  } else if (negated_binary != nullptr && negated_binary->isLogicalOp()) {
    NodeId inner = lower_condition(negated, on_false, on_true);
    result = make(Op::Not, plain->getType(), 0, {inner}, 0, where);
  } else {
    result = lower(plain);
    builder_.branch(result, on_true, on_false);
  }
  --depth_;
  return result;
}

NodeId FunctionLowering::lower_short_circuit(const clang::BinaryOperator* binary) {
  clang::SourceRange where = at_;
  bool is_and = binary->getOpcode() == clang::BO_LAnd;
  BlockId decided = builder_.new_block();
  BlockId other = builder_.new_block();
  BlockId join = builder_.new_block();
  if (conditional_depth_ == 0) conditional_start_ = builder_.current();
  NodeId left = is_and ? lower_condition(binary->getLHS(), other, decided)
                       : lower_condition(binary->getLHS(), decided, other);
  builder_.start(decided);
  NodeId known = small_int(is_and ? 0 : 1, binary->getType(), where);
  BlockId decided_end = builder_.current();
  builder_.jump(join);
  builder_.start(other);
  ++conditional_depth_;
  NodeId right = lower(binary->getRHS());
  --conditional_depth_;
  BlockId other_end = builder_.current();
  bool other_reaches = builder_.reachable();
  if (other_reaches) builder_.jump(join);
  builder_.start(join);
  NodeId result =
      make(is_and ? Op::LogAnd : Op::LogOr, binary->getType(), 0, {left, right}, 0, where);
  builder_.append(result);
  builder_.add_phi(result, decided_end, known);
  if (other_reaches) builder_.add_phi(result, other_end, right);
  return result;
}

NodeId FunctionLowering::lower_conditional(const clang::AbstractConditionalOperator* conditional,
                                           const Dest* dest) {
  clang::SourceRange where = at_;
  if (conditional_depth_ == 0) conditional_start_ = builder_.current();
  NodeId common;
  auto* binary = llvm::dyn_cast<clang::BinaryConditionalOperator>(conditional);
  if (binary != nullptr) {
    common = lower(binary->getCommon());
    opaque_[binary->getOpaqueValue()] = common;
  }
  BlockId on_true = builder_.new_block();
  BlockId on_false = builder_.new_block();
  BlockId join = builder_.new_block();
  NodeId condition = lower_condition(conditional->getCond(), on_true, on_false);
  struct Arm {
    NodeId value;
    BlockId end;
    bool reaches = false;
  };
  auto lower_arm = [&](BlockId block, const clang::Expr* expr) {
    builder_.start(block);
    ++conditional_depth_;
    Arm arm;
    arm.value = dest != nullptr ? lower_into(*dest, expr) : lower(expr);
    --conditional_depth_;
    arm.end = builder_.current();
    arm.reaches = builder_.reachable();
    if (arm.reaches) builder_.jump(join);
    return arm;
  };
  Arm yes = lower_arm(on_true, conditional->getTrueExpr());
  Arm no = lower_arm(on_false, conditional->getFalseExpr());
  builder_.start(join);
  if (!yes.reaches && !no.reaches) builder_.set_unreachable();
  std::vector<NodeId> kids;
  if (common.valid()) kids.push_back(common);
  kids.insert(kids.end(), {condition, yes.value, no.value});
  clang::QualType type_of = dest != nullptr ? context_.VoidTy : conditional->getType();
  uint32_t flags = dest != nullptr ? 0 : expr_flags(conditional);
  NodeId result = make(Op::Conditional, type_of, flags, kids, 0, where);
  builder_.append(result);
  if (!type_of->isVoidType()) {
    if (yes.reaches) builder_.add_phi(result, yes.end, yes.value);
    if (no.reaches) builder_.add_phi(result, no.end, no.value);
  }
  return result;
}

}  // namespace assay::frontend
