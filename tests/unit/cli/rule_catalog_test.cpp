#include "cli/rule_catalog.h"

#include <gmock/gmock.h>

#include "cli/rule_inputs.h"

namespace assay::cli {
namespace {

TEST(RuleCatalog, ReadsAHead) {
  RuleHead head = read_rule_head(
      "// A stream is closed once.\n"
      "//\n"
      "// closed-twice (error, CWE-675, 5.5): A stream is closed twice\n"
      "// leak (note): A stream is not closed\n"
      "//\n"
      "// What goes\n"
      "// wrong.\n"
      "//\n"
      "// To mend it, think.\n"
      "sm x { }\n");
  EXPECT_EQ(head.summary, "A stream is closed once");
  ASSERT_EQ(head.kinds.size(), 2u);
  EXPECT_EQ(head.kinds[0].id, "closed-twice");
  EXPECT_EQ(head.kinds[0].level, findings::Level::Error);
  EXPECT_EQ(head.kinds[0].cwe, 675);
  EXPECT_EQ(head.kinds[0].severity, "5.5");
  EXPECT_EQ(head.kinds[0].title, "A stream is closed twice");
  EXPECT_EQ(head.kinds[1].level, findings::Level::Note);
  EXPECT_EQ(head.description, "What goes wrong.\n\nTo mend it, think.");
  EXPECT_FALSE(head.only_when_named);
}

TEST(RuleCatalog, NeedsNoHead) {
  RuleHead head = read_rule_head("sm x { }");
  EXPECT_TRUE(head.summary.empty());
  EXPECT_TRUE(head.kinds.empty());
  EXPECT_TRUE(read_rule_head("").summary.empty());
}

TEST(RuleCatalog, EveryRuleThatShipsIsDescribedAndParses) {
  size_t rules = 0;
  for (const ShippedFile& file : shipped_files()) {
    if (!is_rule_file(file.name)) continue;
    ++rules;
    RuleHead head = read_rule_head(file.text);
    EXPECT_FALSE(head.summary.empty()) << file.name;
    EXPECT_LE(head.description.size(), 1024u) << file.name;
    EXPECT_FALSE(head.kinds.empty()) << file.name;
    for (const RuleKind& kind : head.kinds) {
      EXPECT_NE(kind.cwe, 0) << file.name << ": " << kind.id;
      EXPECT_FALSE(kind.severity.empty()) << file.name << ": " << kind.id;
    }
    Result<std::vector<NamedRule>> loaded = load_rules({rule_name(file.name)});
    ASSERT_TRUE(loaded.ok()) << loaded.error();
    for (const metal::Program& program : loaded.value().front().composition.programs)
      EXPECT_THAT(program.warnings, testing::IsEmpty());
  }
  EXPECT_GT(rules, 10u);
}

TEST(RuleCatalog, LeavesOutWhatRunsOnlyWhenNamed) {
  Result<std::vector<NamedRule>> rules = load_rules({});
  ASSERT_TRUE(rules.ok()) << rules.error();
  for (const NamedRule& rule : rules.value()) EXPECT_NE(rule.name, "kernel/floating_point");
  EXPECT_TRUE(load_rules({"floating_point"}).ok());
}

TEST(RuleCatalog, SuggestsTheRuleThatWasMeant) {
  Result<std::vector<NamedRule>> rules = load_rules({"memory/use_after_fre"});
  ASSERT_FALSE(rules.ok());
  EXPECT_THAT(rules.error(), testing::HasSubstr("did you mean 'memory/use_after_free'?"));
}

}  // namespace
}  // namespace assay::cli
