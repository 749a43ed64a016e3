// Calls: who is called, with what, and whether control comes back.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

using ir::CallKind;

bool FunctionLowering::may_throw(const clang::FunctionDecl* function,
                                 const clang::FunctionProtoType* prototype) const {
  if (!context_.getLangOpts().CXXExceptions) return false;
  if (function != nullptr &&
      (unit_.is_nothrow(function) || (function->getBuiltinID() != 0 && function->isExternC())))
    return false;
  if (prototype == nullptr) return true;
  if (clang::isUnresolvedExceptionSpec(prototype->getExceptionSpecType())) return true;
  return !prototype->isNothrow();
}

namespace {

/// By its declaration, or by its name as GCC has it: setjmp is declared plainly by many.
bool returns_twice(const clang::FunctionDecl* function) {
  if (function->hasAttr<clang::ReturnsTwiceAttr>()) return true;
  if (!function->isExternC() || function->isDefined() || !function->getIdentifier()) return false;
  llvm::StringRef name = function->getName();
  name.consume_front("_");
  name.consume_front("_");
  return name == "setjmp" || name == "sigsetjmp" || name == "savectx" || name == "vfork" ||
         name == "getcontext";
}

}  // namespace

NodeId FunctionLowering::function_ref(const clang::FunctionDecl* function,
                                      clang::SourceRange where) {
  unit_.reach(function);
  return point(Op::FunctionRef, function->getType(), ir::kLvalue, {},
               unit_.symbol(function).index(), where);
}

NodeId FunctionLowering::lower_argument(const clang::Expr* argument) {
  // A class object passed by value is built by the caller; the callee's parameter is that object.
  if (unit_.is_cxx() && argument->isPRValue() && argument->getType()->isRecordType()) {
    auto* record = argument->getType()->getAsCXXRecordDecl();
    if (record != nullptr && !record->isTriviallyCopyable())
      return mark_default(argument, object_in_temporary(argument));
  }
  NodeId value = lower(argument);
  if (!argument->isGLValue()) return mark_default(argument, value);
  return mark_default(argument,
                      point(Op::AddressOf, context_.getLValueReferenceType(argument->getType()),
                            ir::kImplicit, {value}, 0, argument->getSourceRange()));
}

/// What the source leaves out.
NodeId FunctionLowering::mark_default(const clang::Expr* argument, NodeId value) {
  if (value.valid() && llvm::isa<clang::CXXDefaultArgExpr>(argument))
    builder_.node(value).flags |= ir::kUnwritten;
  return value;
}

NodeId FunctionLowering::object_address(const clang::Expr* object, bool is_arrow) {
  NodeId value = lower(object);
  if (is_arrow || object->getType()->isPointerType()) return value;
  if (!object->isGLValue()) {
    // A scalar's pseudo-destructor, or a value that needs a place first.
    return value;
  }
  return point(Op::AddressOf, context_.getPointerType(object->getType()), ir::kImplicit, {value}, 0,
               object->getSourceRange());
}

NodeId FunctionLowering::callee_node(const clang::Expr* callee) {
  // A named function is called directly: its decay to a pointer is no point.
  const clang::Expr* plain = callee->IgnoreParens();
  if (auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(plain);
      cast != nullptr && (cast->getCastKind() == clang::CK_FunctionToPointerDecay ||
                          cast->getCastKind() == clang::CK_BuiltinFnToFnPtr)) {
    const clang::Expr* named = cast->getSubExpr()->IgnoreParens();
    if (auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(named))
      if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl()))
        return function_ref(function, ref->getSourceRange());
  }
  return lower(callee);
}

