#include "schedule/simulation_places.h"

#include <algorithm>

namespace assay::schedule {

using callgraph::FunctionId;
using callgraph::ProgramFunction;

FunctionId FindingPlacer::find(const std::string& name, int32_t unit) const {
  auto begin = std::lower_bound(
      graph_.functions.begin(), graph_.functions.end(), name,
      [](const ProgramFunction& function, const std::string& key) { return function.name < key; });
  FunctionId found;
  for (auto each = begin; each != graph_.functions.end() && each->name == name; ++each) {
    FunctionId id(static_cast<uint32_t>(each - graph_.functions.begin()));
    if (each->unit == unit) return id;
    if (!found.valid() && each->unit >= 0) found = id;
  }
  return found;
}

const ir::Places* FindingPlacer::places_of(FunctionId id) {
  if (!id.valid()) return nullptr;
  auto [at, is_new] = places_.try_emplace(id);
  if (is_new) {
    const ProgramFunction& known = graph_.functions[id.index()];
    auto loaded = units_.load(static_cast<size_t>(known.unit));
    if (loaded.ok()) {
      Result<ir::Function> function = units_.function(*loaded.value(), known.index_in_unit);
      if (function.ok()) at->second = std::move(function.value().places);
    }
  }
  return at->second ? &*at->second : nullptr;
}

findings::Finding FindingPlacer::place(FunctionId function, simulator::Unplaced finding) {
  int32_t unit = graph_.functions[function.index()].unit;
  return simulator::place(
      std::move(finding),
      [&](const std::string& name) {
        return places_of(name.empty() ? function : find(name, unit));
      },
      [&](const simulator::OperationName& name) -> const simulator::Origin* {
        FunctionId callee = find(name.function, unit);
        const simulator::Origins* origins = callee.valid() ? origins_(callee) : nullptr;
        if (!origins) return nullptr;
        auto known = origins->find(name.operation);
        return known == origins->end() ? nullptr : &known->second;
      });
}

}  // namespace assay::schedule
