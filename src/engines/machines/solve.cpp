#include "engines/machines/solve.h"

#include <algorithm>

namespace assay::machines {

using Status = Context::Status;

void Solver::solve(ContextId root) {
  if (run_.contexts[root].status == Status::Done) return;
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
      return &context;
  }
  return nullptr;
}

void Solver::spoil(const Running& running) {
  run_.spoiled.push_back(running.id);
  run_.spoiled.insert(run_.spoiled.end(),
                      provisional_.begin() + static_cast<ptrdiff_t>(std::min(
                                                 running.first_provisional, provisional_.size())),
                      provisional_.end());
}

void Solver::finish_top() {
  size_t depth = stack_.size() - 1;
  Running& top = stack_.back();
  Context& context = run_.contexts[top.id];
  std::vector<Exit> exits = top.exploration->take_exits();
  if (top.was_seen && !same_exits(run_.workspace.pool(), context.exits, exits)) top.changed = true;
  context.exits = std::move(exits);
  if (run_.is_tainted) spoil(top);
  if (top.low < depth) {
    context.status = Status::Provisional;
    context.depth = top.low;
    provisional_.push_back(top.id);
    Running& below = stack_[depth - 1];
    below.low = std::min(below.low, top.low);
    below.changed = below.changed || top.changed;
    stack_.pop_back();
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
  stack_.pop_back();
}

}  // namespace assay::machines
