#include "engines/machines/engine.h"

#include <algorithm>
#include <deque>
#include <set>

#include "callgraph/analysis_roots.h"
#include "engines/machines/annotations.h"
#include "engines/machines/solve.h"
#include "engines/machines/why.h"

namespace assay::machines {

using callgraph::FunctionId;

struct Engine::MachineRun {
  MachineRun(const metal::Machine& machine, const std::string& file, size_t number,
             Workspace& workspace)
      : rules(machine, file, number), reach(rules, workspace.view()) {}

  MachineRules rules;
  Contexts contexts;
  Reach reach;
  PointLists points;
  // Of a local machine: functions that it was run on since it was last asked to forget, and those
  // among them of which it had something to say.
  std::set<FunctionId> done, loud;
  std::set<FunctionId> entered;  // of one that follows calls, since it began

  bool misses(FunctionId function) {
    return !rules.is_local() && !entered.contains(function) &&
           reach.leads_to_match(function, rules.machine().initial);
  }

  void forget() {
    contexts.clear();
    points.clear();
    done.clear();
    loud.clear();
  }
};

Engine::Engine(const metal::Composition& composition, metal::ActionRunner& runner,
               Workspace& workspace, const EngineOptions& options)
    : runner_(runner),
      workspace_(workspace),
      options_(options),
      annotations_(std::make_unique<Annotations>()),
      generation_(workspace.generation()) {
  for (const metal::Part& part : composition.parts) {
    const metal::Program& program = composition.programs[part.program];
    if (part.kind == metal::PartKind::Header) continue;
    const metal::Machine& machine = program.machines[part.index];
    machines_.push_back(
        std::make_unique<MachineRun>(machine, program.file, machines_.size(), workspace));
    if (machine.scope == metal::Scope::Interprocedural) ++followers_;
  }
  // Static data of the rules' code begins anew with each root: so does what was concluded from it.
  keeps_contexts_ = !runner.keeps_data();
}

Engine::~Engine() = default;

bool Engine::is_local() const {
  return std::ranges::all_of(machines_, [](const auto& run) { return run->rules.is_local(); });
}

std::vector<FunctionId> Engine::roots() const {
  const callgraph::CallGraph& graph = workspace_.view().graph();
  if (!is_local()) return callgraph::analysis_roots(graph);
  std::vector<FunctionId> roots;
  for (size_t i = 0; i < graph.functions.size(); ++i)
    if (graph.functions[i].unit >= 0) roots.push_back(FunctionId(i));
  return roots;
}

// What is below a function that was done is done as well, so only what is new is gone through; but
// what a machine has to say of a function it says again for each root.
std::vector<FunctionId> Engine::reachable(FunctionId root, const MachineRun& machine) const {
  const callgraph::CallGraph& graph = workspace_.view().graph();
  bool all = !machine.loud.empty();
  std::set<FunctionId> seen;
  std::vector<FunctionId> todo;
  auto add = [&](FunctionId function) {
    if ((all || !machine.done.contains(function)) && seen.insert(function).second)
      todo.push_back(function);
  };
  add(root);
  while (!todo.empty()) {
    FunctionId function = todo.back();
    todo.pop_back();
    for (const callgraph::CallSite& site : graph.functions[function.index()].calls) {
      if (site.kind == callgraph::CallEdgeKind::Callback) continue;
      for (FunctionId target : site.targets) add(target);
    }
  }
  return {seen.begin(), seen.end()};
}

std::set<FunctionId> Engine::below_roots() const {
  const callgraph::CallGraph& graph = workspace_.view().graph();
  std::set<FunctionId> seen = analysed_;
  std::vector<FunctionId> todo(seen.begin(), seen.end());
  while (!todo.empty()) {
    FunctionId function = todo.back();
    todo.pop_back();
    for (const callgraph::CallSite& site : graph.functions[function.index()].calls) {
      if (!callgraph::is_followed(graph, site)) continue;
      for (FunctionId target : site.targets)
        if (graph.functions[target.index()].unit >= 0 && seen.insert(target).second)
          todo.push_back(target);
    }
  }
  return seen;
}

std::vector<Engine::Coverage> Engine::coverage() {
  std::vector<Coverage> all(machines_.size());
  if (is_local()) return all;
  std::set<FunctionId> below = below_roots();
  for (size_t i = 0; i < machines_.size(); ++i) {
    MachineRun& machine = *machines_[i];
    all[i].entered.assign(machine.entered.begin(), machine.entered.end());
    for (FunctionId function : below)
      if (machine.misses(function)) all[i].missed.push_back(function);
  }
  return all;
}

bool Engine::misses(FunctionId function) {
  return std::ranges::any_of(machines_, [&](auto& machine) { return machine->misses(function); });
}

void Engine::run_local(MachineRun& machine, FunctionId root, const Wanted& wanted,
                       RootResult& result) {
  auto size = [&] {
    return result.errors.size() + result.notes.size() + result.counts.size() +
           result.stopped.size();
  };
  for (FunctionId function :
       is_local() ? std::vector<FunctionId>{root} : reachable(root, machine)) {
    if (machine.done.contains(function) && !machine.loud.contains(function)) continue;
    runner_.reset_static_data();
    size_t before = size();
    run_machine(machine, function, wanted, result);
    machine.done.insert(function);
    if (size() != before) machine.loud.insert(function);
  }
}

RootResult Engine::analyse(FunctionId root, const Wanted& wanted) {
  workspace_.trim();
  bool renew = generation_ != workspace_.generation();
  generation_ = workspace_.generation();
  // A trace tells what was done, not what was known already.
  // So does what a machine that follows calls wrote on trees for those after it.
  if (renew || options_.trace || is_annotated_by_call_) {
    annotations_->clear();
    is_annotated_by_call_ = false;
    for (auto& machine : machines_) machine->forget();
  } else if (!keeps_contexts_) {
    // What local machines found and wrote holds for the function, whatever the root.
    for (auto& machine : machines_)
      if (!machine->rules.is_local()) machine->forget();
  }
  trace_.clear();
  analysed_.insert(root);
  RootResult result;
  for (size_t i = 0; i < machines_.size(); ++i) {
    MachineRun& machine = *machines_[i];
    if (machine.rules.is_local()) {
      run_local(machine, root, wanted, result);
      continue;
    }
    runner_.reset_static_data();
    uint64_t before = annotations_->changes();
    run_machine(machine, root, wanted, result);
    if (followers_ < 2 || annotations_->changes() == before) continue;
    // What those after it know is of another root, from which this was not written.
    is_annotated_by_call_ = true;
    for (size_t later = i + 1; later < machines_.size(); ++later) machines_[later]->forget();
  }
  return result;
}

namespace {

std::string place_of(const MachineRules& rules, const callgraph::ProgramFunction& function,
                     const CountKey& key) {
  return fmt::format("{}/{}/{}/{}/{}.{}", rules.name(), function.file, function.name,
                     key.at.valid() ? key.at.index() : UINT32_MAX, key.rule.guard, key.rule.rule);
}

// The error by all its ways that are wanted.
std::optional<RuleFinding> tell_ways(Explainer& explainer, const Context& context, ContextId id,
                                     const CallChain& chain, const RuleError& error,
                                     const Wanted& wanted) {
  std::optional<RuleFinding> finding;
  auto is_wanted = [&](ErrorOutline outline) {
    outline.is_beside = finding.has_value();
    return !wanted || wanted(outline);
  };
  auto tell = [&](const RuleError& by) {
    std::optional<RuleFinding> told = explainer.explain(id, chain, by, is_wanted);
    if (finding && told)
      finding->others.push_back(*std::move(told));
    else if (told)
      finding = std::move(told);
  };
  tell(error);
  bool is_local = begins_here(context, error.way.history);
  for (const ErrorWay& way : error.others) {
    // Where the first is not wanted, another one of its kind is not wanted either.
    if (!finding && begins_here(context, way.history) == is_local) continue;
    RuleError other = error;
    other.way = way;
    tell(other);
  }
  return finding;
}

// Contexts below the root, each by a shortest chain of calls.
void collect(Workspace& workspace, const MachineRules& rules, const Contexts& contexts,
             ContextId root, const Wanted& wanted, RootResult& result) {
  Explainer explainer(workspace, rules, contexts);
  const callgraph::CallGraph& graph = workspace.view().graph();
  struct Way {
    ContextId caller;
    uint32_t link = 0;
  };
  std::map<ContextId, Way> ways{{root, {}}};
  std::deque<ContextId> todo{root};
  std::set<FunctionId> incomplete;
  while (!todo.empty()) {
    ContextId id = todo.front();
    todo.pop_front();
    const Context& context = contexts[id];
    const callgraph::ProgramFunction& function = graph.functions[context.function.index()];
    if (!context.stopped.empty() && incomplete.insert(context.function).second)
      result.stopped.push_back({context.function, context.stopped, context.is_rule_fault});
    for (const auto& [key, by] : context.counts)
      result.counts.push_back({place_of(rules, function, key), key.key, by});
    if (!context.errors.empty()) {
      CallChain chain;
      for (ContextId at = id; at != root; at = ways[at].caller)
        chain.insert(chain.begin(), {ways[at].caller, ways[at].link});
      for (const RuleError& error : context.errors) {
        bool is_error = error.report.sort == metal::ReportSort::Error;
        std::optional<RuleFinding> finding =
            is_error ? tell_ways(explainer, context, id, chain, error, wanted)
                     : explainer.explain(id, chain, error);
        if (!finding) continue;
        (is_error ? result.errors : result.notes).push_back(*std::move(finding));
      }
    }
    for (uint32_t i = 0; i < context.calls.size(); ++i)
      if (ways.try_emplace(context.calls[i].callee, Way{id, i}).second)
        todo.push_back(context.calls[i].callee);
  }
}

}  // namespace

void Engine::run_machine(MachineRun& machine, FunctionId root, const Wanted& wanted,
                         RootResult& result) {
  const metal::Machine& program = machine.rules.machine();
  bool acts_anywhere = !program.init.empty() || !program.final.empty() ||
                       std::ranges::any_of(machine.rules.end_of_path(), [&](metal::RuleRef ref) {
                         return machine.rules.applies_in(ref, program.initial);
                       });
  const LoadedFunction* loaded = nullptr;
  std::shared_ptr<const LoadedFunction> held;
  if (machine.rules.is_local()) {
    held = workspace_.view().load(root);
    loaded = held.get();
  }
  bool matches = machine.rules.is_local() ? loaded && machine.rules.index().may_match(
                                                          *loaded->unit, loaded->function.body)
                                          : machine.reach.leads_to_match(root, program.initial);
  if (!matches && !acts_anywhere) return;
  if (workspace_.code(root) == nullptr) return;
  Run run{workspace_, machine.rules,    *annotations_, runner_,
          options_,   machine.contexts, machine.reach, machine.points};
  run.root_limit = std::max(options_.max_root_steps, granted_ / 2);
  if (machine.rules.is_local()) run.root_limit = UINT64_MAX;
  run.entered = &machine.entered;
  Entry entry;
  entry.is_root = true;
  entry.global = program.initial;
  ContextId id = machine.contexts.intern(workspace_.pool(), root, std::move(entry));
  std::optional<Trace> trace;
  if (options_.trace) run.trace = &trace.emplace(workspace_, machine.rules);
  Solver(run).solve(id);
  granted_ -= std::min(granted_, run.root_steps);
  if (trace) trace_ += trace->print();
  collect(workspace_, machine.rules, machine.contexts, id, wanted, result);
  for (ContextId one : run.cut) machine.contexts[one].cut_by = run.root_limit;
}

}  // namespace assay::machines
