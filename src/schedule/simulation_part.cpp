#include "schedule/simulation_part.h"

namespace assay::schedule {

using callgraph::FunctionId;
using semantics::EntityId;

Result<std::unique_ptr<PartOfProgram>> PartOfProgram::make(const SimulatedProgram& whole,
                                                           ImageUnits& units,
                                                           const ComponentBatch& batch) {
  std::unique_ptr<PartOfProgram> part(new PartOfProgram(whole, units));
  std::map<uint32_t, std::vector<FunctionId>> by_unit;
  for (const SimulatedComponent& component : batch)
    for (FunctionId id : component.functions)
      by_unit[static_cast<uint32_t>(whole.graph.functions[id.index()].unit)].push_back(id);
  for (const auto& [unit, functions] : by_unit) TRY(part->add_unit(unit, functions));
  const ir::Unit& first = *part->parts_.front().unit;
  std::map<uint32_t, std::set<std::string>> constants;
  for (const Part& each : part->parts_) {
    if (each.unit->pointer_bits != first.pointer_bits || each.unit->big_endian != first.big_endian)
      return input_error("{} and {} are compiled for different targets", first.main_file,
                         each.unit->main_file);
    part->need_constants(*each.unit, constants);
  }
  for (const auto& [unit, names] : constants)
    if (!by_unit.contains(unit)) TRY(part->add_constants(unit, names));
  std::vector<const ir::Unit*> all;
  for (const Part& each : part->parts_) all.push_back(each.unit.get());
  part->program_.emplace(all);
  return part;
}

Result<void> PartOfProgram::add_unit(uint32_t index, const std::vector<FunctionId>& functions) {
  std::shared_ptr<const ImageUnits::Loaded> loaded = TRY(units_.load(index));
  Part part{.index = index, .unit = std::make_unique<ir::Unit>(*loaded->tables), .functions = {}};
  for (FunctionId id : functions) {
    part.functions.emplace(id, part.unit->functions.size());
    size_t in_unit = whole_.graph.functions[id.index()].index_in_unit;
    part.unit->functions.push_back(TRY(units_.function(*loaded, in_unit)));
  }
  for (size_t i = 0; i < loaded->record.functions.size(); ++i) {
    if (loaded->record.functions[i].kind != ir::FunctionKind::GlobalInit) continue;
    part.unit->functions.push_back(TRY(units_.function(*loaded, i)));
  }
  parts_.push_back(std::move(part));
  return {};
}

void PartOfProgram::need_constants(const ir::Unit& unit,
                                   std::map<uint32_t, std::set<std::string>>& needed) {
  for (const ir::Function& function : unit.functions) {
    const ir::Body& body = function.body;
    for (uint32_t i = 0; i < body.nodes.size(); ++i) {
      if (body.nodes[i].op != ir::Op::Global) continue;
      const ir::Symbol& symbol = unit.symbols[body.symbol_of(ir::NodeId(i))];
      if (symbol.kind != ir::SymbolKind::Variable || symbol.linkage != ir::Linkage::External ||
          symbol.has(ir::kDefined))
        continue;
      auto home = whole_.variables.homes.find(symbol.name);
      if (home != whole_.variables.homes.end()) needed[home->second].insert(symbol.name);
    }
  }
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
    part.unit->functions.push_back(TRY(units_.function(*loaded, i)));
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
