#include <gtest/gtest.h>

#include "findings/finding.h"

namespace assay::findings {
namespace {

Step step(const Location& where, std::string message, int depth = 0) {
  Step made;
  made.where = where;
  made.message = std::move(message);
  made.depth = depth;
  return made;
}

Finding at(std::string file, uint32_t line, std::string function, std::string variable) {
  Finding finding;
  finding.kind = "stack-escape";
  finding.message = "address of local variable '" + variable + "' is returned to the caller";
  finding.where = {std::move(file), line, 3, line, 12};
  finding.function = function;
  finding.function_symbol = function;
  finding.variables = {variable};
  finding.trace.push_back(step(finding.where, "returned here"));
  finding.engine = "escape";
  return finding;
}

TEST(Identify, SortsByPlace) {
  auto found =
      identify({at("/b.c", 1, "f", "x"), at("/a.c", 9, "g", "x"), at("/a.c", 2, "h", "x")});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].finding.function, "h");
  EXPECT_EQ(found[1].finding.function, "g");
  EXPECT_EQ(found[2].finding.function, "f");
}

TEST(Identify, TheSameCauseIsOneFinding) {
  // A template's instances: one place, one variable, two functions.
  auto found = identify(
      {at("/a.h", 4, "f<int>", "x"), at("/a.h", 4, "f<char>", "x"), at("/a.h", 4, "f<int>", "x")});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.function, "f<char>");
}

TEST(Identify, TwoVariablesAtOnePlaceAreTwoFindings) {
  EXPECT_EQ(identify({at("/a.c", 4, "f", "x"), at("/a.c", 4, "f", "y")}).size(), 2u);
}

TEST(Identify, IdentitySurvivesMovesAndRenamedFiles) {
  Hash before = identify({at("/a.c", 4, "f", "x")})[0].identity;
  EXPECT_EQ(identify({at("/a.c", 40, "f", "x")})[0].identity, before);
  EXPECT_EQ(identify({at("/src/b.c", 7, "f", "x")})[0].identity, before);
}

TEST(Identify, IdentitySurvivesAnotherWording) {
  Finding reworded = at("/a.c", 4, "f", "x");
  reworded.message = "x escapes";
  reworded.trace[0].message = "here";
  EXPECT_EQ(identify({reworded})[0].identity, identify({at("/a.c", 4, "f", "x")})[0].identity);
}

TEST(Identify, IdentityTellsFunctionsVariablesAndShapesApart) {
  Hash plain = identify({at("/a.c", 4, "f", "x")})[0].identity;
  EXPECT_NE(identify({at("/a.c", 4, "g", "x")})[0].identity, plain);
  EXPECT_NE(identify({at("/a.c", 4, "f", "y")})[0].identity, plain);
  Finding longer = at("/a.c", 4, "f", "x");
  longer.trace.push_back(step({}, "entered", 1));
  EXPECT_NE(identify({longer})[0].identity, plain);
}

TEST(Identify, EqualsAreNumberedInTheOrderOfPlaces) {
  auto found = identify({at("/a.c", 9, "f", "x"), at("/a.c", 4, "f", "x")});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].identity, found[1].identity);
  EXPECT_EQ(found[0].identity, identify({at("/a.c", 4, "f", "x")})[0].identity);
}

TEST(Kinds, TheTableKnowsWhatIsProduced) {
  const KindInfo* kind = find_kind("stack-escape");
  ASSERT_NE(kind, nullptr);
  EXPECT_EQ(kind->cwe, 562);
  EXPECT_EQ(find_kind("no-such-kind"), nullptr);
  EXPECT_FALSE(kinds().empty());
}

}  // namespace
}  // namespace assay::findings
