#include "engines/machines/refute.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/bytes.h"
#include "engines/machines/refute_driver.h"
#include "engines/machines/refute_small.h"

namespace assay::machines {
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

Hash key_of(const Part& part, size_t begin, const RefuteOptions& options) {
  ByteWriter key;
  key.varint(options.budget.conflicts);
  key.varint(options.max_gates);
  key.varint(begin);
  key.varint(part.function.index());
  for (const PathEvent& event : part.events) {
    key.u8(static_cast<uint8_t>(event.kind));
    key.u8(static_cast<uint8_t>(event.is_nonzero));
    key.varint(event.function.index());
    key.varint(event.block.index());
    key.varint(event.edge);
    key.varint(event.at.index());
  }
  return hash_bytes(key.bytes());
}

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

}  // namespace

struct Refuter::Kept {
  explicit Kept(ProgramView& view) : functions(view) {}

  /// The functions of a path, and the small ones that they call.
  struct Loaded {
    std::unique_ptr<PathProgram> program;  // null: one of them cannot be had
    std::set<callgraph::FunctionId> small;
  };
  const Loaded& program(const std::vector<callgraph::FunctionId>& path);
  Tri possible(const Part& part, size_t begin, const RefuteOptions& options);
  Tri possible(callgraph::FunctionId root, Path path, const RefuteOptions& options);

  static constexpr size_t kMaxPrograms = 64;

  PathFunctions functions;
  std::map<std::vector<callgraph::FunctionId>, Loaded> programs;
  std::unordered_map<Hash, Tri> answers;  // by all that they depend on
  uint64_t points = 0;
};

const Refuter::Kept::Loaded& Refuter::Kept::program(
    const std::vector<callgraph::FunctionId>& path) {
  auto found = programs.find(path);
  if (found != programs.end()) return found->second;
  if (programs.size() >= kMaxPrograms) programs.clear();
  std::vector<callgraph::FunctionId> small = small_callees(functions.view(), path);
  std::vector<callgraph::FunctionId> all = path;
  for (callgraph::FunctionId callee : small)
    if (std::ranges::find(path, callee) == path.end()) all.push_back(callee);
  Loaded& loaded = programs[path];
  loaded.program = PathProgram::load(functions, all);
  loaded.small = {small.begin(), small.end()};
  return loaded;
}

// Many errors, and the ways of one, have their innermost calls in common.
Tri Refuter::Kept::possible(const Part& part, size_t begin, const RefuteOptions& options) {
  auto [answer, is_new] = answers.try_emplace(key_of(part, begin, options), Tri::Unknown);
  if (!is_new) return answer->second;
  const Loaded& used = program(functions_of(part));
  if (!used.program || used.program->has_other_cycles()) return Tri::Unknown;
  PathDriver driver(*used.program, used.small, functions, part.events, options);
  answer->second = driver.walk(part.function, begin);
  points += driver.points();
  return answer->second;
}

// Of the ways to where the tracking begins the engine has walked one, and there may be others: so
// the path is looked at from the function on in which it begins, then from its callers, and what
// contradicts itself before the beginning does not count.  Where that cannot be followed, a call
// after it may be impossible all the same, whatever its caller hands to it.
// Parts without the call that was chosen a way for last were looked at before.
Tri Refuter::Kept::possible(callgraph::FunctionId root, Path path, const RefuteOptions& options) {
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

Refuter::Refuter(ProgramView& view, const RefuteOptions& options)
    : options_(options), kept_(std::make_unique<Kept>(view)) {}

Refuter::~Refuter() = default;

uint64_t Refuter::points() const { return kept_->points; }

Tri Refuter::possible_there(const PathWitness& witness) {
  if (witness.events.empty()) return Tri::Unknown;
  RefuteOptions there = options_;
  there.max_levels = 1;
  there.max_parts = 0;
  return kept_->possible(witness.root, Forks(witness.events).path({}), there);
}

void Refuter::begin_anew() {
  kept_->answers.clear();
  kept_->points = 0;
}

// A way through a function that has returned is one of several, where the engine could not tell
// them apart by what they leave behind: the error is impossible only if it is by all of them.  At
// first these calls may do anything that the function can do; then, one after the other, each of
// their ways is tried, as long as that rules some of them out.
Tri Refuter::possible(const PathWitness& witness) {
  if (witness.events.empty()) return Tri::Unknown;
  Forks forks(witness.events);
  std::vector<size_t> passed;
  Tri answer = kept_->possible(witness.root, forks.path({}, SIZE_MAX, &passed), options_);
  if (answer == Tri::No || passed.empty()) return answer;
  // Other questions are still to be asked: these are to be short.
  RefuteOptions each = options_;
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
        if (++asked > options_.max_ways) return answer;
        Choice longer = choice;
        longer[passed[i]] = way;
        if (kept_->possible(witness.root, forks.path(longer, passed[i]), each) != Tri::No)
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
