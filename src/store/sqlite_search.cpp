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
  static const std::string sql =
      fmt::format("SELECT f.unit, f.ordinal, {} FROM names n JOIN functions f ON f.name = n.id"
                  " JOIN units u ON u.id = f.unit{}"
                  " WHERE n.id IN (SELECT id FROM names WHERE name = ?1"
                  "                UNION SELECT id FROM names WHERE display = ?1)"
                  " ORDER BY u.position, f.unit, f.ordinal",
                  kFunctionColumns, kFunctionJoins);
  Query query = TRY(impl_->database.query(sql));
  query.bind(name);
  std::vector<FoundFunction> found;
  while (TRY(query.next())) {
    ir::FunctionEntry entry = TRY(read_function(query, 2));
    FoundFunction function{.unit = UnitRow(static_cast<uint32_t>(query.integer(0))),
                           .ordinal = static_cast<uint32_t>(query.integer(1)),
                           .entry = std::move(entry)};
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
