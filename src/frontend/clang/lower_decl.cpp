// Declarations inside functions, handlers, inline assembly.
#include <algorithm>
#include <utility>

#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

/// Whether the variable is built where the caller wants the result.  Where nobody can tell, a copy
/// reads better.
static bool is_built_for_caller(const clang::VarDecl* variable) {
  if (!variable->isNRVOVariable()) return false;
  auto* record = variable->getType()->getAsCXXRecordDecl();
  return record != nullptr && !(record->isTriviallyCopyable() && record->hasTrivialDestructor());
}

LocalId FunctionLowering::local_for(const clang::VarDecl* variable) {
  if (auto found = locals_.find(variable); found != locals_.end()) return found->second;
  ir::Local local;
  local.name = variable->getNameAsString();
  local.type = type(variable->getType());
  local.kind = llvm::isa<clang::ParmVarDecl>(variable) ? ir::LocalKind::Param
               : variable->isExceptionVariable() && variable->getType()->isReferenceType()
                   ? ir::LocalKind::Exception
               : is_built_for_caller(variable) ? ir::LocalKind::ReturnSlot
                                               : ir::LocalKind::Variable;
  LocalId id = builder_.add_local(std::move(local));
  locals_[variable] = id;
  return id;
}

NodeId FunctionLowering::lower_decl_stmt(const clang::DeclStmt* stmt) {
  std::vector<NodeId> kids;
  for (const clang::Decl* declaration : stmt->decls()) {
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      if (variable->hasExternalStorage()) continue;
      kids.push_back(variable->isStaticLocal() ? lower_static_local(variable)
                                               : lower_variable_decl(variable));
      if (auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable))
        lower_bindings(bindings, kids);
    } else if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
      unit_.collect_local_class(record);
    } else if (auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
      // typedef int row[n]: the bound is evaluated here.
      lower_variable_array_bounds(alias->getUnderlyingType());
    }
  }
  if (kids.size() == 1) return kids[0];
  return make(Op::Compound, clang::QualType(), ir::kImplicit, kids, 0, stmt->getSourceRange());
}

/// The Decl point, at which the variable begins to live; then its initialiser.  Answers a
/// Compound of both when there is an initialiser.
NodeId FunctionLowering::lower_variable_decl(const clang::VarDecl* variable) {
  clang::SourceRange where = variable->getSourceRange();
  clang::QualType declared = variable->getType();
  lower_variable_array_bounds(declared);
  LocalId local = local_for(variable);
  bool outermost = scope_depth_ <= 1;
  builder_.body().locals[local.index()].lives_on = outermost;
  NodeId decl = point(Op::Decl, clang::QualType(), 0, {}, local.index(), where);
  if (!outermost) {
    Cleanup end;
    end.kind = Cleanup::Kind::ScopeEnd;
    end.on_unwind = false;
    end.local = local;
    end.where = variable->getLocation();
    push_cleanup(std::move(end));
  }
  NodeId result = decl;
  if (const clang::Expr* value = variable->getInit(); value != nullptr) {
    CleanupId saved = full_expression_;
    CleanupId depth = top_;
    full_expression_ = top_;
    std::vector<Cleanup> outer_extended = std::exchange(extended_, {});
    const clang::APValue* computed = variable->isUsableInConstantExpressions(context_)
                                         ? unit_.computed_constant(variable)
                                         : nullptr;
    Dest dest = local_dest(local, declared);
    NodeId built = computed != nullptr ? init(dest, lower_constant(value, *computed), where)
                                       : lower_into(dest, value);
    pop_cleanups(depth);
    full_expression_ = saved;
    std::vector<Cleanup> extended = std::exchange(extended_, std::move(outer_extended));
    for (Cleanup& temporary : extended) push_cleanup(std::move(temporary));
    result = make(Op::Compound, clang::QualType(), ir::kImplicit, {decl, built}, 0, where);
  }
  if (auto* cleanup = variable->getAttr<clang::CleanupAttr>()) {
    builder_.body().locals[local.index()].cleanup = unit_.symbol(cleanup->getFunctionDecl());
    Cleanup call;
    call.kind = Cleanup::Kind::Call;
    call.function = cleanup->getFunctionDecl();
    call.dest = local_dest(local, declared);
    call.where = variable->getLocation();
    push_cleanup(std::move(call));
  }
  push_destroy(local_dest(local, declared), declared, variable->getLocation(), true);
  return result;
}

