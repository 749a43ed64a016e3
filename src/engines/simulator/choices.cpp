// Choice points: where control does not follow from what is known.
#include <algorithm>

#include "engines/simulator/reach.h"
#include "engines/simulator/simulation.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;

namespace {

/// Whether a comparison asks which of two objects lies first, one of them the environment's: that
/// is our choice as well.
bool orders_apart(const semantics::Evaluator& evaluator, const semantics::State& state,
                  ir::NodeId comparison) {
  const semantics::Prepared& function = *state.frame().function;
  const ir::Body& body = *function.body;
  ir::Op op = body[comparison].op;
  bool is_order = op == ir::Op::Lt || op == ir::Op::Le || op == ir::Op::Gt || op == ir::Op::Ge;
  if (!is_order || body[comparison].kid_count != 2) return false;
  std::vector<memory::ObjectId> objects;
  for (ir::NodeId kid : body.kids_of(comparison)) {
    const semantics::ValueType* type = function[kid].type;
    Term value = evaluator.value_of(state, kid);
    if (!type || type->shape != semantics::Shape::Pointer || value.is_null()) return false;
    addresses_in(state.memory, value, objects);
  }
  bool is_apart = std::any_of(objects.begin(), objects.end(),
                              [&](memory::ObjectId each) { return each != objects.front(); });
  return is_apart && std::any_of(objects.begin(), objects.end(), [&](memory::ObjectId each) {
           const memory::Object* object = state.memory.find(each);
           return object && object->kind == memory::ObjectKind::Environment;
         });
}

}  // namespace

std::vector<std::pair<uint32_t, Term>> Simulation::possible_edges(const Path& path) {
  const semantics::Frame& frame = path.state.frame();
  const ir::Body& body = *frame.function->body;
  const ir::Block& block = body.blocks[frame.block.index()];
  std::span<const ir::Edge> edges = body.edges_of(frame.block);
  Term value = evaluator_.branch_value(path.state);
  Term rest = logic::kTrue;
  std::vector<std::pair<uint32_t, Term>> possible;
  auto bound = [&](int64_t bits) {
    return logic::resize(pool_, Term::constant(64, static_cast<uint64_t>(bits)), value.width(),
                         logic::Extend::Sign);
  };
  // APPROX(over): both sides are followed, and nothing is learnt from the choice.
  bool is_open = compares_inputs(path.state.memory, value);
  if (is_open) {
    value = solver_.with_known_values(path.conditions, value, Known::Truths);
    is_open = compares_inputs(path.state.memory, value);
  }
  is_open =
      is_open || (block.operand.valid() && orders_apart(evaluator_, path.state, block.operand));
  for (uint32_t i = 0; i < edges.size(); ++i) {
    Term taken = logic::kTrue;
    if (is_open) {
      possible.emplace_back(i, taken);
      continue;
    }
    if (block.terminator == ir::Terminator::Branch) {
      Term holds = logic::is_nonzero(pool_, value);
      taken = i == 0 ? holds : logic::bit_not(pool_, holds);
    } else if (edges[i].kind == ir::EdgeKind::Case) {
      Term distance = logic::sub(pool_, value, bound(edges[i].low));
      Term width = logic::sub(pool_, bound(edges[i].high), bound(edges[i].low));
      taken = logic::ule(pool_, distance, width);
      rest = logic::bit_and(pool_, rest, logic::bit_not(pool_, taken));
    } else if (block.terminator == ir::Terminator::Switch) {
      taken = rest;
    }
    // Of a switch with thousands of cases only so many are looked at, those not seen first.
    bool is_late = possible.size() >= options_.max_edges;
    if (is_late && edges_seen_[block.edges_begin + i]) continue;
    if (is_late && possible.size() >= 2 * options_.max_edges) {
      result_.is_complete = false;
      continue;
    }
    // The path itself can happen: one of two ways must be open.
    bool is_only_way = block.terminator == ir::Terminator::Branch && i == 1 && possible.empty();
    if (is_only_way || solver_.is_possible(path.conditions, taken)) possible.emplace_back(i, taken);
  }
  return possible;
}

bool Simulation::leads_to_new(const Pending& pending) const {
  if (pending.edge != UINT32_MAX) return !edges_seen_[pending.edge];
  // Another outcome with the same answer leads through the same code.
  auto [call, outcome] = pending.outcome;
  return outcome && !answers_seen_.contains({call, outcome->return_type});
}

/// So many choices wait at most: of a function with very many variables, or after very many
/// choices, each holds much.
size_t Simulation::most_pending(const Path& path) const {
  size_t of_function = function_.steps.size() / 4 + 32 * function_.local_types.size();
  size_t of_path =
      sizeof(Term) *
          (path.conditions.size() + path.guards.size() + path.soft.size() + path.asked.size()) +
      sizeof(Decision) * path.decisions.size() + sizeof(Resource) * path.resources.size();
  constexpr size_t kFew = 20, kMostBytes = 128 << 20;
  return std::clamp<size_t>(kMostBytes / (of_function + of_path + 1), kFew, options_.max_pending);
}

