#include "callgraph/link.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "base/check.h"

namespace assay::callgraph {

void sort_unique(std::vector<uint32_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

Program::Program(const std::vector<UnitFacts>& units, Solver& solver)
    : units(units), solver_(solver) {
  any_variadic_ = solver_.new_cells(kCarrierKinds);
  link_functions();
  link_aliases();
  link_programs();
  add_instances();
  link_meanings();
  link_records();
  link_cells();
}

void Program::link_functions() {
  // Equal bodies of one name are one: an external name's wherever they stand, an internal name's
  // if it is the same file, a header, that defines it.
  using Key = std::tuple<std::string_view, std::string_view, Hash>;
  std::map<Key, uint32_t> known;
  for (uint32_t u = 0; u < units.size(); ++u) {
    own_.emplace_back(units[u].functions.size(), kNone);
    for (uint32_t f = 0; f < units[u].functions.size(); ++f) {
      const FunctionFact& fact = units[u].functions[f];
      if (!fact.has_body || !fact.is_program_function) continue;
      bool external = fact.linkage == ir::Linkage::External;
      Key key{fact.name, external ? std::string_view() : std::string_view(fact.file), fact.body};
      // The unit's own initialiser is named alike in each.
      bool shared = (fact.flags & ir::kSynthetic) == 0;
      auto [found, is_new] = known.try_emplace(key, static_cast<uint32_t>(functions.size()));
      if (is_new || !shared) {
        own_[u][f] = add_definition(u, f);
        if (external) definitions_[fact.name].push_back(own_[u][f]);
        continue;
      }
      own_[u][f] = found->second;
      LinkedFunction& linked = functions[found->second];
      linked.all_units.push_back(static_cast<int32_t>(u));
      if (fact.mentions_internal) linked.instances.push_back({u, f});
    }
  }
}

void Program::prefer(const std::set<std::string>& main_files) {
  for (uint32_t u = 0; u < units.size(); ++u) {
    if (!main_files.contains(units[u].main_file)) continue;
    for (uint32_t f = 0; f < units[u].functions.size(); ++f) {
      const FunctionFact& fact = units[u].functions[f];
      if (own_[u][f] == kNone || !fact.has_body) continue;
      LinkedFunction& linked = functions[own_[u][f]];
      bool is_elsewhere = linked.fact->name == fact.name && linked.fact->file != fact.file;
      if (!is_elsewhere || main_files.contains(units[static_cast<size_t>(linked.unit)].main_file))
        continue;
      linked.fact = &fact;
      linked.unit = static_cast<int32_t>(u);
    }
  }
}

uint32_t Program::add_definition(uint32_t unit, uint32_t function) {
  LinkedFunction linked;
  linked.fact = &units[unit].functions[function];
  linked.unit = static_cast<int32_t>(unit);
  linked.instances.push_back({unit, function});
  linked.all_units.push_back(linked.unit);
  functions.push_back(std::move(linked));
  return static_cast<uint32_t>(functions.size() - 1);
}

// An alias of a function that its unit defines is another name of that definition.
void Program::link_aliases() {
  for (uint32_t u = 0; u < units.size(); ++u) {
    const std::vector<FunctionFact>& facts = units[u].functions;
    std::map<std::string_view, uint32_t> by_name;  // an assembler knows one name once
    for (uint32_t f = 0; f < facts.size(); ++f) {
      if (facts[f].is_program_function) by_name.try_emplace(facts[f].name, f);
    }
    for (uint32_t f = 0; f < facts.size(); ++f) {
      if (facts[f].alias.empty() || own_[u][f] != kNone) continue;
      uint32_t at = f;
      // Aliases of aliases; Clang's parser lets a circle pass, which no linker would.
      for (size_t step = 0; step < facts.size() && own_[u][at] == kNone; ++step) {
        auto next = by_name.find(facts[at].alias);
        if (next == by_name.end()) break;
        at = next->second;
      }
      own_[u][f] = own_[u][at];
      if (own_[u][f] != kNone && facts[f].linkage == ir::Linkage::External)
        definitions_[facts[f].name].push_back(own_[u][f]);
    }
  }
}

// A weak definition gives way to another unit's.
bool Program::may_be_replaced(const FunctionFact& fact) {
  return fact.linkage == ir::Linkage::External && (fact.flags & ir::kWeak) != 0;
}

// Names that each unit defines for itself alone, and those that it needs of others.
void Program::link_programs() {
  if (std::none_of(definitions_.begin(), definitions_.end(),
                   [](const auto& entry) { return entry.second.size() > 1; }))
    return;
  auto defines = [&](uint32_t u, uint32_t f) {
    const FunctionFact& fact = units[u].functions[f];
    return own_[u][f] != kNone && fact.linkage == ir::Linkage::External;
  };
  std::set<std::string_view> shared;  // several units of one program may define them
  for (uint32_t u = 0; u < units.size(); ++u) {
    for (uint32_t f = 0; f < units[u].functions.size(); ++f) {
      const FunctionFact& fact = units[u].functions[f];
      constexpr uint32_t kShared = ir::kInline | ir::kWeak | ir::kSynthetic;
      if (defines(u, f) && (fact.flags & kShared) != 0) shared.insert(fact.name);
    }
  }
  std::vector<UnitNames> names(units.size());
  for (uint32_t u = 0; u < units.size(); ++u) {
    names[u].folder = std::filesystem::path(units[u].main_file).parent_path().string();
    for (uint32_t f = 0; f < units[u].functions.size(); ++f) {
      const FunctionFact& fact = units[u].functions[f];
      if (!fact.is_program_function || fact.linkage != ir::Linkage::External) continue;
      if (!definitions_.contains(fact.name) || shared.contains(fact.name)) continue;
      uint32_t number =
          name_numbers_.try_emplace(fact.name, static_cast<uint32_t>(name_numbers_.size()))
              .first->second;
      if (defines(u, f))
        names[u].defines.push_back({.name = number, .body = own_[u][f]});
      else
        names[u].needs.push_back(number);
    }
  }
  auto main = name_numbers_.find("main");
  programs_.emplace(std::move(names), static_cast<uint32_t>(name_numbers_.size()),
                    main == name_numbers_.end() ? kNone : main->second);
}

// What an equal body in another unit mentions may be another function there.
void Program::add_instances() {
  if (!programs_) return;
  auto is_choice = [&](const UnitFacts& unit, uint32_t function) {
    if (function == kNone) return false;
    auto found = definitions_.find(unit.functions[function].name);
    return found != definitions_.end() && found->second.size() > 1;
  };
  for (uint32_t u = 0; u < units.size(); ++u) {
    for (uint32_t f = 0; f < units[u].functions.size(); ++f) {
      const FunctionFact& fact = units[u].functions[f];
      if (own_[u][f] == kNone || !fact.has_body || fact.mentions_internal) continue;
      LinkedFunction& linked = functions[own_[u][f]];
      if (linked.unit == static_cast<int32_t>(u)) continue;
      bool differs =
          std::any_of(fact.sites.begin(), fact.sites.end(),
                      [&](const SiteFact& site) { return is_choice(units[u], site.function); }) ||
          std::any_of(fact.flows.begin(), fact.flows.end(), [&](const Flow& flow) {
            return flow.kind == FlowKind::Function && is_choice(units[u], flow.b);
          });
      if (differs) linked.instances.push_back({u, f});
    }
  }
}

// The definitions of an external name that a unit may be linked with.
std::vector<uint32_t> Program::linked_definitions(uint32_t unit, const std::string& name) const {
  auto found = definitions_.find(name);
  if (found == definitions_.end()) return {};
  auto number = name_numbers_.find(name);
  if (found->second.size() < 2 || number == name_numbers_.end()) return found->second;
  std::vector<uint32_t> definers = programs_->definers(unit, number->second);
  std::vector<uint32_t> linked;
  for (uint32_t definition : found->second) {
    const std::vector<int32_t>& defined_in = functions[definition].all_units;
    if (std::any_of(definers.begin(), definers.end(), [&](uint32_t definer) {
          return std::find(defined_in.begin(), defined_in.end(), static_cast<int32_t>(definer)) !=
                 defined_in.end();
        }))
      linked.push_back(definition);
  }
  return linked;
}

void Program::link_meanings() {
  std::map<std::pair<std::string_view, int64_t>, uint32_t> bodyless;  // unit −1: external
  std::map<std::vector<uint32_t>, uint32_t> known;
  for (uint32_t u = 0; u < units.size(); ++u) {
    meaning_of_.emplace_back();
    for (uint32_t f = 0; f < units[u].functions.size(); ++f) {
      const FunctionFact& fact = units[u].functions[f];
      std::vector<uint32_t> meaning;
      if (own_[u][f] != kNone && !may_be_replaced(fact)) {
        meaning = {own_[u][f]};
      } else if (fact.is_program_function) {
        // An alias of what this unit does not define speaks of another unit's.
        bool is_alias = own_[u][f] == kNone && !fact.alias.empty();
        const std::string& name = is_alias ? fact.alias : fact.name;
        bool external = is_alias || fact.linkage == ir::Linkage::External;
        if (external) meaning = linked_definitions(u, name);
        if (meaning.empty()) {
          auto [at, is_new] = bodyless.try_emplace({name, external ? -1 : int64_t{u}},
                                                   static_cast<uint32_t>(functions.size()));
          if (is_new) functions.push_back({.fact = &fact});
          if (!is_alias) functions[at->second].fact = &fact;
          meaning = {at->second};
        }
      }
      if (fact.address_taken) {
        for (uint32_t function : meaning) functions[function].address_taken = true;
      }
      auto [at, is_new] = known.try_emplace(meaning, static_cast<uint32_t>(meanings_.size()));
      if (is_new) meanings_.push_back(std::move(meaning));
      meaning_of_[u].push_back(at->second);
    }
  }
}

void Program::link_records() {
  std::map<Hash, uint32_t> by_key;
  for (const UnitFacts& unit : units) {
    record_of_.emplace_back();
    for (const RecordFact& record : unit.records) {
      auto [found, is_new] = by_key.try_emplace(record.key, static_cast<uint32_t>(records.size()));
      if (is_new) records.emplace_back();
      record_of_.back().push_back(found->second);
    }
  }
  for (uint32_t u = 0; u < units.size(); ++u) {
    for (uint32_t r = 0; r < units[u].records.size(); ++r) {
      const RecordFact& fact = units[u].records[r];
      uint32_t self = record_of_[u][r];
      for (uint32_t base : fact.bases) {
        records[self].bases.push_back(record_of_[u][base]);
        records[record_of_[u][base]].derived.push_back(self);
      }
      for (uint32_t part : fact.parts) records[self].parts.push_back(record_of_[u][part]);
      for (uint32_t other : fact.reaches) records[self].reaches.push_back(record_of_[u][other]);
    }
  }
  for (LinkedRecord& record : records) {
    sort_unique(record.bases);
    sort_unique(record.derived);
    sort_unique(record.parts);
    sort_unique(record.reaches);
  }
}

// Numbers of the program's variables; what has two names has one.
Program::Variables Program::link_variables() const {
  Variables made;
  std::map<std::pair<std::string_view, int64_t>, uint32_t> by_name;  // unit −1: external
  std::vector<uint32_t> alias_of;
  for (uint32_t u = 0; u < units.size(); ++u) {
    made.number.emplace_back();
    for (const VariableFact& fact : units[u].variables) {
      bool external = fact.linkage == ir::Linkage::External;
      auto [found, is_new] = by_name.try_emplace({fact.name, external ? -1 : int64_t{u}},
                                                 static_cast<uint32_t>(made.defined.size()));
      if (is_new) made.defined.push_back(false);
      if (fact.defined || !external) made.defined[found->second] = true;
      made.number.back().push_back(found->second);
    }
  }
  alias_of.assign(made.defined.size(), kNone);
  for (uint32_t u = 0; u < units.size(); ++u) {
    for (uint32_t v = 0; v < units[u].variables.size(); ++v) {
      const VariableFact& fact = units[u].variables[v];
      if (fact.alias.empty()) continue;
      auto found = by_name.find({fact.alias, int64_t{u}});
      if (found == by_name.end()) found = by_name.find({fact.alias, -1});
      if (found != by_name.end()) alias_of[made.number[u][v]] = found->second;
    }
  }
  for (std::vector<uint32_t>& numbers : made.number) {
    for (uint32_t& number : numbers) {
      for (size_t step = 0; step < alias_of.size() && alias_of[number] != kNone; ++step)
        number = alias_of[number];
    }
  }
  return made;
}

void Program::link_cells() {
  const Variables variables = link_variables();
  std::map<std::pair<uint32_t, uint64_t>, Cell> globals, fields;
  std::vector<std::pair<uint32_t, Cell>> global_cells;
  Cell thrown = solver_.new_cell();
  auto once = [&](auto& map, uint32_t owner, uint64_t detail) {
    auto [found, is_new] = map.try_emplace({owner, detail}, 0);
    if (is_new) found->second = solver_.new_cell();
    return std::pair(found->second, is_new);
  };
  for (uint32_t u = 0; u < units.size(); ++u) {
    const std::vector<uint32_t>& variable_of = variables.number[u];
    cell_of_.emplace_back();
    for (const UnitCell& cell : units[u].cells) {
      Cell made = kNone;
      switch (cell.kind) {
        case CellKind::Global: {
          auto [at, is_new] = once(globals, variable_of[cell.owner], cell.detail);
          if (is_new) global_cells.emplace_back(variable_of[cell.owner], at);
          made = at;
          break;
        }
        case CellKind::Field:
          made = once(fields, record_of_[u][cell.owner], cell.detail).first;
          break;
        case CellKind::Param:
        case CellKind::Result:
        case CellKind::Variadic:
          made = function_cell(own_[u][cell.owner], cell);
          break;
        case CellKind::AnyVariadic:
          made = any_variadic_ + static_cast<Cell>(cell.detail);
          break;
        case CellKind::Thrown:
          made = thrown;
          break;
      }
      cell_of_.back().push_back(made);
    }
  }
  for (auto [variable, cell] : global_cells) {
    if (!variables.defined[variable]) foreign_cells_.push_back(cell);
  }
  std::vector<std::set<std::tuple<uint64_t, CarrierKind, Cell>>> leaves(records.size());
  for (uint32_t u = 0; u < units.size(); ++u) {
    for (uint32_t r = 0; r < units[u].records.size(); ++r) {
      for (const LeafFact& leaf : units[u].records[r].leaves)
        leaves[record_of_[u][r]].emplace(leaf.offset, leaf.kind, cell_of_[u][leaf.cell.index()]);
    }
  }
  for (uint32_t r = 0; r < records.size(); ++r) {
    std::vector<RecordLeaf> list;
    for (const auto& [offset, kind, cell] : leaves[r]) list.push_back({offset, kind, cell});
    solver_.set_leaves(r, std::move(list));
  }
}

Cell Program::function_cell(uint32_t function, const UnitCell& cell) {
  if (function == kNone) return solver_.new_cell();  // an initialiser, which nobody calls
  if (cell.kind == CellKind::Param) return param(function, static_cast<uint32_t>(cell.detail));
  return cell.kind == CellKind::Result ? result(function)
                                       : variadic(function, static_cast<CarrierKind>(cell.detail));
}

Cell Program::param(uint32_t function, uint32_t number) {
  std::vector<Cell>& params = functions[function].params;
  if (number >= params.size()) params.resize(number + 1, kNone);
  if (params[number] == kNone) params[number] = solver_.new_cell();
  return params[number];
}

Cell Program::result(uint32_t function) {
  Cell& cell = functions[function].result;
  if (cell == kNone) cell = solver_.new_cell();
  return cell;
}

Cell Program::variadic(uint32_t function, CarrierKind kind) {
  size_t index = static_cast<size_t>(kind);
  ASSAY_CHECK(index < kCarrierKinds, "an argument that carries should have a kind");
  Cell& cell = functions[function].variadic[index];
  if (cell == kNone) {
    cell = solver_.new_cell();
    solver_.copy(any_variadic_ + static_cast<Cell>(index), cell);
  }
  return cell;
}

bool Program::contains(uint32_t outer, uint32_t inner) const {
  std::set<uint32_t> seen;
  std::vector<uint32_t> todo{outer};
  while (!todo.empty()) {
    uint32_t next = todo.back();
    todo.pop_back();
    if (next == inner) return true;
    if (!seen.insert(next).second) continue;
    todo.insert(todo.end(), records[next].parts.begin(), records[next].parts.end());
  }
  return false;
}

bool Program::fits(uint32_t record_a, uint32_t record_b) const {
  return contains(record_a, record_b) || contains(record_b, record_a);
}

std::vector<int32_t> Program::other_units(uint32_t function) const {
  const LinkedFunction& self = functions[function];
  std::vector<int32_t> result;
  if (self.fact->linkage != ir::Linkage::External || self.unit < 0) return result;
  auto found = definitions_.find(self.fact->name);
  if (found == definitions_.end()) return result;
  for (uint32_t other : found->second) {
    if (other == function) continue;
    result.insert(result.end(), functions[other].all_units.begin(),
                  functions[other].all_units.end());
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace assay::callgraph