/// A table of labels is initialised outside the function, but its labels are reached from here.
void FunctionLowering::note_label_addresses(const clang::Expr* value) {
  std::vector<const clang::Stmt*> todo{value};
  while (!todo.empty()) {
    const clang::Stmt* at = todo.back();
    todo.pop_back();
    if (auto* address = llvm::dyn_cast<clang::AddrLabelExpr>(at)) take_address(address->getLabel());
    for (const clang::Stmt* kid : at->children())
      if (kid != nullptr) todo.push_back(kid);
  }
}

/// `goto *p` may lead there.
void FunctionLowering::take_address(const clang::LabelDecl* label) {
  if (std::find(address_taken_labels_.begin(), address_taken_labels_.end(), label) !=
      address_taken_labels_.end())
    return;
  address_taken_labels_.push_back(label);
}

/// A static local lives as a global; a dynamic initialiser runs the first time control comes by.
NodeId FunctionLowering::lower_static_local(const clang::VarDecl* variable) {
  clang::SourceRange where = variable->getSourceRange();
  unit_.reach(variable);
  const clang::Expr* value = variable->getInit();
  bool is_constant = !unit_.is_cxx() || value == nullptr || variable->hasConstantInitialization();
  bool is_destroyed = variable->needsDestruction(context_) == clang::QualType::DK_cxx_destructor;
  if (value != nullptr) note_label_addresses(value);
  if (is_constant && !is_destroyed)
    return make(Op::Null, clang::QualType(), ir::kImplicit, {}, 0, where);
  return lower_guarded(variable, is_constant, true);
}

/// Initialises a variable of static life unless it is constant, and has it destroyed at exit; if
/// guarded, the first time only.
NodeId FunctionLowering::lower_guarded(const clang::VarDecl* variable, bool is_constant,
                                       bool is_guarded) {
  clang::SourceRange where = is_guarded ? variable->getSourceRange() : at_;
  Dest dest;
  dest.base = Dest::Base::Global;
  dest.symbol = unit_.symbol(variable);
  dest.type = variable->getType();
  NodeId first;
  BlockId after;
  if (is_guarded) {
    first = point(Op::FirstTime, context_.BoolTy, ir::kImplicit, {}, dest.symbol.index(), where);
    BlockId build = builder_.new_block();
    after = builder_.new_block();
    builder_.branch(first, build, after);
    builder_.start(build);
  }
  std::vector<NodeId> done;
  if (!is_constant) {
    CleanupId depth = top_;
    CleanupId saved = std::exchange(full_expression_, top_);
    done.push_back(lower_into(dest, variable->getInit()));
    pop_cleanups(depth);
    full_expression_ = saved;
  }
  if (variable->needsDestruction(context_) == clang::QualType::DK_cxx_destructor)
    done.push_back(at_exit(dest, where));
  NodeId node = done.size() == 1
                    ? done[0]
                    : make(Op::Compound, clang::QualType(), ir::kImplicit, done, 0, where);
  if (!is_guarded) return node;
  builder_.fall_into(after);
  return make(Op::If, clang::QualType(), ir::kImplicit, {first, node}, 0, where);
}

void FunctionLowering::lower_bindings(const clang::DecompositionDecl* declaration,
                                      std::vector<NodeId>& kids) {
  for (const clang::BindingDecl* binding : declaration->flat_bindings())
    if (const clang::VarDecl* holder = binding->getHoldingVar())
      kids.push_back(lower_variable_decl(holder));
}

