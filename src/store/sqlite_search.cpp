// Questions about the whole program, answered from the indexes.
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

Result<SymbolFacts> read_facts(Query& query) {
  SymbolFacts facts;
  while (TRY(query.next())) {
    auto flags = static_cast<uint32_t>(query.integer(0));
    ++facts.units;
    facts.defined |= (flags & ir::kDefined) != 0;
    facts.written |= (flags & ir::kWritten) != 0;
    facts.address_taken |= (flags & ir::kAddressTaken) != 0;
  }
  return facts;
}

}  // namespace

Result<std::vector<FoundFunction>> Store::find_functions(const std::string& name) {
  Query query = TRY(impl_->database.query(
      "SELECT f.unit, f.ordinal, n.name, coalesce(n.display, n.name), f.kind, f.linkage, f.flags,"
      " body.hash, places.hash, coalesce(files.path, ''), f.line, f.points, f.unsupported"
      " FROM names n JOIN functions f ON f.name = n.id JOIN units u ON u.id = f.unit"
      " JOIN objects body ON body.id = f.body JOIN objects places ON places.id = f.places"
      " LEFT JOIN unit_files uf ON uf.unit = f.unit AND uf.ordinal = f.file"
      " LEFT JOIN files ON files.id = uf.file"
      " WHERE n.id IN (SELECT id FROM names WHERE name = ?1"
      "                UNION SELECT id FROM names WHERE display = ?1)"
      " ORDER BY u.position, f.unit, f.ordinal"));
  query.bind(name);
  std::vector<FoundFunction> found;
  while (TRY(query.next())) {
    Hash body = TRY(query.hash(7));
    Hash places = TRY(query.hash(8));
    FoundFunction function{.unit = UnitRow(static_cast<uint32_t>(query.integer(0))),
                           .ordinal = static_cast<uint32_t>(query.integer(1)),
                           .entry = {}};
    ir::FunctionEntry& entry = function.entry;
    entry.name = query.text(2);
    entry.display = query.text(3);
    entry.kind = static_cast<ir::FunctionKind>(query.integer(4));
    entry.linkage = static_cast<ir::Linkage>(query.integer(5));
    entry.symbol_flags = static_cast<uint32_t>(query.integer(6));
    entry.body = body;
    entry.places = places;
    entry.file = query.text(9);
    entry.line = static_cast<uint32_t>(query.integer(10));
    entry.points = static_cast<uint32_t>(query.integer(11));
    entry.unsupported = static_cast<uint32_t>(query.integer(12));
    found.push_back(std::move(function));
  }
  return found;
}

Result<SymbolFacts> Store::global_facts(const std::string& name) {
  Query query =
      TRY(impl_->database.query("SELECT s.flags FROM names n JOIN symbols s ON s.name = n.id"
                                " WHERE n.name = ? AND s.linkage = ?"));
  query.bind(name, ir::Linkage::External);
  return read_facts(query);
}

Result<SymbolFacts> Store::internal_facts(UnitRow unit, const std::string& name) {
  Query query =
      TRY(impl_->database.query("SELECT s.flags FROM names n JOIN symbols s ON s.name = n.id"
                                " WHERE n.name = ? AND s.unit = ? AND s.linkage = ?"));
  query.bind(name, unit.index(), ir::Linkage::Internal);
  return read_facts(query);
}

}  // namespace assay::store
