// Statements: trees for patterns, blocks for control.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

NodeId FunctionLowering::lower_stmt(const clang::Stmt* stmt) {
  if (++depth_ > kMaxDepth) {
    --depth_;
    return unsupported("statement nested too deeply", stmt);
  }
  clang::SourceRange saved = at_;
  if (clang::SourceRange range = range_of(stmt); range.isValid()) at_ = range;
  NodeId node = lower_stmt_kind(stmt);
  at_ = saved;
  --depth_;
  return node;
}

NodeId FunctionLowering::lower_stmt_kind(const clang::Stmt* stmt) {
  clang::SourceRange where = at_;
  if (auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) return lower_full(expr);
  using S = clang::Stmt;
  switch (stmt->getStmtClass()) {
    case S::CompoundStmtClass: {
      ++scope_depth_;
      NodeId node = lower_compound(llvm::cast<clang::CompoundStmt>(stmt), nullptr, nullptr);
      --scope_depth_;
      return node;
    }
    case S::NullStmtClass:
      return make(Op::Null, clang::QualType(), 0, {}, 0, where);
    case S::DeclStmtClass:
      return lower_decl_stmt(llvm::cast<clang::DeclStmt>(stmt));
    case S::IfStmtClass:
      return lower_if(llvm::cast<clang::IfStmt>(stmt));
    case S::WhileStmtClass:
      return lower_while(llvm::cast<clang::WhileStmt>(stmt));
    case S::DoStmtClass:
      return lower_do(llvm::cast<clang::DoStmt>(stmt));
    case S::ForStmtClass:
      return lower_for(llvm::cast<clang::ForStmt>(stmt));
    case S::CXXForRangeStmtClass:
      return lower_range_for(llvm::cast<clang::CXXForRangeStmt>(stmt));
    case S::SwitchStmtClass:
      return lower_switch(llvm::cast<clang::SwitchStmt>(stmt));
    case S::CaseStmtClass:
    case S::DefaultStmtClass:
      return lower_case(llvm::cast<clang::SwitchCase>(stmt));
    case S::LabelStmtClass:
      return lower_label(llvm::cast<clang::LabelStmt>(stmt));
    case S::AttributedStmtClass:
      return lower_stmt(llvm::cast<clang::AttributedStmt>(stmt)->getSubStmt());
    case S::GotoStmtClass:
      return lower_goto(llvm::cast<clang::GotoStmt>(stmt));
    case S::IndirectGotoStmtClass:
      return lower_indirect_goto(llvm::cast<clang::IndirectGotoStmt>(stmt));
    case S::BreakStmtClass:
    case S::ContinueStmtClass: {
      bool is_break = llvm::isa<clang::BreakStmt>(stmt);
      NodeId node = make(is_break ? Op::Break : Op::Continue, clang::QualType(), 0, {}, 0, where);
      std::vector<JumpTarget>& targets = is_break ? breaks_ : continues_;
      if (!targets.empty()) leave_to(targets.back().block, targets.back().depth);
      return node;
    }
    case S::ReturnStmtClass:
      return lower_return(llvm::cast<clang::ReturnStmt>(stmt));
    case S::GCCAsmStmtClass:
    case S::MSAsmStmtClass:
      return lower_asm(llvm::cast<clang::AsmStmt>(stmt));
    case S::CXXTryStmtClass:
      return lower_try(llvm::cast<clang::CXXTryStmt>(stmt), TryOf::Statement);
    case S::CoroutineBodyStmtClass:
    case S::CoreturnStmtClass:
      return unsupported("coroutine", stmt);
    default:
      return unsupported(stmt->getStmtClassName(), stmt);
  }
}

