// The program database: one SQLite file, written by one process at a time.
//
// Content-addressed objects (types, symbols, bodies, places, source text), per unit a record
// that lists them, and indexes of functions, symbols and files so that questions about the whole
// program need no decoding.  docs/SCHEMA.md describes the tables; SQL stays in sqlite_*.cpp.
// Every change is a transaction: a process killed at any point leaves the last committed state.
// After a failed write the store refuses everything with that same sentence.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/encode.h"
#include "store/symbol_entry.h"

namespace assay::store {

using UnitRow = Id<struct UnitRowTag>;

/// One unit as the list of units shows it.
struct StoredUnit {
  UnitRow row;
  Hash key;  // as given to put_unit
  std::string main_file;
  ir::Language language = ir::Language::C;
  bool failed = false;      // the worker died or gave up on it: no record
  std::string failure;      // why
  bool fatal = false;       // the compiler stopped early: what it missed may exist by now
  std::string first_error;  // of the compiler; empty: it compiled cleanly
  uint32_t functions = 0;
};

/// One content of one file; what decides, with the key, whether a stored unit still stands.
struct StoredFile {
  std::string path;
  Hash content;
  uint64_t size = 0;
  int64_t mtime_ns = 0;  // 0: not to be trusted, compare the content
};

struct StoredInputs {
  std::vector<StoredFile> files;
  std::map<UnitRow, std::vector<uint32_t>> of_unit;  // indices into files, in reading order
  std::vector<std::string> absent;                   // paths where a header was looked for in vain
  std::map<UnitRow, std::vector<uint32_t>> absent_of_unit;  // indices into absent
};

struct FoundFunction {
  UnitRow unit;
  uint32_t ordinal = 0;  // index in the unit's record
  ir::FunctionEntry entry;
};

/// What the units of the program say about one symbol, taken together.
struct SymbolFacts {
  uint32_t units = 0;  // that mention it; 0: nobody does, and the rest means nothing
  bool defined = false;
  bool written = false;  // after its initialisation
  bool address_taken = false;
};

struct Totals {
  uint64_t units = 0, failed_units = 0, functions = 0, bodies = 0, objects = 0, files = 0;
  uint64_t functions_with_unsupported = 0;
  uint64_t bytes = 0;  // of the database file and its log
  ir::Ledger ledger;
};

class Store {
 public:
  enum class Mode { Read, Write };
  /// Creates the file and its directory in Write mode (with a `.gitignore` in the directory when
  /// that is called `.assay`).  Refuses, in a sentence, another program's file, a newer version,
  /// a second writer, a read-only place.  An older version is migrated (Write) or refused (Read).
  static Result<Store> open(const std::string& path, Mode mode);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  /// Rolls back what was not committed.
  ~Store();
  /// The end of the store, with a note about it as it now stands (store/note.h).
  void close(std::string_view note) &&;

  /// All units in the order of their position.
  Result<std::vector<StoredUnit>> units();
  /// What every unit read, cheap enough for ten thousand units.
  Result<StoredInputs> inputs();

  // Writing.  Each starts, or joins, the open transaction; commit() ends it.

  /// Replaces the unit of the same key, if there is one.  Source texts travel among the unit's
  /// objects (kind Text, keyed by SourceFile::content); one that is stored already may be missing.
  Result<void> put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                        const std::vector<SymbolEntry>& symbols = {});
  /// A source text ahead of the unit that was compiled from it, compressed at once if it is large.
  Result<void> put_text(const Hash& content, std::string_view text);
  Result<void> put_failed_unit(uint32_t position, const Hash& key, const std::string& main_file,
                               const std::string& why);
  /// Keeps a unit whose inputs did not change, at its new position.
  Result<void> keep_unit(UnitRow row, uint32_t position);
  /// The file was looked at again and has this content at its new time.
  Result<void> refresh_file(const StoredFile& file);
  /// What a compiler answered when it was asked this before; none: not known.
  Result<std::optional<Bytes>> compiler_answer(const Hash& question);
  Result<void> put_compiler_answer(const Hash& question, std::string_view answer);
  /// Drops the units that this run neither put nor kept, then objects that nothing names, and
  /// compilers' answers that it did not ask for; commits.
  Result<void> finish_capture();
  Result<void> commit();
  /// What an engine found out, under the hash of all that it depends on.
  Result<void> put_summary(const Hash& key, std::string_view value);
  /// After a run that asked for all it could use: drops what the last few runs did not ask for;
  /// commits.
  Result<void> finish_summaries();

  // Reading.

  /// None: not known.
  Result<std::optional<Bytes>> summary(const Hash& key);

  Result<ir::UnitRecord> record(UnitRow row);
  /// The unit's tables, no functions.
  Result<ir::Unit> tables(UnitRow row);
  /// The whole unit.
  Result<ir::Unit> load(UnitRow row);
  /// The data of an object, as decoders want it.
  Result<Bytes> object(const Hash& hash);
  Result<bool> has_object(const Hash& hash);
  /// The text that a unit was compiled from, of the file's latest content; none if not kept.
  Result<std::optional<std::string>> source_text(const std::string& path);
  /// By linkage or display name, in the order of units; every definition is listed.
  Result<std::vector<FoundFunction>> find_functions(const std::string& name);
  /// Of an external symbol: over all units.
  Result<SymbolFacts> global_facts(const std::string& name);
  /// Of an internal symbol: in its unit.
  Result<SymbolFacts> internal_facts(UnitRow unit, const std::string& name);
  Result<Totals> totals();

  struct Impl;

 private:
  friend class FindingLog;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::store
