// Opening: what is refused, in which words, and what survives.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "store/sqlite_schema.h"
#include "support/read_text.h"
#include "unit/store/scratch.h"

namespace assay::store {
namespace {

using test::read_text;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string& path, Store::Mode mode = Store::Mode::Write) {
  Result<Store> store = Store::open(path, mode);
  EXPECT_FALSE(store.ok());
  return store.error();
}

void run_sql(const std::string& path, const char* sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(handle);
  sqlite3_close(handle);
}

TEST(OpenStore, MakesItsDirectoryInvisibleToGit) {
  Scratch scratch;
  open_for_writing(scratch / ".assay/assay.db");
  EXPECT_EQ(read_text(scratch / ".assay/.gitignore"), "*\n");
  open_for_writing(scratch / "theirs/assay.db");
  EXPECT_FALSE(std::filesystem::exists(scratch / "theirs/.gitignore"));
}

TEST(OpenStore, MakesNoTreeForAMistypedPath) {
  Scratch scratch;
  EXPECT_THAT(refusal(scratch / "no/such/a.db"), HasSubstr("No such file or directory"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "no"));
}

TEST(OpenStore, FillsAnEmptyFile) {
  Scratch scratch;
  std::string path = scratch.write("a.db", "");
  EXPECT_TRUE(must(open_for_writing(path).units()).empty());
}

TEST(OpenStore, WritesNothingWhereNothingChanged) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = must(Store::open(path, Store::Mode::Write));
    must(store.put_unit(0, hash_of("a"), made_unit("a.c", "f", "body")));
    must(store.finish_capture());
  }
  auto written = std::filesystem::last_write_time(path);
  {
    Store store = must(Store::open(path, Store::Mode::Write));
    std::vector<StoredUnit> units = must(store.units());
    must(store.keep_unit(units[0].row, 0));
    must(store.finish_capture());
    EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
  }
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
}

TEST(OpenStore, StartsToWriteWhenSomethingChanges) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = must(Store::open(path, Store::Mode::Write));
    must(store.put_unit(0, hash_of("a"), made_unit("a.c", "f", "body")));
    must(store.put_unit(1, hash_of("b"), made_unit("b.c", "g", "other")));
    must(store.finish_capture());
  }
  {
    Store store = must(Store::open(path, Store::Mode::Write));
    std::vector<StoredUnit> units = must(store.units());
    must(store.keep_unit(units[1].row, 0));
    must(store.put_unit(1, hash_of("c"), made_unit("c.c", "h", "third")));
    must(store.finish_capture());
  }
  Store store = must(Store::open(path, Store::Mode::Read));
  std::vector<StoredUnit> units = must(store.units());
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].main_file, "b.c");
  EXPECT_EQ(units[1].main_file, "c.c");
}

TEST(OpenStore, SaysThatItsFileWasRemoved) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  must(Store::open(path, Store::Mode::Write));
  Store store = must(Store::open(path, Store::Mode::Write));
  std::filesystem::remove(path);
  Result<void> put = store.put_unit(0, hash_of("a"), made_unit("a.c", "f", "body"));
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(put.error(), path + ": was removed or replaced while this run was using it");
}

TEST(OpenStore, ReadsWhatAKilledWriterLeftInItsLog) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  must(Store::open(path, Store::Mode::Write));
  pid_t child = ::fork();
  if (child == 0) {
    Store store = must(Store::open(path, Store::Mode::Write));
    must(store.put_unit(0, hash_of("a"), made_unit("a.c", "f", "body")));
    must(store.commit());
    ::_exit(0);  // the log is neither copied nor removed
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(std::filesystem::exists(path + "-wal"));
  Store store = must(Store::open(path, Store::Mode::Write));
  EXPECT_EQ(must(store.units()).size(), 1u);
}