NodeId FunctionLowering::lower_try(const clang::CXXTryStmt* stmt, TryOf of) {
  BlockId dispatch = builder_.new_block();
  BlockId after = builder_.new_block();
  CleanupId depth = top_;
  Cleanup handler;
  handler.kind = Cleanup::Kind::Handler;
  handler.on_exit = false;
  handler.handler = dispatch;
  push_cleanup(std::move(handler));
  std::vector<NodeId> kids;
  kids.push_back(of == TryOf::Maker ? lower_maker_body(stmt->getTryBlock())
                                    : lower_stmt(stmt->getTryBlock()));
  forget_cleanups(depth);
  if (builder_.reachable()) builder_.jump(after);

  builder_.start(dispatch);
  builder_.mark_cleanup(dispatch);
  std::vector<ir::Edge> edges;
  std::vector<BlockId> blocks;
  bool catches_all = false;
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) {
    blocks.push_back(builder_.new_block());
    clang::QualType caught = stmt->getHandler(i)->getCaughtType();
    if (caught.isNull()) {
      catches_all = true;
      edges.push_back({.target = blocks.back(), .kind = ir::EdgeKind::CatchAll});
    } else {
      edges.push_back({.target = blocks.back(),
                       .kind = ir::EdgeKind::Catch,
                       .caught = type(caught.getNonReferenceType().getUnqualifiedType())});
    }
  }
  if (!catches_all) {
    BlockId onwards = unwind_target();
    edges.push_back(
        {.target = onwards.valid() ? onwards : resume_block(), .kind = ir::EdgeKind::Unwind});
  }
  builder_.terminate(ir::Terminator::CatchDispatch, NodeId(), std::move(edges));
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) {
    builder_.start(blocks[i]);
    kids.push_back(lower_handler(stmt->getHandler(i), after, of));
  }
  builder_.start(after);
  return make(Op::Try, clang::QualType(), 0, kids, 0, stmt->getSourceRange());
}

NodeId FunctionLowering::lower_handler(const clang::CXXCatchStmt* handler, BlockId after,
                                       TryOf of) {
  clang::SourceRange where = handler->getSourceRange();
  CleanupId depth = top_;
  ++scope_depth_;
  const clang::VarDecl* variable = handler->getExceptionDecl();
  bool is_copy = variable != nullptr && !variable->getType()->isReferenceType();
  LocalId exception;
  if (variable != nullptr && !is_copy) {
    exception = local_for(variable);
  } else {
    clang::QualType refers = is_copy ? context_.getLValueReferenceType(variable->getType())
                                     : clang::QualType(context_.VoidPtrTy);
    exception = builder_.add_local({.type = type(refers), .kind = ir::LocalKind::Exception});
  }
  point(Op::CatchBegin, clang::QualType(), 0, {}, exception.index(), where);
  Cleanup end;
  end.kind = Cleanup::Kind::CatchEnd;
  end.local = exception;
  end.where = handler->getHandlerBlock()->getEndLoc();
  if (variable != nullptr)
    end.destructor = destructor_of(variable->getType().getNonReferenceType());
  push_cleanup(std::move(end));
  std::vector<NodeId> kids;
  if (is_copy) kids.push_back(lower_caught_copy(variable, exception));
  kids.push_back(lower_stmt(handler->getHandlerBlock()));
  if (of == TryOf::Maker && builder_.reachable()) {
    point(Op::Throw, context_.VoidTy, ir::kMayThrow | ir::kImplicit, {}, SymbolId().index(),
          clang::SourceRange(handler->getHandlerBlock()->getEndLoc()));
    builder_.terminate(ir::Terminator::Unreachable, NodeId(), {});
  }
  pop_cleanups(depth);
  if (builder_.reachable()) builder_.jump(after);
  --scope_depth_;
  LocalId named = is_copy ? local_for(variable) : exception;
  return make(Op::Catch, clang::QualType(), 0, kids, named.index(), where);
}

