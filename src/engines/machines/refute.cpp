#include "engines/machines/refute.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "engines/machines/refute_driver.h"
#include "engines/machines/refute_small.h"
#include "logic/build.h"

namespace assay::machines {

using logic::Term;
using semantics::Flow;
using semantics::State;

PathDriver::PathDriver(PathProgram& program, const std::set<callgraph::FunctionId>& small,
                       ProgramView& view, std::span<const PathEvent> events,
                       const RefuteOptions& options)
    : path_program_(program),
      small_(small),
      graph_(view.graph()),
      constants_(view),
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
  for (uint64_t points = 0; points < options_.max_points; ++points) {
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

namespace {

/// What one call of a function does on a path, its own callees included.
struct Part {
  callgraph::FunctionId function;
  std::span<const PathEvent> events;
};

// The innermost calls that are still under way where the path ends come first: what contradicts an
// error is mostly near it.  Then those that have returned, the latest first.
std::vector<Part> parts_of(std::span<const PathEvent> events) {
  std::vector<size_t> open;
  std::vector<Part> parts;
  for (size_t i = 0; i < events.size(); ++i) {
    PathEvent::Kind kind = events[i].kind;
    if (kind == PathEvent::Kind::Enter) open.push_back(i);
    bool leaves = kind == PathEvent::Kind::Leave || kind == PathEvent::Kind::Throw;
    if (!leaves || open.empty()) continue;
    size_t enter = open.back();
    open.pop_back();
    parts.push_back({events[enter].function, events.subspan(enter + 1, i - enter - 1)});
  }
  for (size_t enter : open) parts.push_back({events[enter].function, events.subspan(enter + 1)});
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// Events in [at, end).
struct Stretch {
  size_t at, end;
};

/// Which of the ways through some calls is taken, by where these are entered; the others are
/// passed.
using Choice = std::map<size_t, size_t>;

/// One way through all calls.
struct Path {
  std::vector<PathEvent> events;
  std::optional<size_t> latest;  // where the call is entered that was chosen a way for last
};

/// The calls of a path through which several ways were told.
class Forks {
 public:
  explicit Forks(std::span<const PathEvent> events) : events_(events) {
    auto mark = std::ranges::find(events, PathEvent::Kind::Begin, &PathEvent::kind);
    begin_ = mark == events.end() ? 0 : static_cast<size_t>(mark - events.begin());
    struct Open {
      size_t enter, begin;
      std::vector<Stretch> ways;
    };
    std::vector<Open> open;
    for (size_t i = 0; i < events.size(); ++i) {
      if (events[i].kind == PathEvent::Kind::Enter) open.push_back({i, i + 1, {}});
      bool leaves =
          events[i].kind == PathEvent::Kind::Leave || events[i].kind == PathEvent::Kind::Throw;
      if (!leaves || open.empty()) continue;
      open.back().ways.push_back({open.back().begin, i + 1});
      if (i + 1 < events.size() && events[i + 1].kind == PathEvent::Kind::Instead) {
        open.back().begin = ++i + 1;
        continue;
      }
      if (open.back().ways.size() > 1) forks_[open.back().enter] = std::move(open.back().ways);
      open.pop_back();
    }
  }

  size_t ways(size_t enter) const { return forks_.at(enter).size(); }

  /// One path.  `passed`: the calls on it that nothing was chosen for, in its order, from where
  /// the tracking begins.
  Path path(const Choice& choice, size_t latest = SIZE_MAX,
            std::vector<size_t>* passed = nullptr) const {
    Path path;
    std::vector<Stretch> todo{{0, events_.size()}};
    while (!todo.empty()) {
      Stretch& stretch = todo.back();
      if (stretch.at == stretch.end) {
        todo.pop_back();
        continue;
      }
      size_t at = stretch.at++;
      if (at == latest) path.latest = path.events.size();
      path.events.push_back(events_[at]);
      auto fork = forks_.find(at);
      if (fork == forks_.end()) continue;
      stretch.at = fork->second.back().end;
      auto chosen = choice.find(at);
      if (chosen != choice.end()) {
        todo.push_back(fork->second[chosen->second]);
        continue;
      }
      path.events.back().kind = PathEvent::Kind::Past;
      if (passed && at >= begin_) passed->push_back(at);
    }
    return path;
  }

 private:
  std::span<const PathEvent> events_;
  size_t begin_;  // of what is told of the path
  std::map<size_t, std::vector<Stretch>> forks_;
};

std::vector<callgraph::FunctionId> functions_of(const Part& part) {
  std::vector<callgraph::FunctionId> functions{part.function};
  std::set<callgraph::FunctionId> seen{part.function};
  for (const PathEvent& event : part.events)
    if (event.kind == PathEvent::Kind::Enter && seen.insert(event.function).second)
      functions.push_back(event.function);
  return functions;
}

/// What all questions about one path are asked of.
struct Questions {
  ProgramView& view;
  callgraph::FunctionId root;
  std::unique_ptr<PathProgram> program;   // all functions of the path; null: one cannot be had
  std::set<callgraph::FunctionId> small;  // that these call

  Tri possible(const Part& part, size_t begin, const RefuteOptions& options) const {
    std::vector<callgraph::FunctionId> functions = functions_of(part);
    std::unique_ptr<PathProgram> own = program ? nullptr : PathProgram::load(view, functions);
    PathProgram* used = program ? program.get() : own.get();
    if (!used) return Tri::Unknown;
    for (callgraph::FunctionId id : functions)
      if ((*used)[id].has_other_cycles) return Tri::Unknown;
    const std::set<callgraph::FunctionId> none;
    return PathDriver(*used, program ? small : none, view, part.events, options)
        .walk(part.function, begin);
  }
  Tri possible(Path path, const RefuteOptions& options) const;
};

/// The calls, the root's first, in which what is tracked begins: those that are under way then.
std::vector<Part> parts_around(callgraph::FunctionId root, std::span<const PathEvent> events,
                               size_t begin) {
  std::vector<Part> parts{{root, events}};
  std::vector<size_t> open;
  for (size_t i = 0; i < begin; ++i) {
    PathEvent::Kind kind = events[i].kind;
    if (kind == PathEvent::Kind::Enter) open.push_back(i);
    bool leaves = kind == PathEvent::Kind::Leave || kind == PathEvent::Kind::Throw;
    if (leaves && !open.empty()) open.pop_back();
  }
  for (size_t enter : open) parts.push_back({events[enter].function, events.subspan(enter + 1)});
  return parts;
}

// Of the ways to where the tracking begins the engine has walked one, and there may be others: so
// the path is looked at from the function on in which it begins, then from its callers, and what
// contradicts itself before the beginning does not count.  Where that cannot be followed, a call
// after it may be impossible all the same, whatever its caller hands to it.
// Parts without the call that was chosen a way for last were looked at before.
Tri Questions::possible(Path path, const RefuteOptions& options) const {
  std::vector<PathEvent>& events = path.events;
  auto mark = std::ranges::find(events, PathEvent::Kind::Begin, &PathEvent::kind);
  size_t begin = mark == events.end() ? 0 : static_cast<size_t>(mark - events.begin());
  if (mark != events.end()) events.erase(mark);
  size_t latest = path.latest ? *path.latest - (*path.latest > begin ? 1 : 0) : 0;
  auto has_latest = [&](const Part& part) {
    size_t first = static_cast<size_t>(part.events.data() - events.data());
    return !path.latest || (first <= latest + 1 && latest < first + part.events.size());
  };
  std::vector<Part> around = parts_around(root, events, begin);
  size_t levels = 0;
  for (size_t i = 0; i < around.size() && levels < options.max_levels; ++i) {
    const Part& part = around[around.size() - 1 - i];
    if (!has_latest(part)) continue;
    ++levels;
    Tri answer = possible(part, begin - (events.size() - part.events.size()), options);
    if (answer == Tri::No) return answer;
    if (answer == Tri::Yes && i + 1 == around.size()) return answer;
  }
  size_t tried = 0;
  for (const Part& part : parts_of(events)) {
    auto is_choice = [](const PathEvent& event) { return event.kind == PathEvent::Kind::Edge; };
    bool is_meant = part.events.data() > events.data() + begin && has_latest(part);
    if (!is_meant || std::ranges::count_if(part.events, is_choice) < 2) continue;
    if (++tried > options.max_parts) break;
    if (possible(part, 0, options) == Tri::No) return Tri::No;
  }
  return Tri::Unknown;
}

}  // namespace

// A way through a function that has returned is one of several, where the engine could not tell
// them apart by what they leave behind: the error is impossible only if it is by all of them.  At
// first these calls may do anything that the function can do; then, one after the other, each of
// their ways is tried, as long as that rules some of them out.
Tri possible(const PathWitness& witness, ProgramView& view, const RefuteOptions& options) {
  if (witness.events.empty()) return Tri::Unknown;
  Forks forks(witness.events);
  std::vector<callgraph::FunctionId> functions = functions_of({witness.root, witness.events});
  std::vector<callgraph::FunctionId> small = small_callees(view, functions);
  for (callgraph::FunctionId callee : small)
    if (std::ranges::find(functions, callee) == functions.end()) functions.push_back(callee);
  Questions questions{
      view, witness.root, PathProgram::load(view, functions), {small.begin(), small.end()}};
  std::vector<size_t> passed;
  Tri answer = questions.possible(forks.path({}, SIZE_MAX, &passed), options);
  if (answer == Tri::No || passed.empty()) return answer;
  // Other questions are still to be asked: these are to be short.
  RefuteOptions each = options;
  each.budget.conflicts = 200;
  each.max_gates = 10'000;
  each.max_levels = 3;
  each.max_parts = 3;
  size_t asked = 0;
  std::vector<Choice> todo{{}};
  while (!todo.empty()) {
    Choice choice = std::move(todo.back());
    todo.pop_back();
    passed.clear();
    forks.path(choice, SIZE_MAX, &passed);
    bool is_split = false;
    for (size_t i = passed.size(); i-- > 0 && !is_split;) {
      std::vector<Choice> left;
      for (size_t way = 0; way < forks.ways(passed[i]); ++way) {
        if (++asked > options.max_ways) return answer;
        Choice longer = choice;
        longer[passed[i]] = way;
        if (questions.possible(forks.path(longer, passed[i]), each) != Tri::No)
          left.push_back(std::move(longer));
        // What does not depend on the first way is not likely to on another.
        if (!left.empty() && way == 0) break;
      }
      is_split = left.empty() || left.front().at(passed[i]) != 0;
      if (is_split) std::ranges::move(left, std::back_inserter(todo));
    }
    if (!is_split) return answer;
  }
  return Tri::No;
}

}  // namespace assay::machines
