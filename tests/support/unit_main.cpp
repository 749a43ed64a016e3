// The unit tests' main: GoogleTest's, plus `--part=PATH`, which selects tests by their source file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <string_view>

#include "support/part.h"

namespace {

// A filter that names exactly the tests whose file is in the part.
std::string filter_for(std::string_view part) {
  std::string filter;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      std::string_view file = test.file();
      constexpr std::string_view kTests = ASSAY_TESTS_DIR "/";
      if (file.starts_with(kTests)) file.remove_prefix(kTests.size());
      if (!assay::test::in_part(file, part)) continue;
      filter += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return filter.empty() ? "-*" : filter;
}

}  // namespace

int main(int argc, char** argv) {
  std::string part = assay::test::take_option(argc, argv, "--part");
  // Unit tests that keep expectations in files ask the environment.
  if (assay::test::take_flag(argc, argv, "--accept")) setenv("ASSAY_ACCEPT", "1", 1);
  testing::InitGoogleMock(&argc, argv);
  if (!part.empty()) testing::GTEST_FLAG(filter) = filter_for(part);
  return RUN_ALL_TESTS();
}
