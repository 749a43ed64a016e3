#include "schedule/simulation_part.h"

namespace assay::schedule {

using callgraph::FunctionId;
using semantics::EntityId;

namespace {

// What a function does should not change when it moves in its file.
// APPROX(under): __LINE__ is always the same number.
ir::Function without_lines(ir::Function function) {
  for (ir::Node& node : function.body.nodes)
    if (node.op == ir::Op::IntLit && node.has(ir::kLineLiteral)) node.payload = 1;
  return function;
}

}  // namespace

Result<std::unique_ptr<PartOfProgram>> PartOfProgram::make(const SimulatedProgram& whole,
                                                           SimulationWorker& worker,
                                                           ImageUnits& units,
                                                           const ComponentBatch& batch) {
  std::unique_ptr<PartOfProgram> part(new PartOfProgram(whole, units));
  // A function of the batch may be another one's helper.
  std::map<uint32_t, std::set<FunctionId>> by_unit;
  std::set<uint32_t> own;  // the same units for each component of a batch
  for (const SimulatedComponent& component : batch) {
    for (FunctionId id : component.functions)
      own.insert(static_cast<uint32_t>(whole.graph.functions[id.index()].unit));
    std::set<FunctionId> needed = helpers_of(whole.graph, whole.traits, component);
    needed.insert(component.functions.begin(), component.functions.end());
    for (FunctionId id : needed)
      by_unit[static_cast<uint32_t>(whole.graph.functions[id.index()].unit)].insert(id);
  }
  for (const auto& [unit, functions] : by_unit) TRY(part->add_unit(unit, functions));
  // What several units define has one body here, the first one's.
  for (Part& each : part->parts_)
    if (own.size() == 1 && own.contains(each.index)) TRY(part->add_library(worker, each));
  const ir::Unit& first = *part->parts_.front().unit;
  for (const Part& each : part->parts_)
    if (each.unit->pointer_bits != first.pointer_bits || each.unit->big_endian != first.big_endian)
      return input_error("{} and {} are compiled for different targets", first.main_file,
                         each.unit->main_file);
  for (const auto& [unit, names] : part->needed_constants()) TRY(part->add_constants(unit, names));
  std::vector<const ir::Unit*> all;
  for (const Part& each : part->parts_) all.push_back(each.unit.get());
  part->program_.emplace(all);
  return part;
}

Result<void> PartOfProgram::add_unit(uint32_t index, const std::set<FunctionId>& functions) {
  std::shared_ptr<const ImageUnits::Loaded> loaded = TRY(units_.load(index));
  Part part{.index = index, .unit = std::make_unique<ir::Unit>(*loaded->tables), .functions = {}};
  for (FunctionId id : functions) {
    part.functions.emplace(id, part.unit->functions.size());
    size_t in_unit = whole_.graph.functions[id.index()].index_in_unit;
    part.unit->functions.push_back(without_lines(TRY(units_.function(*loaded, in_unit))));
  }
  for (size_t i = 0; i < loaded->record.functions.size(); ++i) {
    if (loaded->record.functions[i].kind != ir::FunctionKind::GlobalInit) continue;
    part.unit->functions.push_back(without_lines(TRY(units_.function(*loaded, i))));
  }
  parts_.push_back(std::move(part));
  return {};
}

Result<void> PartOfProgram::add_library(SimulationWorker& worker, Part& part) {
  std::vector<FunctionId> own;
  for (const auto& [id, in_part] : part.functions) own.push_back(id);
  std::vector<FunctionId> below = library_below(whole_.graph, whole_.traits, own);
  if (below.empty()) return {};
  std::shared_ptr<const ImageUnits::Loaded> loaded = TRY(units_.load(part.index));
  const auto& by_name = worker.functions_of(part.index, loaded->record);
  for (FunctionId id : below) {
    auto found = by_name.find(whole_.graph.functions[id.index()].name);
    if (found == by_name.end() || part.functions.contains(id)) continue;
    part.unit->functions.push_back(without_lines(TRY(units_.function(*loaded, found->second))));
  }
  return {};
}

std::map<uint32_t, std::set<std::string>> PartOfProgram::needed_constants() const {
  const std::vector<UnitKeys>& keys = whole_.variables.keys;
  std::map<uint32_t, std::set<std::string>> needed;
  std::set<uint32_t> own;
  std::vector<std::pair<uint32_t, uint32_t>> todo;  // units and functions there
  for (const Part& part : parts_) {
    own.insert(part.index);
    for (const auto& [id, in_part] : part.functions)
      todo.emplace_back(part.index, whole_.graph.functions[id.index()].index_in_unit);
    for (const auto& [name, function] : keys[part.index].initialisers)
      todo.emplace_back(part.index, function);
  }
  auto need = [&](uint32_t unit, const std::string& name) {
    auto initialiser = keys[unit].initialisers.find(name);
    if (own.contains(unit) || initialiser == keys[unit].initialisers.end()) return;
    if (needed[unit].insert(name).second) todo.emplace_back(unit, initialiser->second);
  };
  while (!todo.empty()) {
    auto [unit, function] = todo.back();
    todo.pop_back();
    // A unit that could not be read has no keys.
    if (function >= keys[unit].functions.size()) continue;
    for (uint32_t symbol : keys[unit].functions[function].variables) {
      const UnitKeys::Variable& variable = keys[unit].variables.at(symbol);
      if (variable.is_internal || variable.is_defined) {
        need(unit, variable.name);
        continue;
      }
      auto home = whole_.variables.homes.find(variable.name);
      if (home != whole_.variables.homes.end()) need(home->second, variable.name);
    }
  }
  return needed;
}

Result<void> PartOfProgram::add_constants(uint32_t index, const std::set<std::string>& names) {
  std::shared_ptr<const ImageUnits::Loaded> loaded = TRY(units_.load(index));
  const ir::Unit& first = *parts_.front().unit;
  // Another program of the same database, for another target.
  if (loaded->tables->pointer_bits != first.pointer_bits ||
      loaded->tables->big_endian != first.big_endian)
    return {};
  Part part{.index = index, .unit = std::make_unique<ir::Unit>(*loaded->tables), .functions = {}};
  for (size_t i = 0; i < loaded->record.functions.size(); ++i) {
    const ir::FunctionEntry& entry = loaded->record.functions[i];
    if (entry.kind != ir::FunctionKind::GlobalInit || !names.contains(entry.name)) continue;
    part.unit->functions.push_back(without_lines(TRY(units_.function(*loaded, i))));
  }
  parts_.push_back(std::move(part));
  return {};
}

EntityId PartOfProgram::entity_of(FunctionId function) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    auto found = parts_[i].functions.find(function);
    if (found == parts_[i].functions.end()) continue;
    const ir::Function& body = parts_[i].unit->functions[found->second];
    EntityId entity = program_->entity_of(program_->units()[i], body.symbol);
    return (*program_)[entity].body == &body ? entity : EntityId();
  }
  return EntityId();
}

EntityId PartOfProgram::callee(FunctionId function) const {
  const callgraph::ProgramFunction& known = whole_.graph.functions[function.index()];
  if (!whole_.traits[function.index()].is_internal) return program_->find(known.name);
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (static_cast<int32_t>(parts_[i].index) != known.unit) continue;
    ir::SymbolId symbol = parts_[i].unit->symbols.find(known.name, ir::Linkage::Internal);
    if (symbol.valid()) return program_->entity_of(program_->units()[i], symbol);
  }
  return EntityId();
}

}  // namespace assay::schedule
