#include "store/symbol_entry.h"

namespace assay::store {

std::vector<SymbolEntry> symbol_entries(const ir::Unit& unit) {
  std::vector<SymbolEntry> entries;
  for (uint32_t i = 0; i < unit.symbols.size(); ++i) {
    const ir::Symbol& symbol = unit.symbols[ir::SymbolId(i)];
    // A function whose address nobody takes has nothing to say here: the index of functions has it.
    if (symbol.kind == ir::SymbolKind::Function && !symbol.has(ir::kAddressTaken)) continue;
    entries.push_back({.name = symbol.name,
                       .display = symbol.display,
                       .kind = symbol.kind,
                       .linkage = symbol.linkage,
                       .flags = symbol.flags});
  }
  return entries;
}

void write_symbol_entries(ByteWriter& writer, const std::vector<SymbolEntry>& entries) {
  writer.varint(entries.size());
  for (const SymbolEntry& entry : entries) {
    writer.text(entry.name);
    writer.text(entry.display);
    writer.u8(static_cast<uint8_t>(entry.kind));
    writer.u8(static_cast<uint8_t>(entry.linkage));
    writer.varint(entry.flags);
  }
}

std::vector<SymbolEntry> read_symbol_entries(ByteReader& reader) {
  std::vector<SymbolEntry> entries(reader.count());
  for (SymbolEntry& entry : entries) {
    entry.name = reader.text();
    entry.display = reader.text();
    entry.kind = reader.u8() == 0 ? ir::SymbolKind::Function : ir::SymbolKind::Variable;
    entry.linkage = reader.u8() == 0 ? ir::Linkage::External : ir::Linkage::Internal;
    entry.flags = static_cast<uint32_t>(reader.varint());
    if (!reader.ok()) return {};
  }
  return entries;
}

}  // namespace assay::store
