#include "ir/body_names.h"

#include <algorithm>

#include "ir/body_coder.h"

namespace assay::ir {

UnitNames::UnitNames(const Unit& unit) : unit(unit) {
  types.reserve(unit.types.size());
  for (size_t i = 0; i < unit.types.size(); ++i)
    types.emplace(unit.types.hash(TypeId(i)).high, TypeId(i));
  symbols.reserve(unit.symbols.size());
  for (size_t i = 0; i < unit.symbols.size(); ++i) {
    const Symbol& symbol = unit.symbols[SymbolId(i)];
    symbols.emplace(symbol_key(symbol.name, symbol.linkage), SymbolId(i));
  }
  for (size_t i = 0; i < unit.files.size(); ++i)
    files.emplace(file_key(unit.files[i].path), static_cast<uint32_t>(i));
}

Result<BodyNameReader::Named> BodyNameReader::read(std::string_view body) const {
  ByteReader in(body);
  Named named;
  for (size_t left = in.count(); left > 0 && in.ok(); --left) {
    auto found = names_.types.find(in.fixed64());
    if (found == names_.types.end())
      return input_error("a body names a type that its unit has not");
    named.types.push_back(found->second);
  }
  for (size_t left = in.count(); left > 0 && in.ok(); --left) {
    auto found = names_.symbols.find(in.fixed64());
    if (found == names_.symbols.end())
      return input_error("a body names a symbol that its unit has not");
    named.symbols.push_back(found->second);
  }
  if (!in.ok()) return input_error("a body is damaged");
  std::sort(named.symbols.begin(), named.symbols.end());
  return named;
}

}  // namespace assay::ir
