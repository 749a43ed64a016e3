// C++ objects: constructors, destructors, temporaries, new and delete, exceptions thrown.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

Dest FunctionLowering::this_dest() {
  auto* method = llvm::cast<clang::CXXMethodDecl>(function_);
  Dest dest;
  dest.base = Dest::Base::Pointer;
  dest.type = context_.getCanonicalTagType(method->getParent());
  NodeId at = local_place(this_, at_, ir::kImplicit);
  dest.pointer = load(at, method->getThisType(), at_);
  return dest;
}

const clang::CXXDestructorDecl* FunctionLowering::destructor_of(clang::QualType type_of) {
  type_of = context_.getBaseElementType(type_of);
  auto* record = type_of->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor())
    return nullptr;
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  return destructor != nullptr && !destructor->isDeleted() ? destructor : nullptr;
}

void FunctionLowering::push_destroy(const Dest& dest, clang::QualType type_of,
                                    clang::SourceRange where, bool on_exit) {
  const clang::CXXDestructorDecl* destructor = destructor_of(type_of);
  if (destructor == nullptr) return;
  // The language needs it here, though no path may come to it: what is returned in place is not
  // destroyed, and nothing is thrown.
  if (on_exit) unit_.reach(destructor);
  Cleanup cleanup;
  cleanup.kind = Cleanup::Kind::Destroy;
  cleanup.on_exit = on_exit;
  cleanup.is_guard = !on_exit;
  cleanup.dest = dest;
  cleanup.destructor = destructor;
  cleanup.where = where;
  push_cleanup(std::move(cleanup));
}

NodeId FunctionLowering::destroy(const Dest& dest, const clang::CXXDestructorDecl* destructor,
                                 clang::SourceRange where, uint32_t flags) {
  unit_.reach(destructor);
  NodeId at = dest_place(dest, where);
  if (dest.place_type()->isArrayType()) flags |= ir::kArrayForm;
  if (may_throw(destructor, destructor->getType()->getAs<clang::FunctionProtoType>()))
    flags |= ir::kMayThrow;
  return point(Op::Destroy, context_.VoidTy, flags, {at}, unit_.symbol(destructor).index(), where);
}

/// Has an object of static life destroyed when the program or the thread ends.
NodeId FunctionLowering::at_exit(const Dest& dest, clang::SourceRange where) {
  const clang::CXXDestructorDecl* destructor = destructor_of(dest.place_type());
  if (destructor == nullptr) return make(Op::Null, clang::QualType(), ir::kImplicit, {}, 0, where);
  unit_.reach(destructor);
  uint32_t flags = ir::kImplicit | (dest.place_type()->isArrayType() ? ir::kArrayForm : 0);
  NodeId at = dest_place(dest, where);
  return point(Op::AtExit, context_.VoidTy, flags, {at}, unit_.symbol(destructor).index(), where);
}

NodeId FunctionLowering::construct(const Dest& dest, const clang::CXXConstructorDecl* constructor,
                                   std::vector<NodeId> arguments, clang::SourceRange where,
                                   uint32_t flags) {
  unit_.reach(constructor);
  std::vector<NodeId> kids{dest_place(dest, where)};
  kids.insert(kids.end(), arguments.begin(), arguments.end());
  if (dest.place_type()->isArrayType()) flags |= ir::kArrayForm;
  if (may_throw(constructor, constructor->getType()->getAs<clang::FunctionProtoType>()))
    flags |= ir::kMayThrow;
  return point(Op::Construct, context_.VoidTy, flags, kids, unit_.symbol(constructor).index(),
               where);
}

