#include "schedule/freshness.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "unit/store/scratch.h"

namespace assay::schedule {
namespace {

using store::Scratch;
using store::StoredInputs;
using store::UnitRow;

constexpr int64_t kSecond = 1'000'000'000;

void set_mtime(const std::string& path, int64_t ns) {
  timespec times[2] = {{ns / kSecond, ns % kSecond}, {ns / kSecond, ns % kSecond}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

struct OneFile {
  Scratch scratch;
  std::string path = scratch.write("a.c", "int a;\n");
  int64_t start = now_ns();
  int64_t mtime = start - 100 * kSecond;
  StoredInputs inputs{
      .files = {{.path = path, .content = hash_bytes("int a;\n"), .size = 7, .mtime_ns = 0}},
      .of_unit = {{UnitRow(1u), {0}}}};
};

TEST(Freshness, TrustsSizeAndTimeWithoutReading) {
  OneFile it;
  it.inputs.files[0].mtime_ns = it.mtime;
  it.inputs.files[0].content = hash_bytes("never looked at");
  set_mtime(it.path, it.mtime);
  Freshness freshness(it.inputs, it.start);
  EXPECT_TRUE(freshness.is_fresh(UnitRow(1u)));
  EXPECT_TRUE(freshness.take_refreshed().empty());
}

TEST(Freshness, ReadsAFileWhoseTimeChangedAndRemembersIt) {
  OneFile it;
  it.inputs.files[0].mtime_ns = it.mtime - kSecond;
  set_mtime(it.path, it.mtime);
  Freshness freshness(it.inputs, it.start);
  EXPECT_TRUE(freshness.is_fresh(UnitRow(1u)));
  std::vector<store::StoredFile> refreshed = freshness.take_refreshed();
  ASSERT_EQ(refreshed.size(), 1u);
  EXPECT_EQ(refreshed[0].mtime_ns, it.mtime);
}

TEST(Freshness, SeesAChangeOfTheSameSize) {
  OneFile it;
  it.scratch.write("a.c", "int b;\n");
  Freshness freshness(it.inputs, it.start);
  EXPECT_FALSE(freshness.is_fresh(UnitRow(1u)));
}

TEST(Freshness, SeesAFileThatIsGone) {
  OneFile it;
  std::filesystem::remove(it.path);
  Freshness freshness(it.inputs, it.start);
  EXPECT_FALSE(freshness.is_fresh(UnitRow(1u)));
}

TEST(Freshness, SeesAFileThatAppearedWhereAHeaderWasLookedForInVain) {
  OneFile it;
  it.inputs.absent = {it.scratch / "first/b.h"};
  it.inputs.absent_of_unit = {{UnitRow(1u), {0}}};
  EXPECT_TRUE(Freshness(it.inputs, it.start).is_fresh(UnitRow(1u)));
  std::filesystem::create_directory(it.scratch / "first");
  it.scratch.write("first/b.h", "");
  EXPECT_EQ(Freshness(it.inputs, it.start).why_stale(UnitRow(1u)),
            it.inputs.absent[0] + " appeared");
}

TEST(Freshness, DoesNotTrustATimeTooCloseToTheRun) {
  int64_t start = now_ns();
  EXPECT_EQ(trusted_mtime(start - 3 * kSecond, start), start - 3 * kSecond);
  EXPECT_EQ(trusted_mtime(start - kSecond, start), 0);
  EXPECT_EQ(trusted_mtime(start + 5 * kSecond, start), 0);
}

TEST(Freshness, ComparesContentWhereTheTimeIsUnknown) {
  OneFile it;
  set_mtime(it.path, it.start);
  Freshness freshness(it.inputs, it.start);
  EXPECT_TRUE(freshness.is_fresh(UnitRow(1u)));
  EXPECT_TRUE(freshness.take_refreshed().empty());  // still too close to tell
  EXPECT_FALSE(freshness.is_fresh(UnitRow(2u)));    // a unit that read nothing we know of
}

}  // namespace
}  // namespace assay::schedule
