// Two states at one point as one state, under a condition.
#include <algorithm>

#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;

void Evaluator::settle_joins(State& state) {
  Frame& frame = state.frame();
  if (!frame.came_from.valid()) return;
  const std::vector<ir::Phi>& phis = frame.function->body->phis;
  std::span<const ir::NodeId> points = frame.function->body->points_of(frame.block);
  // The values are all read before one is set: a join may be another one's choice.
  std::vector<std::pair<ir::NodeId, Term>> chosen;
  for (const ir::Phi& phi : phis) {
    if (phi.from != frame.came_from) continue;
    if (std::find(points.begin(), points.end(), phi.node) == points.end()) continue;
    chosen.emplace_back(phi.node, join(state, phi.node, step_of(state, phi.node)));
  }
  for (const auto& [node, value] : chosen) set(state, node, value);
  frame.came_from = ir::BlockId();
}

void Evaluator::merge(State& state, Term condition, State& otherwise,
                      const memory::Memory::Outside& outside) {
  ASSAY_CHECK(state.frames.size() == otherwise.frames.size(), "states should be at one point");
  auto choose = [&](Term mine, Term theirs) {
    // What only one side evaluated is not used after the join.
    if (mine.is_null()) return theirs;
    if (theirs.is_null() || mine.width() != theirs.width()) return mine;
    return logic::ite(pool_, condition, mine, theirs);
  };
  // A variable that one side has not looked at has its initial value there.
  auto start_pending = [&](State& there, const State& here) {
    std::vector<memory::ObjectId> missing, pending;
    memory::Memory::for_each_difference(
        there.memory, here.memory,
        [&](memory::ObjectId id, const memory::Object* object, const memory::Object* other) {
          if (!object && other && program_.entity_of(id).valid()) missing.push_back(id);
          if (object && object->has(memory::kPending) && other && !other->has(memory::kPending)) {
            pending.push_back(id);
          }
        });
    for (memory::ObjectId id : missing) {
      address_of(there, program_.entity_of(id));
      bool starts = there.memory.find(id)->has(memory::kPending) &&
                    !here.memory.find(id)->has(memory::kPending);
      if (starts) pending.push_back(id);
    }
    for (memory::ObjectId id : pending) run_initialiser(there, id);
  };
  start_pending(state, otherwise);
  start_pending(otherwise, state);
  for (size_t i = 0; i < state.frames.size(); ++i) {
    Frame& frame = state.frames[i];
    Frame& other = otherwise.frames[i];
    ASSAY_CHECK(frame.function == other.function && frame.block == other.block &&
                    frame.point == other.point,
                "states should be at one point");
    frame.values.merge(other.values, choose);
    for (size_t local = 0; local < frame.locals.size(); ++local) {
      frame.locals[local] = choose(frame.locals[local], other.locals[local]);
    }
    for (const auto& [number, bound] : other.bounds) {
      auto known = std::find_if(frame.bounds.begin(), frame.bounds.end(),
                                [&](const auto& entry) { return entry.first == number; });
      if (known == frame.bounds.end()) {
        frame.bounds.emplace_back(number, bound);
      } else {
        known->second = choose(known->second, bound);
      }
    }
    frame.result = choose(frame.result, other.result);
    for (memory::ObjectId id : other.owned) {
      if (std::find(frame.owned.begin(), frame.owned.end(), id) == frame.owned.end()) {
        frame.owned.push_back(id);
      }
    }
    for (const auto& snapshot : other.snapshots) {
      if (std::find(frame.snapshots.begin(), frame.snapshots.end(), snapshot) ==
          frame.snapshots.end()) {
        frame.snapshots.push_back(snapshot);
      }
    }
  }
  state.memory.merge(condition, otherwise.memory, outside);
}

}  // namespace assay::semantics
