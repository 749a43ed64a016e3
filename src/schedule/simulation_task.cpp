#include "schedule/simulation_task.h"

#include <set>

#include "schedule/simulation_part.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;
using semantics::EntityId;

SimulationAnswer failed(std::string why) {
  SimulationAnswer answer;
  answer.failure = std::move(why);
  return answer;
}

// The models of everything that a component and its helpers call, while it is simulated.
class CalleeModels {
 public:
  CalleeModels(const PartOfProgram& part, const SimulatedProgram& whole,
               const std::map<FunctionId, models::Model>& known,
               const SimulatedComponent& component, simulator::Summaries& summaries)
      : summaries_(summaries) {
    std::map<EntityId, FunctionId> set;
    std::set<EntityId> ambiguous;
    std::set<FunctionId> helpers = helpers_of(whole.graph, whole.traits, component);
    std::set<FunctionId> simulated = helpers;
    simulated.insert(component.functions.begin(), component.functions.end());
    for (FunctionId callee : callees_of(whole.graph, simulated)) {
      auto model = known.find(callee);
      if (model == known.end()) continue;
      EntityId entity = part.callee(callee);
      if (!entity.valid()) continue;
      // Functions of one name in different programs: which is meant is not known.
      if (!set.emplace(entity, callee).second) ambiguous.insert(entity);
    }
    for (const auto& [entity, callee] : set) {
      if (ambiguous.contains(entity)) continue;
      summaries_.set(entity, known.at(callee));
      entities_.push_back(entity);
    }
    std::set<EntityId> bodies;
    for (FunctionId id : helpers)
      if (EntityId entity = part.entity_of(id); entity.valid()) bodies.insert(entity);
    summaries_.set_helpers(std::move(bodies));
    for (FunctionId id : simulated)
      if (EntityId caller = part.entity_of(id); caller.valid())
        simulator::set_targets(
            whole.graph.functions[id.index()], caller,
            [&](FunctionId target) { return part.callee(target); }, summaries);
  }
  CalleeModels(const CalleeModels&) = delete;
  ~CalleeModels() {
    for (EntityId entity : entities_) summaries_.erase(entity);
  }

 private:
  static std::set<FunctionId> callees_of(const callgraph::CallGraph& graph,
                                         const std::set<FunctionId>& callers) {
    std::set<FunctionId> callees;
    for (FunctionId id : callers)
      for (const callgraph::CallSite& site : graph.functions[id.index()].calls)
        callees.insert(site.targets.begin(), site.targets.end());
    return callees;
  }

  simulator::Summaries& summaries_;
  std::vector<EntityId> entities_;
};

SimulationAnswer answer_of(simulator::Simulated simulated, bool is_system) {
  SimulationAnswer answer;
  // Where the function stands is no part of what it does.
  simulated.model.documentation.reset();
  answer.model = simulator::encode_model(simulated.model);
  // One that callers could not read is the fault of this function, not theirs.
  Result<models::Model> again = simulator::decode_model(answer.model);
  if (!again.ok()) return failed("its model is not well formed: " + again.error());
  for (const models::External& external : simulated.model.externals)
    if (external.kind == models::ExternalKind::Global ||
        external.kind == models::ExternalKind::Static)
      answer.globals.push_back(external.name);
  answer.origins = std::move(simulated.origins);
  if (!is_system) answer.findings = std::move(simulated.findings);
  answer.coverage = simulated.coverage;
  answer.paths = simulated.paths;
  answer.points = simulated.points;
  answer.questions = simulated.questions;
  answer.is_out_of_budget = simulated.is_out_of_budget;
  answer.is_complete = simulated.is_complete;
  return answer;
}

void simulate_one(PartOfProgram& part, const SimulatedProgram& whole,
                  const SimulatedComponent& component, simulator::Summaries& summaries,
                  std::vector<SimulationAnswer>& answers) {
  std::vector<EntityId> entities;
  std::map<EntityId, const simulator::Options*> special;
  for (FunctionId id : component.functions) {
    EntityId entity = part.entity_of(id);
    if (!entity.valid()) continue;
    entities.push_back(entity);
    auto options = whole.special.find(id);
    if (options != whole.special.end()) special.emplace(entity, &options->second);
  }
  std::vector<simulator::FunctionResult> results = simulator::simulate_component(
      part.program(), entities, component.is_recursive, summaries,
      [&](EntityId entity) -> const simulator::Options& {
        auto found = special.find(entity);
        return found == special.end() ? whole.options : *found->second;
      });
  size_t next = 0;
  for (FunctionId id : component.functions) {
    if (!part.entity_of(id).valid()) {
      answers.push_back(
          failed("it is part of a circle of calls with another function of its name"));
      continue;
    }
    answers.push_back(
        answer_of(std::move(results[next++].simulated), whole.traits[id.index()].is_system));
  }
  for (EntityId entity : entities) summaries.erase(entity);
}

}  // namespace

std::set<FunctionId> helpers_of(const callgraph::CallGraph& graph,
                                const std::vector<FunctionTraits>& traits,
                                const SimulatedComponent& component) {
  return simulator::helpers_of(graph, component.functions, [&](FunctionId id) {
    return traits[id.index()].is_simulated ? traits[id.index()].points : 0;
  });
}

const std::unordered_map<std::string, uint32_t>& SimulationWorker::functions_of(
    uint32_t unit, const ir::UnitRecord& record) {
  auto [known, is_new] = functions_.try_emplace(unit);
  for (uint32_t i = 0; is_new && i < record.functions.size(); ++i)
    if (record.functions[i].kind == ir::FunctionKind::Function)
      known->second.try_emplace(record.functions[i].name, i);
  return known->second;
}

std::vector<SimulationAnswer> SimulationWorker::run(const SimulationTask& task) {
  std::vector<SimulationAnswer> answers;
  auto all_failed = [&](const std::string& why) {
    for (const SimulatedComponent& component : task.components)
      answers.resize(answers.size() + component.functions.size(), failed(why));
    return answers;
  };
  std::map<FunctionId, models::Model> known;
  for (const auto& [function, text] : task.models) {
    Result<models::Model> model = simulator::decode_model(text);
    if (!model.ok()) return all_failed("a callee's model: " + model.error());
    known.emplace(function, model.take());
  }
  Result<std::unique_ptr<PartOfProgram>> part =
      PartOfProgram::make(program_, *this, units_, task.components);
  if (!part.ok()) return all_failed(part.error());
  simulator::Summaries summaries(part.value()->program(), &program_.library,
                                 &program_.variables.surroundings);
  for (const SimulatedComponent& component : task.components) {
    CalleeModels models(*part.value(), program_, known, component, summaries);
    simulate_one(*part.value(), program_, component, summaries, answers);
  }
  return answers;
}

}  // namespace assay::schedule