/// `value` receives the node of the last statement, for ({ … }).
NodeId FunctionLowering::lower_compound(const clang::CompoundStmt* compound, const Dest* value_dest,
                                        NodeId* value) {
  CleanupId depth = top_;
  std::vector<NodeId> kids;
  const clang::Stmt* last = nullptr;
  if (value != nullptr)
    for (const clang::Stmt* stmt : compound->body())
      if (!llvm::isa<clang::NullStmt>(stmt)) last = stmt;
  if (value != nullptr) ++scope_depth_;
  for (const clang::Stmt* stmt : compound->body()) {
    const clang::Expr* result =
        stmt == last ? llvm::dyn_cast<clang::Expr>(stmt->stripLabelLikeStatements()) : nullptr;
    auto* as_value = llvm::dyn_cast<clang::ValueStmt>(stmt);
    if (stmt == last && as_value != nullptr && as_value->getExprStmt() != nullptr)
      result = as_value->getExprStmt();
    if (result == nullptr || result != stmt) {
      NodeId node = lower_stmt(stmt);
      kids.push_back(node);
      // `({ label: expr; })`: the value is the labelled expression's.
      if (result != nullptr && value_dest == nullptr) {
        NodeId at = node;
        while (builder_[at].op == Op::Label || builder_[at].op == Op::Case ||
               builder_[at].op == Op::Default)
          at = builder_.body().kids_of(at).back();
        *value = at;
      }
    } else if (value_dest != nullptr) {
      kids.push_back(lower_into(*value_dest, result));
    } else {
      *value = lower_full(result);
      kids.push_back(*value);
    }
  }
  pop_cleanups(depth);
  if (value != nullptr) --scope_depth_;
  return make(Op::Compound, clang::QualType(), 0, kids, 0, compound->getSourceRange());
}

namespace {

bool has_cleanups(const clang::Expr* condition) {
  return llvm::isa<clang::ExprWithCleanups>(condition->IgnoreParens());
}

}  // namespace

NodeId FunctionLowering::lower_if(const clang::IfStmt* stmt) {
  clang::SourceRange where = at_;
  CleanupId depth = top_;
  ++scope_depth_;
  std::vector<NodeId> kids;
  if (stmt->getInit() != nullptr) kids.push_back(lower_stmt(stmt->getInit()));
  if (stmt->isConsteval()) {
    // At run time `if consteval` takes its else branch.
    const clang::Stmt* taken = stmt->isNegatedConsteval() ? stmt->getThen() : stmt->getElse();
    if (taken != nullptr) kids.push_back(lower_stmt(taken));
    pop_cleanups(depth);
    --scope_depth_;
    return make(Op::Compound, clang::QualType(), 0, kids, 0, where);
  }
  if (const clang::DeclStmt* variable = stmt->getConditionVariableDeclStmt())
    kids.push_back(lower_stmt(variable));
  if (stmt->isConstexpr()) {
    // The discarded branch was never instantiated.
    std::optional<const clang::Stmt*> live = stmt->getNondiscardedCase(context_);
    if (live) {
      if (*live != nullptr) kids.push_back(lower_stmt(*live));
      pop_cleanups(depth);
      --scope_depth_;
      return make(Op::Compound, clang::QualType(), 0, kids, 0, where);
    }
  }
  BlockId on_true = builder_.new_block();
  BlockId after = builder_.new_block();
  BlockId on_false = stmt->getElse() != nullptr ? builder_.new_block() : after;
  if (has_cleanups(stmt->getCond())) {
    NodeId condition = lower_full(stmt->getCond());
    builder_.branch(condition, on_true, on_false);
    kids.push_back(condition);
  } else {
    kids.push_back(lower_condition(stmt->getCond(), on_true, on_false));
  }
  builder_.start(on_true);
  kids.push_back(lower_stmt(stmt->getThen()));
  if (stmt->getElse() != nullptr) {
    if (builder_.reachable()) builder_.jump(after);
    builder_.start(on_false);
    kids.push_back(lower_stmt(stmt->getElse()));
  }
  builder_.fall_into(after);
  pop_cleanups(depth);
  --scope_depth_;
  return make(Op::If, clang::QualType(), 0, kids, 0, where);
}

