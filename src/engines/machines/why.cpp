#include "engines/machines/why.h"

#include <algorithm>
#include <map>
#include <set>

#include "engines/machines/to_findings.h"
#include "ir/condition_text.h"

namespace assay::machines {
namespace {

using callgraph::FunctionId;
using ir::NodeId;

constexpr size_t kMaxTold = 60;
constexpr size_t kMaxConditions = 16;  // shown: the last ones
constexpr size_t kMaxEvents = 20'000;

std::string branch_text(const FunctionCode& code, ir::BlockId block, size_t edge,
                        NodeId condition) {
  switch (code.body().edges_of(block)[edge].kind) {
    case ir::EdgeKind::True:
    case ir::EdgeKind::False:
    case ir::EdgeKind::Case:
    case ir::EdgeKind::Default:
      return fmt::format("when {} here",
                         ir::condition_text(code.unit(), code.body(), block, edge, condition));
    default:
      return "going on elsewhere from here";
  }
}

}  // namespace

template <class Line>
static size_t conditions_of(const std::vector<Line>& lines) {
  return static_cast<size_t>(
      std::ranges::count_if(lines, [](const Line& line) { return line.branch != nullptr; }));
}

std::vector<PathId> Explainer::path_to(const Context& context, PathId end) const {
  std::vector<PathId> path;
  for (PathId at = end; at.valid(); at = context.path[at.index()].before) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

std::string Explainer::display(FunctionId function) {
  return workspace_.view().graph().functions[function.index()].display;
}

findings::Location Explainer::place(FunctionId function, NodeId node) {
  const FunctionCode* code = workspace_.code(function);
  return code ? location_of(code->function(), node) : findings::Location{};
}

// Null: the recursion did not settle, and what the number meant is gone.
const Exit* Explainer::exit_of(ContextId callee, uint32_t number) const {
  const std::vector<Exit>& exits = contexts_[callee].exits;
  return number < exits.size() ? &exits[number] : nullptr;
}

HistoryId Explainer::history_of(const Returned& from) const {
  const Exit* exit = exit_of(from.context, from.exit);
  if (exit == nullptr || from.instance >= exit->instances.size()) return {};
  return exit->instances[from.instance].history;
}

// Where the function itself brings something into the state in which this comes out of it.
HistoryId Explainer::change_within(const Returned& from) const {
  const std::vector<HistoryStep>& history = contexts_[from.context].history;
  metal::StateId state = exit_of(from.context, from.exit)->instances[from.instance].state;
  auto at = std::ranges::find_if(history, [&](const HistoryStep& step) {
    bool changes =
        step.kind == HistoryStep::Kind::Created || step.kind == HistoryStep::Kind::Changed;
    return changes && step.state == state;
  });
  return at == history.end() ? HistoryId() : HistoryId(static_cast<size_t>(at - history.begin()));
}

// Backwards from the error: through callees that changed the state, up to callers that began it.
std::vector<Explainer::Told> Explainer::tell(const std::vector<Level>& levels,
                                             const CallChain& chain, const RuleError& error) const {
  struct Waiting {
    ContextId context;
    HistoryId step;
    NodeId call;
    Returned from;
  };
  std::set<Returned> retold;
  std::vector<Told> told;
  std::vector<Waiting> waiting;
  size_t level = levels.size() - 1;
  ContextId context = levels[level].context;
  HistoryId step = error.way.history;
  PathId path;  // of the level, while a callee's steps are told
  while (told.size() < kMaxTold) {
    int depth = static_cast<int>(level + waiting.size());
    if (!step.valid()) {
      if (waiting.empty()) break;
      told.push_back({waiting.back().context,
                      {},
                      level,
                      path,
                      depth - 1,
                      Told::Kind::Call,
                      waiting.back().call,
                      contexts_[context].function});
      context = waiting.back().context;
      step = waiting.back().step;
      waiting.pop_back();
      continue;
    }
    const HistoryStep& at = contexts_[context].history[step.index()];
    if (waiting.empty()) path = at.path;
    switch (at.kind) {
      case HistoryStep::Kind::Entered:
        if (!waiting.empty()) {
          step = {};
          break;
        }
        if (level == 0) return {told.rbegin(), told.rend()};
        --level;
        {
          const CallLink& link = contexts_[levels[level].context].calls[chain[level].second];
          told.push_back({levels[level].context,
                          {},
                          level,
                          link.path,
                          static_cast<int>(level),
                          Told::Kind::Call,
                          link.at,
                          contexts_[context].function});
          step = link.entry_history[at.number];
          context = levels[level].context;
        }
        break;
      case HistoryStep::Kind::Returned: {
        const CallLink& link = contexts_[context].calls[at.number];
        Returned from{link.callee, at.exit, at.instance};
        auto outer = std::ranges::find(waiting, from, &Waiting::from);
        if (outer == waiting.end()) {
          waiting.push_back({context, at.before, link.at, from});
          step = history_of(from);
        } else {
          // It comes out of itself: told by a way that does not, and that only once.
          waiting.erase(outer + 1, waiting.end());
          step = retold.insert(from).second ? change_within(from) : HistoryId();
        }
        context = from.context;
        break;
      }
      default:
        told.push_back({context, step, level, path, depth, Told::Kind::Step, at.at, {}});
        step = at.before;
    }
  }
  return {told.rbegin(), told.rend()};
}

findings::Step Explainer::step_of(const Told& told) {
  findings::Step step;
  step.where = place(contexts_[told.context].function, told.at);
  step.depth = told.depth;
  if (told.kind == Told::Kind::Call) {
    step.message = fmt::format("calls '{}'", display(told.callee));
    return step;
  }
  const HistoryStep& at = contexts_[told.context].history[told.step.index()];
  std::string name = workspace_.pool().spell(at.tree);
  const std::string& state = rules_.machine().state(at.state).name;
  switch (at.kind) {
    case HistoryStep::Kind::Synonym:
      step.message = fmt::format("'{}' is the same value, {}", name, state);
      break;
    case HistoryStep::Kind::Changed:
      step.message = fmt::format("'{}' is now {}", name, state);
      break;
    default:
      step.message = fmt::format("'{}' is {} from here on", name, state);
  }
  return step;
}

/// A step that will be told, or the branch between two; its words are found last.
struct Explainer::Line {
  size_t level, position, order;
  findings::Location where;
  const Told* told = nullptr;             // the state's own story, and calls on the way
  const PathStep* branch = nullptr;       // a condition, in a function of the level's
  std::optional<FunctionId> callee = {};  // a call that only leads to the error
  FunctionId function = {};               // that it stands in

  bool is_story() const { return told != nullptr && told->kind == Told::Kind::Step; }
};

// Steps and the branches between them, level by level; the branches begin where the state does.
std::vector<Explainer::Line> Explainer::lines_of(const std::vector<Level>& levels,
                                                 const std::vector<Told>& told,
                                                 const RuleError& error) {
  std::vector<Line> lines;
  for (size_t i = 0; i < levels.size(); ++i) {
    const Context& context = contexts_[levels[i].context];
    const FunctionCode& code = *workspace_.code(context.function);
    std::vector<PathId> path = path_to(context, levels[i].end);
    std::map<PathId, size_t> position;
    for (size_t k = 0; k < path.size(); ++k) {
      position[path[k]] = k + 1;
      const PathStep& step = context.path[path[k].index()];
      const ir::Block& block = code.body().blocks[step.block.index()];
      if (step.kind != PathStep::Kind::Edge || block.edge_count < 2 || !block.operand.valid())
        continue;
      Line line{i, k + 1, 0, place(context.function, block.operand)};
      line.branch = &step;
      line.function = context.function;
      lines.push_back(std::move(line));
    }
    size_t order = 1;
    for (const Told& one : told) {
      if (one.level != i) continue;
      bool is_end = one.kind == Told::Kind::Step && one.level + 1 == levels.size() &&
                    one.at == error.at && one.depth == static_cast<int>(i);
      auto found = position.find(one.path);
      if (is_end) continue;
      Line line{i, found == position.end() ? 0 : found->second, order++,
                place(contexts_[one.context].function, one.at)};
      line.told = &one;
      lines.push_back(std::move(line));
    }
    // A call that only leads to the error is a step too.
    bool is_told = std::ranges::any_of(told, [&](const Told& one) {
      return one.level == i && one.kind == Told::Kind::Call && one.depth == static_cast<int>(i);
    });
    if (i + 1 < levels.size() && !is_told) {
      for (const CallLink& link : context.calls) {
        if (link.callee != levels[i + 1].context || link.path != levels[i].end) continue;
        Line line{i, path.size(), SIZE_MAX, place(context.function, link.at)};
        line.callee = contexts_[levels[i + 1].context].function;
        lines.push_back(std::move(line));
        break;
      }
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::tie(a.level, a.position, a.order) < std::tie(b.level, b.position, b.order);
  });
  // What led to the place where the state begins is of no matter, but for the calls.
  auto begins = std::ranges::find_if(lines, &Line::is_story);
  if (error.way.history.valid() && begins != lines.end())
    lines.erase(std::remove_if(lines.begin(), begins,
                               [](const Line& line) { return line.branch != nullptr; }),
                begins);
  // A branch that gives the state says no more than the state does.
  auto says_it = [&](size_t i, size_t other) {
    return other < lines.size() && lines[other].is_story() && lines[other].where == lines[i].where;
  };
  std::vector<Line> kept;
  for (size_t i = 0; i < lines.size(); ++i)
    if (lines[i].branch == nullptr || !(says_it(i, i - 1) || says_it(i, i + 1)))
      kept.push_back(lines[i]);
  return kept;
}

void Explainer::add_steps(const std::vector<Line>& lines, RuleFinding& result) {
  size_t conditions = conditions_of(lines);
  result.finding.rank.conditionals = static_cast<uint32_t>(conditions);
  for (const Line& line : lines) {
    if (line.branch != nullptr && conditions-- > kMaxConditions) continue;
    findings::Step step{line.where, {}, static_cast<int>(line.level)};
    if (line.told != nullptr) {
      step = step_of(*line.told);
    } else if (line.branch != nullptr) {
      const FunctionCode& code = *workspace_.code(line.function);
      step.message = branch_text(code, line.branch->block, line.branch->number,
                                 code.body().blocks[line.branch->block.index()].operand);
    } else {
      step.message = fmt::format("calls '{}'", display(*line.callee));
    }
    result.finding.trace.push_back(std::move(step));
    if (line.is_story() && result.finding.rank.origin == 0)
      result.finding.rank.origin = static_cast<uint32_t>(result.finding.trace.size());
  }
}

/// A call that is being told, step by step.
struct Explainer::Open {
  ContextId context;
  std::vector<PathId> path;
  size_t at = 0;
  size_t enter = SIZE_MAX;          // where it begins among the events; none: it has not returned
  std::optional<PathEvent> last;    // once its path is told
  std::vector<PathId> others = {};  // ways through it that are still to be told, the next one last
  bool has_others = false;          // it had such
  bool is_other = false;            // the first one has been told
  size_t beside = 0;                // Telling::beside where it begins
};

/// The events of a path, as far as it is told.
struct Explainer::Telling {
  size_t longest_call;  // in events; longer ones are told as calls that were passed
  size_t longest_ways;  // likewise, all ways through a call together
  std::vector<PathEvent> events = {};
  std::vector<Open> open = {};
  size_t beside = 0;  // how many events belong to other ways: these make no call a long one

  void add(const PathEvent& event) {
    events.push_back(event);
    if (std::ranges::any_of(open, &Open::is_other)) ++beside;
  }

  void cut_long_calls() {
    for (size_t i = 0; i < open.size(); ++i) {
      if (open[i].enter == SIZE_MAX) continue;
      size_t length = events.size() - open[i].enter;
      bool is_long = open[i].has_others ? length > longest_ways
                                        : length - (beside - open[i].beside) > longest_call;
      if (!is_long) continue;
      events.resize(open[i].enter + 1);
      events.back().kind = PathEvent::Kind::Past;
      beside = open[i].beside;
      open.resize(i);
      return;
    }
  }
};

// Into a callee that has returned.  Where its exit stands for more ways than are told, it is
// passed: that one of them is impossible would say nothing of the others.
void Explainer::tell_call(const Context& context, const PathStep& step, Telling& telling) const {
  const CallLink& link = context.calls[step.number];
  const Context& callee = contexts_[link.callee];
  const Exit* known = exit_of(link.callee, step.exit);
  if (known == nullptr) {
    telling.add({PathEvent::Kind::Past, callee.function, {}, 0, step.at});
    return;
  }
  const Exit& exit = *known;
  bool is_normal = exit.kind == ExitKind::Normal;
  PathEvent enter{.kind = PathEvent::Kind::Enter,
                  .function = callee.function,
                  .block = {},
                  .at = step.at,
                  .is_nonzero = exit.is_nonzero};
  // Ways within ways would be told again and again.
  bool is_nested = std::ranges::any_of(telling.open, &Open::has_others);
  if (is_normal && (exit.has_more || (is_nested && !exit.others.empty())))
    enter.kind = PathEvent::Kind::Past;
  size_t beside = telling.beside;
  telling.add(enter);
  if (enter.kind == PathEvent::Kind::Past) return;
  // What leaves by an exception is told to its end: nothing is passed then.
  Open open{.context = link.callee,
            .path = path_to(callee, exit.path),
            .enter = is_normal ? telling.events.size() - 1 : SIZE_MAX,
            .last = PathEvent{is_normal ? PathEvent::Kind::Leave : PathEvent::Kind::Throw,
                              callee.function,
                              {},
                              0,
                              step.at},
            .beside = beside};
  if (is_normal) open.others.assign(exit.others.rbegin(), exit.others.rend());
  open.has_others = !open.others.empty();
  telling.open.push_back(std::move(open));
}

// From the root's entry, into callees and out again; an explicit stack, as callees nest.
std::vector<PathEvent> Explainer::path_of(const std::vector<Level>& levels, const CallChain& chain,
                                          const Told* begin, Telling telling) const {
  std::vector<Open>& open = telling.open;
  for (size_t i = 0; i < levels.size(); ++i) {
    open.clear();
    open.push_back(
        {levels[i].context, path_to(contexts_[levels[i].context], levels[i].end), 0, SIZE_MAX, {}});
    while (!open.empty() && telling.events.size() < kMaxEvents) {
      Open& top = open.back();
      const Context& context = contexts_[top.context];
      if (begin && open.size() == 1 && i == begin->level &&
          (top.at == 0 ? PathId() : top.path[top.at - 1]) == begin->path) {
        telling.add({PathEvent::Kind::Begin, context.function, {}, 0, {}});
        begin = nullptr;
      }
      if (top.at < top.path.size()) {
        const PathStep& step = context.path[top.path[top.at++].index()];
        if (step.kind == PathStep::Kind::Call)
          tell_call(context, step, telling);
        else
          telling.add(
              {step.kind == PathStep::Kind::Edge ? PathEvent::Kind::Edge : PathEvent::Kind::Unwind,
               context.function, step.block, step.number, step.at});
      } else {
        if (top.last) telling.add(*top.last);
        if (top.others.empty()) {
          open.pop_back();
        } else {
          top.is_other = true;
          top.path = path_to(context, top.others.back());
          top.at = 0;
          top.others.pop_back();
          telling.add({PathEvent::Kind::Instead, context.function, {}, 0, top.last->at});
        }
      }
      telling.cut_long_calls();
    }
    if (i + 1 < levels.size()) {
      const CallLink& link = contexts_[levels[i].context].calls[chain[i].second];
      telling.events.push_back(
          {PathEvent::Kind::Enter, contexts_[levels[i + 1].context].function, {}, 0, link.at});
    }
  }
  return std::move(telling.events);
}

void Explainer::add_path(const std::vector<Level>& levels, const CallChain& chain,
                         const std::vector<Told>& told, const RuleError& error,
                         RuleFinding& result) {
  auto first =
      std::ranges::find_if(told, [](const Told& one) { return one.kind == Told::Kind::Step; });
  const Told* begin = first == told.end() ? nullptr : &*first;
  constexpr size_t kLongestCall = 400, kLongestWays = 600;
  // On a path that is too long less and less is told of calls.
  for (auto [call, ways] : {std::pair{kLongestCall, kLongestWays}, {kLongestCall, 0}, {0, 0}}) {
    result.path = path_of(levels, chain, begin, {.longest_call = call, .longest_ways = ways});
    if (result.path.size() < kMaxEvents) break;
  }
  result.path.push_back(
      {PathEvent::Kind::Stop, result.function, {}, 0, error.at_end ? NodeId() : error.at});
  if (result.path.size() >= kMaxEvents) result.path.clear();
}

bool Explainer::is_in_header(FunctionId function) {
  const FunctionCode* code = workspace_.code(function);
  if (code == nullptr || !code->unit().symbols[code->function().symbol].has(ir::kSystem))
    return false;
  return end_of(code->function()).file != code->unit().main_file;
}

// How the function on that level of the chain spells what the error is about; none: it cannot.
metal::TreeId Explainer::name_outside(const CallChain& chain, size_t level,
                                      const RuleError& error) const {
  HistoryId step = error.way.history;
  for (size_t i = chain.size(); i > level; --i) {
    const Context& caller = contexts_[chain[i - 1].first];
    const CallLink& link = caller.calls[chain[i - 1].second];
    const Context& inner = contexts_[link.callee];
    while (step.valid() && inner.history[step.index()].kind != HistoryStep::Kind::Entered)
      step = inner.history[step.index()].before;
    if (!step.valid()) return {};
    step = link.entry_history[inner.history[step.index()].number];
  }
  if (!step.valid()) return {};
  const Context& outer = contexts_[chain[level].first];
  const HistoryStep& last = outer.history[step.index()];
  if (last.kind != HistoryStep::Kind::Entered) return last.tree;
  return outer.entry.instances[last.number].first_name().tree;
}

// An error in a header of the system is one of the program that uses it: it is told there, by the
// program's name for the object.
void Explainer::leave_headers(const CallChain& chain, const RuleError& error,
                              findings::Finding& finding) {
  size_t level = chain.size();
  while (level > 0 && is_in_header(contexts_[chain[level - 1].first].function)) --level;
  if (level == 0) return;
  --level;
  const Context& user = contexts_[chain[level].first];
  finding.where = place(user.function, user.calls[chain[level].second].at);
  const FunctionCode& code = *workspace_.code(user.function);
  const ir::Symbol& symbol = code.unit().symbols[code.function().symbol];
  finding.function = symbol.display.empty() ? symbol.name : symbol.display;
  finding.function_symbol = symbol.name;
  metal::TreeId tree = name_outside(chain, level, error);
  if (!tree.valid() || finding.variables.empty()) return;
  std::string inner = fmt::format("'{}'", finding.variables.front());
  std::string outer = workspace_.pool().spell(tree);
  if (size_t at = finding.message.find(inner); at != std::string::npos)
    finding.message.replace(at, inner.size(), fmt::format("'{}'", outer));
  finding.variables.front() = outer;
}

bool begins_here(const Context& context, HistoryId last) {
  HistoryId first = last;
  for (HistoryId at = last; at.valid(); at = context.history[at.index()].before) first = at;
  return !first.valid() || context.history[first.index()].kind == HistoryStep::Kind::Created;
}

std::optional<RuleFinding> Explainer::explain(ContextId id, const CallChain& chain,
                                              const RuleError& error, const Wanted& wanted) {
  const Context& context = contexts_[id];
  const FunctionCode& code = *workspace_.code(context.function);
  RuleFinding result;
  result.function = context.function;
  result.sort = error.report.sort;
  result.finding = finding_of(rules_.name(), code, workspace_.pool(), error);
  if (is_in_header(context.function)) leave_headers(chain, error, result.finding);
  // Each call on the way is a step, and so is the error.
  ErrorOutline outline{.about = result.finding,
                       .steps = chain.size() + 1,
                       .crosses_calls = !begins_here(context, error.way.history)};
  if (wanted && !wanted(outline)) return std::nullopt;

  std::vector<Level> levels;
  for (const auto& [caller, link] : chain)
    levels.push_back({caller, contexts_[caller].calls[link].path});
  levels.push_back({id, error.way.path});
  std::vector<Told> told = tell(levels, chain, error);
  std::vector<Line> lines = lines_of(levels, told, error);
  size_t conditions = conditions_of(lines);
  outline.steps = lines.size() - conditions + std::min(conditions, kMaxConditions) + 1;
  if (wanted && !wanted(outline)) return std::nullopt;
  add_steps(lines, result);
  result.finding.trace.push_back(
      {result.finding.where, result.finding.message, static_cast<int>(chain.size())});
  add_path(levels, chain, told, error, result);

  result.finding.rank.indirection = error.way.chain;
  auto begins = std::ranges::find(told, Told::Kind::Step, &Told::kind);
  if (begins == told.end()) return result;
  FunctionId origin = contexts_[begins->context].function;
  findings::Location from = place(origin, begins->at);
  uint32_t a = from.line, b = result.finding.where.line;
  result.finding.rank.distance =
      from.file == result.finding.where.file ? std::max(a, b) - std::min(a, b) : 0;
  size_t calls = chain.size() - begins->level;
  if (static_cast<size_t>(begins->depth) > begins->level)
    calls += static_cast<size_t>(begins->depth) - begins->level;
  result.finding.rank.call_chain = static_cast<uint32_t>(calls);
  result.finding.rank.group = callee_name(*workspace_.code(origin), begins->at);
  return result;
}

}  // namespace assay::machines
