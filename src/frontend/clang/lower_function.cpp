// A function from its parameters to its closing brace, and the ways to return.
#include <algorithm>

#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

FunctionLowering::FunctionLowering(UnitLowering& unit, const clang::FunctionDecl* function)
    : unit_(unit), context_(unit.context()), function_(function) {
  unit_.restart_variable_arrays();
  if (function != nullptr) at_ = function->getSourceRange();
}

/// The function that a captureless lambda converts to: Clang leaves its body empty.  It calls the
/// lambda's operator() on an object that has nothing in it.
void FunctionLowering::lower_lambda_invoker(const clang::CXXMethodDecl* invoker) {
  const clang::CXXRecordDecl* closure = invoker->getParent();
  const clang::CXXMethodDecl* body = closure->getLambdaCallOperator();
  if (const clang::FunctionTemplateDecl* pattern = body->getDescribedFunctionTemplate()) {
    // A generic lambda: the operator() instantiated for the same types.
    void* position = nullptr;
    const clang::TemplateArgumentList* types = invoker->getTemplateSpecializationArgs();
    const clang::FunctionDecl* made =
        types == nullptr ? nullptr
                         : const_cast<clang::FunctionTemplateDecl*>(pattern)->findSpecialization(
                               types->asArray(), position);
    body = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(made);
  }
  if (body == nullptr) {
    unsupported("conversion of a generic lambda", invoker->getBody());
    return;
  }
  clang::QualType type_of = context_.getCanonicalTagType(closure);
  NodeId callee = function_ref(body, at_);
  std::vector<NodeId> call{callee};
  call.push_back(dest_address(local_dest(temporary(type_of), type_of), at_));
  for (const clang::ParmVarDecl* param : invoker->parameters()) {
    NodeId at = local_place(local_for(param), at_, ir::kImplicit);
    call.push_back(load(at, param->getType(), at_));
  }
  auto* prototype = body->getType()->getAs<clang::FunctionProtoType>();
  uint32_t flags = ir::kImplicit | (may_throw(body, prototype) ? ir::kMayThrow : 0);
  NodeId value = point(Op::Call, body->getReturnType(), flags, call,
                       static_cast<uint64_t>(ir::CallKind::Method), at_);
  std::vector<NodeId> result;
  if (!body->getReturnType()->isVoidType()) result.push_back(value);
  NodeId node = point(Op::Return, clang::QualType(), ir::kImplicit, result, 0, at_);
  builder_.terminate(ir::Terminator::Return, node, {});
  builder_.body().root = node;
}

/// A virtual base is built and destroyed by the most derived class only.  One body serves both
/// cases, so that it asks; cleanups ask a flag that holds the answer.
LocalId FunctionLowering::most_derived_flag(clang::SourceRange where) {
  NodeId answer = point(Op::MostDerived, context_.BoolTy, ir::kImplicit, {}, 0, where);
  LocalId flag = temporary(context_.BoolTy);
  init(local_dest(flag, context_.BoolTy), answer, where, ir::kImplicit);
  return flag;
}

/// What a defaulted assignment of a union does, of which Clang's body says nothing: all of it is
/// copied, whichever member it holds.
NodeId FunctionLowering::lower_union_assignment(const clang::CXXMethodDecl* method) {
  Dest self = this_dest();
  NodeId at = local_place(local_for(method->getParamDecl(0)), at_, ir::kImplicit);
  NodeId source = point(Op::Deref, self.type, ir::kLvalue | ir::kImplicit,
                        {load(at, method->getParamDecl(0)->getType(), at_)}, 0, at_);
  NodeId value = load(source, self.type, at_);
  return point(Op::Assign, self.type, ir::kLvalue | ir::kImplicit, {dest_place(self, at_), value},
               0, at_);
}

void FunctionLowering::lower_constructor_prologue(const clang::CXXConstructorDecl* constructor) {
  Dest self = this_dest();
  for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
    const clang::Expr* value = initializer->getInit();
    if (value == nullptr) continue;
    CleanupId saved = full_expression_;
    CleanupId depth = top_;
    full_expression_ = top_;
    clang::SourceRange where = initializer->getSourceRange();
    if (where.isValid()) at_ = where;
    Dest dest = self;
    BlockId after;
    LocalId most_derived;
    if (initializer->isBaseInitializer() && initializer->isBaseVirtual()) {
      most_derived = most_derived_flag(at_);
      BlockId build = builder_.new_block();
      after = builder_.new_block();
      builder_.branch(load(local_place(most_derived, at_, ir::kImplicit), context_.BoolTy, at_),
                      build, after);
      builder_.start(build);
    }
    if (initializer->isBaseInitializer()) {
      dest = self.base_class(clang::QualType(initializer->getBaseClass(), 0));
    } else if (initializer->isMemberInitializer()) {
      dest = self.field(initializer->getMember());
    } else if (initializer->isIndirectMemberInitializer()) {
      for (const clang::NamedDecl* step : initializer->getIndirectMember()->chain())
        dest = dest.field(llvm::cast<clang::FieldDecl>(step));
    }
    lower_into(dest, value);
    pop_cleanups(depth);
    full_expression_ = saved;
    if (after.valid()) builder_.fall_into(after);
    // What is built so far is destroyed if a later initialiser, or the body, throws.
    if (!context_.getLangOpts().CXXExceptions) continue;
    CleanupId before = top_;
    push_destroy(dest, dest.place_type(), at_, false);
    if (top_ != before) cleanups_[top_.index()].active = most_derived;
  }
  at_ = constructor->getSourceRange();
}

