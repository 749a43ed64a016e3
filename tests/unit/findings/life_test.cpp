// One cause, one finding; who continues whom; files of marks.
#include <gmock/gmock.h>

#include "findings/glob.h"
#include "findings/mark_file.h"
#include "findings/match.h"

namespace assay::findings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Finding report(std::string engine, uint32_t line, uint32_t column, std::string variable) {
  Finding finding;
  finding.kind = "null-deref";
  finding.message = engine + " says so";
  finding.where = {"/p/a.c", line, column, line, column + 4};
  finding.function = finding.function_symbol = "f";
  if (!variable.empty()) finding.variables = {variable};
  Step step;
  step.where = finding.where;
  finding.trace.push_back(step);
  finding.engine = engine;
  return finding;
}

TEST(OneCause, EnginesThatSayTheSameAreOneFinding) {
  auto found = identify({report("simulator", 4, 9, "p"), report("machines", 4, 3, "p")});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.engine, "machines");
  ASSERT_EQ(found[0].evidence.size(), 1u);
  EXPECT_EQ(found[0].evidence[0].engine, "simulator");
  EXPECT_THAT(engines_of(found[0]), ElementsAre("machines", "simulator"));
}

TEST(OneCause, AnEngineWithoutNamesAgreesByPlace) {
  EXPECT_EQ(identify({report("simulator", 4, 3, ""), report("machines", 4, 5, "p")}).size(), 1u);
  EXPECT_EQ(identify({report("simulator", 4, 30, ""), report("machines", 4, 3, "p")}).size(), 2u);
}

TEST(OneCause, WhatOthersDoIsEvidenceForWhatAPathShows) {
  Finding habit = report("machines", 4, 3, "p");
  habit.kind = "null-unchecked";
  auto found = identify({habit, report("simulator", 4, 9, "p")});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.kind, "null-deref");
  Finding same_engine = report("machines", 4, 3, "p");
  EXPECT_EQ(identify({habit, same_engine}).size(), 2u);
}

TEST(OneCause, EnginesNameOneValueDifferently) {
  EXPECT_EQ(identify({report("simulator", 4, 9, "p + i"), report("machines", 4, 3, "p")}).size(),
            1u);
  EXPECT_EQ(identify({report("simulator", 4, 9, "&m"), report("machines", 4, 3, "m")}).size(), 1u);
  EXPECT_EQ(identify({report("simulator", 4, 9, "p[i]"), report("machines", 4, 3, "p")}).size(),
            2u);
  EXPECT_EQ(
      identify({report("simulator", 4, 9, "f(a + b)"), report("machines", 4, 3, "f(a")}).size(),
      2u);
}

TEST(OneCause, AVariableAndThePointerToItMeetAtTheirPlace) {
  auto escape = [](std::string engine, std::string variable) {
    Finding finding = report(std::move(engine), 4, 3, std::move(variable));
    finding.kind = "stack-escape";
    return finding;
  };
  EXPECT_EQ(identify({escape("escape", "x"), escape("simulator", "s.p")}).size(), 1u);
  EXPECT_EQ(
      identify({escape("escape", "x"), escape("escape", "y"), escape("simulator", "p")}).size(),
      2u);
}

TEST(OneCause, KindsThatSayTheSameOfOneValue) {
  Finding twice = report("machines", 4, 3, "p"), never = report("simulator", 4, 3, "p");
  twice.kind = "double-free";
  never.kind = "invalid-free";
  auto found = identify({twice, never});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.kind, "invalid-free");
  twice.engine = "simulator";
  EXPECT_EQ(identify({twice, never}).size(), 2u);
}

TEST(OneCause, AUseOfFreedMemoryIsNoSecondFault) {
  Finding freed = report("machines", 4, 3, "p"), null = report("machines", 4, 3, "p");
  freed.kind = "use-after-free";
  auto found = identify({null, freed});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.kind, "use-after-free");
  null.variables = {"q"};
  EXPECT_EQ(identify({null, freed}).size(), 2u);
}