NodeId FunctionLowering::lower_construct(const Dest& dest,
                                         const clang::CXXConstructExpr* construct_expr) {
  clang::SourceRange where = at_;
  const clang::CXXConstructorDecl* constructor = construct_expr->getConstructor();
  if (construct_expr->isElidable() && construct_expr->getNumArgs() == 1) {
    const clang::Expr* source = construct_expr->getArg(0)->IgnoreImplicit();
    if (source->isPRValue() &&
        context_.hasSameUnqualifiedType(source->getType(), construct_expr->getType()))
      return lower_into(dest, source);
  }
  if (constructor->isTrivial() && constructor->isCopyOrMoveConstructor()) {
    NodeId source = lower(construct_expr->getArg(0));
    if (builder_[source].has(ir::kLvalue)) source = load(source, construct_expr->getType(), where);
    return init(dest, source, where);
  }
  if (construct_expr->requiresZeroInitialization()) {
    if (constructor->isTrivial()) {
      NodeId zero = point(Op::ZeroValue, dest.place_type(), ir::kImplicit, {}, 0, where);
      return init(dest, zero, where, ir::kImplicit);
    }
    // Its bytes become zero before its life begins.
    bool is_base = !dest.steps.empty() && dest.steps.back().kind == Dest::Step::Kind::BaseClass;
    clang::CharUnits size =
        is_base ? context_.getASTRecordLayout(constructor->getParent()).getNonVirtualSize()
                : context_.getTypeSizeInChars(dest.place_type());
    zero_fill(dest, small_int(size.getQuantity(), context_.getSizeType(), where), construct_expr);
  }
  if (constructor->isTrivial() && constructor->isDefaultConstructor()) {
    // Nothing happens: the object begins to live with no value.
    NodeId at = dest_place(dest, where);
    return point(Op::Cast, context_.VoidTy, ir::kImplicit, {at},
                 static_cast<uint64_t>(ir::CastKind::ToVoid), where);
  }
  std::vector<NodeId> arguments;
  for (const clang::Expr* argument : construct_expr->arguments())
    arguments.push_back(lower_argument(argument));
  // `f(text)` where a class object is asked for that is made of it.
  bool is_conversion = construct_expr->getNumArgs() > 0 &&
                       !llvm::isa<clang::CXXDefaultArgExpr>(construct_expr->getArg(0)) &&
                       !constructor->isCopyOrMoveConstructor() &&
                       construct_expr->getParenOrBraceRange().isInvalid() &&
                       !construct_expr->isListInitialization();
  return construct(dest, constructor, std::move(arguments), where,
                   is_conversion ? ir::kUnwritten : 0);
}

/// A class value with no destination of its own: built in a temporary that dies with the
/// full-expression.  Answers its place.
NodeId FunctionLowering::object_in_temporary(const clang::Expr* expr) {
  clang::SourceRange where = at_;
  LocalId local = temporary(expr->getType());
  Dest dest = local_dest(local, expr->getType());
  NodeId built = lower_into(dest, expr);
  Cleanup cleanup;
  cleanup.kind = Cleanup::Kind::Destroy;
  cleanup.dest = dest;
  cleanup.destructor = destructor_of(expr->getType());
  cleanup.where = where;
  if (cleanup.destructor != nullptr && builder_.reachable()) {
    if (conditional_depth_ > 0) {
      // Built on some paths only: a flag, cleared before the paths part, says whether.
      cleanup.active = temporary(context_.BoolTy);
      NodeId flag = make(Op::Local, context_.BoolTy, ir::kLvalue | ir::kImplicit, {},
                         cleanup.active.index(), where);
      NodeId no = make(Op::IntLit, context_.BoolTy, ir::kImplicit, {}, 0, where);
      NodeId clear = make(Op::Init, context_.VoidTy, ir::kImplicit, {flag, no}, 0, where);
      for (NodeId node : {flag, no, clear}) builder_.append_to(conditional_start_, node);
      init(local_dest(cleanup.active, context_.BoolTy), small_int(1, context_.BoolTy, where), where,
           ir::kImplicit);
    }
    push_cleanup(std::move(cleanup));
  }
  NodeId at = local_place(local, where, ir::kImplicit);
  return point(Op::Comma, expr->getType(), ir::kLvalue | ir::kImplicit, {built, at}, 0, where);
}

