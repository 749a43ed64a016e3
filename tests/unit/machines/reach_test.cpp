// What is named below a function, cycles and callees without names of their own included.
#include "engines/machines/reach.h"

#include <gtest/gtest.h>

#include "unit/machines/rule_case.h"

namespace assay::machines {
namespace {

TEST(MachineMentions, TellWhatIsNamedBelow) {
  namespace fs = std::filesystem;
  test::SmallProgram program({fs::path(ASSAY_TESTS_DIR) / "machines_reach" / "mentions.c"});
  Mentions mentions(program);
  auto named = [&](const std::string& function, const std::string& name) {
    return mentions.below(program.find(function), name);
  };
  // In an order in which each has to find more than those before.
  EXPECT_TRUE(named("names_own", "own"));
  EXPECT_FALSE(named("names_own", "a0"));
  EXPECT_TRUE(named("passes_on", "a0"));
  EXPECT_FALSE(named("passes_on", "own"));
  EXPECT_FALSE(named("passes_on", "last"));
  for (std::string member : {"ping", "pong"}) {
    EXPECT_TRUE(named(member, "last"));
    EXPECT_TRUE(named(member, "a0"));
    EXPECT_FALSE(named(member, "own"));
    EXPECT_FALSE(named(member, "i7"));
  }
  EXPECT_TRUE(named("calls_both", "own"));
  for (std::string field : {"a0", "a7", "h0", "i7", "last"}) {
    EXPECT_TRUE(named("copies_all", field));
    EXPECT_TRUE(named("calls_both", field));
  }
  EXPECT_FALSE(named("calls_both", "nobody"));
  EXPECT_FALSE(named("copies_all", "own"));
}

}  // namespace
}  // namespace assay::machines
