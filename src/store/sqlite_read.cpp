// Reading units, objects and totals.
#include <sys/stat.h>

#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

uint64_t file_size(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 ? static_cast<uint64_t>(info.st_size) : 0;
}

}  // namespace

Result<std::vector<StoredUnit>> Store::units() {
  Query query = TRY(impl_->database.query(
      "SELECT id, key, main_file, language, failed, failure, fatal, first_error, functions,"
      " position FROM units ORDER BY position, id"));
  std::vector<StoredUnit> units;
  while (TRY(query.next())) {
    Hash key = TRY(query.hash(1));
    impl_->positions[query.integer(0)] = static_cast<uint32_t>(query.integer(9));
    units.push_back({.row = UnitRow(static_cast<uint32_t>(query.integer(0))),
                     .key = key,
                     .main_file = std::string(query.text(2)),
                     .language = static_cast<ir::Language>(query.integer(3)),
                     .failed = query.integer(4) != 0,
                     .failure = std::string(query.text(5)),
                     .fatal = query.integer(6) != 0,
                     .first_error = std::string(query.text(7)),
                     .functions = static_cast<uint32_t>(query.integer(8))});
  }
  return units;
}

Result<std::vector<Hash>> Store::Impl::hashes_of(std::string_view list) {
  std::vector<ObjectId> ids;
  if (!for_each_id(list, [&](ObjectId id) { ids.push_back(id); }))
    return database.failure(SQLITE_CORRUPT);
  std::vector<Hash> hashes;
  hashes.reserve(ids.size());
  for (ObjectId id : ids) {
    Hash hash = TRY(object_hash(id));
    hashes.push_back(hash);
  }
  return hashes;
}

Result<ir::UnitRecord> Store::record(UnitRow row) {
  Query query = TRY(impl_->database.query(
      "SELECT failed, failure, main_file, record, type_list, symbol_list, file_list, function_list"
      " FROM units WHERE id = ?"));
  bool found = TRY(query.bind(row.index()).next());
  if (!found) return input_error("{}: no unit {}", impl_->database.path(), row.index());
  if (query.integer(0) != 0)
    return input_error("{}: was not captured: {}", query.text(2), query.text(1));
  ir::UnitRecord record = TRY(ir::unpack_record(query.text(3)));
  record.types = TRY(impl_->hashes_of(query.text(4)));
  record.symbols = TRY(impl_->hashes_of(query.text(5)));
  record.files = TRY(impl_->files_of(query.text(6)));
  record.functions = TRY(impl_->functions_of(query.text(7)));
  return record;
}

Result<ir::Unit> Store::tables(UnitRow row) {
  ir::UnitRecord unit = TRY(record(row));
  return ir::decode_unit_tables(unit, [this](const Hash& hash) { return object(hash); });
}

Result<ir::Unit> Store::load(UnitRow row) {
  ir::UnitRecord entries = TRY(record(row));
  ir::Unit unit =
      TRY(ir::decode_unit_tables(entries, [this](const Hash& hash) { return object(hash); }));
  std::vector<ir::Function> functions;
  functions.reserve(entries.functions.size());
  ir::FunctionDecoder decoder(unit);
  for (const ir::FunctionEntry& entry : entries.functions) {
    Bytes body = TRY(object(entry.body));
    Bytes places = TRY(object(entry.places));
    ir::Function function = TRY(decoder.decode(entry, body, places));
    functions.push_back(std::move(function));
  }
  unit.functions = std::move(functions);
  return unit;
}

namespace {

// How often each function of the program is one of a unit's.
Result<void> count_functions(Database& database, Totals& totals) {
  struct Counts {
    bool is_function = false;
    bool has_unsupported = false;
  };
  std::unordered_map<int64_t, Counts> counts;
  {
    Query query = TRY(database.query("SELECT id, kind, unsupported FROM functions"));
    while (TRY(query.next()))
      counts[query.integer(0)] = {.is_function = query.integer(1) == 0,
                                  .has_unsupported = query.integer(2) > 0};
  }
  Query query = TRY(database.query("SELECT function_list FROM units"));
  while (TRY(query.next())) {
    bool sound = for_each_id(query.text(0), [&](int64_t id) {
      auto known = counts.find(id);
      if (known == counts.end() || !known->second.is_function) return;
      ++totals.functions;
      if (known->second.has_unsupported) ++totals.functions_with_unsupported;
    });
    if (!sound) return database.failure(SQLITE_CORRUPT);
  }
  return {};
}

}  // namespace

Result<Totals> Store::totals() {
  Database& database = impl_->database;
  Totals totals;
  {
    Query query = TRY(database.query(
        "SELECT count(*), total(failed), total(functions), total(system_functions),"
        " total(failed_functions), total(points), total(unsupported_points) FROM units"));
    TRY(query.next());
    totals.units = query.integer(0);
    totals.failed_units = query.integer(1);
    totals.ledger.functions = static_cast<uint32_t>(query.integer(2));
    totals.ledger.system_functions = static_cast<uint32_t>(query.integer(3));
    totals.ledger.failed_functions = static_cast<uint32_t>(query.integer(4));
    totals.ledger.points = query.integer(5);
    totals.ledger.unsupported_points = query.integer(6);
  }
  {
    Query query =
        TRY(database.query("SELECT kind, reason, sum(count) FROM losses GROUP BY kind, reason"));
    while (TRY(query.next())) {
      auto& losses = query.integer(0) == 0 ? totals.ledger.unsupported : totals.ledger.downgraded;
      losses[std::string(query.text(1))] = query.integer(2);
    }
  }
  TRY(count_functions(database, totals));
  totals.bodies = TRY(database.integer("SELECT total(live) FROM packs WHERE kind = 3"));
  totals.objects = TRY(database.integer("SELECT total(live) FROM packs WHERE kind <= 5"));
  totals.files = TRY(database.integer("SELECT count(DISTINCT path) FROM files"));
  totals.bytes = file_size(database.path()) + file_size(database.path() + "-wal");
  return totals;
}

}  // namespace assay::store
