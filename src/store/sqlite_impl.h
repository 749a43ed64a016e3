// What a Store is made of.  Included by sqlite_*.cpp only.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/lock_file.h"
#include "store/sqlite_database.h"
#include "store/store.h"

namespace assay::store {

struct Store::Impl {
  // The lock is declared first: it outlives the connection, whose closing still writes.
  std::optional<LockFile> lock;
  Database database;

  // Ids met in this run, so that what a thousand units share is looked up once.
  std::unordered_map<Hash, int64_t> objects;
  std::unordered_map<std::string, int64_t> names;
  std::unordered_map<std::string, int64_t> files;  // by path and content
  std::unordered_set<int64_t> touched_units;       // put or kept
  // A write that failed was rolled back, and with it rows that the maps above still name.
  std::optional<Error> broken;

  Impl(std::optional<LockFile> lock_file, Database connection)
      : lock(std::move(lock_file)), database(std::move(connection)) {}

  /// Runs `change` inside the open transaction, or a new one.
  template <class Change>
  Result<void> write(const Change& change) {
    if (broken) return *broken;
    Result<void> result = begin();
    if (result.ok()) result = change();
    if (!result.ok()) {
      database.roll_back();
      broken = Error{result.error()};
    }
    return result;
  }
  Result<void> begin();

  Result<int64_t> meta(std::string_view key);
  Result<void> set_meta(std::string_view key, int64_t value);

  // sqlite_put.cpp
  Result<void> put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                        const std::vector<SymbolEntry>& symbols);
  Result<int64_t> replace_unit(const Hash& key);
  Result<Bytes> put_objects(const ir::EncodedUnit& unit);
  Result<int64_t> object_id(const Hash& hash);  // 0: not stored
  Result<int64_t> put_object(const ir::Object& object);
  Result<int64_t> put_name(const std::string& name, const std::string& display);
  Result<int64_t> put_file(const ir::SourceFile& file);
  Result<void> put_files(int64_t unit, const ir::UnitRecord& record);
  Result<void> put_functions(int64_t unit, const ir::UnitRecord& record);
  Result<void> put_symbols(int64_t unit, const std::vector<SymbolEntry>& symbols);
  Result<void> put_losses(int64_t unit, const ir::Ledger& ledger);

  Result<Bytes> object_list(const std::vector<Hash>& hashes);

  // sqlite_read.cpp
  Result<std::vector<Hash>> hashes_of(std::string_view list);
  Result<std::vector<ir::SourceFile>> files_of(UnitRow row);
  Result<std::vector<ir::FunctionEntry>> functions_of(UnitRow row);

  // sqlite_collect.cpp
  Result<void> delete_unit_rows(int64_t unit);
  Result<void> drop_untouched_units();
  Result<void> collect();
};

/// The columns of a FunctionEntry, in the order that read_function reads them, from `first` on;
/// the tables they come from are joined as f, n, body, places and files.
inline constexpr std::string_view kFunctionColumns =
    "n.name, coalesce(n.display, n.name), f.kind, f.linkage, f.flags, body.hash, places.hash,"
    " coalesce(files.path, ''), f.line, f.points, f.unsupported";
inline constexpr std::string_view kFunctionJoins =
    " JOIN objects body ON body.id = f.body JOIN objects places ON places.id = f.places"
    " LEFT JOIN unit_files uf ON uf.unit = f.unit AND uf.ordinal = f.file"
    " LEFT JOIN files ON files.id = uf.file";
Result<ir::FunctionEntry> read_function(const Query& query, int first);

/// True while something was replaced and not yet collected, also by a run that was killed.
inline constexpr std::string_view kMetaSweep = "sweep";
inline constexpr std::string_view kMetaFormat = "format";

/// What one unit keeps alive: object ids, ascending, as differences.
Bytes encode_ids(std::vector<int64_t> ids);
/// Calls `each` for every id; false: damaged.
template <class Each>
bool decode_ids(std::string_view bytes, const Each& each) {
  ByteReader reader(bytes);
  int64_t id = 0;
  while (reader.ok() && !reader.at_end()) {
    id += static_cast<int64_t>(reader.varint());
    if (reader.ok()) each(id);
  }
  return reader.ok();
}

}  // namespace assay::store
