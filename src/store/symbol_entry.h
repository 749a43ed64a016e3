// What the database indexes of a unit's symbols: variables, and functions whose address is taken.
//
// Made from the unit before it is encoded, because the coordinator never decodes what it stores.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"
#include "ir/unit.h"

namespace assay::store {

struct SymbolEntry {
  std::string name;  // linkage name
  std::string display;
  ir::SymbolKind kind = ir::SymbolKind::Variable;
  ir::Linkage linkage = ir::Linkage::External;
  uint32_t flags = 0;  // ir::SymbolFlags
};

std::vector<SymbolEntry> symbol_entries(const ir::Unit& unit);

void write_symbol_entries(ByteWriter& writer, const std::vector<SymbolEntry>& entries);
/// Damage shows in reader.ok().
std::vector<SymbolEntry> read_symbol_entries(ByteReader& reader);

}  // namespace assay::store