NodeId FunctionLowering::lower_temporary(const clang::MaterializeTemporaryExpr* temporary_expr) {
  const clang::Expr* expr = temporary_expr->getSubExpr();
  clang::SourceRange where = at_;
  clang::QualType type_of = expr->getType();
  if (temporary_expr->getStorageDuration() == clang::SD_Static ||
      temporary_expr->getStorageDuration() == clang::SD_Thread) {
    Dest dest;
    dest.base = Dest::Base::Global;
    dest.symbol = unit_.anonymous_global(temporary_expr, type_of);
    dest.type = type_of;
    NodeId built = lower_into(dest, expr);
    if (destructor_of(type_of) != nullptr) at_exit(dest, where);
    NodeId at = dest_place(dest, where);
    return point(Op::Comma, type_of, ir::kLvalue | ir::kImplicit, {built, at}, 0, where);
  }
  if (temporary_expr->getStorageDuration() != clang::SD_Automatic) {
    // The sub-expression's own temporary is this one.
    return object_in_temporary(expr);
  }
  // Bound to a reference: lives as long as that does.
  LocalId local = temporary(type_of);
  Dest dest = local_dest(local, type_of);
  NodeId built = lower_into(dest, expr);
  if (const clang::CXXDestructorDecl* destructor = destructor_of(type_of)) {
    Cleanup cleanup;
    cleanup.kind = Cleanup::Kind::Destroy;
    cleanup.dest = dest;
    cleanup.destructor = destructor;
    cleanup.where = where;
    extended_.push_back(std::move(cleanup));
  }
  NodeId at = local_place(local, where, ir::kImplicit);
  return point(Op::Comma, type_of, ir::kLvalue | ir::kImplicit, {built, at}, 0, where);
}

NodeId FunctionLowering::lower_compound_literal(const clang::CompoundLiteralExpr* literal) {
  clang::SourceRange where = at_;
  clang::QualType type_of = literal->getType();
  Dest dest;
  if (literal->isFileScope() || function_ == nullptr) {
    dest.base = Dest::Base::Global;
    dest.symbol = unit_.anonymous_global(literal, type_of);
    dest.type = type_of;
  } else {
    lower_variable_array_bounds(type_of);
    LocalId local = temporary(type_of);
    // Lives until the enclosing block ends, unlike a C++ temporary.
    if (scope_depth_ == 0) builder_.body().locals[local.index()].lives_on = true;
    dest = local_dest(local, type_of);
  }
  NodeId built = lower_into(dest, literal->getInitializer());
  NodeId at = dest_place(dest, where);
  uint32_t flags = ir::kLvalue | ir::kImplicit;
  NodeId object = point(Op::Comma, type_of, flags, {built, at}, 0, where);
  return literal->isGLValue() ? object : load(object, type_of, where);
}

NodeId FunctionLowering::lower_lambda(const Dest& dest, const clang::LambdaExpr* lambda) {
  clang::SourceRange where = at_;
  if (const clang::CXXMethodDecl* body = lambda->getCallOperator()) unit_.reach(body);
  std::vector<NodeId> parts;
  CleanupId depth = top_;
  auto field = lambda->getLambdaClass()->field_begin();
  for (const clang::Expr* captured : lambda->capture_inits()) {
    if (captured != nullptr) {
      parts.push_back(lower_into(dest.field(*field), captured));
      push_destroy(dest.field(*field), field->getType(), where, false);
    }
    ++field;
  }
  drop_guards(depth);
  return point(Op::InitList, context_.VoidTy, 0, parts, 0, where);
}

NodeId FunctionLowering::lower_initializer_list(const Dest& dest,
                                                const clang::CXXStdInitializerListExpr* list) {
  clang::SourceRange where = at_;
  auto* record = list->getType()->getAsRecordDecl();
  NodeId array = lower(list->getSubExpr());
  auto* array_type = context_.getAsConstantArrayType(list->getSubExpr()->getType());
  auto field = record->field_begin();
  if (array_type == nullptr || field == record->field_end())
    return unsupported("initializer_list of this kind", list);
  clang::QualType element = array_type->getElementType();
  NodeId start = point(Op::Cast, context_.getPointerType(element), ir::kImplicit, {array},
                       static_cast<uint64_t>(ir::CastKind::ArrayToPointer), where);
  NodeId first = init(dest.field(*field), start, where);
  ++field;
  if (field == record->field_end()) return first;
  NodeId count = small_int(static_cast<int64_t>(array_type->getSize().getZExtValue()),
                           context_.getSizeType(), where);
  NodeId second;
  if (field->getType()->isPointerType()) {
    NodeId end =
        point(Op::Add, field->getType(), ir::kImplicit, {again(start, where), count}, 0, where);
    second = init(dest.field(*field), end, where);
  } else {
    second = init(dest.field(*field), count, where);
  }
  return point(Op::InitList, context_.VoidTy, 0, {first, second}, 0, where);
}

