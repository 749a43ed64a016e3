#include "schedule/external_variables.h"

#include <vector>

namespace assay::schedule {
namespace {

enum VariableFlags : uint8_t {
  kHasHome = 1,
  kIsWritten = 2,
  kIsConstant = 4,
  kMayRepeat = 8,  // units of one program may define it each
};

uint8_t flags_of(const ir::Symbol& symbol) {
  uint8_t flags = 0;
  if (symbol.has(ir::kDefined)) flags |= kHasHome;
  if (symbol.has(ir::kConstant)) flags |= kIsConstant;
  if (symbol.has(ir::kInline) || symbol.has(ir::kWeak)) flags |= kMayRepeat;
  if (symbol.has(ir::kWritten) || symbol.has(ir::kAddressTaken)) flags |= kIsWritten;
  return flags;
}

bool is_written(uint8_t flags) { return (flags & kIsConstant) == 0 && (flags & kIsWritten) != 0; }

}  // namespace

bool may_write(const ir::Symbol& variable) { return is_written(flags_of(variable)); }

bool ExternalVariables::Known::is_written() const { return schedule::is_written(flags); }

void ExternalVariables::write(ByteWriter& writer, const ir::SymbolTable& symbols) {
  ir::SymbolId main = symbols.find("main", ir::Linkage::External);
  writer.u8(main.valid() && symbols[main].has(ir::kDefined) ? 1 : 0);
  std::vector<const ir::Symbol*> variables;
  for (uint32_t i = 0; i < symbols.size(); ++i) {
    const ir::Symbol& symbol = symbols[ir::SymbolId(i)];
    if (symbol.kind == ir::SymbolKind::Variable && symbol.linkage == ir::Linkage::External)
      variables.push_back(&symbol);
  }
  writer.varint(variables.size());
  for (const ir::Symbol* variable : variables) {
    writer.u8(flags_of(*variable));
    writer.text(variable->name);
  }
}

void ExternalVariables::add(uint32_t unit, ByteReader& reader) {
  bool has_main = reader.u8() == 1;
  size_t count = reader.count();
  for (size_t i = 0; i < count && reader.ok(); ++i) {
    uint8_t flags = reader.u8();
    Known& known = known_[std::string(reader.text())];
    known.flags |= flags;
    if ((flags & kHasHome) == 0) continue;
    known.has_two_homes |= known.has_home && (flags & kMayRepeat) == 0;
    if (!known.has_home) known.home = unit;
    known.has_home = true;
  }
  is_closed_ |= has_main && reader.ok();
}

std::set<std::string, std::less<>> ExternalVariables::written() const {
  std::set<std::string, std::less<>> names;
  for (const auto& [name, known] : known_)
    if (known.is_written()) names.insert(name);
  return names;
}

std::map<std::string, uint32_t, std::less<>> ExternalVariables::homes() const {
  std::map<std::string, uint32_t, std::less<>> homes;
  for (const auto& [name, known] : known_)
    // Whether it has an initialiser, which counts where there is no `main`, its unit says.
    if (known.has_home && !known.has_two_homes && !known.is_written())
      homes.emplace(name, known.home);
  return homes;
}

bool ExternalVariables::keeps_first_value(std::string_view name) const {
  auto known = known_.find(name);
  return known != known_.end() && known->second.has_home && !known->second.is_written();
}

}  // namespace assay::schedule