// Members in reverse order, then bases: pushed first, so that every way out of the body runs them.
void FunctionLowering::push_destructor_epilogue(const clang::CXXDestructorDecl* destructor) {
  const clang::CXXRecordDecl* record = destructor->getParent();
  Dest self = this_dest();
  clang::SourceRange where = destructor->getBody() != nullptr
                                 ? clang::SourceRange(destructor->getBody()->getEndLoc())
                                 : destructor->getSourceRange();
  for (const clang::CXXBaseSpecifier& base : record->vbases())
    if (destructor_of(base.getType()) != nullptr) {
      Cleanup cleanup;
      cleanup.kind = Cleanup::Kind::SubObject;
      cleanup.active = most_derived_flag(where);
      cleanup.dest = self.base_class(base.getType());
      cleanup.destructor = destructor_of(base.getType());
      cleanup.where = where;
      push_cleanup(std::move(cleanup));
    }
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (!base.isVirtual())
      push_destroy(self.base_class(base.getType()), base.getType(), where, true);
  if (!record->isUnion())
    for (const clang::FieldDecl* field : record->fields())
      push_destroy(self.field(field), field->getType(), where, true);
}

/// The body, after what a constructor does before it, and before what a destructor does after it.
NodeId FunctionLowering::lower_maker_body(const clang::Stmt* body) {
  auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function_);
  auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function_);
  if (constructor != nullptr && !constructor->isDelegatingConstructor()) {
    lower_constructor_prologue(constructor);
  } else if (constructor != nullptr) {
    // The object is complete when the other constructor returns: a throw from here destroys it.
    Dest self = this_dest();
    CleanupId before = top_;
    lower_into(self, (*constructor->init_begin())->getInit());
    pop_cleanups(before);
    if (context_.getLangOpts().CXXExceptions) push_destroy(self, self.type, at_, false);
  }
  CleanupId depth = top_;
  if (destructor != nullptr) push_destructor_epilogue(destructor);
  auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
  NodeId copied;
  if (method != nullptr && method->isDefaulted() && method->getParent()->isUnion() &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    copied = lower_union_assignment(method);
  NodeId root;
  if (body != nullptr) root = lower_stmt(body);
  if (copied.valid() && root.valid())
    root = make(Op::Compound, clang::QualType(), ir::kImplicit, {copied, root}, 0, at_);
  if (body != nullptr) at_ = clang::SourceRange(body->getEndLoc());
  if (builder_.reachable()) pop_cleanups(depth);
  return root;
}

void FunctionLowering::lower_function() {
  if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
      method != nullptr && method->isImplicitObjectMemberFunction())
    this_ = builder_.add_local(
        {.name = "this", .type = type(method->getThisType()), .kind = ir::LocalKind::This});
  for (const clang::ParmVarDecl* param : function_->parameters()) local_for(param);
  builder_.body().param_count = static_cast<uint32_t>(builder_.body().locals.size());
  for (const clang::ParmVarDecl* param : function_->parameters())
    lower_variable_array_bounds(param->getOriginalType());

  if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
      method != nullptr && method->isLambdaStaticInvoker())
    return lower_lambda_invoker(method);
  const clang::Stmt* body = function_->getBody();
  auto* try_block = llvm::dyn_cast_or_null<clang::CXXTryStmt>(body);
  bool is_maker = llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function_);
  NodeId root;
  if (try_block != nullptr && is_maker) {
    // Its handlers see what initialisers, and destructors of members and bases, throw.
    root = lower_try(try_block, TryOf::Maker);
  } else {
    root = lower_maker_body(body);
  }
  at_ = body != nullptr ? clang::SourceRange(body->getEndLoc()) : function_->getSourceRange();
  if (builder_.reachable()) builder_.terminate(ir::Terminator::Return, NodeId(), {});
  resolve_gotos();
  finish_indirect_gotos();
  if (!root.valid()) root = make(Op::Compound, clang::QualType(), ir::kImplicit, {}, 0, at_);
  builder_.body().root = root;
}

/// The variable that becomes the result without a copy; none if there is a copy.
const clang::VarDecl* FunctionLowering::returned_in_place(const clang::ReturnStmt* stmt) {
  const clang::VarDecl* candidate = stmt->getNRVOCandidate();
  auto known = candidate != nullptr ? locals_.find(candidate) : locals_.end();
  if (known == locals_.end()) return nullptr;
  const ir::Local& local = builder_.body().locals[known->second.index()];
  return local.kind == ir::LocalKind::ReturnSlot ? candidate : nullptr;
}