NodeId FunctionLowering::lower_new(const clang::CXXNewExpr* expr) {
  clang::SourceRange where = at_;
  clang::QualType element = expr->getAllocatedType();
  const clang::FunctionDecl* allocator = expr->getOperatorNew();
  if (allocator == nullptr) return unsupported("new without an allocator", expr);
  clang::QualType size_type = context_.getSizeType();
  uint32_t array = expr->isArray() ? ir::kArrayForm : 0;

  NodeId count;
  NodeId size = small_int(context_.getTypeSizeInChars(element).getQuantity(), size_type, where);
  if (expr->isArray()) {
    if (auto written = expr->getArraySize(); written && *written != nullptr) {
      count = lower(*written);
      NodeId wide = point(Op::Cast, size_type, ir::kImplicit, {count},
                          static_cast<uint64_t>(ir::CastKind::Integral), where);
      size = point(Op::Mul, size_type, ir::kImplicit, {wide, size}, 0, where);
    }
  }
  NodeId callee = function_ref(allocator, where);
  std::vector<NodeId> kids{callee, size};
  if (expr->passAlignment())
    kids.push_back(
        small_int(context_.getTypeAlignInChars(element).getQuantity(), size_type, where));
  for (const clang::Expr* argument : expr->placement_arguments())
    kids.push_back(lower_argument(argument));
  auto* prototype = allocator->getType()->getAs<clang::FunctionProtoType>();
  uint32_t throws = may_throw(allocator, prototype) ? ir::kMayThrow : 0;
  NodeId raw = point(Op::Call, allocator->getReturnType(), throws, kids,
                     static_cast<uint64_t>(ir::CallKind::Plain), where);
  NodeId pointer = point(Op::Cast, expr->getType(), ir::kImplicit, {raw},
                         static_cast<uint64_t>(ir::CastKind::Bitcast), where);

  NodeId built;
  const clang::Expr* initializer = expr->getInitializer();
  if (initializer != nullptr) {
    // An allocator that may answer null is asked first.
    BlockId join;
    bool checks = expr->shouldNullCheckAllocation();
    if (checks) {
      BlockId build = builder_.new_block();
      join = builder_.new_block();
      builder_.branch(pointer, build, join);
      builder_.start(build);
    }
    CleanupId depth = top_;
    if (const clang::FunctionDecl* deallocator = expr->getOperatorDelete();
        deallocator != nullptr && context_.getLangOpts().CXXExceptions) {
      unit_.reach(deallocator);
      Cleanup cleanup;
      cleanup.kind = Cleanup::Kind::Deallocate;
      cleanup.on_exit = false;
      cleanup.is_guard = true;
      cleanup.function = deallocator;
      // The sized form is told the size, a placement form what operator new was.
      if (expr->getNumPlacementArgs() > 0)
        cleanup.arguments.assign(kids.begin() + 2, kids.end());
      else if (deallocator->getNumParams() > 1 &&
               deallocator->getParamDecl(1)->getType()->isIntegerType())
        cleanup.arguments.push_back(size);
      cleanup.dest.base = Dest::Base::Pointer;
      cleanup.dest.pointer = pointer;
      cleanup.where = where;
      push_cleanup(std::move(cleanup));
    }
    Dest dest;
    dest.base = Dest::Base::Pointer;
    dest.pointer = pointer;
    dest.type = element;
    auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(initializer->IgnoreImplicit());
    if (expr->isArray() && made != nullptr) {
      if (made->requiresZeroInitialization()) built = zero_fill(dest, again(size, where), expr);
      if (!made->getConstructor()->isTrivial() && count.valid()) {
        std::vector<NodeId> arguments{again(count, where)};
        for (const clang::Expr* argument : made->arguments())
          arguments.push_back(lower_argument(argument));
        built =
            construct(dest, made->getConstructor(), std::move(arguments), where, ir::kArrayForm);
      }
    } else if (expr->isArray() && llvm::isa<clang::ImplicitValueInitExpr>(initializer)) {
      built = zero_fill(dest, again(size, where), expr);
    } else if (auto* list = llvm::dyn_cast<clang::InitListExpr>(initializer);
               expr->isArray() && list != nullptr) {
      Dest whole = dest;
      whole.type = list->getType();
      // Of a constant number of elements the list's type is the whole array's.
      bool is_constant = !count.valid() || (*expr->getArraySize())->isIntegerConstantExpr(context_);
      at_ = list->getSourceRange();
      built = lower_init_list(whole, list, is_constant ? NodeId() : count);
      at_ = where;
    } else {
      built = lower_into(dest, initializer);
    }
    drop_guards(depth);
    if (checks) {
      if (builder_.reachable()) builder_.jump(join);
      builder_.start(join);
    }
  }
  std::vector<NodeId> parts{pointer};
  if (count.valid()) parts.push_back(again(count, where));
  if (built.valid()) parts.push_back(built);
  return point(Op::New, expr->getType(), array, parts, type(element).index(), where);
}

