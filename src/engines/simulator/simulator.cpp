#include "engines/simulator/simulator.h"

#include <algorithm>
#include <iterator>

#include "engines/simulator/local_checks.h"
#include "engines/simulator/returns.h"

namespace assay::simulator {

using semantics::EntityId;

std::vector<FunctionResult> simulate_component(semantics::Program& program,
                                               std::span<const EntityId> functions,
                                               bool is_recursive, Summaries& summaries,
                                               const OptionsOf& options) {
  std::vector<FunctionResult> results;
  if (functions.empty()) return results;
  uint32_t rounds = is_recursive ? std::max<uint32_t>(options(functions.front()).recursion, 1) : 1;
  for (EntityId function : functions) summaries.erase(function);
  // Who calls those that never come back does not go on, not even in the first round.
  if (is_recursive) {
    for (EntityId function : never_returning(program, functions, summaries)) {
      models::Model model{.name = program.symbol(function).name};
      model.outcomes.push_back({.return_type = models::ReturnType::Exit});
      summaries.set(function, std::move(model));
    }
  }
  for (uint32_t round = 0; round < rounds; ++round) {
    results.clear();
    summaries.specials().clear();
    for (EntityId function : functions) {
      const semantics::Prepared& body = program.prepare(*program[function].body);
      results.push_back({function, Simulation(program, body, summaries, options(function)).run()});
      if (round + 1 < rounds) continue;
      std::vector<Unplaced>& findings = results.back().simulated.findings;
      std::vector<Unplaced> local = check_locally(program, body, options(function));
      std::move(local.begin(), local.end(), std::back_inserter(findings));
    }
    for (const FunctionResult& each : results) {
      summaries.set(each.function, each.simulated.model);
    }
  }
  summaries.specials().clear();
  return results;
}

std::set<callgraph::FunctionId> helpers_of(
    const callgraph::CallGraph& graph, std::span<const callgraph::FunctionId> component,
    const std::function<uint32_t(callgraph::FunctionId)>& points_of) {
  constexpr uint32_t kMaxPoints = 100;
  constexpr int kMaxDepth = 2;
  std::set<callgraph::FunctionId> helpers;
  std::vector<callgraph::FunctionId> level(component.begin(), component.end());
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    std::vector<callgraph::FunctionId> next;
    for (callgraph::FunctionId id : level) {
      const callgraph::ProgramFunction& caller = graph.functions[id.index()];
      for (const callgraph::CallSite& site : caller.calls) {
        if (site.kind != callgraph::CallEdgeKind::Direct || site.targets.size() != 1) continue;
        callgraph::FunctionId target = site.targets.front();
        bool is_other = std::find(component.begin(), component.end(), target) == component.end();
        bool is_near = graph.functions[target.index()].unit == caller.unit && caller.unit >= 0;
        uint32_t points = is_other && is_near ? points_of(target) : 0;
        if (points == 0 || points > kMaxPoints) continue;
        if (helpers.insert(target).second) next.push_back(target);
      }
    }
    level = std::move(next);
  }
  return helpers;
}

void set_targets(const callgraph::ProgramFunction& function, EntityId caller,
                 const std::function<EntityId(callgraph::FunctionId)>& entity_of,
                 Summaries& summaries) {
  // A table of handlers may hold any of them; overrides of a method are meant to do the same.
  constexpr size_t kFew = 4;
  for (const callgraph::CallSite& site : function.calls) {
    bool is_virtual = site.kind == callgraph::CallEdgeKind::Virtual;
    bool is_through_pointer = site.kind == callgraph::CallEdgeKind::Indirect || is_virtual;
    if (!is_through_pointer || site.open || site.targets.empty()) continue;
    if (site.targets.size() > (is_virtual ? kFew : 1)) continue;
    std::vector<EntityId> targets;
    for (callgraph::FunctionId each : site.targets)
      if (EntityId target = entity_of(each); target.valid()) targets.push_back(target);
    if (targets.size() == site.targets.size())
      summaries.set_targets(caller, site.point, std::move(targets));
  }
}

