// Capture, with the real front end: what is parsed, what is kept, what is forgotten.
#include "schedule/capture.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "unit/schedule/analysed.h"

namespace assay::schedule {
namespace {

using store::must;
using store::Scratch;
using store::Store;
using testing::IsEmpty;

class CaptureTest : public testing::Test {
 protected:
  CaptureTest() {
    write("one.h", "int one(void);\n");
    write("two.h", "int two(void);\n");
    write("a.c", "#include \"one.h\"\nint a(void) { return one(); }\n");
    write("b.c", "#include \"one.h\"\n#include \"two.h\"\nint b(void) { return two(); }\n");
    write("c.c", "int c(void) { return 3; }\n");
    for (const char* name : {"a.c", "b.c", "c.c"}) add(name);
  }

  void write(const std::string& name, const std::string& text) { scratch_.write(name, text); }
  void add(const std::string& name) {
    commands_.push_back({.directory = scratch_ / "",
                         .file = scratch_ / name,
                         .output = "",
                         .arguments = {"cc", "-c", scratch_ / name}});
  }
  CaptureReport run() {
    Store store = must(Store::open(database_, Store::Mode::Write));
    return must(capture(store, commands_, options_));
  }
  std::vector<std::string> stored() {
    Store store = must(Store::open(database_, Store::Mode::Read));
    std::vector<std::string> files;
    for (const store::StoredUnit& unit : must(store.units()))
      files.push_back(std::filesystem::path(unit.main_file).filename());
    return files;
  }

  Scratch scratch_;
  std::string database_ = scratch_ / ".assay/assay.db";
  std::vector<frontend::CompileCommand> commands_;
  CaptureOptions options_{.jobs = 2};
};

TEST_F(CaptureTest, ParsesEverythingOnceAndThenNothing) {
  CaptureReport first = run();
  EXPECT_EQ(first.parsed, 3u);
  EXPECT_THAT(first.failures, IsEmpty());
  EXPECT_THAT(first.with_errors, IsEmpty());
  CaptureReport second = run();
  EXPECT_EQ(second.parsed, 0u);
  EXPECT_EQ(second.reused, 3u);
  EXPECT_THAT(stored(), testing::ElementsAre("a.c", "b.c", "c.c"));
}

TEST_F(CaptureTest, ParsesOnlyWhatIncludesAnEditedFile) {
  run();
  write("two.h", "int two(void); /* edited */\n");
  CaptureReport report = run();
  EXPECT_EQ(report.parsed, 1u);
  EXPECT_EQ(report.reused, 2u);
  write("one.h", "int one(    );\n");  // same size
  EXPECT_EQ(run().parsed, 2u);
}

TEST_F(CaptureTest, DoesNotParseForATouch) {
  run();
  timespec old[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
  std::string header = scratch_ / "one.h";
  ASSERT_EQ(::utimensat(AT_FDCWD, header.c_str(), old, 0), 0);
  EXPECT_EQ(run().parsed, 0u);
  // Now the time is stored, so that size and time are enough.
  Store store = must(Store::open(database_, Store::Mode::Read));
  bool found = false;
  for (const store::StoredFile& file : must(store.inputs()).files)
    found |= file.path == header && file.mtime_ns == 1'000'000'000'000'000'000;
  EXPECT_TRUE(found);
}

TEST_F(CaptureTest, ParsesAgainWhenTheCommandChanges) {
  run();
  commands_[2].arguments.insert(commands_[2].arguments.begin() + 1, "-DX=1");
  EXPECT_EQ(run().parsed, 1u);
  EXPECT_EQ(stored().size(), 3u);
}

TEST_F(CaptureTest, ForgetsUnitsWhoseCommandsAreGone) {
  run();
  commands_.erase(commands_.begin());
  EXPECT_EQ(run().parsed, 0u);
  EXPECT_THAT(stored(), testing::ElementsAre("b.c", "c.c"));
}

TEST_F(CaptureTest, TakesTheSameCommandOnce) {
  add("c.c");
  CaptureReport report = run();
  EXPECT_EQ(report.units, 3u);
  EXPECT_EQ(report.parsed, 3u);
}

TEST_F(CaptureTest, ContinuesAfterAnInterruption) {
  for (int i = 0; i < 20; ++i) {
    std::string name = fmt::format("more{}.c", i);
    write(name, fmt::format("int f{}(void) {{ return {}; }}\n", i, i));
    add(name);
  }
  size_t done = 0;
  options_.progress = [&](const CaptureProgress& progress) { done = progress.units_done; };
  options_.interrupted = [&] { return done >= 5; };
  CaptureReport first = run();
  EXPECT_TRUE(first.interrupted);
  EXPECT_GE(first.parsed, 5u);
  options_.interrupted = nullptr;
  CaptureReport second = run();
  EXPECT_EQ(second.reused, first.parsed);
  EXPECT_EQ(second.parsed + second.reused, 23u);
}

TEST_F(CaptureTest, StoresTheSameForAnyNumberOfWorkers) {
  auto dump = [&](unsigned jobs, const char* name) {
    options_.jobs = jobs;
    database_ = scratch_ / name;
    run();
    Store store = must(Store::open(database_, Store::Mode::Read));
    std::string text;
    for (const store::StoredUnit& unit : must(store.units()))
      text += fmt::format("{} {}\n", unit.row.index(),
                          hash_bytes(ir::pack_record(must(store.record(unit.row)))).hex());
    return text;
  };
  EXPECT_EQ(dump(1, "1.db"), dump(3, "3.db"));
}

TEST_F(CaptureTest, AnalysesEveryFunctionOnceForAnyNumberOfWorkers) {
  write("shared.h", "static int *leak(void) { int x; return &x; }\n");
  for (const char* name : {"d.c", "e.c"}) {
    write(name,
          fmt::format("#include \"shared.h\"\nint {}(void) {{ return *leak(); }}\n", name[0]));
    add(name);
  }
  run();
  Store store = must(Store::open(database_, Store::Mode::Read));
  AnalysisReport one = analysed(store, scratch_ / ".", 1);
  AnalysisReport three = analysed(store, scratch_ / ".", 3);
  EXPECT_EQ(one.functions, 6u);  // leak() once
  EXPECT_THAT(one.failed, IsEmpty());
  EXPECT_THAT(one.out_of_budget, IsEmpty());
  ASSERT_EQ(one.findings.size(), 1u);
  EXPECT_EQ(one.findings[0].kind, "stack-escape");
  ASSERT_EQ(three.findings.size(), 1u);
  EXPECT_EQ(one.findings[0].message, three.findings[0].message);
  EXPECT_EQ(one.findings[0].where, three.findings[0].where);
}

}  // namespace
}  // namespace assay::schedule
