// Settings of a project: what is read, and what is said about mistakes.
#include "cli/config.h"

#include <gmock/gmock.h>

#include "cli/baseline.h"
#include "cli/toml.h"

namespace assay::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Options configured(const std::string& text) {
  Options options;
  Result<void> applied = apply_config(text, "/p/.assay.toml", options);
  EXPECT_TRUE(applied.ok()) << applied.error();
  return options;
}

std::string refusal(const std::string& text) {
  Options options;
  Result<void> applied = apply_config(text, "c.toml", options);
  EXPECT_FALSE(applied.ok());
  return applied.error();
}

TEST(Config, SaysHowAProjectIsChecked) {
  Options options = configured(
      "# how we check\n"
      "checks = [\n  \"*\",   # all\n  \"-leak\",\n]\r\n"
      "skip = ['third_party/', \"*_gen.c\"]\n"
      "engines = \"escape\"\n"
      "models = [\"m/a.model\"]\n"
      "min-z = 2\n"
      "marks = \"marks.txt\"\n"
      "[budget]\n"
      "max-paths = 1_00\n");
  EXPECT_EQ(options.checks, "*,-leak");
  EXPECT_THAT(options.exclude, ElementsAre("third_party/", "*_gen.c"));
  EXPECT_TRUE(options.run_escape);
  EXPECT_FALSE(options.run_machines);
  EXPECT_THAT(options.models, ElementsAre("/p/m/a.model"));
  EXPECT_EQ(options.min_z, 2.0);
  EXPECT_EQ(options.marks_file, "/p/marks.txt");
  EXPECT_EQ(options.simulator.max_paths, 100u);
}

TEST(Config, ARepositorysOwnRulesNeedTrust) {
  Options options = configured("rules = [\"tools/own.metal\"]\n");
  EXPECT_TRUE(options.rules.empty());
  EXPECT_THAT(options.untrusted_rules, ElementsAre("/p/tools/own.metal"));
  Options trusting;
  trusting.trust_rules = true;
  ASSERT_TRUE(apply_config("rules = [\"own.metal\"]", "/p/.assay.toml", trusting).ok());
  EXPECT_THAT(trusting.rules, ElementsAre("/p/own.metal"));
}

TEST(Config, NamesMistakesAndSuggests) {
  EXPECT_EQ(refusal("\ncheks = []\n"), "c.toml:2: there is no key 'cheks'; did you mean 'checks'?");
  EXPECT_EQ(refusal("max-paths = 3\n"),
            "c.toml:1: there is no key 'max-paths'; did you mean 'budget.max-paths'?");
  EXPECT_THAT(refusal("[budget]\nmax-paths = 0\n"),
              HasSubstr("c.toml:2: 'max-paths' should be a number from 1 to"));
  EXPECT_THAT(refusal("checks = 3\n"), HasSubstr("'checks' should be a list of texts"));
  EXPECT_THAT(refusal("engines = [\"simulater\"]\n"), HasSubstr("did you mean 'simulator'?"));
}

TEST(Toml, SaysWhatIsWrongAndWhere) {
  auto error = [](const std::string& text) { return read_toml(text, "t").error(); };
  EXPECT_EQ(error("a = \"x\n"), "t:1: a text is not closed by \"");
  EXPECT_EQ(error("a = \"\\q\"\n"), "t:1: '\\q' is no escape; a text in single quotes has none");
  EXPECT_EQ(error("\na\n"), "t:2: 'a' needs a '=' and a value");
  EXPECT_EQ(error("a = 1 b = 2\n"), "t:1: 'b = 2' after a value: one key a line");
  EXPECT_EQ(error("a = 1\na = 2\n"), "t:2: 'a' stands there twice");
  EXPECT_EQ(error("[t\n"), "t:1: [t is not closed by ]");
  EXPECT_EQ(error("[t]\n[t]\n"), "t:2: [t] stands there twice");
  EXPECT_EQ(error("a = [1]\n"), "t:1: a list holds texts in quotes, and ends with ]");
  EXPECT_EQ(error("a = [\"x\"\n"), "t:2: ',' or ']' should stand after \"x\"");
  EXPECT_EQ(error("a = yes\n"), "t:1: 'yes' is no value; a text stands in quotes");
  EXPECT_EQ(error("= 1\n"), "t:1: '= 1' where a key should stand");
}

TEST(Toml, ReadsValues) {
  Result<std::vector<TomlEntry>> read = read_toml(
      "\xEF\xBB\xBF"
      "a = \"x\\t\\\"\" # c\nb = -3\nc = 1.5\nd = true\ne = []",
      "t");
  ASSERT_TRUE(read.ok()) << read.error();
  const std::vector<TomlEntry>& entries = read.value();
  ASSERT_EQ(entries.size(), 5u);
  EXPECT_EQ(std::get<std::string>(entries[0].value), "x\t\"");
  EXPECT_EQ(std::get<int64_t>(entries[1].value), -3);
  EXPECT_EQ(std::get<double>(entries[2].value), 1.5);
  EXPECT_EQ(std::get<bool>(entries[3].value), true);
  EXPECT_EQ(entries[4].line, 5u);
}

TEST(Baseline, PathsOfFlagsMoveToTheOtherTree) {
  EXPECT_EQ(in_other_tree("/nowhere/r", "/nowhere/r", "/t"), "/t");
  EXPECT_EQ(in_other_tree("-I/nowhere/r/inc", "/nowhere/r", "/"), "-I/nowhere/r/inc");
  EXPECT_EQ(in_other_tree("-I/nowhere/r/etc", "/nowhere/r", ""), "-I/etc");
  EXPECT_EQ(in_other_tree("-DX=1", "/nowhere/r", "/t"), "-DX=1");
}

}  // namespace
}  // namespace assay::cli