TEST(OneCause, AValueThatMayBeNullIsOneWhereverItIsUsed) {
  auto used_at = [](uint32_t line, uint32_t from) {
    Finding finding = report("machines", line, 3, "p");
    Step step;
    step.where = {"/p/a.c", from, 3, from, 9};
    finding.trace.insert(finding.trace.begin(), step);
    finding.rank.origin = 1;
    return finding;
  };
  auto found = identify({used_at(9, 2), used_at(6, 2), used_at(12, 11)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].finding.where.line, 6u);
  EXPECT_EQ(found[0].others, 1u);
  EXPECT_EQ(found[1].finding.where.line, 12u);
}

TEST(OneCause, TwoVariablesOfALineStayTwo) {
  EXPECT_EQ(identify({report("simulator", 4, 3, "p"), report("machines", 4, 3, "q")}).size(), 2u);
  EXPECT_EQ(identify({report("machines", 4, 3, "p"), report("machines", 4, 3, "q")}).size(), 2u);
  EXPECT_EQ(identify({report("machines", 4, 3, "p"), report("machines", 4, 9, "p")}).size(), 2u);
}

TEST(OneCause, OtherCallingContextsAreEvidence) {
  Finding direct = report("simulator", 4, 3, "p");
  Finding through = direct;
  Step call;
  call.where = {"/p/b.c", 7, 1, 7, 9};
  through.trace.insert(through.trace.begin(), call);
  through.rank.call_chain = 1;
  auto found = identify({through, direct, direct});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding.trace.size(), 1u);
  EXPECT_EQ(found[0].others, 2u);
  ASSERT_EQ(found[0].evidence.size(), 1u);
  EXPECT_EQ(found[0].evidence[0].trace.size(), 2u);
}

TEST(Identity, AConditionMoreOnTheWayIsTheSameBug) {
  Finding before = report("machines", 4, 3, "p");
  Finding after = report("machines", 9, 3, "p");
  Step condition;
  condition.where = {"/p/a.c", 5, 1, 5, 9};
  after.trace.insert(after.trace.begin(), condition);
  EXPECT_EQ(identify({before})[0].identity, identify({after})[0].identity);
}

Likeness like(std::string function, std::string variable, std::string file, uint32_t line,
              std::string text, std::string fingerprint = "same") {
  Likeness made;
  made.fingerprint = hash_bytes(function + variable + fingerprint);
  made.identity = made.fingerprint;
  made.kind = "null-deref";
  made.function = std::move(function);
  made.variables = variable;
  made.file = std::move(file);
  made.line = line;
  made.context = context_of(text, std::vector{variable});
  return made;
}

using Pairs = std::vector<std::optional<size_t>>;

TEST(Match, WhatWasInsertedOrMovedKeepsItsPartner) {
  std::vector<Likeness> before{like("f", "p", "a.c", 4, "*p = 1;")};
  EXPECT_EQ(match(before, std::vector{like("f", "p", "a.c", 40, "*p = 1;")}), Pairs{0});
  EXPECT_EQ(match(before, std::vector{like("f", "p", "b/a.c", 4, "*p=1;")}), Pairs{0});
  EXPECT_EQ(match(before, std::vector{like("f", "p", "a.c", 4, "*p = 2;", "other")}), Pairs{0});
}

TEST(Match, RenamesOfAVariableOrAFunctionAreFollowedByTheLine) {
  std::vector<Likeness> before{like("f", "p", "a.c", 4, "use(p);"),
                               like("g", "q", "a.c", 9, "use(q);")};
  EXPECT_EQ(match(before, std::vector{like("f", "ptr", "a.c", 4, "use(ptr);")}), Pairs{0});
  EXPECT_EQ(match(before, std::vector{like("h", "q", "a.c", 9, "use(q);")}), Pairs{1});
  EXPECT_EQ(match(before, std::vector{like("h", "z", "a.c", 9, "other();")}), Pairs{std::nullopt});
  EXPECT_EQ(match(before, std::vector{like("f", "z", "a.c", 4, "free(z);")}), Pairs{std::nullopt});
}

