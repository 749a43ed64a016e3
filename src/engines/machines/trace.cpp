#include "engines/machines/trace.h"

#include <algorithm>

#include "engines/machines/boundary.h"
#include "engines/machines/places.h"
#include "engines/machines/to_findings.h"

namespace assay::machines {

std::set<TraceTuple> Trace::tuples_of(const State& state) const {
  std::set<TraceTuple> tuples{{state.global, {}, {}, {}}};
  // What a parameter was once is no name in the program's text.
  const metal::TreePool& pool = workspace_.pool();
  auto is_told = [&](metal::TreeId tree) {
    return !any_part(pool, tree,
                     [&](metal::TreeId part) { return FunctionCode::is_given(pool[part]); });
  };
  for (const Instance& instance : state.instances)
    for (const Name& name : instance.names)
      if (is_told(name.tree))
        tuples.insert({state.global, name.tree, instance.variable, instance.state});
  return tuples;
}

void Trace::begin(State& state, const Segment& segment) {
  auto step = std::make_shared<TraceStep>();
  step->before = state.trace;
  step->segment = segment;
  step->tuples = tuples_of(state);
  state.trace = std::move(step);
}

// What was there goes on or is stopped; what was not is added.
void Trace::connect(const std::set<TraceTuple>& from, const State& to,
                    std::set<TraceEdge>& transitions, std::set<TraceEdge>& adds) const {
  std::set<TraceTuple> after = tuples_of(to);
  auto same_object = [](const TraceTuple& a, const TraceTuple& b) {
    return a.tree == b.tree && a.variable == b.variable;
  };
  for (const TraceTuple& tuple : from) {
    auto found = std::find_if(after.begin(), after.end(),
                              [&](const TraceTuple& other) { return same_object(tuple, other); });
    TraceTuple end{to.global, tuple.tree, tuple.variable, {}};
    end.state = found != after.end() ? found->state : rules_.state(tuple.variable, "stop");
    transitions.insert({tuple, end});
  }
  metal::StateId global = from.begin()->global;
  for (const TraceTuple& tuple : after) {
    bool is_new = std::none_of(from.begin(), from.end(),
                               [&](const TraceTuple& other) { return same_object(tuple, other); });
    if (is_new) adds.insert({{global, tuple.tree, tuple.variable, {}}, tuple});
  }
}

void Trace::end(const State& state) {
  Edges& edges = edges_[state.trace->segment];
  connect(state.trace->tuples, state, edges.transitions, edges.adds);
}

void Trace::follow(State& state, const Segment& call, const State& before) {
  State after = std::move(state);
  state = before;
  begin(state, call);
  end(state);
  Edges& edges = edges_[call];
  connect(state.trace->tuples, after, edges.inside, edges.inside);
  std::shared_ptr<const TraceStep> way = state.trace;
  state = std::move(after);
  state.trace = std::move(way);
}

// PLDI figure 6: each edge of the later segment, made longer by the edges of the one before it.
bool Trace::propagate(const Edges& from, Edges& to) const {
  size_t before = to.suffix_transitions.size() + to.suffix_adds.size();
  std::set<TraceEdge> transitions = to.transitions, adds = to.adds;
  for (const TraceEdge& edge : to.inside)
    (edge.from.state.valid() || !edge.from.tree.valid() ? transitions : adds).insert(edge);
  for (const TraceEdge& edge : from.suffix_adds)
    for (const TraceEdge& own : transitions)
      if (!own.from.tree.valid() && own.to.global == edge.from.global) {
        TraceEdge longer = edge;
        longer.from.global = own.from.global;
        to.suffix_adds.insert(longer);
      }
  for (const TraceEdge& edge : from.suffix_transitions) {
    for (const TraceEdge& own : transitions)
      if (own.to == edge.from) to.suffix_transitions.insert({own.from, edge.to});
    for (const TraceEdge& own : adds)
      if (own.to == edge.from) to.suffix_adds.insert({own.from, edge.to});
  }
  return to.suffix_transitions.size() + to.suffix_adds.size() != before;
}

void Trace::relax(const State& state, const Segment& hit) {
  Edges* edges = &edges_[hit];
  if (hit.kind == Segment::Kind::Exit) {
    for (const TraceEdge& edge : edges->transitions)
      if (!is_stop(edge.to)) edges->suffix_transitions.insert(edge);
    edges->suffix_adds.insert(edges->adds.begin(), edges->adds.end());
  }
  const TraceStep* step = state.trace.get();
  if (step != nullptr && step->segment == hit) step = step->before.get();
  for (; step != nullptr; step = step->before.get()) {
    Edges& earlier = edges_[step->segment];
    propagate(*edges, earlier);
    edges = &earlier;
  }
}

std::string Trace::spell(const TraceTuple& tuple) const {
  const metal::Machine& machine = rules_.machine();
  const std::string& global = machine.state(tuple.global).name;
  if (!tuple.tree.valid()) return fmt::format("({},<>)", global);
  return fmt::format("({},{}:{}->{})", global, machine.hole(tuple.variable).name,
                     workspace_.pool().spell(tuple.tree),
                     tuple.state.valid() ? machine.state(tuple.state).name : "unknown");
}

// Tuples without an object are shown where there are no others.
std::string Trace::spell(const std::set<TraceEdge>& edges, bool only_visible,
                         const FunctionCode& code) const {
  std::set<std::string> lines, bare;
  for (const TraceEdge& edge : edges) {
    std::string line = fmt::format("{} --> {}", spell(edge.from), spell(edge.to));
    if (!edge.from.tree.valid()) {
      bare.insert(line);
    } else if (!only_visible ||
               (!is_stop(edge.to) && is_visible_outside(code, edge.from.tree, {}))) {
      lines.insert(line);
    }
  }
  std::string text;
  for (const std::string& line : lines.empty() ? bare : lines)
    text += fmt::format("      {}\n", line);
  return text;
}

// Constructors and destructors are mostly called by nobody's word.
static std::string called_function(const FunctionCode& code, ir::NodeId call) {
  ir::Op op = code.body()[call].op;
  if (op != ir::Op::Construct && op != ir::Op::Destroy) return callee_name(code, call);
  ir::SymbolId symbol = code.body().symbol_of(call);
  if (!symbol.valid()) return {};
  const ir::Symbol& named = code.unit().symbols[symbol];
  return named.display.empty() ? named.name : named.display;
}

std::string Trace::title(const Segment& segment, const FunctionCode& code) const {
  switch (segment.kind) {
    case Segment::Kind::Entry:
      return "entry";
    case Segment::Kind::Exit:
      return "exit";
    case Segment::Kind::Call:
      return fmt::format("B{} line {}: call of {}", segment.block.index(),
                         location_of(code.function(), segment.call).line,
                         called_function(code, segment.call));
    case Segment::Kind::Block:
      break;
  }
  auto points = code.body().points_of(segment.block);
  if (points.empty()) return fmt::format("B{}", segment.block.index());
  ir::NodeId first = segment.call.valid() ? segment.call : points.front();
  return fmt::format("B{} line {}{}", segment.block.index(),
                     location_of(code.function(), first).line,
                     segment.call.valid() ? ": after the call" : "");
}

std::string Trace::print() const {
  std::string text;
  callgraph::FunctionId last;
  for (const auto& [segment, edges] : edges_) {
    const FunctionCode& code = *workspace_.code(segment.function);
    if (segment.function != last)
      text += fmt::format("{}\n",
                          workspace_.view().graph().functions[segment.function.index()].display);
    last = segment.function;
    std::set<TraceEdge> own = edges.transitions, suffix = edges.suffix_transitions;
    own.insert(edges.adds.begin(), edges.adds.end());
    suffix.insert(edges.suffix_adds.begin(), edges.suffix_adds.end());
    text += fmt::format("  {}\n    block\n{}    suffix\n{}", title(segment, code),
                        spell(own, false, code), spell(suffix, true, code));
  }
  return text;
}

}  // namespace assay::machines