NodeId FunctionLowering::lower_while(const clang::WhileStmt* stmt) {
  BlockId header = builder_.new_block();
  BlockId body = builder_.new_block();
  BlockId after = builder_.new_block();
  CleanupId depth = top_;
  ++scope_depth_;
  std::vector<NodeId> kids;
  builder_.fall_into(header);
  breaks_.push_back({after, depth});
  continues_.push_back({header, depth});
  BlockId leave = after;
  const clang::DeclStmt* variable = stmt->getConditionVariableDeclStmt();
  if (variable != nullptr) {
    // The variable lives for one iteration, and ends on the way out too.
    kids.push_back(lower_stmt(variable));
    leave = builder_.new_block();
  }
  if (has_cleanups(stmt->getCond())) {
    kids.push_back(lower_full(stmt->getCond()));
    builder_.branch(kids.back(), body, leave);
  } else {
    kids.push_back(lower_condition(stmt->getCond(), body, leave));
  }
  CleanupId inside = top_;
  if (variable != nullptr) {
    builder_.start(leave);
    leave_to(after, depth);
    top_ = inside;
  }
  builder_.start(body);
  kids.push_back(lower_stmt(stmt->getBody()));
  pop_cleanups(depth);
  if (builder_.reachable()) builder_.jump(header);
  breaks_.pop_back();
  continues_.pop_back();
  --scope_depth_;
  builder_.start(after);
  return make(Op::While, clang::QualType(), 0, kids, 0, at_);
}

NodeId FunctionLowering::lower_do(const clang::DoStmt* stmt) {
  BlockId body = builder_.new_block();
  BlockId test = builder_.new_block();
  BlockId after = builder_.new_block();
  builder_.fall_into(body);
  breaks_.push_back({after, top_});
  continues_.push_back({test, top_});
  ++scope_depth_;
  NodeId inside = lower_stmt(stmt->getBody());
  --scope_depth_;
  breaks_.pop_back();
  continues_.pop_back();
  builder_.fall_into(test);
  NodeId condition;
  if (has_cleanups(stmt->getCond())) {
    condition = lower_full(stmt->getCond());
    builder_.branch(condition, body, after);
  } else {
    condition = lower_condition(stmt->getCond(), body, after);
  }
  builder_.start(after);
  return make(Op::DoWhile, clang::QualType(), 0, {inside, condition}, 0, at_);
}

/// Kids: initialiser, condition, step, body; a Null statement stands for each that is missing.
NodeId FunctionLowering::lower_for(const clang::ForStmt* stmt) {
  clang::SourceRange where = at_;
  BlockId header = builder_.new_block();
  BlockId body = builder_.new_block();
  BlockId step = builder_.new_block();
  BlockId after = builder_.new_block();
  CleanupId depth = top_;
  ++scope_depth_;
  auto missing = [&] { return make(Op::Null, clang::QualType(), ir::kImplicit, {}, 0, where); };
  std::vector<NodeId> kids;
  kids.push_back(stmt->getInit() != nullptr ? lower_stmt(stmt->getInit()) : missing());
  CleanupId loop_depth = top_;
  BlockId done = builder_.new_block();
  builder_.fall_into(header);
  breaks_.push_back({done, loop_depth});
  continues_.push_back({step, loop_depth});
  if (const clang::DeclStmt* variable = stmt->getConditionVariableDeclStmt())
    kids.push_back(lower_stmt(variable));
  BlockId leave = done;
  if (top_ != loop_depth) leave = builder_.new_block();
  if (stmt->getCond() == nullptr) {
    kids.push_back(missing());
    builder_.jump(body);
  } else if (has_cleanups(stmt->getCond())) {
    kids.push_back(lower_full(stmt->getCond()));
    builder_.branch(kids.back(), body, leave);
  } else {
    kids.push_back(lower_condition(stmt->getCond(), body, leave));
  }
  if (leave != done) {
    builder_.start(leave);
    leave_to(done, loop_depth);
  }
  builder_.start(body);
  NodeId inside = lower_stmt(stmt->getBody());
  pop_cleanups(loop_depth);
  builder_.fall_into(step);
  kids.push_back(stmt->getInc() != nullptr ? lower_full(stmt->getInc()) : missing());
  kids.push_back(inside);
  if (builder_.reachable()) builder_.jump(header);
  breaks_.pop_back();
  continues_.pop_back();
  builder_.start(done);
  pop_cleanups(depth);
  builder_.fall_into(after);
  --scope_depth_;
  return make(Op::For, clang::QualType(), 0, kids, 0, where);
}

