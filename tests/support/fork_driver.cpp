#include "logic/build.h"
#include "support/symbolic.h"

namespace assay::testing_support {

using logic::Term;
using semantics::Flow;
using semantics::State;

Tri ForkDriver::decide(State&, Term condition) {
  return decide_under(current_->conditions, condition);
}

semantics::Split ForkDriver::split(State& state, std::span<const Term> cases) {
  // Evaluated again in each: there only one of the cases can hold.
  for (Term guard : cases) {
    Path path{state, current_->conditions, current_->points_left};
    path.conditions.push_back(guard);
    --path.state.frame().point;
    todo_.push_back(std::move(path));
  }
  return semantics::Split::Apart;
}

void ForkDriver::fork_at_branch(Path path) {
  const semantics::Frame& frame = path.state.frame();
  const ir::Body& body = *frame.function->body;
  const ir::Block& block = body.blocks[frame.block.index()];
  std::span<const ir::Edge> edges = body.edges_of(frame.block);
  Term value = evaluator_.branch_value(path.state);
  Term rest = logic::kTrue;
  for (size_t i = 0; i < edges.size(); ++i) {
    Term taken;
    if (block.terminator == ir::Terminator::Branch) {
      Term holds = logic::is_nonzero(pool_, value);
      taken = i == 0 ? holds : logic::bit_not(pool_, holds);
    } else if (edges[i].kind == ir::EdgeKind::Case) {
      auto bound = [&](int64_t bits) {
        return logic::resize(pool_, Term::constant(64, static_cast<uint64_t>(bits)), value.width(),
                             logic::Extend::Sign);
      };
      Term distance = logic::sub(pool_, value, bound(edges[i].low));
      Term width = logic::sub(pool_, bound(edges[i].high), bound(edges[i].low));
      taken = logic::ule(pool_, distance, width);
    } else {
      taken = rest;
    }
    rest = logic::bit_and(pool_, rest, logic::bit_not(pool_, taken));
    if (decide_under(path.conditions, taken) == Tri::No) continue;
    Path next = path;
    if (!taken.is_true()) next.conditions.push_back(taken);
    evaluator_.follow(next.state, i);
    todo_.push_back(std::move(next));
  }
}

std::vector<PathResult> ForkDriver::explore(const semantics::Prepared& function, Limits limits) {
  std::vector<PathResult> results;
  cut_ = false;
  todo_.clear();
  todo_.push_back({begin(function), {}, limits.points});
  size_t started = 0;
  while (!todo_.empty()) {
    if (results.size() >= limits.paths || ++started > limits.paths * 20) {
      cut_ = true;
      break;
    }
    Path path = std::move(todo_.back());
    todo_.pop_back();
    current_ = &path;
    switch (evaluator_.run(path.state, path.points_left)) {
      case Flow::Returned:
        results.push_back({path.conditions, path.state.frame().result});
        break;
      case Flow::Branch:
        fork_at_branch(std::move(path));
        break;
      case Flow::Apart:
        break;
      default:
        cut_ = true;
        break;
    }
  }
  current_ = nullptr;
  return results;
}

}  // namespace assay::testing_support
