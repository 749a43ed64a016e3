// A connection to SQLite: prepared statements that are kept, errors that are sentences.
//
// Included by sqlite_*.cpp only.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "base/hash.h"
#include "base/result.h"

namespace assay::store {

struct Blob {
  std::string_view bytes;
};

class Database;

/// A prepared statement at work.  It goes back to its database, ready for the next use, when the
/// Query dies; one statement cannot be at work twice.  Views from column_… live until next().
class Query {
 public:
  Query(Query&& other) noexcept;
  Query& operator=(Query&&) = delete;
  ~Query();

  /// Binds from the first parameter on.  What views point to must outlive the query.
  template <class... Args>
  Query& bind(const Args&... args) {
    int index = 0;
    (bind_one(++index, args), ...);
    return *this;
  }
  /// True: a row is there.
  Result<bool> next();
  /// Ready to be bound and asked again.
  void reset() { sqlite3_reset(statement_); }
  /// For statements without rows: bind, execute, and be ready again.
  template <class... Args>
  Result<void> run(const Args&... args) {
    bind(args...);
    return execute();
  }

  int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::string_view text(int column) const;  // of a blob too
  /// Fails for a blob that is not 16 bytes long.
  Result<Hash> hash(int column) const;

 private:
  friend class Database;
  Query(Database* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  Result<void> execute();
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void bind_one(int index, T value) {
    sqlite3_bind_int64(statement_, index, static_cast<int64_t>(value));
  }
  void bind_one(int index, std::string_view value);
  void bind_one(int index, const std::string& value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, std::nullptr_t) { sqlite3_bind_null(statement_, index); }
  void bind_one(int index, Blob value);
  void bind_one(int index, const Hash& value);

  Database* database_;
  sqlite3_stmt* statement_;
};

class Database {
 public:
  enum class Access {
    Create,
    Read,
    Immutable,  // nobody writes: no locks, and no log's index beside the file
  };
  static Result<Database> open(const std::string& path, Access access);
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  /// `sql` lives as long as the program: it is the key of the kept statement.
  Result<Query> query(std::string_view sql);
  /// Several statements, without rows.
  Result<void> execute(const std::string& sql);
  /// The first column of the first row; 0 if there is none.
  Result<int64_t> integer(std::string_view sql);

  int64_t last_row() const { return sqlite3_last_insert_rowid(handle_); }
  int changes() const { return sqlite3_changes(handle_); }
  bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }
  void roll_back();
  const std::string& path() const { return path_; }
  /// The connection's latest failure as a sentence.
  Error failure(int code) const;

 private:
  Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

  std::string path_;
  sqlite3* handle_;
  std::unordered_map<std::string_view, sqlite3_stmt*> statements_;
};

}  // namespace assay::store
