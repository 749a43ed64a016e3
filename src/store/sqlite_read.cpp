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
      "SELECT id, key, main_file, language, failed, failure, fatal, first_error, functions"
      " FROM units ORDER BY position, id"));
  std::vector<StoredUnit> units;
  while (TRY(query.next())) {
    Hash key = TRY(query.hash(1));
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

Result<StoredInputs> Store::inputs() {
  StoredInputs inputs;
  std::unordered_map<int64_t, uint32_t> index_of;
  {
    Query query = TRY(impl_->database.query("SELECT id, path, content, size, mtime_ns FROM files"));
    while (TRY(query.next())) {
      Hash content = TRY(query.hash(2));
      index_of.emplace(query.integer(0), static_cast<uint32_t>(inputs.files.size()));
      inputs.files.push_back({.path = std::string(query.text(1)),
                              .content = content,
                              .size = static_cast<uint64_t>(query.integer(3)),
                              .mtime_ns = query.integer(4)});
    }
  }
  Query query =
      TRY(impl_->database.query("SELECT unit, file FROM unit_files ORDER BY unit, ordinal"));
  std::vector<uint32_t>* files = nullptr;
  UnitRow last;
  while (TRY(query.next())) {
    UnitRow unit(static_cast<uint32_t>(query.integer(0)));
    auto index = index_of.find(query.integer(1));
    if (index == index_of.end()) return impl_->database.failure(SQLITE_CORRUPT);
    if (unit != last) files = &inputs.of_unit[unit];
    last = unit;
    files->push_back(index->second);
  }
  return inputs;
}

Result<ir::FunctionEntry> read_function(const Query& query, int first) {
  ir::FunctionEntry entry;
  entry.name = query.text(first);
  entry.display = query.text(first + 1);
  entry.kind = static_cast<ir::FunctionKind>(query.integer(first + 2));
  entry.linkage = static_cast<ir::Linkage>(query.integer(first + 3));
  entry.symbol_flags = static_cast<uint32_t>(query.integer(first + 4));
  entry.body = TRY(query.hash(first + 5));
  entry.places = TRY(query.hash(first + 6));
  entry.file = query.text(first + 7);
  entry.line = static_cast<uint32_t>(query.integer(first + 8));
  entry.points = static_cast<uint32_t>(query.integer(first + 9));
  entry.unsupported = static_cast<uint32_t>(query.integer(first + 10));
  return entry;
}

Result<std::vector<Hash>> Store::Impl::hashes_of(std::string_view list) {
  std::vector<Hash> hashes;
  ByteReader reader(list);
  int64_t id = 0;
  while (reader.ok() && !reader.at_end()) {
    id += reader.signed_varint();
    Query query = TRY(database.query("SELECT hash FROM objects WHERE id = ?"));
    bool found = TRY(query.bind(id).next());
    if (!found) return database.failure(SQLITE_CORRUPT);
    Hash hash = TRY(query.hash(0));
    hashes.push_back(hash);
  }
  if (!reader.ok()) return database.failure(SQLITE_CORRUPT);
  return hashes;
}

Result<std::vector<ir::SourceFile>> Store::Impl::files_of(UnitRow row) {
  Query query = TRY(database.query(
      "SELECT f.path, f.content, f.size, f.mtime_ns, u.included_by, u.is_system, u.keep_text"
      " FROM unit_files u JOIN files f ON f.id = u.file WHERE u.unit = ? ORDER BY u.ordinal"));
  query.bind(row.index());
  std::vector<ir::SourceFile> files;
  while (TRY(query.next())) {
    Hash content = TRY(query.hash(1));
    files.push_back({.path = std::string(query.text(0)),
                     .content = content,
                     .size = static_cast<uint64_t>(query.integer(2)),
                     .mtime_ns = query.integer(3),
                     .is_system = query.integer(5) != 0,
                     .keep_text = query.integer(6) != 0,
                     .included_by = static_cast<int32_t>(query.integer(4))});
  }
  return files;
}

Result<std::vector<ir::FunctionEntry>> Store::Impl::functions_of(UnitRow row) {
  static const std::string sql =
      fmt::format("SELECT {} FROM functions f JOIN names n ON n.id = f.name{}"
                  " WHERE f.unit = ? ORDER BY f.ordinal",
                  kFunctionColumns, kFunctionJoins);
  Query query = TRY(database.query(sql));
  query.bind(row.index());
  std::vector<ir::FunctionEntry> functions;
  while (TRY(query.next())) {
    ir::FunctionEntry entry = TRY(read_function(query, 0));
    functions.push_back(std::move(entry));
  }
  return functions;
}

Result<ir::UnitRecord> Store::record(UnitRow row) {
  ir::UnitRecord record;
  Bytes types, symbols;
  {
    Query query = TRY(impl_->database.query(
        "SELECT failed, failure, main_file, record, types, symbols FROM units WHERE id = ?"));
    bool found = TRY(query.bind(row.index()).next());
    if (!found) return input_error("{}: no unit {}", impl_->database.path(), row.index());
    if (query.integer(0) != 0)
      return input_error("{}: was not captured: {}", query.text(2), query.text(1));
    Bytes bytes = TRY(decompress(query.text(3)));
    record = TRY(ir::unpack_record(bytes));
    types = query.text(4);
    symbols = query.text(5);
  }
  record.types = TRY(impl_->hashes_of(types));
  record.symbols = TRY(impl_->hashes_of(symbols));
  record.files = TRY(impl_->files_of(row));
  record.functions = TRY(impl_->functions_of(row));
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

Result<Bytes> Store::object(const Hash& hash) {
  Query query = TRY(impl_->database.query("SELECT kind, data FROM objects WHERE hash = ?"));
  bool found = TRY(query.bind(hash).next());
  if (!found) return input_error("{}: no object {}", impl_->database.path(), hash.hex());
  bool is_text = query.integer(0) == static_cast<int64_t>(ir::ObjectKind::Text);
  return is_text ? decompress(query.text(1)) : ir::object_data(query.text(1));
}

Result<ir::Object> Store::stored_object(const Hash& hash) {
  Query query = TRY(impl_->database.query("SELECT kind, data FROM objects WHERE hash = ?"));
  bool found = TRY(query.bind(hash).next());
  if (!found) return input_error("{}: no object {}", impl_->database.path(), hash.hex());
  return ir::Object{.hash = hash,
                    .kind = static_cast<ir::ObjectKind>(query.integer(0)),
                    .data = Bytes(query.text(1))};
}

Result<bool> Store::has_object(const Hash& hash) {
  int64_t id = TRY(impl_->object_id(hash));
  return id != 0;
}

Result<std::optional<std::string>> Store::source_text(const std::string& path) {
  Query query = TRY(impl_->database.query(
      "SELECT objects.data FROM files JOIN objects ON objects.hash = files.content"
      " WHERE files.path = ? ORDER BY files.id DESC LIMIT 1"));
  bool found = TRY(query.bind(path).next());
  if (!found) return std::optional<std::string>();
  Bytes text = TRY(decompress(query.text(0)));
  return std::optional<std::string>(std::move(text));
}

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
  totals.functions = TRY(database.integer("SELECT count(*) FROM functions WHERE kind = 0"));
  totals.functions_with_unsupported =
      TRY(database.integer("SELECT count(*) FROM functions WHERE kind = 0 AND unsupported > 0"));
  totals.bodies = TRY(database.integer("SELECT count(*) FROM objects WHERE kind = 3"));
  totals.objects = TRY(database.integer("SELECT count(*) FROM objects"));
  totals.files = TRY(database.integer("SELECT count(DISTINCT path) FROM files"));
  totals.bytes = file_size(database.path()) + file_size(database.path() + "-wal");
  return totals;
}

}  // namespace assay::store
