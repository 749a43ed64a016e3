#include <algorithm>

#include "logic/build.h"
#include "support/symbolic.h"

namespace assay::testing_support {

using logic::Guard;
using logic::Term;
using semantics::Flow;
using semantics::State;

namespace {

/// Blocks numbered so that every edge but those back goes upwards: reverse postorder.
std::vector<uint32_t> reverse_postorder(const ir::Body& body) {
  std::vector<uint32_t> number(body.blocks.size(), UINT32_MAX);
  struct Visit {
    uint32_t block;
    size_t edge;
  };
  std::vector<Visit> stack{{0, 0}};
  std::vector<bool> seen(body.blocks.size());
  seen[0] = true;
  uint32_t next = static_cast<uint32_t>(body.blocks.size());
  while (!stack.empty()) {
    Visit& top = stack.back();
    std::span<const ir::Edge> edges = body.edges_of(ir::BlockId(top.block));
    if (top.edge == edges.size()) {
      number[top.block] = --next;
      stack.pop_back();
      continue;
    }
    uint32_t target = edges[top.edge++].target.index();
    if (seen[target]) continue;
    seen[target] = true;
    stack.push_back({target, 0});
  }
  return number;
}

}  // namespace

Tri MergeDriver::decide(State&, Term condition) {
  if (condition.is_immediate()) return condition.is_true() ? Tri::Yes : Tri::No;
  Term path = guards_.to_term(current_);
  return decide_under(std::span<const Term>(&path, 1), condition);
}

semantics::Split MergeDriver::split(State&, std::span<const Term>) {
  return semantics::Split::Together;
}

semantics::Split MergeDriver::split_call(State& state, std::span<const Term> cases) {
  for (Term guard : cases) {
    Branch next{state, guards_.make_and(current_, guards_.atom(guard)), running_->rounds};
    if (next.guard.is_too_large()) {
      cut_ = true;
      continue;
    }
    if (next.guard.is_never()) continue;
    // Before what is at this place now, and not merged again: no other position is the same.
    std::vector<uint64_t> where = position(next);
    where.back() = 0;
    where.push_back(++splits_);
    --next.state.frame().point;
    todo_.emplace(std::move(where), std::move(next));
  }
  return semantics::Split::Apart;
}

const MergeDriver::Shape& MergeDriver::shape_of(const semantics::Prepared& function) {
  Shape& shape = shapes_[&function];
  if (shape.order.empty()) {
    shape = {reverse_postorder(*function.body), ir::find_loops(*function.body)};
  }
  return shape;
}

/// For each call and each loop around: which loop, which round.  So what is in a loop comes before
/// what is after it, and earlier rounds before later ones.
std::vector<uint64_t> MergeDriver::position(const Branch& branch) {
  std::vector<uint64_t> where;
  for (size_t i = 0; i < branch.state.frames.size(); ++i) {
    const semantics::Frame& frame = branch.state.frames[i];
    const Shape& shape = shape_of(*frame.function);
    std::vector<uint64_t> around;
    for (ir::LoopId loop = shape.loops.of_block[frame.block.index()]; loop.valid();
         loop = shape.loops.loops[loop.index()].parent) {
      uint32_t header = shape.loops.loops[loop.index()].header.index();
      auto round = branch.rounds[i].find(header);
      around.push_back(round == branch.rounds[i].end() ? 0 : round->second);
      around.push_back(shape.order[header]);
    }
    where.insert(where.end(), around.rbegin(), around.rend());
    where.push_back(shape.order[frame.block.index()]);
    where.push_back(frame.point);
    // Whoever is still in a call comes before whoever has left it.
    where.push_back(i + 1 == branch.state.frames.size() ? 1 : 0);
  }
  return where;
}

/// A block was just entered: false if its loop has come round too often.
bool MergeDriver::count_round(Branch& branch) {
  const semantics::Frame& frame = branch.state.frame();
  const Shape& shape = shape_of(*frame.function);
  ir::LoopId loop = shape.loops.of_block[frame.block.index()];
  if (!loop.valid() || shape.loops.loops[loop.index()].header != frame.block) return true;
  // Loops inside begin anew.
  for (size_t i = 0; i < shape.loops.loops.size(); ++i) {
    if (shape.loops.loops[i].parent == loop) {
      branch.rounds.back()[shape.loops.loops[i].header.index()] = 0;
    }
  }
  return ++branch.rounds.back()[frame.block.index()] <= limits_.unroll;
}

void MergeDriver::add(Branch branch) {
  if (branch.guard.is_never()) return;
  evaluator_.settle_joins(branch.state);
  std::vector<uint64_t> where = position(branch);
  auto [first, last] = todo_.equal_range(where);
  auto found = std::find_if(first, last, [&](const auto& entry) {
    return evaluator_.can_merge(entry.second.state, branch.state);
  });
  if (found == last) {
    todo_.emplace(std::move(where), std::move(branch));
    return;
  }
  Branch& there = found->second;
  Term condition = guards_.to_term(there.guard);
  current_ = there.guard;
  evaluator_.merge(there.state, condition, branch.state,
                   [&](memory::ObjectId object, uint64_t offset, uint32_t bytes) {
                     return outside(there.state, object, offset, bytes);
                   });
  there.guard = guards_.make_or(there.guard, branch.guard);
  for (size_t i = 0; i < there.rounds.size(); ++i) {
    for (const auto& [header, count] : branch.rounds[i]) {
      there.rounds[i][header] = std::max(there.rounds[i][header], count);
    }
  }
}

/// Only what can happen is missing.
void MergeDriver::cut(const Branch& branch) {
  if (!prover_.check(guards_.to_term(branch.guard), budget_).unsat()) cut_ = true;
}

void MergeDriver::take_edges(Branch branch) {
  const semantics::Frame& frame = branch.state.frame();
  const ir::Body& body = *frame.function->body;
  const ir::Block& block = body.blocks[frame.block.index()];
  std::span<const ir::Edge> edges = body.edges_of(frame.block);
  Term value = evaluator_.branch_value(branch.state);
  Guard rest = Guard::always();
  for (size_t i = 0; i < edges.size(); ++i) {
    Guard taken;
    if (block.terminator == ir::Terminator::Branch) {
      Guard holds = guards_.atom(logic::is_nonzero(pool_, value));
      taken = i == 0 ? holds : !holds;
    } else if (edges[i].kind == ir::EdgeKind::Case) {
      auto bound = [&](int64_t bits) {
        return logic::resize(pool_, Term::constant(64, static_cast<uint64_t>(bits)), value.width(),
                             logic::Extend::Sign);
      };
      Term distance = logic::sub(pool_, value, bound(edges[i].low));
      Term width = logic::sub(pool_, bound(edges[i].high), bound(edges[i].low));
      taken = guards_.make_and(rest, guards_.atom(logic::ule(pool_, distance, width)));
    } else {
      taken = rest;
    }
    rest = guards_.make_and(rest, !taken);
    Branch next = branch;
    next.guard = guards_.make_and(branch.guard, taken);
    if (next.guard.is_too_large()) {
      cut_ = true;
      continue;
    }
    if (next.guard.is_never()) continue;
    evaluator_.follow(next.state, i);
    if (!count_round(next)) {
      cut(next);
      continue;
    }
    add(std::move(next));
  }
}

MergedResult MergeDriver::explore(const semantics::Prepared& function, Limits limits) {
  limits_ = limits;
  cut_ = false;
  todo_.clear();
  MergedResult result{.returns = logic::kFalse};
  add({begin(function), Guard::always(), {{}}});
  for (size_t step = 0; !todo_.empty() && step < limits.steps; ++step) {
    auto first = todo_.begin();
    Branch branch = std::move(first->second);
    todo_.erase(first);
    current_ = branch.guard;
    running_ = &branch;
    // One block at a time, so that states meet at each join.
    Flow flow = evaluator_.run_block(branch.state);
    branch.rounds.resize(branch.state.frames.size());
    if (flow == Flow::Next || flow == Flow::Entered) {
      if (flow == Flow::Next && !count_round(branch)) {
        cut(branch);
        continue;
      }
      add(std::move(branch));
    } else if (flow == Flow::Branch) {
      take_edges(std::move(branch));
    } else if (flow == Flow::Returned) {
      Term guard = guards_.to_term(branch.guard);
      Term value = branch.state.frame().result;
      if (!value.is_null()) {
        result.value =
            result.value.is_null() ? value : logic::ite(pool_, guard, value, result.value);
      }
      result.returns = logic::bit_or(pool_, result.returns, guard);
    } else if (flow != Flow::Stop && flow != Flow::Apart) {
      cut_ = true;
    }
  }
  result.is_cut = cut_ || !todo_.empty();
  return result;
}

}  // namespace assay::testing_support
