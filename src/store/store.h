// The program database: one SQLite file, written by one process at a time.
//
// Content-addressed objects (types, symbols, bodies, places, source text), and per unit a record
// that lists them.  SQL stays in sqlite_*.cpp.  Every change is a transaction: a process killed
// at any point leaves the last committed state.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ir/encode.h"

namespace assay::store {

using UnitRow = Id<struct UnitRowTag>;

/// What decides whether a stored unit still stands: its command and the files it read.
struct StoredUnit {
  UnitRow row;
  Hash key;                      // PreparedCommand::key
  std::string main_file;
  std::vector<ir::SourceFile> files;
  bool failed = false;           // the worker died or gave up on it
  std::string failure;           // why
};

struct Totals {
  uint64_t units = 0, failed_units = 0, functions = 0, bodies = 0, objects = 0, files = 0;
  uint64_t bytes = 0;            // of the database file
  ir::Ledger ledger;
};

class Store {
 public:
  enum class Mode { Read, Write };
  /// Creates the file and its directory in Write mode (with a `.gitignore` beside it when the
  /// directory is ours).  Refuses, in a sentence, another program's file, a newer version, a
  /// second writer, a read-only place.
  static Result<Store> open(const std::string& path, Mode mode);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// All units in the order of their position; cheap enough for ten thousand.
  Result<std::vector<StoredUnit>> units();
  /// Starts, or joins, the open transaction.
  Result<void> put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit);
  Result<void> put_failed_unit(uint32_t position, const Hash& key, const std::string& main_file,
                               const std::string& why);
  /// Keeps a unit whose inputs did not change, at its new position; refreshes files' times.
  Result<void> keep_unit(UnitRow row, uint32_t position, const std::vector<ir::SourceFile>& files);
  /// Drops the units that this run neither put nor kept, then objects that nothing names.
  Result<void> finish_capture();
  Result<void> commit();

  Result<ir::UnitRecord> record(UnitRow row);
  /// The unit's tables, no functions.
  Result<ir::Unit> tables(UnitRow row);
  /// The whole unit.
  Result<ir::Unit> load(UnitRow row);
  Result<Bytes> object(const Hash& hash);
  Result<std::optional<std::string>> source_text(const std::string& path);
  Result<Totals> totals();

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::store
