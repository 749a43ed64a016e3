#include "engines/machines/solve.h"

#include <algorithm>

namespace assay::machines {

using Status = Context::Status;

void Solver::solve(ContextId root) {
  if (run_.contexts[root].status == Status::Done && lasts(run_.contexts[root])) return;
  start(root);
  while (!stack_.empty()) {
    if (std::optional<ContextId> needed = stack_.back().exploration->advance()) {
      start(*needed);
    } else {
      finish_top();
    }
  }
}

void Solver::start(ContextId id) {
  Running running;
  running.id = id;
  running.first_provisional = provisional_.size();
  stack_.push_back(std::move(running));
  ++run_.under_way[run_.contexts[id].function];
  if (run_.entered != nullptr) run_.entered->insert(run_.contexts[id].function);
  explore_again(stack_.back(), stack_.size() - 1);
}

void Solver::explore_again(Running& running, size_t depth) {
  Context& context = run_.contexts[running.id];
  context.restart();
  context.status = Status::Running;
  context.depth = depth;
  running.low = depth;
  running.was_seen = running.changed = false;
  running.exploration = std::make_unique<Exploration>(
      run_, running.id, [this](ContextId wanted) { return result(wanted); });
}

void Solver::pop() {
  --run_.under_way[run_.contexts[stack_.back().id].function];
  stack_.pop_back();
}

// What a limit cut is walked anew by a root with more steps.  APPROX(under): one with as many, that
// comes when more of what is below is known, would get further as well.
bool Solver::lasts(Context& context) {
  if (context.cut_by == 0 || run_.root_limit <= context.cut_by) return true;
  context.forget();
  return false;
}

const Context* Solver::result(ContextId id) {
  Context& context = run_.contexts[id];
  Running& top = stack_.back();
  switch (context.status) {
    case Status::New:
      return nullptr;
    case Status::Running:
      stack_[context.depth].was_seen = true;
      top.low = std::min(top.low, context.depth);
      return &context;
    case Status::Provisional:
      top.low = std::min(top.low, context.depth);
      return &context;
    case Status::Done:
      if (!lasts(context)) return nullptr;
      top.is_cut = top.is_cut || context.cut_by != 0;
      return &context;
  }
  return nullptr;
}

void Solver::cut(const Running& running) {
  run_.cut.push_back(running.id);
  run_.cut.insert(run_.cut.end(),
                  provisional_.begin() + static_cast<ptrdiff_t>(std::min(running.first_provisional,
                                                                         provisional_.size())),
                  provisional_.end());
}

// A function that calls itself with `n - 1` returns for n == 0, then for n in [0, 1], and so on:
// from the third round on exits that leave the same state behind are one, which knows what it knew
// in the round before and knows still; in the last rounds, whether the result is zero and no more.
void Solver::widen(const Context& context, std::vector<Exit>& exits, size_t round) const {
  constexpr size_t kFirst = 2, kBare = 5;
  if (round < kFirst) return;
  metal::TreePool& pool = run_.workspace.pool();
  metal::TreeId result = run_.workspace.code(context.function)->result();
  auto is_same = [](const Exit& a, const Exit& b) {
    return a.key == b.key && a.is_nonzero == b.is_nonzero;
  };
  std::vector<Exit> merged;
  for (Exit& exit : exits) {
    auto known = std::ranges::find_if(merged, [&](const Exit& one) { return is_same(one, exit); });
    if (known == merged.end()) {
      merged.push_back(std::move(exit));
      continue;
    }
    known->facts.join(pool, exit.facts);
    known->add_ways_of(exit);
  }
  for (Exit& exit : merged) {
    std::optional<Facts> before;
    for (const Exit& old : context.exits) {
      if (!is_same(old, exit)) continue;
      if (before)
        before->join(pool, old.facts);
      else
        before = old.facts;
    }
    if (!before) continue;
    if (round >= kBare)
      before = Facts();
    else
      before->widen(pool, exit.facts);
    exit.facts = *std::move(before);
    if (exit.is_nonzero != Tri::Unknown)
      exit.facts.assume(pool, result, exit.is_nonzero == Tri::Yes);
  }
  exits = std::move(merged);
}

void Solver::finish_top() {
  size_t depth = stack_.size() - 1;
  Running& top = stack_.back();
  Context& context = run_.contexts[top.id];
  std::vector<Exit> exits = top.exploration->take_exits();
  if (top.was_seen) widen(context, exits, top.round);
  if (top.was_seen && !same_exits(run_.workspace.pool(), context.exits, exits)) top.changed = true;
  context.exits = std::move(exits);
  if (run_.is_tainted || top.is_cut) {
    cut(top);
    if (depth > 0) stack_[depth - 1].is_cut = true;
  }
  if (top.low < depth) {
    context.status = Status::Provisional;
    context.depth = top.low;
    provisional_.push_back(top.id);
    Running& below = stack_[depth - 1];
    below.low = std::min(below.low, top.low);
    below.changed = below.changed || top.changed;
    pop();
    return;
  }
  if (top.changed && ++top.round < run_.options.max_iterations) {
    for (size_t i = top.first_provisional; i < provisional_.size(); ++i)
      run_.contexts[provisional_[i]].status = Status::New;
    provisional_.resize(top.first_provisional);
    explore_again(top, depth);
    return;
  }
  // APPROX(under): the round that was reached is taken for the last one.
  if (top.changed && context.stopped.empty()) context.stopped = "its recursion does not settle";
  for (size_t i = top.first_provisional; i < provisional_.size(); ++i)
    run_.contexts[provisional_[i]].status = Status::Done;
  provisional_.resize(top.first_provisional);
  context.status = Status::Done;
  pop();
}

}  // namespace assay::machines