NodeId FunctionLowering::lower_range_for(const clang::CXXForRangeStmt* stmt) {
  BlockId header = builder_.new_block();
  BlockId body = builder_.new_block();
  BlockId step = builder_.new_block();
  BlockId done = builder_.new_block();
  CleanupId depth = top_;
  ++scope_depth_;
  std::vector<NodeId> kids;
  if (stmt->getInit() != nullptr) kids.push_back(lower_stmt(stmt->getInit()));
  kids.push_back(lower_stmt(stmt->getRangeStmt()));
  kids.push_back(lower_stmt(stmt->getBeginStmt()));
  kids.push_back(lower_stmt(stmt->getEndStmt()));
  CleanupId loop_depth = top_;
  builder_.fall_into(header);
  NodeId condition = lower_full(stmt->getCond());
  builder_.branch(condition, body, done);
  kids.push_back(condition);
  builder_.start(body);
  breaks_.push_back({done, loop_depth});
  continues_.push_back({step, loop_depth});
  kids.push_back(lower_stmt(stmt->getLoopVarStmt()));
  kids.push_back(lower_stmt(stmt->getBody()));
  pop_cleanups(loop_depth);
  breaks_.pop_back();
  continues_.pop_back();
  builder_.fall_into(step);
  kids.push_back(lower_full(stmt->getInc()));
  if (builder_.reachable()) builder_.jump(header);
  builder_.start(done);
  pop_cleanups(depth);
  --scope_depth_;
  return make(Op::RangeFor, clang::QualType(), 0, kids, 0, at_);
}

NodeId FunctionLowering::lower_switch(const clang::SwitchStmt* stmt) {
  CleanupId depth = top_;
  ++scope_depth_;
  std::vector<NodeId> kids;
  if (stmt->getInit() != nullptr) kids.push_back(lower_stmt(stmt->getInit()));
  if (const clang::DeclStmt* variable = stmt->getConditionVariableDeclStmt())
    kids.push_back(lower_stmt(variable));
  NodeId value = lower_full(stmt->getCond());
  kids.push_back(value);
  BlockId after = builder_.new_block();
  BlockId dispatch = builder_.current();
  builder_.leave_open();
  switches_.push_back(
      {.is_signed = stmt->getCond()->getType()->isSignedIntegerOrEnumerationType()});
  breaks_.push_back({after, top_});
  CleanupId inside = top_;
  kids.push_back(lower_stmt(stmt->getBody()));
  if (builder_.reachable()) builder_.jump(after);
  SwitchContext context = std::move(switches_.back());
  switches_.pop_back();
  breaks_.pop_back();
  top_ = inside;
  // The cases are known now: end the block that was left open.
  context.edges.push_back({.target = context.default_block.valid() ? context.default_block : after,
                           .kind = ir::EdgeKind::Default});
  builder_.resume(dispatch);
  builder_.terminate(ir::Terminator::Switch, value, std::move(context.edges));
  builder_.start(after);
  pop_cleanups(depth);
  --scope_depth_;
  return make(Op::Switch, clang::QualType(), 0, kids, 0, at_);
}

NodeId FunctionLowering::lower_case(const clang::SwitchCase* first) {
  // `case 1: case 2: case 3: …` nests once per label; ten thousand of them are no recursion.
  std::vector<const clang::SwitchCase*> labels;
  const clang::Stmt* inner = first;
  while (auto* label = llvm::dyn_cast<clang::SwitchCase>(inner)) {
    labels.push_back(label);
    inner = label->getSubStmt();
  }
  BlockId block = builder_.new_block();
  builder_.fall_into(block);
  std::vector<NodeId> values(labels.size());
  for (size_t i = 0; i < labels.size(); ++i) {
    if (switches_.empty()) break;
    SwitchContext& context = switches_.back();
    auto* label = llvm::dyn_cast<clang::CaseStmt>(labels[i]);
    if (label == nullptr) {
      context.default_block = block;
      continue;
    }
    auto bits = [&](const clang::Expr* expr) {
      llvm::APSInt value = expr->EvaluateKnownConstInt(context_);
      return context.is_signed ? value.extOrTrunc(64).getSExtValue()
                               : static_cast<int64_t>(value.extOrTrunc(64).getZExtValue());
    };
    int64_t low = bits(label->getLHS());
    int64_t high = label->getRHS() != nullptr ? bits(label->getRHS()) : low;
    context.edges.push_back(
        {.target = block, .kind = ir::EdgeKind::Case, .low = low, .high = high});
    values[i] = make(Op::IntLit, label->getLHS()->getType(), ir::kUnevaluated | ir::kConstantValue,
                     {}, static_cast<uint64_t>(low), label->getLHS()->getSourceRange());
    spell(values[i], label->getLHS()->IgnoreParenImpCasts(), label->getLHS()->getSourceRange());
  }
  NodeId node =
      inner != nullptr ? lower_stmt(inner) : make(Op::Null, clang::QualType(), 0, {}, 0, at_);
  for (size_t i = labels.size(); i-- > 0;) {
    clang::SourceRange where = labels[i]->getSourceRange();
    node = values[i].valid() ? make(Op::Case, clang::QualType(), 0, {values[i], node}, 0, where)
                             : make(Op::Default, clang::QualType(), 0, {node}, 0, where);
  }
  return node;
}

