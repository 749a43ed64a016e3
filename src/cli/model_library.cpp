#include "cli/model_library.h"

#include <fmt/format.h>

#include <set>

#include "engines/simulator/summaries.h"
#include "frontend/read_file.h"

namespace assay::cli {

Result<models::Library> load_models(const std::vector<std::string>& files, ModelSet set) {
  models::Library library(frontend::read_file);
  for (const ShippedFile& file : shipped_models()) library.add_shipped(file.name, file.text);
  for (const std::string& file : files) TRY(library.add_file(file));
  if (set == ModelSet::None) return models::Library(frontend::read_file);
  return library;
}

Result<std::vector<std::string>> unused_models(store::Store& store,
                                               const models::Library& library) {
  // Those that no unit was asked about.  The store's indexes know nothing of functions that are
  // only declared, so units are looked through; only for who has models of their own.
  std::set<std::string, std::less<>> sought;
  for (const auto& [name, model] : library.models()) sought.insert(name);
  for (const auto& [name, target] : library.aliases())
    if (library.models().contains(target)) sought.insert(name);
  std::vector<std::string> said;
  for (const store::StoredUnit& row : TRY(store.units())) {
    if (sought.empty()) break;
    if (row.failed) continue;
    ir::Unit unit = TRY(store.tables(row.row));
    for (uint32_t i = 0; i < unit.symbols.size(); ++i) {
      const ir::Symbol& symbol = unit.symbols[ir::SymbolId(i)];
      auto name = sought.find(symbol.name);
      if (name == sought.end() || symbol.linkage != ir::Linkage::External) continue;
      const models::Model& model = *library.find(*name);
      sought.erase(name);
      std::optional<simulator::Misfit> found =
          simulator::misfit(model, symbol, unit.types.resolved(symbol.type));
      if (!found) continue;
      said.push_back(fmt::format(
          "{}:{}:{}: the model of '{}' is not used: it has {} parameter{}, the function {}",
          model.file, model.place.line, model.place.column, symbol.name, found->modelled,
          found->modelled == 1 ? "" : "s", found->declared));
    }
  }
  return said;
}

}  // namespace assay::cli
