#include "store/sqlite_database.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace assay::store {

Query::Query(Query&& other) noexcept
    : database_(other.database_), statement_(std::exchange(other.statement_, nullptr)) {}

Query::~Query() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

Result<bool> Query::next() {
  int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return database_->failure(code);
}

Result<void> Query::execute() {
  int code = sqlite3_step(statement_);
  Result<void> result;
  if (code != SQLITE_DONE && code != SQLITE_ROW) result = database_->failure(code);
  sqlite3_reset(statement_);
  return result;
}

std::string_view Query::text(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  int size = sqlite3_column_bytes(statement_, column);
  return data == nullptr ? std::string_view()
                         : std::string_view(static_cast<const char*>(data), size);
}

Result<Hash> Query::hash(int column) const {
  std::string_view bytes = text(column);
  if (bytes.size() != 16) return database_->failure(SQLITE_CORRUPT);
  return Hash::from_bytes(bytes);
}

void Query::bind_one(int index, std::string_view value) {
  // A null pointer would bind NULL, an empty text is not that.
  sqlite3_bind_text64(statement_, index, value.data() == nullptr ? "" : value.data(), value.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
}

void Query::bind_one(int index, Blob value) {
  sqlite3_bind_blob64(statement_, index, value.bytes.data() == nullptr ? "" : value.bytes.data(),
                      value.bytes.size(), SQLITE_STATIC);
}

void Query::bind_one(int index, const Hash& value) {
  std::string bytes = value.bytes();
  sqlite3_bind_blob(statement_, index, bytes.data(), static_cast<int>(bytes.size()),
                    SQLITE_TRANSIENT);
}

Result<Database> Database::open(const std::string& path, Access access) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  std::string name = path;
  if (access == Access::Create) {
    flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  } else {
    flags |= SQLITE_OPEN_READONLY;
  }
  if (access == Access::Immutable) {
    flags |= SQLITE_OPEN_URI;
    name = "file:";
    for (unsigned char c : path) {
      bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '/' || c == '.' || c == '_' || c == '-';
      name += plain ? std::string(1, static_cast<char>(c)) : fmt::format("%{:02x}", c);
    }
    name += "?immutable=1";
  }
  sqlite3* handle = nullptr;
  int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  Database database(path, handle);
  if (code != SQLITE_OK) return database.failure(code);
  sqlite3_busy_timeout(handle, 5000);
  return database;
}

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, nullptr)),
      statements_(std::move(other.statements_)) {}

Database& Database::operator=(Database&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(handle_, other.handle_);
  std::swap(statements_, other.statements_);
  return *this;
}

Database::~Database() {
  for (auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

Result<Query> Database::query(std::string_view sql) {
  auto [found, is_new] = statements_.try_emplace(sql, nullptr);
  if (is_new) {
    int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                  SQLITE_PREPARE_PERSISTENT, &found->second, nullptr);
    if (code != SQLITE_OK) {
      statements_.erase(found);
      return failure(code);
    }
  }
  ASSAY_CHECK(!sqlite3_stmt_busy(found->second), "a statement should be at work once at a time");
  return Query(this, found->second);
}

Result<void> Database::execute(const std::string& sql) {
  int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(code);
  return {};
}

Result<int64_t> Database::integer(std::string_view sql) {
  Query query = TRY(this->query(sql));
  bool row = TRY(query.next());
  return row ? query.integer(0) : 0;
}

void Database::roll_back() {
  // Fails only when SQLite has rolled back by itself, as it does on a full disk.
  if (in_transaction()) (void)execute("ROLLBACK");
}

Error Database::failure(int code) const {
  std::string detail = handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_);
  int system = handle_ == nullptr ? 0 : sqlite3_system_errno(handle_);
  bool is_io = (code & 0xff) == SQLITE_IOERR;
  if ((code & 0xff) == SQLITE_FULL || (is_io && (system == ENOSPC || system == EDQUOT)))
    return input_error("{}: the disk is full; what was stored before is kept", path_);
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return input_error("{}: not an assay database", path_);
    case SQLITE_CORRUPT:
      return input_error("{}: the database is damaged; remove it and capture again", path_);
    case SQLITE_READONLY:
      return input_error("{}: cannot be written: the file or its directory is read-only", path_);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return input_error("{}: cannot be opened: {}", path_,
                         system != 0 ? std::strerror(system) : detail.c_str());
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return input_error("{}: another process is using this database", path_);
    case SQLITE_IOERR:
      return input_error("{}: {}{}{}", path_, detail, system != 0 ? ": " : "",
                         system != 0 ? std::strerror(system) : "");
    default:
      return input_error("{}: {}", path_, detail);
  }
}

}  // namespace assay::store
