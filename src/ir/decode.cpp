#include "ir/body_coder.h"
#include "ir/encode.h"
#include "ir/symbol_coder.h"
#include "ir/type_coder.h"

namespace assay::ir {

namespace {

Result<void> decode_symbols(const UnitRecord& record, const FetchObject& fetch, Unit& unit) {
  std::unordered_map<Hash, TypeId> types;
  types.reserve(record.types.size());
  for (size_t i = 0; i < record.types.size(); ++i) types.emplace(record.types[i], TypeId(i));
  for (const Hash& hash : record.symbols) {
    Bytes data = TRY(fetch(hash));
    if (object_hash(ObjectKind::Symbol, data) != hash)
      return input_error("symbol {}: its content is damaged", hash.hex());
    Symbol symbol = TRY(read_symbol(data, types));
    if (unit.symbols.find(symbol.name, symbol.linkage).valid())
      return input_error("symbol '{}': listed twice", symbol.name);
    unit.symbols.add(std::move(symbol));
  }
  return {};
}

}  // namespace

Result<Unit> decode_unit_tables(const UnitRecord& record, const FetchObject& fetch) {
  Unit unit;
  unit.main_file = record.main_file;
  unit.language = record.language;
  unit.target = record.target;
  unit.big_endian = record.big_endian;
  unit.pointer_bits = record.pointer_bits;
  unit.files = record.files;
  unit.absent = record.absent;
  unit.diagnostics = record.diagnostics;
  unit.ledger = record.ledger;
  auto tables = [&]() -> Result<void> {
    unit.types = TRY(TypeCoder::decode(record.types, fetch));
    return decode_symbols(record, fetch, unit);
  }();
  if (!tables.ok()) return input_error("unit {}: {}", record.main_file, tables.error());
  return unit;
}

Result<Function> FunctionDecoder::decode(const FunctionEntry& entry, std::string_view body,
                                         std::string_view places) const {
  auto damaged = [&](std::string_view why) {
    return input_error("function '{}': {}", entry.display, why);
  };
  Function function;
  function.kind = entry.kind;
  function.symbol = names_.unit.symbols.find(entry.name, entry.linkage);
  if (!function.symbol.valid()) return damaged("its symbol is not listed by its unit");
  if (object_hash(ObjectKind::Body, body) != entry.body) return damaged("its body is damaged");
  if (object_hash(ObjectKind::Places, places) != entry.places)
    return damaged("its places are damaged");
  Result<Body> decoded = read_body(names_, body);
  if (!decoded.ok()) return damaged(decoded.error());
  function.body = decoded.take();
  Result<Places> where = read_places(names_, places, function.body);
  if (!where.ok()) return damaged(where.error());
  function.places = where.take();
  return function;
}

}  // namespace assay::ir