TEST(Match, OfTwoEqualsTheOneThatIsLeftKeepsItsOwn) {
  std::vector<Likeness> before{like("f", "p", "a.c", 4, "*p = 1;", "#0"),
                               like("f", "p", "a.c", 9, "*p = 2;", "#1")};
  // The first was mended: what is left is now the first of its kind.
  EXPECT_EQ(match(before, std::vector{like("f", "p", "a.c", 7, "*p = 2;", "#0")}), Pairs{1});
}

TEST(Match, TheFileBreaksTies) {
  std::vector<Likeness> before{like("init", "p", "a.c", 4, "*p = 1;", "#0"),
                               like("init", "p", "b.c", 4, "*p = 1;", "#1")};
  std::vector<Likeness> now{like("init", "p", "b.c", 6, "*p = 1;", "#0")};
  EXPECT_EQ(match(before, now), Pairs{1});
}

TEST(Match, TwoBugsOfOneFunctionStayTwo) {
  std::vector<Likeness> before{like("f", "p", "a.c", 4, "*p = 1;")};
  std::vector<Likeness> now{like("f", "p", "a.c", 4, "*p = 1;"), like("f", "q", "a.c", 5, "*q;")};
  EXPECT_EQ(match(before, now), (Pairs{0, std::nullopt}));
}

TEST(MarkFile, SaysWhatItWasTold) {
  KnownFinding known;
  known.likeness = like("f<int, 'a'>", "p\nq", "dir with blank/\xFF%.c", 0, "x");
  known.state = State::FalsePositive;
  known.time = 1700000000;
  known.note = "checked by the caller, see §3\n(twice)";
  std::string text = write_known(KnownFile::Marks, {known, KnownFinding{}});
  Result<std::vector<KnownFinding>> read = read_known(text, "marks");
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_EQ(read.value().size(), 2u);
  const KnownFinding& back = read.value()[1];
  EXPECT_EQ(back.likeness.identity, known.likeness.identity);
  EXPECT_EQ(back.likeness.context, known.likeness.context);
  EXPECT_EQ(back.likeness.function, known.likeness.function);
  EXPECT_EQ(back.likeness.variables, known.likeness.variables);
  EXPECT_EQ(back.likeness.file, known.likeness.file);
  EXPECT_EQ(back.state, known.state);
  EXPECT_EQ(back.time, known.time);
  EXPECT_EQ(back.note, known.note);
}

TEST(MarkFile, SaysWhichLineIsWrong) {
  std::string id(32, '0');
  auto error = [](const std::string& text) { return read_known(text, "m").error(); };
  EXPECT_THAT(error("# x\nconfirmd " + id + " 0 k f g v 0\n"),
              HasSubstr("m:2: 'confirmd' is no state; did you mean 'confirmed'?"));
  EXPECT_THAT(error("confirmed 12 0 k f g v 0\n"), HasSubstr("m:1: '12' is no identity"));
  EXPECT_THAT(error("confirmed " + id + " 0 k\n"), HasSubstr("m:1: there should be eight fields"));
  EXPECT_THAT(error("confirmed " + id + " 0 k%2 f g v 0\n"), HasSubstr("is no %XX escape"));
  EXPECT_THAT(error("confirmed " + id + " 0 k f g v 9x\n"), HasSubstr("'9x' is not a number"));
}

TEST(Glob, PathsByFolderAndName) {
  EXPECT_TRUE(path_matches("third_party/", "third_party/z/a.c"));
  EXPECT_FALSE(path_matches("third_party/", "src/third_party/a.c"));
  EXPECT_TRUE(path_matches("third_party", "src/third_party/a.c"));
  EXPECT_TRUE(path_matches("**/gen/*.c", "gen/a.c"));
  EXPECT_TRUE(path_matches("**/gen/*.c", "x/gen/a.c"));
  EXPECT_TRUE(path_matches("*_test.c", "src/a_test.c"));
  EXPECT_FALSE(path_matches("src/*.h", "src/a.c"));
  EXPECT_TRUE(path_matches("./src", "src/a.c"));
}

}  // namespace
}  // namespace assay::findings