ir::LabelId FunctionLowering::label_for(const clang::LabelDecl* label) {
  label_block(label);
  return labels_[label].id;
}

BlockId FunctionLowering::label_block(const clang::LabelDecl* label) {
  auto [entry, is_new] = labels_.try_emplace(label);
  if (is_new) {
    entry->second.block = builder_.new_block();
    builder_.body().labels.push_back(label->getNameAsString());
    entry->second.id = ir::LabelId(builder_.body().labels.size() - 1);
  }
  return entry->second.block;
}

NodeId FunctionLowering::lower_label(const clang::LabelStmt* stmt) {
  BlockId block = label_block(stmt->getDecl());
  builder_.fall_into(block);
  LabelState& state = labels_[stmt->getDecl()];
  state.defined = true;
  state.depth = top_;
  uint64_t id = state.id.index();
  NodeId inner = lower_stmt(stmt->getSubStmt());
  return make(Op::Label, clang::QualType(), 0, {inner}, id, at_);
}

NodeId FunctionLowering::lower_goto(const clang::GotoStmt* stmt) {
  uint64_t id = label_for(stmt->getLabel()).index();
  NodeId node = make(Op::Goto, clang::QualType(), 0, {}, id, at_);
  if (builder_.reachable()) {
    BlockId from = builder_.new_block();
    builder_.jump(from);
    gotos_.push_back({from, top_, stmt->getLabel()});
  }
  return node;
}

/// All of a function's go through one block: an interpreter with one in each of a hundred handlers
/// has a hundred edges then, not ten thousand, and a loop with one header.
NodeId FunctionLowering::lower_indirect_goto(const clang::IndirectGotoStmt* stmt) {
  clang::SourceRange where = at_;
  clang::QualType type_of = stmt->getTarget()->getType();
  NodeId target = lower_full(stmt->getTarget());
  NodeId node = make(Op::IndirectGoto, clang::QualType(), 0, {target}, 0, where);
  if (!builder_.reachable()) return node;
  if (!goto_target_.valid()) {
    goto_target_ = temporary(type_of);
    builder_.body().locals[goto_target_.index()].lives_on = true;
    goto_dispatch_ = builder_.new_block();
  }
  init(local_dest(goto_target_, type_of), again(target, where), where, ir::kImplicit);
  builder_.jump(goto_dispatch_);
  return node;
}

/// At the end of the function, when all labels whose address is taken are known.
void FunctionLowering::finish_indirect_gotos() {
  if (!goto_target_.valid()) return;
  builder_.start(goto_dispatch_);
  NodeId at = local_place(goto_target_, at_, ir::kImplicit);
  TypeId type_of = builder_[at].type;
  NodeId target = builder_.make(Op::Load, type_of, ir::kImplicit, std::span(&at, 1), 0, place(at_));
  append(target);
  std::vector<ir::Edge> edges;
  for (const clang::LabelDecl* label : address_taken_labels_)
    edges.push_back({.target = label_block(label),
                     .kind = ir::EdgeKind::Label,
                     .low = label_for(label).index()});
  if (edges.empty())
    builder_.terminate(ir::Terminator::Unreachable, NodeId(), {});
  else
    builder_.terminate(ir::Terminator::IndirectGoto, target, std::move(edges));
}

}  // namespace assay::frontend