NodeId FunctionLowering::emit_call(NodeId callee, CallKind kind, std::vector<NodeId> arguments,
                                   const clang::Expr* call, const clang::FunctionDecl* function,
                                   const clang::FunctionProtoType* prototype) {
  clang::SourceRange where = at_;
  std::vector<NodeId> kids{callee};
  kids.insert(kids.end(), arguments.begin(), arguments.end());
  uint32_t flags = 0;
  if (may_throw(function, prototype)) flags |= ir::kMayThrow;
  bool no_return = function != nullptr && function->isNoReturn();
  const clang::FunctionType* function_type = prototype;
  if (function_type == nullptr && function != nullptr)
    function_type = function->getType()->getAs<clang::FunctionType>();
  if (function_type != nullptr && function_type->getNoReturnAttr()) no_return = true;
  if (no_return) flags |= ir::kNoReturnCall;
  bool twice = function != nullptr && !no_return && returns_twice(function);
  if (twice) flags |= ir::kReturnsTwice;

  clang::QualType result = call->getType();
  bool by_reference = call->isGLValue();
  if (by_reference)
    result = call->isXValue() ? context_.getRValueReferenceType(result)
                              : context_.getLValueReferenceType(result);
  NodeId node = point(Op::Call, result, flags, kids, static_cast<uint64_t>(kind), where);
  if (no_return) builder_.terminate(ir::Terminator::Unreachable, NodeId(), {});
  if (twice) {
    BlockId next = builder_.new_block();
    bool was_reachable = builder_.reachable();
    builder_.jump(next);
    builder_.start(next);
    if (!was_reachable) builder_.set_unreachable();
  }
  if (!by_reference) return node;
  return point(Op::Deref, call->getType(), ir::kLvalue | ir::kImplicit, {node}, 0, where);
}

NodeId FunctionLowering::runtime_call(std::string_view name, clang::QualType result,
                                      std::vector<NodeId> arguments, const clang::Expr* where) {
  clang::FunctionProtoType::ExtProtoInfo info;
  info.Variadic = true;
  clang::QualType function_type = context_.getFunctionType(result, {}, info);
  SymbolId symbol = unit_.runtime_symbol(name, type(function_type), ir::kCLinkage);
  std::vector<NodeId> kids{point(Op::FunctionRef, function_type, ir::kLvalue | ir::kImplicit, {},
                                 symbol.index(), where->getSourceRange())};
  kids.insert(kids.end(), arguments.begin(), arguments.end());
  return point(Op::Call, result, 0, kids, static_cast<uint64_t>(CallKind::Plain),
               where->getSourceRange());
}

/// Whether an assignment copies all bytes of an object, and none that something else may live in.
bool FunctionLowering::copies_bytes(const clang::CXXMethodDecl* method) const {
  bool copies = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
  const clang::CXXRecordDecl* record = method->getParent();
  if (!copies || !method->isTrivial() || record->isEmpty()) return false;
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
  return record->isPOD() || layout.getDataSize() == layout.getSize();
}

/// A record is copied as C does it: members that were never set as well.
NodeId FunctionLowering::lower_trivial_assignment(const clang::CallExpr* call) {
  clang::SourceRange where = at_;
  clang::QualType record = call->getArg(0)->getType();
  NodeId places[2];
  bool is_right_first = context_.getLangOpts().CPlusPlus17;
  for (unsigned i : {is_right_first ? 1U : 0U, is_right_first ? 0U : 1U}) {
    places[i] = lower(call->getArg(i));
    if (i == 1 && builder_[places[i]].has(ir::kLvalue)) places[i] = load(places[i], record, where);
  }
  return point(Op::Assign, record, ir::kLvalue, {places[0], places[1]}, 0, where);
}

