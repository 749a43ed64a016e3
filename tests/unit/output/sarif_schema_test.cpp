// Our SARIF against the schema of the standard; hostile text; lines of JSON.
#include <gmock/gmock.h>

#include <fstream>

#include "output/json_writer.h"
#include "output/utf8.h"
#include "unit/output/json_schema.h"
#include "unit/output/sample_report.h"

namespace assay::output {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

JsonSchema sarif_schema() {
  std::ifstream file(std::string(ASSAY_TESTS_DIR) + "/sarif/sarif-schema-2.1.0.json");
  return JsonSchema(Json::parse(file, nullptr, false));
}

/// Names and texts that somebody could put into a repository to harm who looks at a report.
const std::vector<std::string> kHostile{
    "<script>alert(1)</script><img src=x onerror=y>",
    "\x1b[2J\x1b]0;owned\x07\x1b[31m",
    "a\r\nb\tc\x01\x7f",
    "\xE2\x80\xAE txet \xE2\x81\xA6 isolated \xE2\x80\x8B",
    "\xFF\xFE broken \xC3 \xF0\x9F \xED\xA0\x80",
    "[click](http://evil.example/) {0} `code` ![i](x)",
    "\"quotes\" 'and' \\backslash\\ %41 $(x) `y`",
    std::string("nul\0inside", 10),
    std::string(200'000, 'A'),
};

findings::Finding hostile_finding(const std::string& text) {
  findings::Finding finding = sample_finding("/project/" + text + ".c");
  finding.message = "address of '" + text + "'";
  finding.function = finding.function_symbol = text;
  finding.variables = {text};
  finding.trace[0].message = text;
  finding.trace[0].depth = -3;
  return finding;
}

Report full_report() {
  Report report = sample_report(
      {sample_finding(), sample_finding("/project/b.c", 2), sample_finding("/usr/include/c.h", 9)});
  findings::IdentifiedFinding& first = report.findings[0];
  first.evidence.push_back({"simulator", "as well", first.finding.where, first.finding.trace});
  first.status.silenced = true;
  first.status.reason = "freed by exit";
  report.findings[1].status.state = findings::State::Intentional;
  report.findings[1].status.note = "by design";
  report.findings[2].status.novelty = findings::Novelty::New;
  report.order = findings::rank(report.findings, {});
  report.coverage.units_failed = 1;
  report.coverage.failures = {{"/project/d.c", "died"}, {"", "nowhere"}};
  report.coverage.unsupported = {{"coroutine", 2}};
  return report;
}

TEST(SarifSchema, RejectsWhatIsWrong) {
  JsonSchema schema = sarif_schema();
  Json log = Json::parse(to_sarif(full_report()));
  log["runs"][0]["results"][0]["level"] = "fatal";
  log["runs"][0]["results"][0]["surprise"] = 1;
  log["runs"][0]["tool"]["driver"].erase("name");
  EXPECT_EQ(schema.violations(log).size(), 3u);
}

TEST(SarifSchema, AcceptsWhatWeWrite) {
  JsonSchema schema = sarif_schema();
  EXPECT_THAT(schema.violations(Json::parse(to_sarif(sample_report({})))), IsEmpty());
  EXPECT_THAT(schema.violations(Json::parse(to_sarif(full_report()))), IsEmpty());
}

TEST(SarifSchema, AcceptsHostileText) {
  JsonSchema schema = sarif_schema();
  for (const std::string& text : kHostile) {
    std::string log = to_sarif(sample_report({hostile_finding(text)}, text + "\n" + text));
    EXPECT_EQ(to_valid_utf8(log), log);
    EXPECT_THAT(schema.violations(Json::parse(log)), IsEmpty());
  }
}

TEST(Hostile, NothingReachesTheTerminalOrAPage) {
  for (const std::string& text : kHostile) {
    Report report = sample_report({hostile_finding(text)}, text + "\n" + text + "\n" + text);
    std::string shown = to_text(report, {.width = 80});
    for (unsigned char c : shown) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c != 0x7f));
    EXPECT_EQ(to_valid_utf8(shown), shown);
    EXPECT_THAT(shown, Not(HasSubstr("\xE2\x80\xAE")));
    for (const std::string& written : {to_sarif(report), to_json_lines(report)}) {
      EXPECT_THAT(written, Not(HasSubstr("<script")));
      EXPECT_THAT(written, Not(HasSubstr("\x1b")));
      for (unsigned char c : written) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c != 0x7f));
    }
  }
}

