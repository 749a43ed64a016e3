#include "findings/suppressions.h"

#include <gmock/gmock.h>

namespace assay::findings {
namespace {

using testing::ElementsAre;

Finding on_line(uint32_t line, std::string kind = "null-deref", std::string variable = "p") {
  Finding finding;
  finding.kind = std::move(kind);
  finding.where.line = line;
  finding.variables = {std::move(variable)};
  return finding;
}

/// Whether some comment of `text` silences a finding on `line`.
bool silences(const std::string& text, uint32_t line, const std::string& kind = "null-deref",
              Level level = Level::Warning) {
  for (const Suppression& each : read_suppressions(text))
    if (each.covers(on_line(line, kind), level)) return true;
  return false;
}

TEST(Suppressions, OnTheLineOrAboveIt) {
  EXPECT_TRUE(silences("*p; // assay-ignore[null-deref]: set by init\n", 1));
  EXPECT_TRUE(silences("// assay-ignore[null-deref]: set by init\n*p;\n", 2));
  EXPECT_TRUE(silences("/* assay-ignore[null-deref]:\n a long\n reason */\n// more\n*p;\n", 5));
  EXPECT_FALSE(silences("// assay-ignore[null-deref]: far away\n\n*p;\n", 3));
  EXPECT_FALSE(silences("// assay-ignore[null-deref]: r\n*p;\n*q;\n", 3));
  EXPECT_FALSE(silences("*p; // assay-ignore[leak]: another\n", 1));
  EXPECT_TRUE(silences("*p; // assay-ignore[leak, null-*]: both\n", 1));
  EXPECT_TRUE(silences("*p; // assay-ignore[*]: all\n", 1, "x", Level::Error));
}

TEST(Suppressions, RangesAndFiles) {
  std::string range = "a;\n// assay-ignore-begin[leak]: pool\nb;\nc;\n// assay-ignore-end\nd;\n";
  EXPECT_FALSE(silences(range, 1, "leak"));
  EXPECT_TRUE(silences(range, 3, "leak"));
  EXPECT_TRUE(silences(range, 4, "leak"));
  EXPECT_FALSE(silences(range, 6, "leak"));
  EXPECT_TRUE(silences("x;\n/* assay-ignore-file[leak]: short-lived */\n", 1, "leak"));
  std::vector<Suppression> open = read_suppressions("// assay-ignore-begin[leak]: r\nx;\n");
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].mistake, "is never ended");
}

TEST(Suppressions, OnlyCommentsCount) {
  EXPECT_FALSE(silences("puts(\"// assay-ignore[null-deref]: no\"); *p;\n", 1));
  EXPECT_FALSE(silences("x = R\"a(\n// assay-ignore[null-deref]: no\n)a\"; *p;\n", 3));
  EXPECT_TRUE(silences("c = '\"'; *p; // assay-ignore[null-deref]: yes\n", 1));
  EXPECT_TRUE(silences("n = 1'000; *p; // assay-ignore[null-deref]: yes\n", 1));
  EXPECT_TRUE(silences("u = \"\\\"\"; /* assay-ignore[null-deref]: yes */ *p;\n", 1));
  EXPECT_FALSE(silences("// speaks of assay-ignore and no more\n*p;\n", 2));
}

