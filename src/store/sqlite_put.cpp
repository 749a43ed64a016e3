// Writing units.  Everything a unit shares with others is looked up in memory first: tens of
// thousands of small objects go through here per second.
#include <algorithm>

#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

// The maps are an aid, not a copy of the database: a run over millions of objects starts anew.
constexpr size_t kMaxRemembered = 4'000'000;

enum class LossKind { Unsupported = 0, Downgraded = 1 };

std::string first_error_of(const ir::UnitRecord& record) {
  for (const ir::Diagnostic& diagnostic : record.diagnostics) {
    if (diagnostic.severity < ir::Severity::Error) continue;
    if (diagnostic.file.empty()) return diagnostic.message;
    return fmt::format("{}:{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.column,
                       diagnostic.message);
  }
  return "";
}

// What the tables hold is not kept a second time.
ir::UnitRecord without_tables(const ir::UnitRecord& record) {
  ir::UnitRecord slim;
  slim.main_file = record.main_file;
  slim.language = record.language;
  slim.target = record.target;
  slim.big_endian = record.big_endian;
  slim.pointer_bits = record.pointer_bits;
  slim.diagnostics = record.diagnostics;
  slim.ledger = record.ledger;
  return slim;
}

bool stopped_early(const ir::UnitRecord& record) {
  return std::any_of(record.diagnostics.begin(), record.diagnostics.end(),
                     [](const ir::Diagnostic& d) { return d.severity == ir::Severity::Fatal; });
}

}  // namespace

Bytes encode_ids(std::vector<int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  ByteWriter writer;
  int64_t last = 0;
  for (int64_t id : ids) {
    writer.varint(static_cast<uint64_t>(id - last));
    last = id;
  }
  return writer.take();
}

Result<void> Store::put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                             const std::vector<SymbolEntry>& symbols) {
  return impl_->write([&] { return impl_->put_unit(position, key, unit, symbols); });
}

Result<void> Store::put_failed_unit(uint32_t position, const Hash& key,
                                    const std::string& main_file, const std::string& why) {
  return impl_->write([&]() -> Result<void> {
    int64_t row = TRY(impl_->replace_unit(key));
    Query insert = TRY(impl_->database.query(
        "INSERT INTO units(id, position, key, main_file, language, failed, failure, fatal,"
        " first_error, functions, system_functions, failed_functions, points, unsupported_points,"
        " objects, types, symbols, record) VALUES (nullif(?, 0), ?, ?, ?, ?, 1, ?, 0, '', 0, 0, 0, 0,"
        " 0, x'', x'', x'', x'')"));
    TRY(insert.run(row, position, key, main_file, ir::Language::Other, why));
    impl_->touched_units.insert(impl_->database.last_row());
    return {};
  });
}

Result<void> Store::keep_unit(UnitRow row, uint32_t position) {
  return impl_->write([&]() -> Result<void> {
    Query update = TRY(
        impl_->database.query("UPDATE units SET position = ?1 WHERE id = ?2 AND position <> ?1"));
    TRY(update.run(position, row.index()));
    impl_->touched_units.insert(row.index());
    return {};
  });
}

Result<void> Store::refresh_file(const StoredFile& file) {
  return impl_->write([&]() -> Result<void> {
    Query update = TRY(impl_->database.query(
        "UPDATE files SET size = ?3, mtime_ns = ?4 WHERE path = ?1 AND content = ?2"));
    return update.run(file.path, file.content, file.size, file.mtime_ns);
  });
}

Result<void> Store::commit() {
  if (impl_->broken) return *impl_->broken;
  if (!impl_->database.in_transaction()) return {};
  return impl_->write([&] { return impl_->database.execute("COMMIT"); });
}

