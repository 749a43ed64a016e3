#include <gtest/gtest.h>

#include "output/excerpt.h"
#include "output/utf8.h"
#include "unit/output/sample_report.h"

namespace assay::output {
namespace {

TEST(Text, HasTheShapeOfCompilers) {
  EXPECT_EQ(to_text(sample_report(), {}),
            "src/a.c:3:3: warning: address of local variable 'x' is returned to the caller "
            "[stack-escape]\n"
            "    3 |   return p;\n"
            "      |   ^~~~~~~~~\n"
            "src/a.c:2:12: note: address of 'x' is taken here\n"
            "    2 |   int x, *p = &x;\n"
            "      |            ^~\n");
}

TEST(Text, BriefIsOneLinePerFinding) {
  EXPECT_EQ(to_text(sample_report(), {.brief = true}),
            "src/a.c:3:3: warning: address of local variable 'x' is returned to the caller "
            "[stack-escape]\n");
}

TEST(Text, NoFindingsNoText) { EXPECT_EQ(to_text(sample_report({}), {}), ""); }

TEST(Text, WithoutSourceOnlyTheLines) {
  std::string text = to_text(sample_report({sample_finding("/usr/include/a.h")}), {});
  EXPECT_EQ(text.find('|'), std::string::npos);
  EXPECT_TRUE(text.starts_with("/usr/include/a.h:3:3: warning: "));
}

TEST(Text, ColourOnlyWhenAskedFor) {
  EXPECT_EQ(to_text(sample_report(), {}).find('\x1b'), std::string::npos);
  std::string coloured = to_text(sample_report(), {.color = true});
  EXPECT_NE(coloured.find("\x1b[1;35mwarning:\x1b[0m"), std::string::npos);
}

TEST(Text, ControlCharactersAreInert) {
  findings::Finding finding = sample_finding("/project/\x1b[31mevil\n.c");
  finding.message = "address of '\xE2\x80\xAE\x07'";
  std::string text = to_text(sample_report({finding}, "a\nb\n  return\x1b]0;t\x07 \xFFp;\n"), {});
  for (char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  EXPECT_TRUE(text.starts_with(
      "<U+001B>[31mevil<U+000A>.c:3:3: warning: address of '<U+202E><U+0007>' [stack-escape]\n"));
  EXPECT_NE(text.find("<FF>p;"), std::string::npos);
}

findings::Location columns(uint32_t begin, uint32_t end) { return {"f", 7, begin, 7, end}; }

TEST(Excerpt, TabsKeepTheirStops) {
  EXPECT_EQ(excerpt("\tint x;", columns(6, 6), {}),
            "    7 |         int x;\n"
            "      |             ^\n");
}

TEST(Excerpt, WideCharactersTakeTwoColumns) {
  EXPECT_EQ(excerpt("\xE6\xBC\xA2 = x", columns(7, 7), {}),
            "    7 | \xE6\xBC\xA2 = x\n"
            "      |      ^\n");
}

TEST(Excerpt, ALongLineIsCutAroundTheCaret) {
  std::string line(500, 'a');
  line[300] = 'X';
  std::string shown = excerpt(line, columns(301, 303), {.width = 60});
  size_t end = shown.find('\n');
  EXPECT_EQ(end, 60u);
  std::string under = shown.substr(end + 1);
  EXPECT_EQ(shown[under.find('^')], 'X');
  EXPECT_NE(shown.find("..."), std::string::npos);
}

TEST(Excerpt, AColumnPastTheEndIsShownAtTheEnd) {
  EXPECT_EQ(excerpt("ab", columns(90, 95), {}), "    7 | ab\n      |   ^\n");
  EXPECT_EQ(excerpt("", columns(1, 1), {}), "    7 | \n      | ^\n");
}

TEST(Excerpt, SeveralLinesAreUnderlinedToTheEndOfTheFirst) {
  EXPECT_EQ(excerpt("f(a,", {"f", 7, 1, 9, 2}, {}), "    7 | f(a,\n      | ^~~~\n");
}

TEST(Utf8, BrokenSequencesBecomeReplacements) {
  EXPECT_EQ(to_valid_utf8("a\xC3\xA9z"), "a\xC3\xA9z");
  EXPECT_EQ(to_valid_utf8("a\xC3z"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(to_valid_utf8("\xE2\x82"), "\xEF\xBF\xBD");  // one, cut short
  EXPECT_EQ(to_valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // surrogate
  EXPECT_EQ(to_valid_utf8("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong
  EXPECT_EQ(to_valid_utf8("\xF4\x90\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Utf8, ColumnsInUtf16Units) {
  const std::string line = "\xC3\xA9\xF0\x9F\x98\x80x";  // é, an emoji of two units, x
  EXPECT_EQ(utf16_column(line, 1), 1u);
  EXPECT_EQ(utf16_column(line, 3), 2u);
  EXPECT_EQ(utf16_column(line, 5), 2u);  // inside the emoji
  EXPECT_EQ(utf16_column(line, 7), 4u);
  EXPECT_EQ(utf16_column_after(line, 3), 4u);
  EXPECT_EQ(utf16_column_after(line, 7), 5u);
  EXPECT_EQ(utf16_column(line, 9), 6u);  // past the end
}

TEST(CoverageLine, IsAlwaysOneLine) {
  Coverage coverage;
  EXPECT_EQ(coverage_line(coverage), "0 units, 0 functions analysed");
  coverage = {.units = 12, .units_failed = 1, .functions = 340, .functions_out_of_budget = 2};
  coverage.unsupported_points = 7;
  coverage.functions_with_unsupported = 3;
  coverage.dropped_flags = {{"-fipa-pta", 5}, {"-mfoo", 1}};
  EXPECT_EQ(coverage_line(coverage),
            "12 units, 340 functions analysed; 1 unit failed; 2 functions out of budget; "
            "7 points unsupported in 3 functions; 6 compiler flags dropped");
}

}  // namespace
}  // namespace assay::output