void Simulation::wait(Pending pending) {
  // A path that went on after a report is there for the code that nobody else comes to.
  bool is_choice = pending.edge != UINT32_MAX || pending.outcome.second != nullptr;
  if (pending.path->told > 0 && is_choice && !leads_to_new(pending)) {
    result_.is_complete = false;
    return;
  }
  size_t most = most_pending(*pending.path);
  while (pending_.size() >= most) {
    // The oldest choice goes: the newest ones are where we are, and more wait than paths are left.
    pending_.pop_front();
    result_.is_complete = false;
  }
  pending_.push_back(std::move(pending));
}

void Simulation::take_edge(Path& path, uint32_t edge, Term condition) {
  semantics::Frame& frame = path.state.frame();
  const ir::Block& block = function_.body->blocks[frame.block.index()];
  if (!condition.is_null()) {
    size_t known = path.conditions.size();
    // That a loop ends after rounds that were not followed is no choice that anybody makes.
    bool ends_loop = false;
    for (const Rounds& rounds : path.rounds) {
      const std::vector<ir::BlockId>& inside = loops_.loops[rounds.loop.index()].blocks;
      ir::BlockId target = function_.body->edges_of(frame.block)[edge].target;
      bool stays = std::binary_search(inside.begin(), inside.end(), target);
      ends_loop = ends_loop || (rounds.is_widened && !stays);
    }
    bool is_free =
        !condition.is_immediate() && evaluator_.source_of(condition) == semantics::Source::Outside;
    path.is_arbitrary = path.is_arbitrary || condition.is_immediate() || (ends_loop && !is_free);
    if (ends_loop) {
      judge_.assume(path, condition);
    } else {
      judge_.choose(path, condition);
    }
    path.decisions.push_back({.condition = condition,
                              .block = frame.block,
                              .begin = known,
                              .end = path.conditions.size()});
    path.trail = trail_.add(
        path.trail,
        {.kind = CrumbKind::Assumed, .block = frame.block, .node = block.operand, .edge = edge});
    for (Rounds& rounds : path.rounds) {
      const std::vector<ir::BlockId>& inside = loops_.loops[rounds.loop.index()].blocks;
      ++rounds.forks;
      rounds.is_by_outside = rounds.is_by_outside && is_free;
      for (const ir::Edge& each : function_.body->edges_of(frame.block)) {
        bool stays = std::binary_search(inside.begin(), inside.end(), each.target);
        rounds.is_open = rounds.is_open || !stays;
      }
    }
  }
  edges_seen_[block.edges_begin + edge] = true;
  evaluator_.follow(path.state, edge);
  path.is_at_start = true;
}

/// False: the path cannot go on.
bool Simulation::fork(Path& path) {
  // A condition in a constant initialiser, or in code we did not choose to simulate.
  if (path.state.frames.size() != 1) return false;
  std::vector<std::pair<uint32_t, Term>> possible = possible_edges(path);
  if (possible.empty()) return false;
  const ir::Block& block = function_.body->blocks[path.state.frame().block.index()];
  size_t chosen = 0;
  for (size_t i = possible.size(); i-- > 0;) {
    if (!edges_seen_[block.edges_begin + possible[i].first]) chosen = i;
  }
  bool is_choice = possible.size() > 1;
  std::shared_ptr<Path> here = is_choice ? std::make_shared<Path>(path) : nullptr;
  for (size_t i = possible.size(); i-- > 0;) {
    if (i == chosen) continue;
    auto [edge, condition] = possible[i];
    wait({.path = here, .edge = block.edges_begin + edge, .condition = condition, .outcome = {}});
  }
  auto [edge, condition] = possible[chosen];
  // The function asks what a leap has answered.
  if (!is_choice && !path.leaps.empty() && !condition.is_immediate()) {
    judge_.look_at(path, evaluator_.branch_value(path.state), condition);
    path.asked.push_back(condition);
  }
  if (!is_choice && !condition.is_immediate()) {
    path.decisions.push_back(
        {.condition = condition, .block = path.state.frame().block, .is_forced = true});
  }
  take_edge(path, edge, is_choice ? condition : Term());
  return true;
}

Path Simulation::take_pending() {
  size_t chosen = pending_.size() - 1;
  for (size_t i = pending_.size(); i-- > 0;) {
    if (!leads_to_new(pending_[i])) continue;
    chosen = i;
    break;
  }
  Pending taken = std::move(pending_[chosen]);
  pending_.erase(pending_.begin() + static_cast<ptrdiff_t>(chosen));
  bool is_last = taken.path.use_count() == 1;
  Path path = is_last ? std::move(*taken.path) : Path(*taken.path);
  if (taken.edge != UINT32_MAX) {
    const ir::Block& block = function_.body->blocks[path.state.frame().block.index()];
    take_edge(path, taken.edge - block.edges_begin, taken.condition);
    return path;
  }
  if (taken.outcome.second) {
    answers_seen_.insert({taken.outcome.first, taken.outcome.second->return_type});
    path.forced_call = taken.outcome.first;
    path.forced_outcome = taken.outcome.second;
  }
  if (!taken.condition.is_null()) {
    judge_.choose(path, taken.condition);
    // We ask; the function does not.
    if (!taken.condition.is_immediate()) path.soft.push_back(taken.condition);
  }
  if (taken.outcome.second || !taken.condition.is_null()) --path.state.frame().point;
  return path;
}

}  // namespace assay::simulator
