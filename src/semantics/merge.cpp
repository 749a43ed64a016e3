// Two states at one point as one state, under a condition.
#include <algorithm>

#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;

namespace {

template <class T>
void add_missing(std::vector<T>& mine, const std::vector<T>& theirs) {
  for (const T& each : theirs) {
    if (std::find(mine.begin(), mine.end(), each) == mine.end()) mine.push_back(each);
  }
}

}  // namespace

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

bool Evaluator::can_merge(const State& state, const State& otherwise) const {
  if (state.frames.size() != otherwise.frames.size()) return false;
  for (size_t i = 0; i < state.frames.size(); ++i) {
    const Frame& a = state.frames[i];
    const Frame& b = otherwise.frames[i];
    if (a.function != b.function || a.block != b.block || a.point != b.point) return false;
    // What decides what the next points do, and is no term that could be a choice.
    if (a.making != b.making || a.arrays != b.arrays || a.arguments != b.arguments ||
        a.result_distance != b.result_distance ||
        a.result_slot.is_null() != b.result_slot.is_null()) {
      return false;
    }
  }
  const Exceptions& a = state.exceptions;
  const Exceptions& b = otherwise.exceptions;
  return a.known == b.known && a.flying == b.flying && a.caught == b.caught;
}

void Evaluator::merge(State& state, Term condition, State& otherwise,
                      const memory::Memory::Outside& outside) {
  ASSAY_CHECK(can_merge(state, otherwise), "states should be at one point, doing the same");
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
    frame.result_slot = choose(frame.result_slot, other.result_slot);
    add_missing(frame.owned, other.owned);
    add_missing(frame.snapshots, other.snapshots);
    add_missing(frame.first_times, other.first_times);
  }
  // The names of exceptions that are gone are not used again on either side.
  state.exceptions.next_number =
      std::max(state.exceptions.next_number, otherwise.exceptions.next_number);
  state.memory.merge(condition, otherwise.memory, outside);
}

}  // namespace assay::semantics
