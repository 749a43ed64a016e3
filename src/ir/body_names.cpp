#include "ir/body_names.h"

#include <algorithm>

#include "ir/body_coder.h"

namespace assay::ir {

BodyNameReader::BodyNameReader(const Unit& unit) {
  types_.reserve(unit.types.size());
  for (size_t i = 0; i < unit.types.size(); ++i)
    types_.emplace(unit.types.hash(TypeId(i)).high, TypeId(i));
  symbols_.reserve(unit.symbols.size());
  for (size_t i = 0; i < unit.symbols.size(); ++i) {
    const Symbol& symbol = unit.symbols[SymbolId(i)];
    symbols_.emplace(symbol_key(symbol.name, symbol.linkage), SymbolId(i));
  }
}

Result<BodyNameReader::Named> BodyNameReader::read(std::string_view body) const {
  ByteReader in(body);
  Named named;
  for (size_t left = in.count(); left > 0 && in.ok(); --left) {
    auto found = types_.find(in.fixed64());
    if (found == types_.end()) return input_error("a body names a type that its unit has not");
    named.types.push_back(found->second);
  }
  for (size_t left = in.count(); left > 0 && in.ok(); --left) {
    auto found = symbols_.find(in.fixed64());
    if (found == symbols_.end()) return input_error("a body names a symbol that its unit has not");
    named.symbols.push_back(found->second);
  }
  if (!in.ok()) return input_error("a body is damaged");
  std::sort(named.symbols.begin(), named.symbols.end());
  return named;
}

}  // namespace assay::ir