NodeId FunctionLowering::lower_call(const clang::CallExpr* call) {
  clang::SourceRange where = at_;
  const clang::FunctionDecl* function = call->getDirectCallee();

  if (function != nullptr) {
    switch (function->getBuiltinID()) {
      case clang::Builtin::BI__builtin_unreachable: {
        NodeId node = runtime_call("__builtin_unreachable", call->getType(), {}, call);
        builder_.node(node).flags |= ir::kNoReturnCall;
        builder_.terminate(ir::Terminator::Unreachable, NodeId(), {});
        return node;
      }
      case clang::Builtin::BI__builtin_constant_p:
      case clang::Builtin::BI__builtin_classify_type:
      case clang::Builtin::BI__builtin_is_constant_evaluated: {
        // The operand is not evaluated.  Whether `constant_p(n)` is true of a parameter is the
        // optimiser's choice: as with GCC and Clang at -O0, only constants are constant.
        clang::Expr::EvalResult result;
        if (call->EvaluateAsRValue(result, context_)) return lower_constant(call, result.Val);
        return small_int(0, call->getType(), where);
      }
      case clang::Builtin::BI__builtin_object_size:
      case clang::Builtin::BI__builtin_dynamic_object_size: {
        clang::Expr::EvalResult result;
        if (call->EvaluateAsRValue(result, context_)) return lower_constant(call, result.Val);
        break;
      }
      default:
        break;
    }
  }
  if (auto* pseudo =
          llvm::dyn_cast<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens())) {
    NodeId base = lower(pseudo->getBase());
    return point(Op::Cast, call->getType(), 0, {base}, static_cast<uint64_t>(ir::CastKind::ToVoid),
                 where);
  }

  auto* prototype = [&]() -> const clang::FunctionProtoType* {
    if (function != nullptr) return function->getType()->getAs<clang::FunctionProtoType>();
    clang::QualType callee = call->getCallee()->getType();
    if (auto* bound = callee->getAs<clang::PointerType>()) callee = bound->getPointeeType();
    if (callee->isSpecificPlaceholderType(clang::BuiltinType::BoundMember))
      callee = clang::Expr::findBoundMemberType(call->getCallee());
    return callee.isNull() ? nullptr : callee->getAs<clang::FunctionProtoType>();
  }();

  std::vector<NodeId> arguments;
  NodeId callee;
  CallKind kind = CallKind::Plain;
  unsigned first_argument = 0;
  if (auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::Expr* named = call->getCallee()->IgnoreParens();
    if (auto* member = llvm::dyn_cast<clang::MemberExpr>(named)) {
      auto* method = llvm::cast<clang::CXXMethodDecl>(member->getMemberDecl());
      arguments.push_back(object_address(member->getBase(), member->isArrow()));
      if (auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(method)) {
        // p->~T(): destroys what p points to.
        Dest dest;
        dest.base = Dest::Base::Pointer;
        dest.pointer = arguments[0];
        dest.type = context_.getCanonicalTagType(method->getParent());
        return destroy(dest, destructor, where, 0);
      }
      callee = function_ref(method, member->getMemberLoc());
      bool dispatches =
          method->isVirtual() && !member->hasQualifier() && !method->hasAttr<clang::FinalAttr>();
      kind = dispatches ? CallKind::Virtual : CallKind::Method;
    } else {
      // (object->*pointer)(…): the callee is the BinaryOperator of both.
      auto* binary = llvm::cast<clang::BinaryOperator>(named);
      arguments.push_back(
          object_address(binary->getLHS(), binary->getOpcode() == clang::BO_PtrMemI));
      callee = lower(binary->getRHS());
      kind = CallKind::MemberPointer;
    }
    (void)member_call;
  } else if (auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
             method != nullptr && method->isInstance() &&
             llvm::isa<clang::CXXOperatorCallExpr>(call)) {
    // An operator of a class: the first argument is the object.
    first_argument = 1;
    bool assigns =
        llvm::cast<clang::CXXOperatorCallExpr>(call)->isAssignmentOp() && call->getNumArgs() == 2;
    if (assigns && copies_bytes(method)) return lower_trivial_assignment(call);
    NodeId right;
    if (assigns && context_.getLangOpts().CPlusPlus17) {
      right = lower_argument(call->getArg(1));
      first_argument = 2;
    }
    if (method->isExplicitObjectMemberFunction())
      arguments.push_back(lower_argument(call->getArg(0)));
    else
      arguments.push_back(object_address(call->getArg(0), false));
    if (right.valid()) arguments.push_back(right);
    callee = function_ref(method, call->getCallee()->getSourceRange());
    kind = method->isVirtual() ? CallKind::Virtual : CallKind::Method;
  } else {
    // The object of a static operator is evaluated, and not handed over.
    auto* operation = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
    if (operation != nullptr && operation->isStatic() &&
        llvm::isa<clang::CXXOperatorCallExpr>(call)) {
      lower(call->getArg(0));
      first_argument = 1;
    }
    callee = callee_node(call->getCallee());
  }
  for (unsigned i = first_argument; i < call->getNumArgs(); ++i)
    arguments.push_back(lower_argument(call->getArg(i)));
  return emit_call(callee, kind, std::move(arguments), call, function, prototype);
}

}  // namespace assay::frontend
