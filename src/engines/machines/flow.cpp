// How blocks and functions are left: branches with what is known about their conditions, unwinding,
// and the state in which the caller goes on.
#include <algorithm>

#include "engines/machines/exploration.h"
#include "engines/machines/places.h"

namespace assay::machines {

using ir::BlockId;
using ir::NodeId;
using ir::Terminator;

void Exploration::leave_block(Item item) {
  const ir::Block& block = body().blocks[item.block.index()];
  switch (block.terminator) {
    case Terminator::Branch:
      branch(std::move(item));
      return;
    case Terminator::Switch:
      choose_case(std::move(item));
      return;
    case Terminator::Jump:
    case Terminator::IndirectGoto:
      // The last is pushed first: paths are taken in the order of the edges.
      for (size_t i = block.edge_count; i-- > 0;) take_edge(item, item.state, i);
      return;
    case Terminator::CatchDispatch:
      dispatch(item);
      return;
    case Terminator::Return:
      if (run_.trace) run_.trace->end(item.state);
      leave_function(std::move(item.state), ExitKind::Normal,
                     block.operand.valid() ? block.operand : item.state.returned);
      return;
    case Terminator::Resume:
      if (run_.trace) run_.trace->end(item.state);
      leave_function(std::move(item.state), ExitKind::Unwind, {});
      return;
    case Terminator::Unreachable:
      return;
  }
}

// To the first handler that takes what is thrown, and not past it, where its type is known.
void Exploration::dispatch(const Item& item) {
  auto edges = body().edges_of(item.block);
  const Thrown* thrown = item.state.thrown;
  bool is_assumed = thrown == run_.workspace.throws().assumed();
  bool is_known = thrown != nullptr && !is_assumed;
  std::vector<size_t> taken;
  for (size_t i = 0; i < edges.size(); ++i) {
    bool is_handler = edges[i].kind != ir::EdgeKind::Unwind;
    if (is_known && is_handler && !Throws::fits(*thrown, code_.unit(), edges[i])) continue;
    if (is_assumed && !is_handler && !taken.empty()) continue;
    taken.push_back(i);
    if (is_known && is_handler) break;
  }
  for (size_t i = taken.size(); i-- > 0;) {
    const ir::Edge& edge = edges[taken[i]];
    State state = item.state;
    if (edge.kind != ir::EdgeKind::Unwind) {
      state.thrown = nullptr;
      state.caught = thrown;
      // APPROX(over): what is thrown again has the handler's type, where no other is known.
      if (!is_known)
        state.caught = run_.workspace.throws().type_of(code_.shared_unit(), edge.caught);
    }
    take_edge(item, std::move(state), taken[i]);
  }
}

// The first rounds of a loop whose condition is known beforehand, as `for (i = 0; i < 2; i++)`, are
// walked one by one, with what is known: such a loop may well end before anything happens twice.
bool Exploration::counts_round(State& state, BlockId from, BlockId header) {
  constexpr uint32_t kMaxRounds = 3;
  const LoopWrites* loop = code_.loop_at(header);
  if (loop == nullptr || !loop->counts || !run_.options.prune || run_.rules.is_stateless())
    return false;
  auto at = std::ranges::find(state.rounds, header, &std::pair<BlockId, uint32_t>::first);
  bool goes_back = std::ranges::find(loop->latches, from) != loop->latches.end();
  uint32_t round = 0;
  metal::TreeId condition = fact_tree(state, body().blocks[header.index()].operand);
  if (goes_back) {
    // One that was not counted from its beginning: if this was its last round, it is left as it is.
    if (at == state.rounds.end())
      return condition.valid() && state.facts.holds(pool(), condition) == Tri::No;
    round = at->second + 1;
  }
  bool is_known = round < kMaxRounds && condition.valid() &&
                  state.facts.holds(pool(), condition) != Tri::Unknown;
  if (!is_known) {
    if (at != state.rounds.end()) state.rounds.erase(at);
  } else if (at != state.rounds.end()) {
    at->second = round;
  } else {
    state.rounds.emplace_back(header, round);
  }
  return is_known;
}

void Exploration::take_edge(const Item& item, State state, size_t edge) {
  BlockId target = body().edges_of(item.block)[edge].target;
  if (run_.trace) run_.trace->end(state);
  PathStep step;
  step.before = state.path;
  step.block = item.block;
  step.number = static_cast<uint32_t>(edge);
  state.path = context_.add(step);
  state.pending.clear();
  // A join's value lasts a few joins: long enough for the expression that it stands in.
  constexpr size_t kMaxJoins = 6;
  for (const ir::Phi& phi : code_.phis(item.block)) {
    NodeId value = phi.value;
    for (const JoinValue& known : state.joins)
      if (known.join == value) value = known.value;
    std::erase_if(state.joins, [&](const JoinValue& known) { return known.join == phi.node; });
    state.joins.push_back({phi.node, value});
    if (state.joins.size() > kMaxJoins) state.joins.erase(state.joins.begin());
  }
  bool is_counted = counts_round(state, item.block, target);
  forget_at(state, target, is_counted ? LoopFacts::Keep : LoopFacts::Forget);
  if (code_.loop_at(target) != nullptr) state.joins.clear();
  Item next;
  next.block = target;
  next.visit = item.visit;
  next.state = std::move(state);
  stack_.push_back(std::move(next));
}

// What rules say about the value that decides where the block's path goes on.
bool Exploration::decide(Item& item) {
  Occasion occasion;
  occasion.at = body().blocks[item.block.index()].operand;
  firing_.fire_instances(item.state, metal::Moment::Condition, occasion);
  firing_.fire_global(item.state, metal::Moment::Condition, occasion);
  note_in_the_way(item.visit, occasion.in_the_way);
  return !occasion.path_ends && firing_.failure().empty();
}

void Exploration::branch(Item item) {
  const ir::Block& block = body().blocks[item.block.index()];
  auto edges = body().edges_of(item.block);
  if (block.operand.valid() && !decide(item)) return;
  metal::TreeId condition;
  if (block.operand.valid()) condition = fact_tree(item.state, block.operand);
  if (block.operand.valid()) settle(item.state, block.operand);
  for (size_t i = edges.size(); i-- > 0;) {
    bool truth = edges[i].kind == ir::EdgeKind::True;
    State state = item.state;
    if (condition.valid() && run_.options.prune && !run_.rules.is_stateless() &&
        state.facts.assume(pool(), condition, truth) == Tri::No)
      continue;
    if (condition.valid() && run_.options.prune) drop_behind_null(state);
    Occasion occasion;
    occasion.at = block.operand;
    firing_.take_branch(state, truth, occasion);
    if (occasion.path_ends) continue;
    take_edge(item, std::move(state), i);
  }
}

void Exploration::choose_case(Item item) {
  const ir::Block& block = body().blocks[item.block.index()];
  auto edges = body().edges_of(item.block);
  if (block.operand.valid() && !decide(item)) return;
  item.state.pending.clear();
  if (block.operand.valid()) settle(item.state, block.operand);
  metal::TreeId value;
  if (block.operand.valid()) value = fact_tree(item.state, block.operand);
  for (size_t i = edges.size(); i-- > 0;) {
    State state = item.state;
    bool possible = true;
    if (value.valid() && run_.options.prune && !run_.rules.is_stateless()) {
      auto assume = [&](const ir::Edge& edge, bool taken) {
        return state.facts.assume_case(pool(), value, edge.low, edge.high, taken) != Tri::No;
      };
      if (edges[i].kind == ir::EdgeKind::Case) {
        possible = assume(edges[i], true);
      } else if (edges[i].kind == ir::EdgeKind::Default) {
        for (const ir::Edge& edge : edges)
          if (edge.kind == ir::EdgeKind::Case && possible) possible = assume(edge, false);
      }
    }
    if (possible) take_edge(item, std::move(state), i);
  }
}

void Exploration::unwind(const Item& item, State state, NodeId at) {
  BlockId target = body().blocks[item.block.index()].unwind;
  if (run_.trace) run_.trace->end(state);
  if (!target.valid()) {
    leave_function(std::move(state), ExitKind::Unwind, at);
    return;
  }
  PathStep step;
  step.kind = PathStep::Kind::Unwind;
  step.before = state.path;
  step.block = item.block;
  step.at = at;
  state.path = context_.add(step);
  state.pending.clear();
  forget_at(state, target);
  Item next;
  next.block = target;
  next.visit = item.visit;
  next.state = std::move(state);
  stack_.push_back(std::move(next));
}

void Exploration::leave_function(State state, ExitKind kind, NodeId at) {
  if (run_.trace) {
    Segment exit = segment(Segment::Kind::Exit, {}, SIZE_MAX, {});
    run_.trace->begin(state, exit);
    run_.trace->end(state);
    run_.trace->relax(state, exit);
  }
  Occasion occasion;
  occasion.at = at.valid() ? at : body().root;
  occasion.at_end = !at.valid();
  auto leaves = [&](const Instance& instance) {
    // What a reference stands for is somebody else's, even if nobody is known to call; a part of it
    // is, for a root, like one of what a pointer leads to.
    auto is_others = [&](const Name& name) {
      return is_referred(name.tree) && (!is_root() || pool()[name.tree].op == ir::Op::Local);
    };
    if (std::ranges::any_of(instance.names, is_others)) return false;
    if (is_root()) return true;
    if (instance.origin >= 0) return false;
    bool by_value = run_.rules.machine().hole(instance.variable).passing == metal::Passing::ByValue;
    return std::none_of(instance.names.begin(), instance.names.end(), [&](const Name& name) {
      bool is_copy = by_value && pool()[name.tree].op == ir::Op::Local;
      return !is_copy && is_visible_outside(code_, name.tree, state.reassigned);
    });
  };
  for (size_t i = 0; i < state.instances.size(); ++i)
    if (leaves(state.instances[i])) firing_.end_instance(state, i, occasion);
  if (is_root()) {
    firing_.end_global(state, occasion);
    return;
  }
  if (occasion.path_ends) return;
  std::erase_if(state.instances, [&](const Instance& instance) {
    return run_.rules.is_stop(instance.state) || leaves(instance) || is_by_count(instance);
  });
  add_exit(std::move(state), kind);
}

// Of what a count in the object has decided callers know nothing, who may hold references.
bool Exploration::is_by_count(const Instance& instance) const {
  return run_.rules.machine().hole(instance.variable).counted == metal::Counted::ByReferences &&
         run_.workspace.counts().decided(run_.workspace, code_, context_, instance);
}

// Exits that all leave one state behind are one exit: no caller could tell them apart by what is
// tracked, and what they know in common is enough.
std::vector<Exit> Exploration::take_exits() {
  bool all_same = std::all_of(exits_.begin(), exits_.end(),
                              [&](const Exit& exit) { return exit.key == exits_.front().key; });
  if (all_same && exits_.size() > 1) {
    for (size_t i = 1; i < exits_.size(); ++i) {
      exits_[0].facts.join(pool(), exits_[i].facts);
      if (exits_[i].is_nonzero != exits_[0].is_nonzero) exits_[0].is_nonzero = Tri::Unknown;
      exits_[0].add_ways_of(exits_[i]);
    }
    exits_.resize(1);
  }
  return std::move(exits_);
}

void Exploration::add_exit(State state, ExitKind kind) {
  Exit exit;
  exit.kind = kind;
  exit.thrown = state.thrown;
  exit.global = state.global;
  exit.instances = std::move(state.instances);
  for (Instance& instance : exit.instances)
    std::erase_if(instance.names, [&](const Name& name) {
      return !is_visible_outside(code_, name.tree, state.reassigned);
    });
  // Callers see by the exits that the place was written on some ways only.
  for (Instance& instance : exit.instances)
    for (Name& name : instance.names) name.doubt = {};
  // What only this function can name goes first, so that what is known of a value is told by the
  // names that the caller has for it.
  auto is_hidden = [&](metal::TreeId tree) {
    return !is_visible_outside(code_, tree, state.reassigned);
  };
  state.facts.forget_if(pool(), is_hidden);
  exit.facts = state.facts.renamed(
      pool(), [&](metal::TreeId tree) { return is_hidden(tree) ? metal::TreeId() : tree; });
  for (const Instance& instance : exit.instances)
    exit.is_unchanged.push_back(instance.history.valid() &&
                                context_.history[instance.history.index()].kind ==
                                    HistoryStep::Kind::Entered);
  exit.reassigned = std::move(state.reassigned);
  exit.path = state.path;
  exit.key = exit_key(pool(), exit);
  exit.is_nonzero = exit.facts.holds(pool(), code_.result());
  std::vector<Exit*> same, alike;
  for (Exit& known : exits_) {
    if (known.key != exit.key) continue;
    if (exit.facts.implies(pool(), known.facts)) {
      known.add_ways_of(exit);
      if (known.is_nonzero != exit.is_nonzero) known.is_nonzero = Tri::Unknown;
      return;
    }
    same.push_back(&known);
    if (known.is_nonzero == exit.is_nonzero) alike.push_back(&known);
  }
  // What callers look at is mostly whether the result is zero: that is given up last.
  if (same.size() >= run_.options.max_same_exits && !alike.empty()) {
    for (Exit* known : alike) exit.facts.join(pool(), known->facts);
    alike.front()->add_ways_of(exit);
    alike.front()->facts = std::move(exit.facts);
    return;
  }
  // APPROX(under): further exits are not told to callers; counted as an incomplete function.
  if (exits_.size() >= run_.options.max_exits) {
    if (context_.stopped.empty()) context_.stopped = "it leaves in too many different states";
    return;
  }
  exits_.push_back(std::move(exit));
}

}  // namespace assay::machines
