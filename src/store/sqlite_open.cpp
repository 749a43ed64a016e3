// Opening a store: directory, lock, whose file it is, which version, how SQLite is to behave.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "store/note.h"
#include "store/sqlite_impl.h"
#include "store/sqlite_schema.h"

namespace assay::store {
namespace {

namespace fs = std::filesystem;

// Only the last part of the path: a mistyped one should not grow a tree.
Result<void> make_directory(const std::string& database) {
  fs::path directory = fs::path(database).parent_path();
  if (directory.empty()) return {};
  std::error_code error;
  fs::create_directory(directory, error);
  if (error)
    return input_error("{}: cannot create the database's directory: {}", directory.string(),
                       error.message());
  if (directory.filename() != ".assay") return {};
  std::string ignore = (directory / ".gitignore").string();
  int fd = ::open(ignore.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return {};  // it exists, or the lock file will say what is wrong
  (void)!::write(fd, "*\n", 2);
  ::close(fd);
  return {};
}

struct PathState {
  bool exists = false;
  bool is_empty = true;
};

Result<PathState> check_path(const std::string& path, Store::Mode mode) {
  struct stat info;
  if (::stat(path.c_str(), &info) != 0) {
    if (errno == ENOENT && mode == Store::Mode::Write) return PathState{};
    if (errno == ENOENT) return input_error("{}: no such database; capture first", path);
    return input_error("{}: cannot be opened: {}", path, std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) return input_error("{}: a directory, not a database", path);
  if (!S_ISREG(info.st_mode)) return input_error("{}: not a regular file", path);
  return PathState{.exists = true, .is_empty = info.st_size == 0};
}

// Content under another format is useless to us but for the room it takes.
Result<void> forget_other_format(Store::Impl& impl) {
  int64_t format = TRY(impl.meta(kMetaFormat));
  if (format == ir::kFormatVersion) return {};
  return impl.write([&]() -> Result<void> {
    TRY(impl.database.execute(
        "DELETE FROM units; DELETE FROM functions; DELETE FROM symbols; DELETE FROM losses;"
        "DELETE FROM packs; DELETE FROM files; DELETE FROM names; DELETE FROM absent;"));
    TRY(impl.set_meta(kMetaFormat, ir::kFormatVersion));
    return impl.database.execute("COMMIT");
  });
}

// A reader of a WAL database writes the log's index.  Where it cannot, and no log is left to
// read, the file is all there is.
Result<Database> open_readable(const std::string& path) {
  Result<Database> database = Database::open(path, Database::Access::Read);
  if (database.ok()) {
    Result<int64_t> probe = database.value().integer("SELECT count(*) FROM sqlite_schema");
    if (probe.ok()) return database;
  }
  struct stat info;
  std::string log = path + "-wal";
  bool log_left = ::stat(log.c_str(), &info) == 0 && info.st_size > 0;
  std::string directory = fs::path(path).parent_path().string();
  bool writable = ::access(directory.empty() ? "." : directory.c_str(), W_OK) == 0;
  if (log_left || writable) return database;
  return Database::open(path, Database::Access::Immutable);
}

// By the file's first page: our mark and the version we write.  Says no as well where all of that
// is still in the log.
bool is_plainly_ours(const std::string& path) {
  std::array<unsigned char, 72> header{};
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t got = ::pread(fd, header.data(), header.size(), 0);
  ::close(fd);
  auto number_at = [&](size_t at) {
    return uint32_t{header[at]} << 24 | uint32_t{header[at + 1]} << 16 |
           uint32_t{header[at + 2]} << 8 | uint32_t{header[at + 3]};
  };
  // https://www.sqlite.org/fileformat.html#the_database_header
  constexpr size_t kUserVersion = 60, kApplication = 68;
  return got == static_cast<ssize_t>(header.size()) &&
         std::memcmp(header.data(), "SQLite format 3", 16) == 0 &&
         number_at(kApplication) == kApplicationId &&
         number_at(kUserVersion) == schema_steps().size();
}

// Somebody else's file is left alone, without even a lock file beside it.
Result<void> refuse_strangers(const std::string& path) {
  if (is_plainly_ours(path)) return {};
  Database database = TRY(open_readable(path));
  TRY(inspect(database, schema_steps()));
  return {};
}

}  // namespace

bool is_settled(const std::string& path) {
  auto is_empty = [](const std::string& log) {
    struct stat info;
    return ::stat(log.c_str(), &info) != 0 ? errno == ENOENT : info.st_size == 0;
  };
  return is_plainly_ours(path) && is_empty(path + "-wal") && is_empty(path + "-journal");
}

namespace {

Result<Database> connect_for_writing(const std::string& path, FileState& state) {
  Database database = TRY(Database::open(path, Database::Access::Create));
  state = TRY(inspect(database, schema_steps()));
  // Nothing in a new file could be lost: it need not reach the disk in steps.
  bool is_fresh = state == FileState::Fresh;
  if (is_fresh) TRY(database.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL"));
  TRY(database.execute(is_fresh ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = NORMAL"));
  TRY(
      database.execute("PRAGMA journal_mode = WAL;"
                       "PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -65536;"
                       "PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 67108864;"));
  return database;
}

// Other writers are kept away by the lock, so that nobody changes the file under this connection.
Result<std::unique_ptr<Store::Impl>> open_unwritten(const std::string& path, LockFile lock) {
  Database database = TRY(Database::open(path, Database::Access::Immutable));
  TRY(database.execute("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;"));
  auto impl = std::make_unique<Store::Impl>(std::move(lock), std::move(database));
  impl->is_unwritten = true;
  TRY(forget_other_format(*impl));
  return impl;
}

Result<std::unique_ptr<Store::Impl>> open_for_writing(const std::string& path, PathState before) {
  if (!before.is_empty) TRY(refuse_strangers(path));
  if (!before.exists) TRY(make_directory(path));
  LockFile lock = TRY(LockFile::take(path));
  if (is_settled(path)) return open_unwritten(path, std::move(lock));
  FileState state{};
  Database database = TRY(connect_for_writing(path, state));
  if (state != FileState::Ours) TRY(migrate(database, schema_steps()));
  auto impl = std::make_unique<Store::Impl>(std::move(lock), std::move(database));
  TRY(forget_other_format(*impl));
  if (state == FileState::Fresh) TRY(impl->database.execute("PRAGMA synchronous = NORMAL"));
  return impl;
}

Result<std::unique_ptr<Store::Impl>> open_for_reading(const std::string& path) {
  Database database = TRY(open_readable(path));
  FileState state = TRY(inspect(database, schema_steps()));
  if (state == FileState::Fresh) return input_error("{}: empty; capture first", path);
  if (state == FileState::Older)
    return input_error("{}: written by an older assay; capture again to bring it up to date", path);
  TRY(database.execute("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;"));
  auto impl = std::make_unique<Store::Impl>(std::nullopt, std::move(database));
  int64_t format = TRY(impl->meta(kMetaFormat));
  if (format != ir::kFormatVersion)
    return input_error(
        "{}: captured by another version of assay (format {}, this one reads {}); "
        "capture again",
        path, format, ir::kFormatVersion);
  return impl;
}

}  // namespace

Result<Store> Store::open(const std::string& path, Mode mode) {
  PathState state = TRY(check_path(path, mode));
  if (mode == Mode::Write) return Store(TRY(open_for_writing(path, state)));
  return Store(TRY(open_for_reading(path)));
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() {
  if (impl_ != nullptr) impl_->database.roll_back();
}

void Store::close(std::string_view note) && {
  std::string path = impl_->database.path();
  std::optional<LockFile> lock = std::move(impl_->lock);
  impl_->database.roll_back();
  impl_.reset();
  if (lock) write_note(path, note);
}

Result<void> Store::Impl::begin() {
  if (!lock) return input_error("{}: opened for reading only", database.path());
  if (database.in_transaction()) return {};
  if (!note_removed) remove_note(database.path());
  note_removed = true;
  if (is_unwritten) {
    FileState state{};
    Database connection = TRY(connect_for_writing(database.path(), state));
    if (state != FileState::Ours)
      return input_error("{}: was removed or replaced while this run was using it",
                         database.path());
    before_writing = std::move(database);
    database = std::move(connection);
    is_unwritten = false;
  }
  return database.execute("BEGIN IMMEDIATE");
}

Result<int64_t> Store::Impl::meta(std::string_view key) {
  Query query = TRY(database.query("SELECT value FROM meta WHERE key = ?"));
  bool found = TRY(query.bind(key).next());
  return found ? query.integer(0) : 0;
}

Result<void> Store::Impl::set_meta(std::string_view key, int64_t value) {
  Query query = TRY(database.query("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)"));
  return query.run(key, value);
}

}  // namespace assay::store
