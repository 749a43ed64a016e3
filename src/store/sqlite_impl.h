// What a Store is made of.  Included by sqlite_*.cpp only.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/lock_file.h"
#include "store/pack.h"
#include "store/sqlite_database.h"
#include "store/store.h"

namespace assay::store {

/// What is remembered is an aid, not a copy of the database: a run over millions of things starts
/// anew.
inline constexpr size_t kMaxRemembered = 4'000'000;

/// The id of every stored object, by its hash: one sorted list of what the file held when it was
/// first asked, and a map of what was added or met since.
class ObjectIndex {
 public:
  ObjectId find(const Hash& hash) const;  // 0: not known
  void add(const Hash& hash, ObjectId id) { recent_[hash] = id; }
  void load(std::vector<std::pair<Hash, ObjectId>> stored);
  bool is_loaded() const { return loaded_; }
  size_t recent() const { return recent_.size(); }
  void forget() { *this = ObjectIndex(); }

 private:
  std::vector<std::pair<Hash, ObjectId>> stored_;
  std::unordered_map<Hash, ObjectId> recent_;
  bool loaded_ = false;
};

/// All there is stands in the database's file, which is ours and of our version: nobody left a log
/// behind.
bool is_settled(const std::string& path);

struct Store::Impl {
  // The lock is declared first: it outlives the connection, whose closing still writes.
  std::optional<LockFile> lock;
  Database database;
  // A run that changes nothing writes nothing, and needs no log: `database` reads the file as it is
  // until begin() opens it anew.  Queries that are at work then end on the connection they had.
  bool is_unwritten = false;
  bool note_removed = false;
  std::optional<Database> before_writing;

  // What was met in this run, so that what a thousand units share is looked up once.
  struct KnownFile {
    int64_t id = 0;
    uint64_t size = 0;
    int64_t mtime_ns = 0;
    ObjectId text = 0;
  };
  ObjectIndex index;
  std::unordered_map<std::string, ObjectId> names;
  std::map<std::string, KnownFile> files;  // by path, a zero, and content
  bool files_known = false;
  std::unordered_map<Hash, int64_t> functions;  // by all their columns
  bool functions_known = false;
  std::unordered_map<std::string, int64_t> absent;  // by path
  bool absent_known = false;
  std::unordered_map<Hash, int64_t> units;  // by key
  bool units_known = false;
  std::unordered_map<int64_t, uint32_t> positions;  // of the units listed
  std::unordered_set<int64_t> touched_units;        // put or kept
  std::unordered_set<Hash> asked_compilers;         // questions of this run
  std::vector<int64_t> asked_summaries;             // rows that this run found

  struct OpenPack {
    Pack pack;
    bool is_open = false;
    bool changed = false;
  };
  std::array<OpenPack, kPackKinds> open_packs;
  struct FullPack {
    PackKind kind;
    Pack pack;
  };
  std::vector<FullPack> full_packs;  // complete, and not yet written
  uint64_t full_bytes = 0;
  int64_t last_pack = -1;              // -1: not asked yet
  std::map<int64_t, Pack> read_packs;  // a cache
  uint64_t read_bytes = 0;

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

  // sqlite_objects.cpp
  Result<ObjectId> object_id(const Hash& hash);  // 0: not stored
  Result<ObjectId> put_object(PackKind kind, const Hash& hash, std::string_view data);
  /// The two live until the next call of either.
  Result<std::string_view> object_bytes(ObjectId id);
  Result<Hash> object_hash(ObjectId id);
  enum class Effort { Quick, Full };
  Result<void> write_packs(Effort effort);
  Result<void> write_pack(PackKind kind, const Pack& pack, Effort effort);
  Result<void> insert_pack(PackKind kind, const Pack& pack, std::string_view compressed);
  Result<void> write_full_packs();
  /// The open pack of this kind, before its turn.
  Result<void> write_if_full(PackKind kind);

  // sqlite_put.cpp
  Result<void> put_unit(uint32_t position, const Hash& key, const ir::EncodedUnit& unit,
                        const std::vector<SymbolEntry>& symbols);
  Result<int64_t> replace_unit(const Hash& key);
  Result<ObjectId> put_name(const std::string& name, const std::string& display);
  Result<void> put_symbols(int64_t unit, const std::vector<SymbolEntry>& symbols);
  Result<void> put_losses(int64_t unit, const ir::Ledger& ledger);
  Result<Bytes> object_list(const std::vector<Hash>& hashes);

  // sqlite_files.cpp
  Result<void> know_files();
  Result<KnownFile*> put_file(const ir::SourceFile& file);
  /// The unit's list of files, and their ids by path.
  Result<Bytes> put_files(const ir::UnitRecord& record,
                          std::unordered_map<std::string_view, int64_t>& ids);
  Result<std::vector<ir::SourceFile>> files_of(std::string_view list);
  Result<Bytes> put_absent(const ir::UnitRecord& record);

  // sqlite_functions.cpp
  Result<Bytes> put_functions(const ir::UnitRecord& record,
                              const std::unordered_map<std::string_view, int64_t>& files);
  Result<std::vector<ir::FunctionEntry>> functions_of(std::string_view list);
  Result<ir::FunctionEntry> function(int64_t id);
  /// Linkage and display name.
  Result<std::pair<std::string, std::string>> name_of(ObjectId id);

  // sqlite_read.cpp
  Result<std::vector<Hash>> hashes_of(std::string_view list);

  // sqlite_collect.cpp
  Result<void> delete_unit_rows(int64_t unit);
  Result<std::vector<int64_t>> untouched_units();
  Result<std::vector<Hash>> unasked_compilers();
  Result<void> give_back_pages();
  Result<void> collect();
};

/// True while something was replaced and not yet collected, also by a run that was killed.
inline constexpr std::string_view kMetaSweep = "sweep";
inline constexpr std::string_view kMetaFormat = "format";

/// What the index of names is asked for: a few names share a key.
int64_t name_key(std::string_view name);

/// Ids in their order, as differences, which are small: what a unit has is stored together.
class IdListWriter {
 public:
  void add(int64_t id) {
    writer_.signed_varint(id - last_);
    last_ = id;
  }
  Bytes take() { return writer_.take(); }

 private:
  ByteWriter writer_;
  int64_t last_ = 0;
};
/// Calls `each` for every id; false: damaged.
template <class Each>
bool for_each_id(std::string_view list, const Each& each) {
  ByteReader reader(list);
  int64_t id = 0;
  while (reader.ok() && !reader.at_end()) {
    id += reader.signed_varint();
    if (reader.ok()) each(id);
  }
  return reader.ok();
}

/// One file of a unit's list of files.
struct FileUse {
  int64_t file = 0;
  int32_t included_by = -1;
  bool is_system = false;
  bool keep_text = false;
};
/// Calls `each` for every file; false: damaged.
template <class Each>
bool for_each_file_use(std::string_view list, const Each& each) {
  ByteReader reader(list);
  int64_t id = 0;
  for (int64_t ordinal = 0; reader.ok() && !reader.at_end(); ++ordinal) {
    id += reader.signed_varint();
    int64_t distance = reader.signed_varint();
    uint8_t bits = reader.u8();
    if (reader.ok())
      each(FileUse{.file = id,
                   .included_by = static_cast<int32_t>(ordinal - distance),
                   .is_system = (bits & 1) != 0,
                   .keep_text = (bits & 2) != 0});
  }
  return reader.ok();
}

}  // namespace assay::store
