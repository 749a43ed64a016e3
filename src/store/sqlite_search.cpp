// Questions about symbols of the whole program, answered from the indexes.
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

enum class Scope { Program, Unit };

Result<SymbolFacts> facts_of(Store::Impl& impl, const std::string& name, ir::Linkage linkage,
                             Scope scope, UnitRow unit) {
  Query query =
      TRY(impl.database.query("SELECT s.name, s.unit, s.flags FROM names n JOIN symbols s"
                              " ON s.name = n.name WHERE n.key = ? AND s.linkage = ?"));
  query.bind(name_key(name), linkage);
  SymbolFacts facts;
  while (TRY(query.next())) {
    if (scope == Scope::Unit && query.integer(1) != unit.index()) continue;
    auto [linkage_name, display] = TRY(impl.name_of(query.integer(0)));
    if (linkage_name != name) continue;
    auto flags = static_cast<uint32_t>(query.integer(2));
    ++facts.units;
    facts.defined |= (flags & ir::kDefined) != 0;
    facts.written |= (flags & ir::kWritten) != 0;
    facts.address_taken |= (flags & ir::kAddressTaken) != 0;
  }
  return facts;
}

}  // namespace

Result<SymbolFacts> Store::global_facts(const std::string& name) {
  return facts_of(*impl_, name, ir::Linkage::External, Scope::Program, UnitRow());
}

Result<SymbolFacts> Store::internal_facts(UnitRow unit, const std::string& name) {
  return facts_of(*impl_, name, ir::Linkage::Internal, Scope::Unit, unit);
}

}  // namespace assay::store
