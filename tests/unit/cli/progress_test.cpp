#include "cli/progress.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(Progress, SpellsTimeAsAClockDoes) {
  EXPECT_EQ(spell_seconds(0.4), "0:00");
  EXPECT_EQ(spell_seconds(42), "0:42");
  EXPECT_EQ(spell_seconds(59.6), "1:00");
  EXPECT_EQ(spell_seconds(3800), "1:03:20");
}

TEST(Progress, SaysNoRateBeforeThereIsOne) {
  EXPECT_EQ(progress_text("capture", "files", {.done = 1, .total = 9}, 0.1), "capture: 1/9 files");
}

TEST(Progress, ReusedFilesAreNotPartOfTheRate) {
  ProgressState state{.done = 120, .total = 140, .reused = 100, .functions = 77};
  EXPECT_EQ(progress_text("capture", "files", state, 2),
            "capture: 120/140 files, 77 functions, 10 files/s, 0:02 left");
}

TEST(Progress, SlowRatesKeepADigit) {
  ProgressState state{.done = 3, .total = 3};
  EXPECT_EQ(progress_text("capture", "files", state, 2), "capture: 3/3 files, 1.5 files/s");
}

}  // namespace
}  // namespace assay::cli
