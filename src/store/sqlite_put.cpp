// Writing units.  Everything a unit shares with others is looked up in memory: tens of thousands
// of small objects go through here per second.
#include <algorithm>

#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

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

Result<void> Store::put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                             const std::vector<SymbolEntry>& symbols) {
  return impl_->write([&] { return impl_->put_unit(position, key, unit, symbols); });
}

Result<void> Store::put_text(const Hash& content, std::string_view text) {
  return impl_->write([&]() -> Result<void> {
    TRY(impl_->put_object(PackKind::Text, content, text));
    return impl_->write_if_full(PackKind::Text);
  });
}

Result<void> Store::put_failed_unit(uint32_t position, const Hash& key,
                                    const std::string& main_file, const std::string& why) {
  return impl_->write([&]() -> Result<void> {
    int64_t row = TRY(impl_->replace_unit(key));
    Query insert = TRY(impl_->database.query(
        "INSERT INTO units(id, position, key, main_file, language, failed, failure, fatal,"
        " first_error, functions, system_functions, failed_functions, points, unsupported_points,"
        " file_list, absent_list, function_list, type_list, symbol_list, record)"
        " VALUES (nullif(?, 0), ?, ?, ?, ?, 1, ?, 0, '', 0, 0, 0, 0, 0, x'', x'', x'', x'', x'',"
        " x'')"));
    TRY(insert.run(row, position, key, main_file, ir::Language::Other, why));
    impl_->units[key] = impl_->database.last_row();
    impl_->touched_units.insert(impl_->database.last_row());
    return {};
  });
}

Result<void> Store::keep_unit(UnitRow row, uint32_t position) {
  impl_->touched_units.insert(row.index());
  auto known = impl_->positions.find(row.index());
  if (known != impl_->positions.end() && known->second == position) return {};
  return impl_->write([&]() -> Result<void> {
    Query update = TRY(impl_->database.query("UPDATE units SET position = ?1 WHERE id = ?2"));
    TRY(update.run(position, row.index()));
    impl_->positions[row.index()] = position;
    return {};
  });
}

Result<void> Store::commit() {
  if (impl_->broken) return *impl_->broken;
  if (!impl_->database.in_transaction()) return {};
  return impl_->write([&]() -> Result<void> {
    TRY(impl_->write_packs(Impl::Effort::Quick));
    return impl_->database.execute("COMMIT");
  });
}

Result<void> Store::Impl::put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                                   const std::vector<SymbolEntry>& symbols) {
  const ir::UnitRecord& record = unit.record;
  int64_t row = TRY(replace_unit(key));
  for (const ir::Object& object : unit.objects)
    TRY(put_object(pack_kind(object.kind), object.hash, object.data));
  std::unordered_map<std::string_view, int64_t> files_here;
  Bytes file_list = TRY(put_files(record, files_here));
  Bytes absent_list = TRY(put_absent(record));
  Bytes function_list = TRY(put_functions(record, files_here));
  Bytes type_list = TRY(object_list(record.types));
  Bytes symbol_list = TRY(object_list(record.symbols));
  {
    Query insert = TRY(database.query(
        "INSERT INTO units(id, position, key, main_file, language, failed, failure, fatal,"
        " first_error, functions, system_functions, failed_functions, points, unsupported_points,"
        " file_list, absent_list, function_list, type_list, symbol_list, record)"
        " VALUES (nullif(?, 0), ?, ?, ?, ?, 0, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    std::string error = first_error_of(record);
    Bytes packed = ir::pack_record(without_tables(record));
    TRY(insert.run(row, position, key, record.main_file, record.language, stopped_early(record),
                   error, record.ledger.functions, record.ledger.system_functions,
                   record.ledger.failed_functions, record.ledger.points,
                   record.ledger.unsupported_points, Blob{file_list}, Blob{absent_list},
                   Blob{function_list}, Blob{type_list}, Blob{symbol_list}, Blob{packed}));
  }
  row = database.last_row();
  units[key] = row;
  touched_units.insert(row);
  TRY(put_symbols(row, symbols));
  TRY(put_losses(row, record.ledger));
  return {};
}

// Makes room for a unit of that key and answers with the row it had, so that rows stay few and
// stable; 0 if it is new.
Result<int64_t> Store::Impl::replace_unit(const Hash& key) {
  if (!units_known) {
    Query query = TRY(database.query("SELECT id, key FROM units"));
    while (TRY(query.next())) {
      Hash stored = TRY(query.hash(1));
      units[stored] = query.integer(0);
    }
    units_known = true;
  }
  auto known = units.find(key);
  if (known == units.end()) return 0;
  int64_t row = known->second;
  TRY(delete_unit_rows(row));
  return row;
}

Result<Bytes> Store::Impl::object_list(const std::vector<Hash>& hashes) {
  IdListWriter list;
  for (const Hash& hash : hashes) {
    ObjectId id = TRY(object_id(hash));
    if (id == 0) return input_error("{}: no object {}", database.path(), hash.hex());
    list.add(id);
  }
  return list.take();
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