TEST(OpenStore, RefusesASecondWriterAtOnceAndTakesOverWhenTheFirstIsKilled) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  pid_t first = ::fork();
  if (first == 0) {
    Store store = open_for_writing(path);
    must(store.put_unit(0, hash_of("k0"), made_unit("/a.c", "f", "committed")));
    must(store.commit());
    must(store.put_unit(1, hash_of("k1"), made_unit("/b.c", "g", "not committed")));
    (void)!::write(ready[1], "x", 1);
    while (true) ::pause();
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(refusal(path), path + ": another assay (process " + std::to_string(first) +
                               ") is writing to this database");
  // Readers are not kept out, and see what was committed.
  EXPECT_EQ(must(must(Store::open(path, Store::Mode::Read)).units()).size(), 1u);
  ::kill(first, SIGKILL);
  ::waitpid(first, nullptr, 0);
  Store store = open_for_writing(path);
  ASSERT_EQ(must(store.units()).size(), 1u);
  EXPECT_TRUE(must(store.has_object(hash_of("committed"))));
  EXPECT_FALSE(must(store.has_object(hash_of("not committed"))));
}

TEST(OpenStore, RefusesAFileThatIsNoDatabase) {
  Scratch scratch;
  for (size_t size : {50, 5000}) {
    std::string text(size, 'x');
    std::string path = scratch.write("notes.txt", text);
    EXPECT_EQ(refusal(path), path + ": not an assay database");
    EXPECT_EQ(refusal(path, Store::Mode::Read), path + ": not an assay database");
    EXPECT_EQ(read_text(path), text);
    EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
  }
}

TEST(OpenStore, RefusesAnotherProgramsDatabaseAndLeavesItAlone) {
  Scratch scratch;
  std::string path = scratch / "browser.db";
  run_sql(path, "CREATE TABLE bookmarks(url); INSERT INTO bookmarks VALUES ('x')");
  std::string before = read_text(path);
  EXPECT_EQ(refusal(path), path + ": a database of another program, not of assay");
  EXPECT_EQ(read_text(path), before);
}

TEST(OpenStore, RefusesANewerVersion) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    open_for_writing(path);
  }
  run_sql(path, "PRAGMA user_version = 1000");
  EXPECT_THAT(refusal(path), StartsWith(path + ": written by a newer assay (schema version 1000"));
  EXPECT_THAT(refusal(path, Store::Mode::Read), HasSubstr("written by a newer assay"));
}

TEST(OpenStore, ForgetsContentOfAnotherFormatWhenWritingAndRefusesToReadIt) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f", "1")));
    must(store.commit());
  }
  run_sql(path, "UPDATE meta SET value = 99999 WHERE key = 'format'");
  EXPECT_THAT(refusal(path, Store::Mode::Read), HasSubstr("captured by another version of assay"));
  EXPECT_TRUE(must(open_for_writing(path).units()).empty());
  EXPECT_TRUE(must(must(Store::open(path, Store::Mode::Read)).units()).empty());
}

TEST(OpenStore, RefusesWhatIsNotThere) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  EXPECT_EQ(refusal(path, Store::Mode::Read), path + ": no such database; capture first");
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THAT(refusal(scratch / ""), EndsWith(": a directory, not a database"));
}

TEST(OpenStore, RefusesAPlaceWhereNothingCanBeMade) {
  Scratch scratch;
  std::string file = scratch.write("file", "");
  EXPECT_THAT(refusal(file + "/.assay/assay.db"), HasSubstr("Not a directory"));
}

// Root may write anywhere, so the attempt is made by a child that is nobody.
TEST(OpenStore, RefusesAReadOnlyDirectoryAndStillReadsThere) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    must(open_for_writing(path).put_failed_unit(0, hash_of("k"), "/a.c", "why"));
  }
  std::filesystem::permissions(scratch / "", std::filesystem::perms(0555));
  pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(3);
    auto denied = [](Result<Store> store) {
      return !store.ok() && store.error().ends_with("Permission denied");
    };
    bool writes = denied(Store::open(scratch / ".assay/assay.db", Store::Mode::Write)) &&
                  denied(Store::open(scratch / "b.db", Store::Mode::Write));
    Result<Store> reader = Store::open(path, Store::Mode::Read);
    ::_exit(!writes ? 1 : reader.ok() && reader.value().units().ok() ? 0 : 2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::filesystem::permissions(scratch / "", std::filesystem::perms(0755));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 3) GTEST_SKIP() << "cannot become nobody";
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(OpenStore, SaysThatADamagedFileIsDamaged) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    for (uint32_t i = 0; i < 200; ++i)
      must(store.put_unit(i, hash_of(std::to_string(i)),
                          made_unit("/a.c", fmt::format("f{}", i), fmt::format("{}", i))));
    must(store.commit());
  }
  auto size = std::filesystem::file_size(path);
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(8192);
    file << std::string(size - 8192, '\x5a');
  }
  Result<Store> store = Store::open(path, Store::Mode::Read);
  std::string error = store.ok() ? store.value().units().error() : store.error();
  EXPECT_EQ(error, path + ": the database is damaged; remove it and capture again");
}