TEST(Hostile, NoLinkIsMadeOfAMessage) {
  Json log = Json::parse(to_sarif(sample_report({hostile_finding(kHostile[5])})));
  std::string text = log["runs"][0]["results"][0]["message"]["text"];
  EXPECT_THAT(text, HasSubstr("\\[click\\](http"));
}

TEST(Sarif, QuietFindingsSaySo) {
  Json results = Json::parse(to_sarif(full_report()))["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["suppressions"], Json::parse(R"([{"kind":"inSource","status":"accepted",
                             "justification":"freed by exit"}])"));
  EXPECT_EQ(results[1]["baselineState"], "new");
  EXPECT_EQ(results[2]["suppressions"][0]["kind"], "external");
  EXPECT_EQ(results[0]["codeFlows"].size(), 2u);
}

TEST(Sarif, WeaknessesAreATaxonomy) {
  Json run = Json::parse(to_sarif(full_report()))["runs"][0];
  EXPECT_EQ(run["taxonomies"][0]["name"], "CWE");
  Json rule = run["tool"]["driver"]["rules"][0];
  EXPECT_EQ(rule["relationships"][0]["target"]["id"], "CWE-562");
  EXPECT_THAT(rule["help"]["markdown"].get<std::string>(), HasSubstr("assay-ignore[stack-escape]"));
}

TEST(Text, QuietAndKnownFindingsAreNotShown) {
  Report report = full_report();
  report.findings[2].status.novelty = findings::Novelty::Known;
  EXPECT_EQ(to_text(report, {}), "");
  EXPECT_EQ(to_json_lines(report), "");
}

TEST(Text, StepsAreNumberedAndIndentedByCalls) {
  findings::Finding finding = sample_finding("/usr/a.h", 9);
  finding.trace.insert(finding.trace.begin(), sample_step({"/usr/a.h", 1, 1, 1, 1}, "calls g"));
  finding.trace[1].depth = 1;
  EXPECT_THAT(to_text(sample_report({finding}), {}),
              HasSubstr("/usr/a.h:1:1: note: (1) calls g\n"
                        "/usr/a.h:2:12: note:   (2) address of 'x' is taken here\n"));
}

TEST(Text, APlaceIsQuotedOnceInARow) {
  findings::Finding finding = sample_finding();
  finding.trace.insert(finding.trace.begin(), finding.trace[0]);
  std::string text = to_text(sample_report({finding}), {});
  size_t first = text.find("int x, *p");
  EXPECT_EQ(text.find("int x, *p", first + 1), std::string::npos);
}

TEST(JsonLines, OneObjectALine) {
  Report report = sample_report({sample_finding(), sample_finding("/project/b.c", 2)});
  std::string text = to_json_lines(report);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  Json first = Json::parse(text.substr(0, text.find('\n')));
  EXPECT_EQ(first["kind"], "stack-escape");
  EXPECT_EQ(first["file"], "b.c");
  EXPECT_EQ(first["cwe"], 562);
  EXPECT_EQ(first["engines"], Json::array({"escape"}));
  EXPECT_EQ(first["trace"].size(), 2u);
}

TEST(JsonWriter, NestsAndSeparates) {
  std::string out;
  JsonWriter json(out, JsonWriter::Layout::Line);
  json.begin_object();
  json.member("a", 1);
  json.begin_array("b");
  json.value(true);
  json.value("x<y");
  json.begin_object();
  json.end_object();
  json.end_array();
  json.member("c", 0.5);
  json.end_object();
  EXPECT_EQ(out, "{\"a\":1,\"b\":[true,\"x\\u003cy\",{}],\"c\":0.5}");
}

}  // namespace
}  // namespace assay::output
