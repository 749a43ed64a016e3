#include "cli/checks.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(Glob, StarsMatchAnyTextAndBacktrack) {
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("*-escape", "stack-escape"));
  EXPECT_TRUE(glob_matches("*a*b", "xaayab"));
  EXPECT_TRUE(glob_matches("st?ck*", "stack-escape"));
  EXPECT_FALSE(glob_matches("*-escape", "stack-escapes"));
  EXPECT_FALSE(glob_matches("", "x"));
}

TEST(CheckFilter, AnEmptyListWantsEverything) {
  EXPECT_TRUE(CheckFilter::parse("").value().wants("stack-escape"));
  EXPECT_TRUE(CheckFilter::parse("*").value().wants("stack-escape"));
}

TEST(CheckFilter, RemovingStartsFromAll) {
  CheckFilter filter = CheckFilter::parse("-stack-escape").take();
  EXPECT_FALSE(filter.wants("stack-escape"));
  EXPECT_TRUE(filter.wants("leak"));
}

TEST(CheckFilter, TheLastRuleThatMatchesDecides) {
  CheckFilter filter = CheckFilter::parse("-*, stack-*").take();
  EXPECT_TRUE(filter.wants("stack-escape"));
  EXPECT_FALSE(filter.wants("leak"));
}

TEST(CheckFilter, ANameThatIsNoKindIsAMistake) {
  Result<CheckFilter> filter = CheckFilter::parse("stack-escap");
  ASSERT_FALSE(filter.ok());
  EXPECT_EQ(filter.error(),
            "--checks: no kind is called 'stack-escap'; did you mean 'stack-escape'?");
}

}  // namespace
}  // namespace assay::cli
