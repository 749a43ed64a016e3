#include "engines/machines/context.h"

#include "engines/machines/throws.h"

namespace assay::machines {

void Context::restart() {
  errors.clear();
  errors_by_content.clear();
  counts.clear();
  calls.clear();
  history.clear();
  path.clear();
  cuts.clear();
  stopped.clear();
  is_rule_fault = false;
  steps = 0;
}

std::optional<ErrorWay> Context::way_by(const Cut& cut, const ErrorWay& way) {
  std::vector<PathId> steps;
  for (PathId at = way.path; at != cut.known_path; at = path[at.index()].before) {
    if (!at.valid()) return std::nullopt;
    steps.push_back(at);
  }
  std::vector<HistoryId> story;
  for (HistoryId at = way.history; at != cut.known_history; at = history[at.index()].before) {
    if (!at.valid()) return std::nullopt;
    story.push_back(at);
  }
  std::map<PathId, PathId> copies{{cut.known_path, cut.path}};
  ErrorWay other{cut.history, way.chain, cut.path};
  for (size_t i = steps.size(); i-- > 0;) {
    PathStep step = path[steps[i].index()];
    step.before = other.path;
    other.path = copies[steps[i]] = add(step);
  }
  for (size_t i = story.size(); i-- > 0;) {
    HistoryStep step = history[story[i].index()];
    auto copy = copies.find(step.path);
    if (copy == copies.end()) return std::nullopt;
    step.path = copy->second;
    step.before = other.history;
    other.history = add(step);
  }
  return other;
}

void Context::forget() {
  restart();
  exits.clear();
  status = Status::New;
  depth = 0;
  cut_by = 0;
}

void Exit::add_ways_of(const Exit& other) {
  constexpr size_t kMaxOthers = 15;
  has_more = has_more || other.has_more;
  std::vector<PathId> ways = other.others;
  ways.insert(ways.begin(), other.path);
  for (PathId way : ways) {
    if (others.size() < kMaxOthers)
      others.push_back(way);
    else
      has_more = true;
  }
}

ContextId Contexts::intern(metal::TreePool& pool, callgraph::FunctionId function, Entry entry) {
  HashList list;
  list.add(function.index());
  list.add(entry.is_root);
  list.add(entry.global.index());
  for (const Instance& instance : entry.instances) list.add(instance.key(pool));
  list.add(entry.facts.key(pool));
  auto [at, is_new] = index_.try_emplace(list.result());
  if (is_new) {
    at->second = ContextId(contexts_.size());
    contexts_.push_back(std::make_unique<Context>());
    contexts_.back()->function = function;
    if (entry.instances.empty()) ++bare_[function];
    contexts_.back()->entry = std::move(entry);
  }
  return at->second;
}

void Contexts::clear() {
  contexts_.clear();
  index_.clear();
  bare_.clear();
}

size_t Contexts::bare_count(callgraph::FunctionId function) const {
  auto at = bare_.find(function);
  return at == bare_.end() ? 0 : at->second;
}

Hash exit_key(const metal::TreePool& pool, const Exit& exit) {
  HashList list;
  list.add(static_cast<uint64_t>(exit.kind));
  list.add(exit.global.index());
  if (exit.thrown != nullptr) list.add(exit.thrown->name);
  for (ir::LocalId local : exit.reassigned) list.add(local.index());
  for (const Instance& instance : exit.instances) list.add(instance.key(pool));
  return list.result();
}

bool same_exits(metal::TreePool& pool, const std::vector<Exit>& a, const std::vector<Exit>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].key != b[i].key || a[i].facts.key(pool) != b[i].facts.key(pool)) return false;
  return true;
}

}  // namespace assay::machines