Result<void> Store::Impl::put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                                   const std::vector<SymbolEntry>& symbols) {
  const ir::UnitRecord& record = unit.record;
  int64_t row = TRY(replace_unit(key));
  Bytes ids = TRY(put_objects(unit));
  {
    Query insert = TRY(database.query(
        "INSERT INTO units(id, position, key, main_file, language, failed, failure, fatal,"
        " first_error, functions, system_functions, failed_functions, points, unsupported_points,"
        " objects, types, symbols, record)"
        " VALUES (nullif(?, 0), ?, ?, ?, ?, 0, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    std::string error = first_error_of(record);
    Bytes packed = compress(ir::pack_record(without_tables(record)));
    Bytes types = TRY(object_list(record.types));
    Bytes unit_symbols = TRY(object_list(record.symbols));
    TRY(insert.run(row, position, key, record.main_file, record.language, stopped_early(record),
                   error, record.ledger.functions, record.ledger.system_functions,
                   record.ledger.failed_functions, record.ledger.points,
                   record.ledger.unsupported_points, Blob{ids}, Blob{types}, Blob{unit_symbols},
                   Blob{packed}));
  }
  row = database.last_row();
  touched_units.insert(row);
  TRY(put_files(row, record));
  TRY(put_functions(row, record));
  TRY(put_symbols(row, symbols));
  TRY(put_losses(row, record.ledger));
  return {};
}

// Makes room for a unit of that key and answers with the row it had, so that rows stay few and
// stable; 0 if it is new.
Result<int64_t> Store::Impl::replace_unit(const Hash& key) {
  int64_t row = 0;
  {
    Query find = TRY(database.query("SELECT id FROM units WHERE key = ?"));
    bool found = TRY(find.bind(key).next());
    if (!found) return 0;
    row = find.integer(0);
  }
  TRY(delete_unit_rows(row));
  return row;
}

Result<Bytes> Store::Impl::put_objects(const ir::EncodedUnit& unit) {
  if (objects.size() > kMaxRemembered) objects.clear();
  std::vector<int64_t> ids;
  ids.reserve(unit.objects.size());
  for (const ir::Object& object : unit.objects) {
    int64_t id = TRY(put_object(object));
    ids.push_back(id);
  }
  // A text that is stored already does not travel again, but this unit keeps it alive too.
  for (const ir::SourceFile& file : unit.record.files) {
    if (!file.keep_text) continue;
    int64_t id = TRY(object_id(file.content));
    if (id != 0) ids.push_back(id);
  }
  return encode_ids(std::move(ids));
}

// Ids in their order, as differences, which are small: a unit's objects are stored together.
Result<Bytes> Store::Impl::object_list(const std::vector<Hash>& hashes) {
  ByteWriter writer;
  int64_t last = 0;
  for (const Hash& hash : hashes) {
    int64_t id = TRY(object_id(hash));
    if (id == 0) return input_error("{}: no object {}", database.path(), hash.hex());
    writer.signed_varint(id - last);
    last = id;
  }
  return writer.take();
}

Result<int64_t> Store::Impl::object_id(const Hash& hash) {
  auto known = objects.find(hash);
  if (known != objects.end()) return known->second;
  Query find = TRY(database.query("SELECT id FROM objects WHERE hash = ?"));
  bool found = TRY(find.bind(hash).next());
  if (!found) return 0;
  int64_t id = find.integer(0);
  objects.emplace(hash, id);
  return id;
}

Result<int64_t> Store::Impl::put_object(const ir::Object& object) {
  auto [known, is_new] = objects.try_emplace(object.hash, 0);
  if (!is_new) return known->second;
  Query insert =
      TRY(database.query("INSERT OR IGNORE INTO objects(hash, kind, data) VALUES (?, ?, ?)"));
  TRY(insert.run(object.hash, object.kind, Blob{object.data}));
  if (database.changes() == 1) {
    known->second = database.last_row();
    return known->second;
  }
  objects.erase(known);
  return object_id(object.hash);
}

Result<int64_t> Store::Impl::put_name(const std::string& name, const std::string& display) {
  if (names.size() > kMaxRemembered) names.clear();
  auto known = names.find(name);
  if (known != names.end()) return known->second;
  Query insert =
      TRY(database.query("INSERT OR IGNORE INTO names(name, display) VALUES (?1, nullif(?2, ?1))"));
  TRY(insert.run(name, display));
  int64_t id = database.last_row();
  if (database.changes() != 1) {
    Query find = TRY(database.query("SELECT id FROM names WHERE name = ?"));
    bool found = TRY(find.bind(name).next());
    if (!found) return database.failure(SQLITE_CORRUPT);
    id = find.integer(0);
  }
  names.emplace(name, id);
  return id;
}

Result<int64_t> Store::Impl::put_file(const ir::SourceFile& file) {
  std::string key = file.path + file.content.bytes();
  auto known = files.find(key);
  if (known != files.end()) return known->second;
  Query insert =
      TRY(database.query("INSERT INTO files(path, content, size, mtime_ns) VALUES (?, ?, ?, ?)"
                         " ON CONFLICT(path, content) DO UPDATE SET size = excluded.size,"
                         " mtime_ns = excluded.mtime_ns RETURNING id"));
  insert.bind(file.path, file.content, file.size, file.mtime_ns);
  bool found = TRY(insert.next());
  if (!found) return database.failure(SQLITE_CORRUPT);
  int64_t id = insert.integer(0);
  files.emplace(std::move(key), id);
  return id;
}

Result<void> Store::Impl::put_files(int64_t unit, const ir::UnitRecord& record) {
  Query insert = TRY(database.query(
      "INSERT INTO unit_files(unit, ordinal, file, included_by, is_system, keep_text)"
      " VALUES (?, ?, ?, ?, ?, ?)"));
  for (size_t i = 0; i < record.files.size(); ++i) {
    const ir::SourceFile& file = record.files[i];
    int64_t id = TRY(put_file(file));
    TRY(insert.run(unit, i, id, file.included_by, file.is_system, file.keep_text));
  }
  return {};
}

Result<void> Store::Impl::put_functions(int64_t unit, const ir::UnitRecord& record) {
  std::unordered_map<std::string_view, int64_t> ordinals;
  for (size_t i = 0; i < record.files.size(); ++i)
    ordinals.emplace(record.files[i].path, static_cast<int64_t>(i));
  Query insert = TRY(database.query(
      "INSERT INTO functions(unit, ordinal, name, kind, linkage, flags, body, places, file, line,"
      " points, unsupported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, -1), ?, ?, ?)"));
  for (size_t i = 0; i < record.functions.size(); ++i) {
    const ir::FunctionEntry& entry = record.functions[i];
    int64_t name = TRY(put_name(entry.name, entry.display));
    int64_t body = TRY(object_id(entry.body));
    int64_t places = TRY(object_id(entry.places));
    auto ordinal = ordinals.find(entry.file);
    TRY(insert.run(unit, i, name, entry.kind, entry.linkage, entry.symbol_flags, body, places,
                   ordinal == ordinals.end() ? int64_t{-1} : ordinal->second, entry.line,
                   entry.points, entry.unsupported));
  }
  return {};
}

Result<void> Store::Impl::put_symbols(int64_t unit, const std::vector<SymbolEntry>& symbols) {
  Query insert = TRY(database.query(
      "INSERT OR REPLACE INTO symbols(unit, name, linkage, kind, flags) VALUES (?, ?, ?, ?, ?)"));
  for (const SymbolEntry& symbol : symbols) {
    int64_t name = TRY(put_name(symbol.name, symbol.display));
    TRY(insert.run(unit, name, symbol.linkage, symbol.kind, symbol.flags));
  }
  return {};
}

Result<void> Store::Impl::put_losses(int64_t unit, const ir::Ledger& ledger) {
  Query insert =
      TRY(database.query("INSERT INTO losses(unit, kind, reason, count) VALUES (?, ?, ?, ?)"));
  for (const auto& [reason, count] : ledger.unsupported)
    TRY(insert.run(unit, LossKind::Unsupported, reason, count));
  for (const auto& [reason, count] : ledger.downgraded)
    TRY(insert.run(unit, LossKind::Downgraded, reason, count));
  return {};
}

}  // namespace assay::store