/// Leaves the function; `kept`, if any, is the caller's now and is not destroyed.
void FunctionLowering::leave_with(LocalId kept, NodeId result) {
  CleanupId destroyed;
  bool has_exit_work = false;
  for (CleanupId at = top_; at.valid(); at = cleanups_[at.index()].below) {
    const Cleanup& cleanup = cleanups_[at.index()];
    bool is_kept = kept.valid() && cleanup.kind == Cleanup::Kind::Destroy &&
                   cleanup.dest.base == Dest::Base::Local && cleanup.dest.local == kept &&
                   cleanup.dest.steps.empty();
    if (is_kept)
      destroyed = at;
    else
      has_exit_work |= cleanup.on_exit;
  }
  if (!has_exit_work) return builder_.terminate(ir::Terminator::Return, result, {});
  if (!destroyed.valid()) return leave_to(return_block(), CleanupId());
  // What runs on the way differs from other returns, so it leads to a block of its own.
  auto [block, is_new] = kept_returns_.try_emplace(kept);
  if (is_new) block->second = end_block(ir::Terminator::Return, false);
  cleanups_[destroyed.index()].on_exit = false;
  leave_to(block->second, CleanupId());
  cleanups_[destroyed.index()].on_exit = true;
}

NodeId FunctionLowering::lower_return(const clang::ReturnStmt* stmt) {
  clang::SourceRange where = at_;
  const clang::Expr* value = stmt->getRetValue();
  std::vector<NodeId> kids;
  CleanupId depth = top_;
  LocalId kept;
  if (const clang::VarDecl* variable = returned_in_place(stmt)) {
    kept = local_for(variable);
    NodeId at = local_place(kept, value->getSourceRange());
    kids.push_back(load(at, variable->getType(), where));
  } else if (value != nullptr) {
    CleanupId saved = full_expression_;
    full_expression_ = top_;
    clang::QualType result = function_->getReturnType();
    auto* record = unit_.is_cxx() && value->isPRValue() ? result->getAsCXXRecordDecl() : nullptr;
    if (result->isReferenceType()) {
      NodeId place = lower(value);
      kids.push_back(point(Op::AddressOf, result, ir::kImplicit, {place}, 0, where));
    } else if (record != nullptr) {
      // Built where the caller wants it.
      if (!return_slot_.valid())
        return_slot_ = builder_.add_local({.type = type(result.getUnqualifiedType()),
                                           .kind = ir::LocalKind::ReturnSlot,
                                           .lives_on = true});
      NodeId built = lower_into(local_dest(return_slot_, result), value);
      NodeId at = local_place(return_slot_, where, ir::kImplicit);
      NodeId object = point(Op::Comma, result, ir::kLvalue | ir::kImplicit, {built, at}, 0, where);
      kids.push_back(load(object, result, where));
    } else {
      kids.push_back(lower(value));
    }
    pop_cleanups(depth);
    full_expression_ = saved;
  }
  NodeId node = point(Op::Return, clang::QualType(), 0, kids, 0, where);
  if (builder_.reachable()) leave_with(kept, node);
  return node;
}

void FunctionLowering::lower_global_object(SymbolId symbol, const clang::VarDecl* variable,
                                           clang::QualType type_of) {
  const clang::Expr* value = variable->getInit();
  at_ = value->getSourceRange();
  Dest dest;
  dest.base = Dest::Base::Global;
  dest.symbol = symbol;
  dest.type = type_of;
  CleanupId depth = top_;
  const clang::APValue* computed = unit_.computed_constant(variable);
  builder_.body().root = computed != nullptr ? init(dest, lower_constant(value, *computed), at_)
                                             : lower_into(dest, value);
  pop_cleanups(depth);
}

void FunctionLowering::lower_dynamic_initialiser(const clang::VarDecl* variable) {
  at_ = variable->getInit()->getSourceRange();
  // Of a variable that several units define, the first one's initialiser runs.
  bool is_guarded = unit_.unit().symbols[unit_.symbol(variable)].has(ir::kInline);
  NodeId built = lower_guarded(variable, variable->hasConstantInitialization(), is_guarded);
  NodeId previous = builder_.body().root;
  builder_.body().root = previous.valid() ? make(Op::Compound, clang::QualType(), ir::kImplicit,
                                                 {previous, built}, 0, at_)
                                          : built;
}

ir::Function FunctionLowering::finish(SymbolId symbol, ir::FunctionKind kind,
                                      clang::SourceRange whole) {
  if (function_ == nullptr && builder_.reachable())
    builder_.terminate(ir::Terminator::Return, NodeId(), {});
  ir::Function function;
  function.symbol = symbol;
  function.kind = kind;
  function.places.whole = place(whole);
  function.body = builder_.finish();
  function.places.of_node = std::move(builder_.places());
  function.places.files = unit_.places().take_files();
  const std::vector<ir::Node>& nodes = function.body.nodes;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].has(ir::kLineLiteral))
      function.places.line_literals.emplace_back(NodeId(i), nodes[i].payload);
  return function;
}

}  // namespace assay::frontend
