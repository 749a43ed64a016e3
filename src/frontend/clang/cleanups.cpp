// What happens when control leaves: by falling out of a scope, by a jump, by unwinding.
#include "base/check.h"
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

CleanupId FunctionLowering::push_cleanup(Cleanup cleanup) {
  cleanup.below = top_;
  cleanup.depth = depth_of(top_);
  cleanups_.push_back(std::move(cleanup));
  top_ = CleanupId(cleanups_.size() - 1);
  return top_;
}

void FunctionLowering::pop_cleanups(CleanupId to) {
  while (top_ != to) {
    ASSAY_CHECK(top_.valid(), "a scope should end inside the one it began in");
    CleanupId leaving = top_;
    top_ = cleanups_[leaving.index()].below;
    if (builder_.reachable() && cleanups_[leaving.index()].on_exit)
      emit_cleanup(leaving, false, true);
  }
}

// An object is complete: unwinding from here on leaves it to its owner.  Temporaries made in
// between stay, as entries of their own, because what the old ones unwind to is already emitted.
void FunctionLowering::drop_guards(CleanupId above) {
  std::vector<Cleanup> kept;
  bool dropped = false;
  for (CleanupId at = top_; at != above; at = cleanups_[at.index()].below) {
    if (cleanups_[at.index()].is_guard)
      dropped = true;
    else
      kept.push_back(cleanups_[at.index()]);
  }
  if (!dropped) return;
  top_ = above;
  for (size_t i = kept.size(); i-- > 0;) {
    kept[i].landing.reset();
    kept[i].exits.clear();
    push_cleanup(std::move(kept[i]));
  }
}

// Emits into the current block.  `top_` must be what is below the cleanup: a destructor that
// throws unwinds from there.  `falls`: control comes to it by falling out of a scope.
void FunctionLowering::emit_cleanup(CleanupId id, bool unwinding, bool falls) {
  const Cleanup cleanup = cleanups_[id.index()];  // a copy: emitting may push more
  clang::SourceRange saved = at_;
  if (cleanup.where.isValid()) at_ = cleanup.where;
  BlockId after;
  if (cleanup.active.valid()) {
    NodeId flag = load(local_place(cleanup.active, at_, ir::kImplicit), context_.BoolTy, at_);
    BlockId run = builder_.new_block();
    after = builder_.new_block();
    builder_.branch(flag, run, after);
    builder_.start(run);
    if (unwinding) builder_.mark_cleanup(run);
  }
  switch (cleanup.kind) {
    case Cleanup::Kind::ScopeEnd:
      point(Op::ScopeEnd, clang::QualType(), ir::kImplicit, {}, cleanup.local.index(), at_);
      break;
    case Cleanup::Kind::Destroy:
    case Cleanup::Kind::SubObject:
      destroy(cleanup.dest, cleanup.destructor, at_);
      // Whose end is the program's: `Fatal() << text;`.
      // APPROX(over): where a jump or an exception leaves, it is taken to come back.
      if (!unwinding && falls && cleanup.destructor->getParent()->isAnyDestructorNoReturn())
        builder_.terminate(ir::Terminator::Unreachable, NodeId(), {});
      break;
    case Cleanup::Kind::Call: {
      NodeId callee = function_ref(cleanup.function, at_);
      NodeId address = dest_address(cleanup.dest, at_);
      point(Op::Call, context_.VoidTy, ir::kImplicit, {callee, address},
            static_cast<uint64_t>(ir::CallKind::Plain), at_);
      break;
    }
    case Cleanup::Kind::Deallocate: {
      std::vector<NodeId> call{function_ref(cleanup.function, at_),
                               again(cleanup.dest.pointer, at_)};
      for (NodeId argument : cleanup.arguments) call.push_back(again(argument, at_));
      point(Op::Call, context_.VoidTy, ir::kImplicit, call,
            static_cast<uint64_t>(ir::CallKind::Plain), at_);
      break;
    }
    case Cleanup::Kind::CatchEnd: {
      // APPROX(under): what is thrown may be of a derived class whose destructor throws.
      bool throws = cleanup.destructor != nullptr &&
                    may_throw(cleanup.destructor,
                              cleanup.destructor->getType()->getAs<clang::FunctionProtoType>());
      point(Op::CatchEnd, clang::QualType(), ir::kImplicit | (throws ? ir::kMayThrow : 0), {},
            cleanup.local.index(), at_);
      break;
    }
    case Cleanup::Kind::Handler:
      break;
  }
  if (after.valid()) builder_.fall_into(after);
  if (unwinding && after.valid()) builder_.mark_cleanup(after);
  at_ = saved;
}

