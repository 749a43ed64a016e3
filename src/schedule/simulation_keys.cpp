#include "schedule/simulation_keys.h"

#include <algorithm>
#include <set>

#include "models/print.h"
#include "schedule/simulation_task.h"

namespace assay::schedule {

using callgraph::FunctionId;

Hash options_key(const simulator::Options& options) {
  ByteWriter key;
  // A binding each, so that a new option does not compile until it is in the key.
  const auto& [max_paths, max_points, max_pending, open_rounds, known_rounds, max_edges, conflicts,
               questions, max_nodes, recursion, max_frame, leaks, allocation_fails] = options;
  for (uint64_t each :
       {uint64_t{max_paths}, max_points, uint64_t{max_pending}, uint64_t{open_rounds},
        uint64_t{known_rounds}, uint64_t{max_edges}, static_cast<uint64_t>(conflicts), questions,
        uint64_t{max_nodes}, uint64_t{recursion}, max_frame, uint64_t{leaks},
        uint64_t{allocation_fails}})
    key.varint(each);
  return hash_bytes(key.bytes());
}

Hash shared_key(const simulator::Options& options, const models::Library& library) {
  ByteWriter key;
  key.hash(own_build());
  key.hash(options_key(options));
  models::ModelFile all;
  for (const auto& [type, resource] : library.resources()) all.resources.push_back(resource);
  for (const auto& [name, target] : library.aliases())
    all.aliases.push_back({.name = name, .target = target, .place = {}});
  key.text(models::print_models(all));
  // What ships is a part of this build.
  for (const auto& [name, model] : library.models()) {
    key.text(models::print_model(model));
    key.text(model.file);  // messages name it
  }
  return hash_bytes(key.bytes());
}

Result<Hash> program_key(store::Store& store, const Hash& shared) {
  store::StoredInputs inputs = TRY(store.inputs());
  std::vector<Hash> files;
  for (const store::StoredFile& file : inputs.files)
    files.push_back(hash_bytes(file.content.bytes() + file.path));
  ByteWriter key;
  key.text("whole program");
  key.hash(shared);
  for (const store::StoredUnit& unit : TRY(store.units())) {
    key.hash(unit.key);
    key.text(unit.main_file);
    key.u8(static_cast<uint8_t>((unit.failed ? 1 : 0) | (unit.fatal ? 2 : 0)));
    auto used = inputs.of_unit.find(unit.row);
    if (used == inputs.of_unit.end()) continue;
    key.varint(used->second.size());
    for (uint32_t file : used->second) key.hash(files[file]);
  }
  return hash_bytes(key.bytes());
}

SimulationKeys::SimulationKeys(const Hash& shared, const callgraph::CallGraph& graph,
                               const std::vector<FunctionTraits>& traits,
                               const ProgramVariables& variables,
                               const std::map<FunctionId, simulator::Options>& special)
    : shared_(shared), graph_(graph), traits_(traits), variables_(variables), special_(special) {
  by_name_.resize(variables.keys.size());
  for (size_t unit = 0; unit < variables.keys.size(); ++unit)
    for (const auto& [symbol, variable] : variables.keys[unit].variables)
      by_name_[unit].emplace(variable.name, symbol);
  find_below();
}

void SimulationKeys::find_below() {
  below_.resize(graph_.functions.size());
  for (const std::vector<FunctionId>& component : graph_.components) {
    std::vector<Hash> parts;
    for (FunctionId id : component) {
      const callgraph::ProgramFunction& function = graph_.functions[id.index()];
      if (function.unit < 0) continue;
      const UnitKeys& unit = variables_.keys[static_cast<size_t>(function.unit)];
      if (function.index_in_unit < unit.functions.size()) {
        const UnitKeys::Function& own = unit.functions[function.index_in_unit];
        parts.push_back(own.own);
        for (uint32_t symbol : own.variables) {
          auto initialiser = unit.initialisers.find(unit.variables.at(symbol).name);
          if (initialiser != unit.initialisers.end())
            parts.push_back(unit.functions[initialiser->second].own);
        }
      }
      for (const callgraph::CallSite& site : function.calls)
        for (FunctionId target : site.targets) parts.push_back(below_[target.index()]);
    }
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    ByteWriter key;
    for (const Hash& part : parts) key.hash(part);
    Hash whole = hash_bytes(key.bytes());
    for (FunctionId id : component) below_[id.index()] = whole;
  }
}

void SimulationKeys::find_by_name(uint32_t unit, std::string_view name,
                                  std::vector<VariableAt>& found) const {
  auto [begin, end] = by_name_[unit].equal_range(name);
  for (auto each = begin; each != end; ++each) found.push_back({unit, each->second});
}

void SimulationKeys::add_calls(const callgraph::ProgramFunction& function, const FindAnswer& answer,
                               std::vector<VariableAt>& named, ByteWriter& key) const {
  key.varint(function.calls.size());
  for (const callgraph::CallSite& site : function.calls) {
    key.varint(site.point.index());
    key.u8(static_cast<uint8_t>(site.kind));
    key.u8(site.open ? 1 : 0);
    key.varint(site.targets.size());
    for (FunctionId target : site.targets) {
      key.text(graph_.functions[target.index()].name);
      key.u8(traits_[target.index()].is_internal ? 1 : 0);
      if (traits_[target.index()].is_library) key.hash(below_[target.index()]);
      const SimulationAnswer* known = answer(target);
      key.u8(known != nullptr ? 1 : 0);
      if (known == nullptr) continue;
      key.hash(known->model_hash);
      // A model speaks of variables that its callers need not name themselves.
      for (const std::string& name : known->globals)
        find_by_name(static_cast<uint32_t>(function.unit), name, named);
    }
  }
}

// All that is reached over initialisers, whoever's: whether their values are constant is said by
// the symbols' flags and by what the program's other units do to them, which are in the key.
void SimulationKeys::add_variables(std::vector<VariableAt> named, ByteWriter& key) const {
  std::set<VariableAt> reached;
  while (!named.empty()) {
    VariableAt at = named.back();
    named.pop_back();
    if (!reached.insert(at).second) continue;
    const UnitKeys& unit = variables_.keys[at.unit];
    const UnitKeys::Variable& variable = unit.variables.at(at.symbol);
    auto initialiser = unit.initialisers.find(variable.name);
    if (initialiser != unit.initialisers.end())
      for (uint32_t symbol : unit.functions[initialiser->second].variables)
        named.push_back({at.unit, symbol});
    if (variable.is_internal || variable.is_defined) continue;
    auto home = variables_.homes.find(variable.name);
    if (home != variables_.homes.end()) find_by_name(home->second, variable.name, named);
  }
  key.varint(reached.size());
  for (const VariableAt& at : reached) {
    const UnitKeys& unit = variables_.keys[at.unit];
    const UnitKeys::Variable& variable = unit.variables.at(at.symbol);
    key.hash(variable.symbol);
    bool is_written =
        !variable.is_internal && variables_.surroundings.written.contains(variable.name);
    key.u8(is_written ? 1 : 0);
    auto initialiser = unit.initialisers.find(variable.name);
    key.u8(initialiser != unit.initialisers.end() ? 1 : 0);
    if (initialiser != unit.initialisers.end()) key.hash(unit.functions[initialiser->second].own);
  }
}

/// Its body, what it calls, and the variables that it sees.
void SimulationKeys::add_function(const callgraph::ProgramFunction& function,
                                  const FindAnswer& answer, ByteWriter& key) const {
  const UnitKeys& unit = variables_.keys[static_cast<size_t>(function.unit)];
  std::vector<VariableAt> named;
  // A unit that could not be read has no keys, and its functions fail.
  if (function.index_in_unit < unit.functions.size()) {
    const UnitKeys::Function& own = unit.functions[function.index_in_unit];
    key.hash(own.own);
    for (uint32_t symbol : own.variables)
      named.push_back({static_cast<uint32_t>(function.unit), symbol});
  }
  add_calls(function, answer, named, key);
  add_variables(std::move(named), key);
}

Hash SimulationKeys::of(const SimulatedComponent& component, const FindAnswer& answer) const {
  ByteWriter key;
  key.hash(shared_);
  key.u8(variables_.surroundings.is_closed ? 1 : 0);
  key.u8(component.is_recursive ? 1 : 0);
  for (FunctionId id : component.functions) {
    const callgraph::ProgramFunction& function = graph_.functions[id.index()];
    const UnitKeys& unit = variables_.keys[static_cast<size_t>(function.unit)];
    const FunctionTraits& traits = traits_[id.index()];
    key.text(function.name);
    key.text(function.display);
    key.u8(static_cast<uint8_t>((traits.is_internal ? 1 : 0) | (traits.is_system ? 2 : 0)));
    auto special = special_.find(id);
    key.u8(special != special_.end() ? 1 : 0);
    if (special != special_.end()) key.hash(options_key(special->second));
    key.hash(unit.target);
    add_function(function, answer, key);
  }
  std::set<FunctionId> helpers = helpers_of(graph_, traits_, component);
  key.varint(helpers.size());
  for (FunctionId id : helpers) add_function(graph_.functions[id.index()], answer, key);
  return hash_bytes(key.bytes());
}

}  // namespace assay::schedule