TEST(OpenStore, KeepsTheLastCommitWhenTheDiskIsFull) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f", "first")));
    must(store.commit());
  }
  pid_t child = ::fork();
  if (child == 0) {
    // A limit on the size of files stands for the full disk: the kernel refuses to write on.
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{300'000, 300'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Result<Store> store = Store::open(path, Store::Mode::Write);
    if (!store.ok()) ::_exit(1);
    std::string error;
    for (uint32_t i = 1; i < 500 && error.empty(); ++i) {
      std::string body;
      for (int j = 0; j < 400; ++j) body += hash_of(std::to_string(i * 1000 + j)).bytes();
      Result<void> put = store.value().put_unit(i, hash_of(body), made_unit("/b.c", "g", body));
      if (put.ok()) put = store.value().commit();
      if (!put.ok()) error = put.error();
    }
    bool said = error.starts_with(path + ": ");
    bool stays = store.value().commit().error() == error &&
                 store.value().put_failed_unit(0, hash_of("x"), "", "").error() == error;
    ::_exit(said && stays ? 0 : 2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  Store store = open_for_writing(path);
  EXPECT_GE(must(store.units()).size(), 1u);
  EXPECT_EQ(must(store.units())[0].main_file, "/a.c");
  EXPECT_EQ(must(store.object(hash_of("first"))), "first");
}

TEST(OpenStore, CallsAFullDiskByItsName) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  Database database = must(Database::open(path, Database::Access::Create));
  must(database.execute("CREATE TABLE t(a); PRAGMA max_page_count = 4;"));
  EXPECT_EQ(database.execute("INSERT INTO t VALUES (zeroblob(100000))").error(),
            path + ": the disk is full; what was stored before is kept");
}

TEST(Migration, TakesAnOlderFileThroughTheStepsItLacks) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  const char* steps[] = {"CREATE TABLE t(a); INSERT INTO t VALUES (1);",
                         "ALTER TABLE t ADD COLUMN b DEFAULT 2;"};
  Database database = must(Database::open(path, Database::Access::Create));
  must(migrate(database, {steps, 1}));
  EXPECT_EQ(must(inspect(database, steps)), FileState::Older);
  must(migrate(database, steps));
  EXPECT_EQ(must(inspect(database, steps)), FileState::Ours);
  EXPECT_EQ(must(database.integer("SELECT a + b FROM t")), 3);
}

TEST(Migration, TakesAFileOfTheFirstVersionAndCapturesItAgain) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Database database = must(Database::open(path, Database::Access::Create));
    must(migrate(database, schema_steps().first(1)));
    must(database.execute("INSERT INTO files VALUES (1, '/a.c', zeroblob(16), 1, 1)"));
  }
  EXPECT_THAT(refusal(path, Store::Mode::Read), HasSubstr("written by an older assay"));
  Store store = open_for_writing(path);
  EXPECT_TRUE(must(store.units()).empty());
  EXPECT_TRUE(must(store.inputs()).files.empty());
  must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f", "body")));
  must(store.finish_capture());
  EXPECT_EQ(must(store.find_functions("f")).size(), 1u);
}

TEST(Migration, LeavesTheFileAsItWasWhenAStepFails) {
  Scratch scratch;
  const char* steps[] = {"CREATE TABLE t(a);", "CREATE TABLE u(a); NONSENSE;"};
  Database database = must(Database::open(scratch / "a.db", Database::Access::Create));
  must(migrate(database, {steps, 1}));
  EXPECT_FALSE(migrate(database, steps).ok());
  EXPECT_EQ(must(database.integer("PRAGMA user_version")), 1);
  EXPECT_EQ(must(database.integer("SELECT count(*) FROM sqlite_schema")), 1);
}

}  // namespace
}  // namespace assay::store