CleanupId FunctionLowering::common(CleanupId a, CleanupId b) const {
  while (depth_of(a) > depth_of(b)) a = cleanups_[a.index()].below;
  while (depth_of(b) > depth_of(a)) b = cleanups_[b.index()].below;
  while (a != b) {
    a = cleanups_[a.index()].below;
    b = cleanups_[b.index()].below;
  }
  return a;
}

/// Ends the current block: runs the cleanups down to `depth`, then goes to `target`.
void FunctionLowering::leave_to(BlockId target, CleanupId depth) {
  if (!builder_.reachable()) return;
  builder_.jump(exit_chain(top_, depth, target));
}

BlockId FunctionLowering::exit_chain(CleanupId from, CleanupId to, BlockId target) {
  while (from != to && !cleanups_[from.index()].on_exit) from = cleanups_[from.index()].below;
  if (from == to) return target;
  if (auto found = cleanups_[from.index()].exits.find(target);
      found != cleanups_[from.index()].exits.end())
    return found->second;

  BlockId resume_at = builder_.current();
  bool was_reachable = builder_.reachable();
  ASSAY_CHECK(was_reachable, "only reachable code should leave");
  CleanupId saved_top = top_;
  BlockId chain = builder_.new_block();
  // The block that asked is not ended yet: remember it, emit the chain, and come back.
  cleanups_[from.index()].exits[target] = chain;
  builder_.start(chain);
  CleanupId at = from;
  while (at != to) {
    if (at != from) {
      if (auto found = cleanups_[at.index()].exits.find(target);
          found != cleanups_[at.index()].exits.end()) {
        target = found->second;
        break;
      }
    }
    top_ = cleanups_[at.index()].below;
    if (cleanups_[at.index()].on_exit) emit_cleanup(at, false);
    at = top_;
  }
  builder_.jump(target);
  top_ = saved_top;
  builder_.resume(resume_at);
  return chain;
}

BlockId FunctionLowering::unwind_target() { return landing_for(top_); }

/// The block that unwinding from under `id` goes to; none: out of the function.
BlockId FunctionLowering::landing_for(CleanupId id) {
  while (id.valid() && !cleanups_[id.index()].on_unwind) id = cleanups_[id.index()].below;
  if (!id.valid()) return BlockId();
  if (cleanups_[id.index()].landing) return *cleanups_[id.index()].landing;
  if (cleanups_[id.index()].kind == Cleanup::Kind::Handler) {
    cleanups_[id.index()].landing = cleanups_[id.index()].handler;
    return cleanups_[id.index()].handler;
  }
  BlockId resume_at = builder_.current();
  bool was_reachable = builder_.reachable();
  CleanupId saved_top = top_;
  BlockId landing = builder_.new_block();
  cleanups_[id.index()].landing = landing;
  builder_.start(landing);
  builder_.mark_cleanup(landing);
  top_ = cleanups_[id.index()].below;
  emit_cleanup(id, true);
  BlockId onwards = landing_for(top_);
  builder_.jump(onwards.valid() ? onwards : resume_block());
  top_ = saved_top;
  builder_.resume(resume_at);
  if (!was_reachable) builder_.set_unreachable();
  return landing;
}

/// A block with nothing in it but its end, made aside of the current one.
BlockId FunctionLowering::end_block(ir::Terminator terminator, bool unwinding) {
  BlockId resume_at = builder_.current();
  bool was_reachable = builder_.reachable();
  BlockId block = builder_.new_block();
  builder_.start(block);
  if (unwinding) builder_.mark_cleanup(block);
  builder_.terminate(terminator, NodeId(), {});
  builder_.resume(resume_at);
  if (!was_reachable) builder_.set_unreachable();
  return block;
}

BlockId FunctionLowering::resume_block() {
  if (resume_) return *resume_;
  // Nothing leaves a function that promises not to throw: the program ends instead.
  bool ends = function_ != nullptr && unit_.is_nothrow(function_);
  resume_ = ends ? terminate_block() : end_block(ir::Terminator::Resume, true);
  return *resume_;
}

BlockId FunctionLowering::return_block() {
  if (!return_) return_ = end_block(ir::Terminator::Return, false);
  return *return_;
}

/// Where what may not be thrown ends up: the program stops.
BlockId FunctionLowering::terminate_block() {
  if (!terminate_) terminate_ = end_block(ir::Terminator::Unreachable, true);
  return *terminate_;
}

// A goto may come before its label, so what it leaves is known at the end of the function.
void FunctionLowering::resolve_gotos() {
  for (const PendingGoto& jump : gotos_) {
    LabelState& label = labels_[jump.label];
    builder_.start(jump.from);
    if (!label.defined) continue;  // invalid code: control ends here
    top_ = jump.depth;
    leave_to(label.block, common(jump.depth, label.depth));
  }
}

}  // namespace assay::frontend
