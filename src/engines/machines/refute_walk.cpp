// Along one path: which branches it takes, and what must hold for that.
#include "engines/machines/refute_driver.h"
#include "logic/build.h"

namespace assay::machines {

using logic::Term;
using semantics::Flow;
using semantics::State;

PathDriver::PathDriver(PathProgram& program, const std::set<callgraph::FunctionId>& small,
                       PathFunctions& all, std::span<const PathEvent> events,
                       const RefuteOptions& options)
    : path_program_(program),
      small_(small),
      graph_(all.graph()),
      constants_(all.constants()),
      events_(events),
      options_(options),
      evaluator_(pool_, program.program(), *this) {}

PathDriver::Position PathDriver::position(const State& state) const {
  const semantics::Frame& frame = state.frame();
  Position result{state.frames.size(), frame.function, frame.block, frame.point, {}};
  std::span<const ir::NodeId> points = frame.function->body->points_of(frame.block);
  if (frame.point < points.size()) result.node = points[frame.point];
  return result;
}

Term PathDriver::edge_condition(const State& state, const ir::Block& block,
                                std::span<const ir::Edge> edges, size_t taken) {
  const semantics::ValueType* type = (*state.frame().function)[block.operand].type;
  Term value = evaluator_.branch_value(state);
  if (block.terminator == ir::Terminator::Branch) {
    // Whether a floating-point number is zero is not a matter of its bits alone.
    if (type->shape == semantics::Shape::Float) return logic::kTrue;
    Term holds = logic::is_nonzero(pool_, value);
    return taken == 0 ? holds : logic::bit_not(pool_, holds);
  }
  auto is_case = [&](const ir::Edge& edge) {
    auto bound = [&](int64_t bits) {
      return logic::resize(pool_, Term::constant(64, static_cast<uint64_t>(bits)), value.width(),
                           logic::Extend::Sign);
    };
    Term distance = logic::sub(pool_, value, bound(edge.low));
    return logic::ule(pool_, distance, logic::sub(pool_, bound(edge.high), bound(edge.low)));
  };
  if (edges[taken].kind == ir::EdgeKind::Case) return is_case(edges[taken]);
  Term rest = logic::kTrue;
  for (const ir::Edge& edge : edges)
    if (edge.kind == ir::EdgeKind::Case)
      rest = logic::bit_and(pool_, rest, logic::bit_not(pool_, is_case(edge)));
  return rest;
}

PathDriver::Progress PathDriver::take_branch(State& state) {
  const semantics::Frame& frame = state.frame();
  const ir::Body& body = *frame.function->body;
  const ir::Block& block = body.blocks[frame.block.index()];
  std::span<const ir::Edge> edges = body.edges_of(frame.block);
  const PathEvent* event = next();
  if (!event || event->kind == PathEvent::Kind::Stop) return Progress::Done;
  bool fits = event->kind == PathEvent::Kind::Edge && event->block == frame.block &&
              event->edge < edges.size();
  bool is_choice =
      block.terminator == ir::Terminator::Branch || block.terminator == ir::Terminator::Switch;
  if (!fits || !is_choice) return Progress::Lost;
  Term condition = edge_condition(state, block, edges, event->edge);
  if (condition.is_false()) {
    if (has_begun_) return Progress::Contradiction;
    forget_all(state);
  } else if (!condition.is_true()) {
    conditions_.push_back(condition);
  }
  evaluator_.follow(state, event->edge);
  ++at_;
  arrive(state);
  return Progress::On;
}

/// A branch that the values decided by themselves.
PathDriver::Progress PathDriver::check_edge(State& state, const Position& before) {
  const PathEvent* event = next();
  if (!event || event->kind == PathEvent::Kind::Stop) return Progress::Done;
  const ir::Body& body = *before.function->body;
  std::span<const ir::Edge> edges = body.edges_of(before.block);
  if (event->kind != PathEvent::Kind::Edge || event->block != before.block ||
      event->edge >= edges.size())
    return Progress::Lost;
  ++at_;
  if (edges[event->edge].target == state.frame().block) return Progress::On;
  ir::Terminator end = body.blocks[before.block.index()].terminator;
  if (end != ir::Terminator::Branch && end != ir::Terminator::Switch) return Progress::Lost;
  if (has_begun_) return Progress::Contradiction;
  state.frame().block = before.block;
  evaluator_.follow(state, event->edge);
  forget_all(state);
  return Progress::On;
}

/// Out of functions that have come to their end; a caller whose block ended with the call is at the
/// end of that block then, or past it.  On: `from` is where the call was made.
PathDriver::Progress PathDriver::pass_returns(const State& state, Position& from) {
  for (; from.depth > state.frames.size(); --from.depth) {
    const PathEvent* event = next();
    if (!event || event->kind == PathEvent::Kind::Stop) return Progress::Done;
    if (event->kind != PathEvent::Kind::Leave || call_blocks_.empty()) return Progress::Lost;
    ++at_;
    from.block = call_blocks_.back();
    call_blocks_.pop_back();
  }
  from.function = state.frame().function;
  return Progress::On;
}

PathDriver::Progress PathDriver::moved(State& state, const Position& before) {
  if (state.frames.size() > before.depth) {
    call_blocks_.push_back(before.block);
    arrive(state);
    return Progress::On;
  }
  Position from = before;
  bool has_returned = state.frames.size() < before.depth;
  if (has_returned)
    if (Progress out = pass_returns(state, from); out != Progress::On) return out;
  const semantics::Frame& frame = state.frame();
  bool is_there = has_returned ? frame.point > 0 : frame.point > before.point;
  if (frame.block == from.block && is_there) return Progress::On;
  Progress progress = check_edge(state, from);
  if (progress == Progress::On) arrive(state);
  return progress;
}

PathDriver::Progress PathDriver::step(State& state) {
  now_ = position(state);
  const PathEvent* event = next();
  if (event && event->kind == PathEvent::Kind::Stop && event->at.valid() && event->at == now_.node)
    return Progress::Done;
  called_ = false;
  Store store = before_point(state);
  uint64_t points = 1;
  Flow flow = evaluator_.run(state, points);
  if (is_lost_) return Progress::Lost;
  if (is_in_small_) return run_small(state);
  if (now_.node.valid() && state.frames.size() <= now_.depth) after_point(state, store);
  return go_on(state, flow);
}

PathDriver::Progress PathDriver::go_on(State& state, Flow flow) {
  switch (flow) {
    case Flow::Next:
    case Flow::Entered:
      return moved(state, now_);
    case Flow::Branch: {
      Position from = now_;
      Progress out = pass_returns(state, from);
      return out == Progress::On ? take_branch(state) : out;
    }
    case Flow::Returned:
      return Progress::Done;  // the root's end
    default:
      return Progress::Lost;
  }
}

Tri PathDriver::ask() {
  if (conditions_.empty()) return Tri::Yes;
  logic::Prover prover(pool_, {.max_gates = options_.max_gates, .recorder = options_.recorder});
  logic::Answer answer = prover.check(conditions_, options_.budget);
  return answer.unsat() ? Tri::No : answer.sat() ? Tri::Yes : Tri::Unknown;
}

Tri PathDriver::walk(callgraph::FunctionId root, size_t begin) {
  State state = this->begin(root);
  arrive(state);
  has_begun_ = begin == 0;
  for (; points_ < options_.max_points; ++points_) {
    if (!has_begun_ && at_ >= begin) {
      // What was asked last before it is the likeliest to hold on the other ways, too.
      while (ask() == Tri::No)
        conditions_.erase(conditions_.begin(),
                          conditions_.begin() + static_cast<ptrdiff_t>(conditions_.size() + 1) / 2);
      has_begun_ = true;
    }
    Progress progress = step(state);
    if (!has_begun_ && progress != Progress::On) return Tri::Unknown;
    switch (progress) {
      case Progress::On:
        break;
      case Progress::Done:
        return ask();
      case Progress::Contradiction:
        return Tri::No;
      case Progress::Lost: {
        // What was passed before may be impossible all the same.
        return ask() == Tri::No ? Tri::No : Tri::Unknown;
      }
    }
    if (pool_.node_count() > options_.max_terms) break;
  }
  return Tri::Unknown;
}

}  // namespace assay::machines
