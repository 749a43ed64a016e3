// Units of earlier runs for databases that do not have them, and how much of such things is kept.
#include "schedule/kept_units.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "schedule/capture.h"
#include "unit/store/scratch.h"

namespace assay::schedule {
namespace {

using store::must;
using store::Scratch;
using store::Store;

class KeptUnitsTest : public testing::Test {
 protected:
  KeptUnitsTest() {
    ::setenv("XDG_CACHE_HOME", (scratch_ / "cache").c_str(), 1);
    write("one.h", "int one(void);\n");
    write("a.c", "#include \"one.h\"\n#include <assert.h>\nint a(void) { return one(); }\n");
  }
  ~KeptUnitsTest() override { ::unsetenv("XDG_CACHE_HOME"); }

  // Old enough for its time to prove something.
  void write(const std::string& name, const std::string& text, time_t when = 1'000'000'000) {
    scratch_.write(name, text);
    timespec times[2] = {{when, 0}, {when, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, (scratch_ / name).c_str(), times, 0), 0);
  }
  // In a database of its own.
  CaptureReport run(const std::string& directory = "") {
    Store store =
        must(Store::open(scratch_ / fmt::format("{}.db", databases_++), Store::Mode::Write));
    frontend::CompileCommand command{.directory = scratch_ / directory,
                                     .file = scratch_ / "a.c",
                                     .output = "",
                                     .arguments = {"cc", "-c", scratch_ / "a.c"}};
    command.arguments.insert(command.arguments.begin() + 1, flags_.begin(), flags_.end());
    CaptureOptions options{.jobs = 1};
    options.units = UserCache("units", 1 << 20);
    CaptureReport report = must(capture(store, {command}, options));
    functions_ = must(store.find_functions("a")).size();
    return report;
  }

  Scratch scratch_;
  std::vector<std::string> flags_;
  size_t databases_ = 0;
  size_t functions_ = 0;
};

TEST_F(KeptUnitsTest, AnotherDatabaseGetsWhatWasParsedBefore) {
  EXPECT_EQ(run().parsed, 1u);
  CaptureReport second = run();
  EXPECT_EQ(second.parsed, 0u);
  EXPECT_EQ(second.reused, 1u);
  EXPECT_EQ(functions_, 1u);
}

TEST_F(KeptUnitsTest, AHeaderThatChangedIsParsedAgain) {
  run();
  write("one.h", "int one(    );\n", 1'000'000'001);  // same size
  EXPECT_EQ(run().parsed, 1u);
  EXPECT_EQ(run().parsed, 0u);
}

TEST_F(KeptUnitsTest, AHeaderThatWouldBeFoundEarlierCounts) {
  flags_ = {"-I" + scratch_ / "first"};
  std::filesystem::create_directory(scratch_ / "first");
  run();
  EXPECT_EQ(run().parsed, 0u);
  write("first/assert.h", "int first;\n");
  EXPECT_EQ(run().parsed, 1u);
}

TEST_F(KeptUnitsTest, OtherFlagsAreAnotherUnit) {
  run();
  flags_ = {"-DN=1"};
  EXPECT_EQ(run().parsed, 1u);
}

TEST_F(KeptUnitsTest, TheFolderCountsOnlyForRelativePaths) {
  std::filesystem::create_directory(scratch_ / "elsewhere");
  run();
  EXPECT_EQ(run("elsewhere").parsed, 0u);
  flags_ = {"-Iinclude"};
  run();
  EXPECT_EQ(run("elsewhere").parsed, 1u);
}

TEST_F(KeptUnitsTest, AFileWrittenJustNowProvesNothing) {
  write("one.h", "int one(void);\n", ::time(nullptr));
  run();
  EXPECT_EQ(run().parsed, 1u);
}

TEST_F(KeptUnitsTest, DamagedBytesAreParsedAgain) {
  run();
  for (const auto& entry : std::filesystem::directory_iterator(scratch_ / "cache/assay/units"))
    std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
  EXPECT_EQ(run().parsed, 1u);
  EXPECT_EQ(functions_, 1u);
}

TEST_F(KeptUnitsTest, ABoundedCacheDropsWhatWasLongestNotAskedFor) {
  UserCache cache("bounded", 10'000);
  auto key = [](uint64_t i) { return hash_bytes(fmt::format("{}", i)); };
  for (uint64_t i = 0; i < 500; ++i) {
    cache.write(key(i), std::string(100, 'x'));
    EXPECT_TRUE(cache.read(key(0))) << i;
  }
  size_t left = 0;
  for (uint64_t i = 0; i < 500; ++i) left += cache.read(key(i)).has_value();
  EXPECT_LT(left, 400u);
  EXPECT_TRUE(cache.read(key(499)));
}

}  // namespace
}  // namespace assay::schedule