namespace {

bool calls_itself(const callgraph::CallGraph& graph, callgraph::FunctionId id) {
  for (const callgraph::CallSite& site : graph.functions[id.index()].calls) {
    if (std::find(site.targets.begin(), site.targets.end(), id) != site.targets.end()) return true;
  }
  return false;
}

}  // namespace

ProgramResult simulate_program(semantics::Program& program, Summaries& summaries,
                               const Options& options) {
  callgraph::CallGraphBuilder builder;
  std::vector<const semantics::UnitEntry*> units;
  for (const semantics::UnitEntry& unit : program.units()) {
    builder.add_unit(*unit.unit);
    units.push_back(&unit);
  }
  callgraph::CallGraph graph = builder.finish();
  auto entity_of = [&](callgraph::FunctionId id) {
    const callgraph::ProgramFunction& known = graph.functions[id.index()];
    if (known.unit < 0) return program.find(known.name);
    const semantics::UnitEntry& unit = *units[static_cast<size_t>(known.unit)];
    const ir::Function& function = unit.unit->functions[known.index_in_unit];
    if (function.kind != ir::FunctionKind::Function) return EntityId();
    EntityId entity = program.entity_of(unit, function.symbol);
    return program[entity].body == &function ? entity : EntityId();
  };
  ProgramResult sum;
  // By name; of several static functions of one name the last one is taken.
  std::map<std::string, std::pair<EntityId, Origins>> done;
  for (const std::vector<callgraph::FunctionId>& component : graph.components) {
    std::vector<EntityId> functions;
    for (callgraph::FunctionId id : component) {
      const callgraph::ProgramFunction& known = graph.functions[id.index()];
      EntityId entity = known.unit < 0 ? EntityId() : entity_of(id);
      if (!entity.valid()) continue;
      functions.push_back(entity);
      set_targets(known, entity, entity_of, summaries);
    }
    bool is_recursive = component.size() > 1 || calls_itself(graph, component.front());
    std::set<EntityId> helpers;
    for (callgraph::FunctionId id :
         helpers_of(graph, component, [&](callgraph::FunctionId each) -> uint32_t {
           EntityId entity = graph.functions[each.index()].unit < 0 ? EntityId() : entity_of(each);
           return entity.valid() ? static_cast<uint32_t>(program[entity].body->body.points.size())
                                 : 0;
         })) {
      helpers.insert(entity_of(id));
    }
    summaries.set_helpers(std::move(helpers));
    for (FunctionResult& each :
         simulate_component(program, functions, is_recursive, summaries,
                            [&](EntityId) -> const Options& { return options; })) {
      ++sum.functions;
      done[program.symbol(each.function).name] = {each.function, std::move(each.simulated.origins)};
      sum.paths += each.simulated.paths;
      sum.points += each.simulated.points;
      sum.questions += each.simulated.questions;
      sum.coverage += each.simulated.coverage;
      if (each.simulated.is_out_of_budget) {
        sum.out_of_budget.push_back(program.symbol(each.function).display);
      }
      auto find = [&](const std::string& name) -> const ir::Places* {
        auto known = done.find(name);
        EntityId entity = known == done.end() ? each.function : known->second.first;
        return &program[entity].body->places;
      };
      auto origin = [&](const OperationName& name) -> const Origin* {
        auto of = done.find(name.function);
        if (of == done.end()) return nullptr;
        auto known = of->second.second.find(name.operation);
        return known == of->second.second.end() ? nullptr : &known->second;
      };
      for (Unplaced& finding : each.simulated.findings) {
        findings::Finding placed = place(std::move(finding), find, origin);
        if (!lies_in_macro(placed)) sum.findings.push_back(std::move(placed));
      }
    }
  }
  return sum;
}

}  // namespace assay::simulator