NodeId FunctionLowering::lower_delete(const clang::CXXDeleteExpr* expr) {
  clang::SourceRange where = at_;
  NodeId pointer = lower(expr->getArgument());
  clang::QualType destroyed = expr->getDestroyedType();
  const clang::FunctionDecl* deallocator = expr->getOperatorDelete();
  BlockId run = builder_.new_block();
  BlockId join = builder_.new_block();
  builder_.branch(pointer, run, join);
  builder_.start(run);
  std::vector<NodeId> kids{pointer};
  if (!destroyed.isNull())
    if (const clang::CXXDestructorDecl* destructor = destructor_of(destroyed)) {
      Dest dest;
      dest.base = Dest::Base::Pointer;
      dest.pointer = pointer;
      dest.type = destroyed;
      kids.push_back(destroy(dest, destructor, where,
                             ir::kImplicit | (expr->isArrayForm() ? ir::kArrayForm : 0)));
    }
  if (deallocator != nullptr) {
    std::vector<NodeId> call{function_ref(deallocator, where), again(pointer, where)};
    // The sized form is told how much there is.
    if (deallocator->getNumParams() > 1 && !expr->isArrayForm() && !destroyed.isNull() &&
        deallocator->getParamDecl(1)->getType()->isIntegerType())
      call.push_back(small_int(context_.getTypeSizeInChars(destroyed).getQuantity(),
                               context_.getSizeType(), where));
    kids.push_back(point(Op::Call, context_.VoidTy, ir::kImplicit, call,
                         static_cast<uint64_t>(ir::CallKind::Plain), where));
  }
  builder_.fall_into(join);
  return point(Op::Delete, context_.VoidTy, expr->isArrayForm() ? ir::kArrayForm : 0, kids,
               destroyed.isNull() ? type(context_.VoidTy).index() : type(destroyed).index(), where);
}

NodeId FunctionLowering::lower_throw(const clang::CXXThrowExpr* expr) {
  clang::SourceRange where = at_;
  std::vector<NodeId> kids;
  SymbolId destroyed_by;
  if (const clang::Expr* thrown = expr->getSubExpr()) {
    if (const clang::CXXDestructorDecl* destructor = destructor_of(thrown->getType())) {
      unit_.reach(destructor);
      destroyed_by = unit_.symbol(destructor);
    }
    LocalId object = builder_.add_local(
        {.type = type(thrown->getType()), .kind = ir::LocalKind::Exception, .lives_on = true});
    NodeId built = lower_into(local_dest(object, thrown->getType()), thrown);
    NodeId at = local_place(object, where, ir::kImplicit);
    kids.push_back(
        point(Op::Comma, thrown->getType(), ir::kLvalue | ir::kImplicit, {built, at}, 0, where));
  }
  NodeId node = point(Op::Throw, context_.VoidTy, ir::kMayThrow, kids, destroyed_by.index(), where);
  builder_.terminate(ir::Terminator::Unreachable, NodeId(), {});
  return node;
}

NodeId FunctionLowering::lower_typeid(const clang::CXXTypeidExpr* expr) {
  clang::SourceRange where = at_;
  std::vector<NodeId> kids;
  // Evaluated only for the dynamic type of a polymorphic object.
  if (!expr->isTypeOperand() && expr->isPotentiallyEvaluated())
    kids.push_back(lower(expr->getExprOperand()));
  clang::QualType asked =
      expr->isTypeOperand() ? expr->getTypeOperand(context_) : expr->getExprOperand()->getType();
  asked = context_.getUnqualifiedArrayType(asked.getNonReferenceType());
  return point(Op::TypeInfo, expr->getType(), ir::kLvalue, kids, type(asked).index(), where);
}

}  // namespace assay::frontend
