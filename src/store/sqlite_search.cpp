// Questions about symbols of the whole program, answered from the indexes; what compilers said.
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

Result<std::optional<Bytes>> Store::compiler_answer(const Hash& question) {
  impl_->asked_compilers.insert(question);
  Query query = TRY(impl_->database.query("SELECT answer FROM compilers WHERE question = ?"));
  bool found = TRY(query.bind(question).next());
  if (!found) return std::optional<Bytes>();
  Bytes answer = TRY(decompress(query.text(0)));
  return std::optional<Bytes>(std::move(answer));
}

Result<void> Store::put_compiler_answer(const Hash& question, std::string_view answer) {
  return impl_->write([&]() -> Result<void> {
    impl_->asked_compilers.insert(question);
    Query insert = TRY(
        impl_->database.query("INSERT OR REPLACE INTO compilers(question, answer) VALUES (?, ?)"));
    Bytes compressed = compress(answer);
    return insert.run(question, Blob{compressed});
  });
}

Result<SymbolFacts> Store::global_facts(const std::string& name) {
  return facts_of(*impl_, name, ir::Linkage::External, Scope::Program, UnitRow());
}

Result<SymbolFacts> Store::internal_facts(UnitRow unit, const std::string& name) {
  return facts_of(*impl_, name, ir::Linkage::Internal, Scope::Unit, unit);
}

}  // namespace assay::store
