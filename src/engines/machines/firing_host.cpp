// What the C code of rules asks of the engine while a transition runs.
#include <fmt/format.h>

#include <functional>
#include <utility>

#include "engines/machines/firing.h"

namespace assay::machines {

using metal::HoleId;

void Firing::run_action(State& state, size_t instance, metal::TreeId tree, metal::RuleRef ref,
                        const metal::Bindings& bindings, Pending* pending, Occasion& occasion) {
  metal::CodeId code = runner_.action_of(rules_.number(), ref);
  if (!code.valid() || !failure_.empty()) return;
  current_ = {&state, instance, tree, &bindings, pending, &occasion, ref, {}};
  run(code, occasion.at, bindings);
  current_ = {};
}

void Firing::run_code(const std::vector<metal::CodeId>& codes, State& state) {
  metal::Bindings none;
  Occasion occasion;
  current_ = {&state, kNone, {}, &none, nullptr, &occasion, {UINT32_MAX, 0}, {}};
  for (metal::CodeId code : codes)
    if (failure_.empty()) run(code, {}, none);
  current_ = {};
}

int64_t Firing::run(metal::CodeId code, ir::NodeId at, const metal::Bindings& bindings) {
  metal::Invocation invocation{rules_.machine(), code_.code(), at, bindings, *this};
  Result<int64_t> value = runner_.run(code, invocation);
  if (value.ok()) return value.value();
  failure_ = value.error();
  runner_.reset_static_data();
  return 0;
}

bool Firing::holds(metal::PatternId callout, const metal::Code&, ir::NodeId at,
                   const metal::Bindings& bindings) {
  if (!failure_.empty()) return false;
  // It may ask for the state of what the pattern has bound so far.
  const metal::Bindings* outer = std::exchange(current_.bindings, &bindings);
  metal::CodeId code = runner_.callout_of(rules_.number(), callout);
  bool result = code.valid() && run(code, at, bindings) != 0;
  current_.bindings = outer;
  return result;
}

Instance* Firing::instance_of(HoleId variable) const {
  if (current_.state == nullptr) return nullptr;
  if (current_.instance != kNone &&
      current_.state->instances[current_.instance].variable == variable)
    return &current_.state->instances[current_.instance];
  if (current_.bindings == nullptr || variable.index() >= current_.bindings->by_hole.size() ||
      !current_.bindings->has(variable))
    return nullptr;
  return current_.state->find(variable, (*current_.bindings)[variable].tree);
}

void Firing::report(metal::RuleReport report) {
  if (current_.occasion == nullptr) return;  // a callout has no business to report
  RuleError error;
  const Instance* instance = report.variable.valid() ? instance_of(report.variable) : nullptr;
  if (instance == nullptr && current_.instance != kNone)
    instance = &current_.state->instances[current_.instance];
  if (instance == nullptr && current_.rule.guard != UINT32_MAX) {
    // A rule that has just begun to track something speaks of that.
    for (size_t h = 0; h < rules_.machine().holes.size() && instance == nullptr; ++h)
      if (rules_.machine().holes[h].role == metal::Role::StateVariable)
        instance = instance_of(HoleId(h));
  }
  if (instance != nullptr) {
    error.way.history = instance->history;
    const Name* name = instance->find(current_.tree);
    if (name == nullptr && !instance->names.empty()) name = &instance->first_name();
    if (name != nullptr) {
      error.tree = name->tree;
      error.way.chain = name->chain;
    }
  } else if (report.variable.valid() && current_.bindings != nullptr &&
             report.variable.index() < current_.bindings->by_hole.size() &&
             current_.bindings->has(report.variable)) {
    error.tree = (*current_.bindings)[report.variable].tree;
  }
  error.at = current_.occasion->at;
  error.at_end = current_.occasion->at_end || current_.rule.guard == UINT32_MAX;
  error.way.path = current_.state->path;
  error.report = std::move(report);
  keep(std::move(error));
}

// One that is known at this place is another way to it.
void Firing::keep(RuleError error) {
  constexpr size_t kMaxErrors = 10'000;
  size_t content = std::hash<std::string>()(error.report.message) * 31 + error.at.index();
  auto [first, last] = context_.errors_by_content.equal_range(content);
  for (auto at = first; at != last; ++at) {
    RuleError& known = context_.errors[at->second];
    if (known.at != error.at || known.at_end != error.at_end || known.tree != error.tree ||
        known.report.sort != error.report.sort || known.report.kind != error.report.kind ||
        known.report.message != error.report.message)
      continue;
    if (known.others.size() < kMaxOtherWays) known.others.push_back(error.way);
    return;
  }
  if (context_.errors.size() >= kMaxErrors) {
    if (context_.stopped.empty())
      context_.stopped = fmt::format("a rule reports more than {} errors in it", kMaxErrors);
    return;
  }
  context_.errors_by_content.emplace(content, context_.errors.size());
  context_.errors.push_back(std::move(error));
}

void Firing::kill_path(ir::NodeId at) {
  if (current_.occasion == nullptr) return;
  ir::NodeId here = current_.occasion->at;
  if (!at.valid()) at = here;
  if (!at.valid()) return;
  annotations_.kill({code_.id(), at}, rules_.number());
  if (at == here) current_.occasion->path_ends = true;
}

uint64_t Firing::error_count() const {
  uint64_t count = 0;
  for (const RuleError& error : context_.errors)
    if (error.report.sort == metal::ReportSort::Error) ++count;
  return count;
}

std::optional<metal::InstanceData> Firing::data(HoleId variable) const {
  if (const Instance* instance = instance_of(variable)) return instance->data;
  return current_.pending ? current_.pending->data : std::nullopt;
}

void Firing::set_data(HoleId variable, std::optional<metal::InstanceData> data) {
  if (Instance* instance = instance_of(variable)) {
    instance->data = std::move(data);
  } else if (current_.pending) {
    current_.pending->data = std::move(data);
  }
}

std::string Firing::state(HoleId variable) const {
  if (current_.state == nullptr) return {};
  if (!variable.valid()) return rules_.machine().state(current_.state->global).name;
  const Instance* instance = instance_of(variable);
  return instance ? rules_.machine().state(instance->state).name : std::string();
}

bool Firing::set_state(HoleId variable, std::string_view name) {
  metal::StateId target = rules_.state(variable, name);
  if (!target.valid() || current_.occasion == nullptr) return false;
  if (!variable.valid()) {
    current_.state->global = target;
    if (rules_.is_stop(target)) current_.occasion->path_ends = true;
    return true;
  }
  Instance* instance = instance_of(variable);
  if (instance == nullptr) return false;
  change(*current_.state, *instance, instance->names.front().tree, target, *current_.occasion);
  return true;
}

std::optional<std::string> Firing::annotation(ir::NodeId node, std::string_view key) const {
  return annotations_.get({code_.id(), node}, key);
}

void Firing::annotate(ir::NodeId node, std::string_view key, std::string value) {
  annotations_.set({code_.id(), node}, key, std::move(value));
}

bool Firing::is_known_zero(metal::TreeId tree, ir::NodeId node) const {
  if (current_.state == nullptr) return false;
  metal::TreePool& pool = code_.code().pool;
  if (node.valid() && code_.tree(node) == tree) tree = code_.fact_tree(node);
  return current_.state->facts.equal(pool, tree, pool.make_int(0)) == Tri::Yes;
}

void Firing::count(std::string_view key, int64_t by) {
  if (current_.occasion == nullptr) return;
  // The same place counts once, however many paths come through it.
  int64_t& sum = context_.counts[{current_.rule, current_.occasion->at, std::string(key)}];
  sum = current_.counted.insert(std::string(key)).second ? by : sum + by;
}

}  // namespace assay::machines