/// `catch (T e)`: a copy of the exception object, which dies before that is let go.
NodeId FunctionLowering::lower_caught_copy(const clang::VarDecl* variable, LocalId exception) {
  clang::SourceRange where = variable->getSourceRange();
  clang::QualType declared = variable->getType();
  LocalId local = local_for(variable);
  NodeId decl = point(Op::Decl, clang::QualType(), 0, {}, local.index(), where);
  Cleanup scope;
  scope.kind = Cleanup::Kind::ScopeEnd;
  scope.on_unwind = false;
  scope.local = local;
  scope.where = variable->getLocation();
  push_cleanup(std::move(scope));
  NodeId bound = load(local_place(exception, where, ir::kImplicit),
                      context_.getLValueReferenceType(declared), where);
  NodeId object = point(Op::Deref, declared, ir::kLvalue | ir::kImplicit, {bound}, 0, where);
  std::vector<NodeId> kids{decl};
  if (const clang::Expr* copy = variable->getInit()) {
    // A copy that throws ends the program.
    CleanupId outside = top_;
    Cleanup guard;
    guard.kind = Cleanup::Kind::Handler;
    guard.on_exit = false;
    guard.handler = terminate_block();
    CleanupId inside = push_cleanup(std::move(guard));
    CleanupId saved = std::exchange(full_expression_, inside);
    opaque_[clang::OpaqueValueExpr::findInCopyConstruct(copy)] = object;
    kids.push_back(object);
    kids.push_back(lower_into(local_dest(local, declared), copy));
    pop_cleanups(inside);
    full_expression_ = saved;
    forget_cleanups(outside);
  } else {
    kids.push_back(
        init(local_dest(local, declared), load(object, declared, where), where, ir::kImplicit));
  }
  push_destroy(local_dest(local, declared), declared, variable->getLocation(), true);
  return make(Op::Compound, clang::QualType(), ir::kImplicit, kids, 0, where);
}

/// `=r,=m|0,r`: outputs, then inputs.
static std::string asm_constraints(const clang::GCCAsmStmt* stmt) {
  std::string text;
  if (stmt == nullptr) return text;
  for (unsigned i = 0; i < stmt->getNumOutputs(); ++i)
    text += (i ? "," : "") + stmt->getOutputConstraint(i);
  text += "|";
  for (unsigned i = 0; i < stmt->getNumInputs(); ++i)
    text += (i ? "," : "") + stmt->getInputConstraint(i);
  return text;
}

/// Kids: a Compound of the outputs' places, one of the inputs.  What it writes is unknown after.
NodeId FunctionLowering::lower_asm(const clang::AsmStmt* stmt) {
  clang::SourceRange where = stmt->getSourceRange();
  std::vector<NodeId> outputs, inputs;
  for (const clang::Expr* output : stmt->outputs()) outputs.push_back(lower(output));
  for (const clang::Expr* input : stmt->inputs()) inputs.push_back(lower(input));
  NodeId written = make(Op::Compound, clang::QualType(), ir::kImplicit, outputs, 0, where);
  NodeId read = make(Op::Compound, clang::QualType(), ir::kImplicit, inputs, 0, where);
  auto* gcc = llvm::dyn_cast<clang::GCCAsmStmt>(stmt);
  std::string text = gcc != nullptr ? gcc->getAsmString()
                                    : llvm::cast<clang::MSAsmStmt>(stmt)->getAsmString().str();
  uint64_t text_at = builder_.string(text);
  builder_.string(asm_constraints(gcc));
  NodeId node = point(Op::Asm, clang::QualType(), 0, {written, read}, text_at, where);
  if (gcc == nullptr || !gcc->isAsmGoto()) return node;
  // It may go to any of its labels, or on.
  BlockId next = builder_.new_block();
  std::vector<ir::Edge> edges{{.target = next}};
  for (const clang::Expr* label : gcc->labels())
    edges.push_back({.target = label_block(llvm::cast<clang::AddrLabelExpr>(label)->getLabel())});
  builder_.terminate(ir::Terminator::IndirectGoto, node, std::move(edges));
  builder_.start(next);
  return node;
}

}  // namespace assay::frontend