TEST(Suppressions, AReasonIsAskedFor) {
  std::vector<Suppression> found =
      read_suppressions("x; // assay-ignore[leak]\ny; // assay-ignore[leak]: freed by exit\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].mistake, "gives no reason");
  EXPECT_EQ(found[1].mistake, "");
  EXPECT_EQ(found[1].reason, "freed by exit");
  EXPECT_EQ(found[1].spelling, "assay-ignore[leak]");
}

TEST(Suppressions, OursThatAreMisspeltAreTold) {
  std::vector<Suppression> found =
      read_suppressions("x; // assay-ignore\n// assay-ignore-next-line[leak]: why\ny;\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].mistake, "silences nothing without kinds, as in assay-ignore[leak]: reason");
  EXPECT_EQ(found[1].spelling, "assay-ignore-next-line");
  EXPECT_EQ(found[1].mistake,
            "is no word of assay's; assay-ignore[kind]: reason stands on the line, or above it");
  EXPECT_EQ(found[1].first, 0u);
}

TEST(Suppressions, ForeignSpellings) {
  EXPECT_TRUE(silences("*p; // NOLINT\n", 1));
  EXPECT_FALSE(silences("*p; // NOLINT\n", 1, "use-after-free", Level::Error));
  EXPECT_TRUE(silences("*p; // NOLINT(clang-analyzer-core.NullDereference)\n", 1));
  EXPECT_FALSE(silences("*p; // NOLINT(readability-magic-numbers)\n", 1));
  EXPECT_TRUE(silences("// NOLINTNEXTLINE(clang-analyzer-*)\n*p;\n", 2, "clang-analyzer-x"));
  EXPECT_TRUE(silences("// NOLINTBEGIN\nx;\n// NOLINTEND\ny;\n", 2));
  EXPECT_FALSE(silences("// NOLINTBEGIN\nx;\n// NOLINTEND\ny;\n", 4));
  EXPECT_TRUE(silences("// codechecker_false_positive [core.NullDereference] why\n*p;\n", 2));
  EXPECT_TRUE(silences("/* codechecker_suppress [all] why */\n*p;\n", 2));
  EXPECT_TRUE(silences("// cppcheck-suppress nullPointer\n*p;\n", 2));
  EXPECT_TRUE(silences("*p; // cppcheck-suppress [nullPointer,memleak] ; why\n", 1, "leak"));
  EXPECT_TRUE(silences("// cppcheck-suppress nullPointer symbolName=p\n*p;\n", 2));
  EXPECT_FALSE(silences("// cppcheck-suppress nullPointer symbolName=q\n*p;\n", 2));
  EXPECT_TRUE(silences("// @infer-ignore NULLPTR_DEREFERENCE\n*p;\n", 2));
  EXPECT_TRUE(silences("// @infer-ignore-every NULLPTR_DEREFERENCE\nx;\n\n*p;\n", 4));
  EXPECT_TRUE(silences("// coverity[forward_null : FALSE]\n*p;\n", 2));
  EXPECT_TRUE(silences("*p; // nosemgrep: null-deref\n", 1));
}

TEST(Suppressions, StatesOfForeignSpellings) {
  auto state = [](const std::string& text) { return read_suppressions(text).at(0).state; };
  EXPECT_EQ(state("// codechecker_intentional [all] x\ny;"), State::Intentional);
  EXPECT_EQ(state("// codechecker_confirmed [all] x\ny;"), State::Confirmed);
  EXPECT_EQ(state("// coverity[leaked_storage]\ny;"), State::Intentional);
  EXPECT_EQ(state("// coverity[leaked_storage : FALSE]\ny;"), State::FalsePositive);
}

TEST(Suppressions, SilencedFindingsSayWhy) {
  std::vector<Suppression> list = read_suppressions(
      "*p; // assay-ignore[null-deref]: set by init\n*q; // assay-ignore[leak]: unused\n"
      "*r; // codechecker_confirmed [all] real\n");
  std::vector<IdentifiedFinding> found(3);
  for (uint32_t i = 0; i < 3; ++i) found[i].finding = on_line(i + 1);
  silence(list, found, [](std::string_view) { return Level::Warning; });
  EXPECT_TRUE(found[0].status.is_quiet());
  EXPECT_EQ(found[0].status.reason, "set by init");
  EXPECT_FALSE(found[1].status.is_quiet());
  EXPECT_EQ(found[2].status.state, State::Confirmed);
  EXPECT_FALSE(found[2].status.is_quiet());
  EXPECT_THAT((std::vector<bool>{list[0].used, list[1].used, list[2].used}),
              ElementsAre(true, false, true));
}

TEST(Suppressions, AnyBytesGiveSomeAnswer) {
  for (std::string text : {"assay-ignore[", "/* assay-ignore[", "// NOLINT(", "R\"", "'\\",
                           "// cppcheck-suppress", "// coverity[", "// assay-ignore[a]\\\n", "/"})
    read_suppressions(text);
  read_suppressions(std::string("// NOLINT\0\xFF", 11));
  read_suppressions("// assay-ignore[x]" + std::string(100000, '*'));
}

}  // namespace
}  // namespace assay::findings
