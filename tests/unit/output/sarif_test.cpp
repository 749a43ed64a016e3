// What we emit, checked by hand against what SARIF 2.1.0 and its consumers require.  The official
// schema is not on a fresh machine, so `violations` says here what it says of the properties we
// use.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "output/utf8.h"
#include "unit/output/sample_report.h"

namespace assay::output {
namespace {

using Json = nlohmann::json;
using Problems = std::vector<std::string>;

Json parse(const std::string& text) { return Json::parse(text, nullptr, false); }

void require(Problems& problems, const Json& object, const char* key, Json::value_t type,
             const std::string& where) {
  if (!object.contains(key))
    problems.push_back(where + " has no " + key);
  else if (object[key].type() != type)
    problems.push_back(where + "." + key + " has the wrong type");
}

void check_physical(Problems& problems, const Json& location, const std::string& where) {
  require(problems, location, "physicalLocation", Json::value_t::object, where);
  if (!location.contains("physicalLocation")) return;
  const Json& physical = location["physicalLocation"];
  std::string uri = physical["artifactLocation"].value("uri", "");
  if (uri.empty() || uri.find('\\') != std::string::npos || uri.find(' ') != std::string::npos)
    problems.push_back(where + " has a bad uri: " + uri);
  bool relative = !uri.starts_with("file:///");
  if (relative != physical["artifactLocation"].contains("uriBaseId"))
    problems.push_back(where + ": uriBaseId goes with relative uris and only with them");
  const Json& region = physical["region"];
  for (const char* corner : {"startLine", "startColumn", "endLine", "endColumn"})
    if (!region.contains(corner) || region[corner].get<int64_t>() < 1)
      problems.push_back(where + " has a region without " + corner);
  if (region["startLine"] == region["endLine"] && region["endColumn"] <= region["startColumn"])
    problems.push_back(where + " has an empty region");
}

void check_rule(Problems& problems, const Json& rule) {
  for (const char* key : {"id", "name"})
    require(problems, rule, key, Json::value_t::string, "rule");
  for (const char* key : {"shortDescription", "fullDescription", "help"}) {
    require(problems, rule, key, Json::value_t::object, "rule");
    if (rule[key].value("text", "").empty() || rule[key].value("text", "").size() > 1024)
      problems.push_back(std::string("rule.") + key + ".text is empty or too long");
  }
  require(problems, rule["help"], "markdown", Json::value_t::string, "rule.help");
  std::string level = rule["defaultConfiguration"].value("level", "");
  if (level != "note" && level != "warning" && level != "error")
    problems.push_back("rule has level " + level);
}

void check_result(Problems& problems, const Json& result, const Json& rules) {
  size_t index = result.value("ruleIndex", SIZE_MAX);
  if (index >= rules.size() || rules[index]["id"] != result["ruleId"])
    problems.push_back("ruleIndex does not lead to ruleId");
  require(problems, result["message"], "text", Json::value_t::string, "result.message");
  if (result["locations"].size() != 1) problems.push_back("result has not exactly one location");
  for (const Json& location : result["locations"]) check_physical(problems, location, "result");
  if (result["codeFlows"].empty()) problems.push_back("result has no code flow");
  for (const Json& flow : result["codeFlows"])
    for (const Json& thread : flow["threadFlows"]) {
      if (thread["locations"].empty()) problems.push_back("thread flow has no step");
      for (const Json& step : thread["locations"]) {
        check_physical(problems, step["location"], "step");
        require(problems, step["location"]["message"], "text", Json::value_t::string, "step");
        require(problems, step, "executionOrder", Json::value_t::number_unsigned, "step");
      }
    }
  require(problems, result["partialFingerprints"], "assay/v1", Json::value_t::string, "result");
}

Problems violations(const Json& log) {
  Problems problems;
  if (log.is_discarded()) return {"not JSON"};
  if (log["version"] != "2.1.0") problems.push_back("version is not 2.1.0");
  if (log["$schema"] != "https://json.schemastore.org/sarif-2.1.0.json")
    problems.push_back("wrong $schema");
  if (log["runs"].size() != 1) return {"not exactly one run"};
  const Json& run = log["runs"][0];
  const Json& driver = run["tool"]["driver"];
  require(problems, driver, "name", Json::value_t::string, "driver");
  require(problems, driver, "semanticVersion", Json::value_t::string, "driver");
  for (const Json& rule : driver["rules"]) check_rule(problems, rule);
  require(problems, run, "results", Json::value_t::array, "run");
  for (const Json& result : run["results"]) check_result(problems, result, driver["rules"]);
  for (const auto& [id, base] : run["originalUriBaseIds"].items())
    if (!base.value("uri", "").ends_with("/"))
      problems.push_back("a base uri does not end in a slash");
  const Json& invocation = run["invocations"][0];
  require(problems, invocation, "executionSuccessful", Json::value_t::boolean, "invocation");
  for (const Json& note : invocation["toolExecutionNotifications"]) {
    require(problems, note["message"], "text", Json::value_t::string, "notification");
    size_t index = note["descriptor"].value("index", SIZE_MAX);
    if (index >= driver["notifications"].size() ||
        driver["notifications"][index]["id"] != note["descriptor"]["id"])
      problems.push_back("a notification's descriptor leads nowhere");
  }
  return problems;
}

Json sarif_of(const Report& report) { return parse(to_sarif(report)); }

TEST(Sarif, KeepsToTheStandard) {
  EXPECT_EQ(violations(sarif_of(sample_report())), Problems());
  EXPECT_EQ(violations(sarif_of(sample_report({}))), Problems());
}

TEST(Sarif, ACleanRunHasAnEmptyListOfResults) {
  Json log = sarif_of(sample_report({}));
  EXPECT_TRUE(log["runs"][0]["results"].is_array());
  EXPECT_TRUE(log["runs"][0]["results"].empty());
}

TEST(Sarif, RegionsEndAfterTheLastCharacter) {
  Json log = sarif_of(sample_report());
  EXPECT_EQ(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"],
            (Json{{"startLine", 3}, {"startColumn", 3}, {"endLine", 3}, {"endColumn", 12}}));
}

TEST(Sarif, ColumnsCountUtf16Units) {
  findings::Finding finding = sample_finding();
  finding.where = {"/project/a.c", 1, 5, 1, 8};
  Json log = sarif_of(sample_report({finding}, "/\xC3\xA9/\xF0\x9F\x98\x80;\n"));
  EXPECT_EQ(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"],
            (Json{{"startLine", 1}, {"startColumn", 4}, {"endLine", 1}, {"endColumn", 6}}));
}

TEST(Sarif, RulesCarryTheirWeakness) {
  Json rule = sarif_of(sample_report())["runs"][0]["tool"]["driver"]["rules"][0];
  EXPECT_EQ(rule["properties"]["security-severity"], "7.0");
  Json tags = rule["properties"]["tags"];
  EXPECT_NE(std::find(tags.begin(), tags.end(), "external/cwe/cwe-562"), tags.end());
}

TEST(Sarif, HasGitHubsFingerprint) {
  Json log = sarif_of(sample_report({sample_finding("/project/a.c", 1)}, ""));
  EXPECT_EQ(log["runs"][0]["results"][0]["partialFingerprints"]["primaryLocationLineHash"],
            "c129715d7a2bc9a3:1");
}

TEST(Sarif, UrisAreRelativeAndEncoded) {
  Json log = sarif_of(sample_report(
      {sample_finding("/project/a b/\xFF#%:.c"), sample_finding("/usr/include/x.h")}));
  EXPECT_EQ(violations(log), Problems());
  const Json& results = log["runs"][0]["results"];
  Json inside = results[0]["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(inside, (Json{{"uri", "a%20b/%FF%23%25%3A.c"}, {"uriBaseId", "SRCROOT"}}));
  Json outside = results[1]["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(outside, (Json{{"uri", "file:///usr/include/x.h"}}));
  EXPECT_EQ(log["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///project/");
}

TEST(Sarif, IsValidUtf8WhateverTheInput) {
  findings::Finding finding = sample_finding("/project/\x80.c");
  finding.message = "\xC3(\x01 '\xF0\x9F'";
  finding.function = "f\xFE";
  finding.kind = "odd-\xFFkind";
  Report report = sample_report({finding}, "\xFF\xFE\n");
  report.coverage.failures = {{"/project/\xFA.c", "died \xF8"}};
  report.coverage.unsupported = {{"\xF1", 1}};
  std::string text = to_sarif(report);
  EXPECT_EQ(to_valid_utf8(text), text);
  EXPECT_EQ(violations(parse(text)), Problems());
}

TEST(Sarif, PlacesThatAreNowhereStillHaveARegion) {
  findings::Finding finding = sample_finding();
  finding.where = {"/project/a.c", 0, 0, 0, 0};
  finding.trace.clear();
  EXPECT_EQ(violations(sarif_of(sample_report({finding}))), Problems());
}

TEST(Sarif, TheLedgerIsInTheNotifications) {
  Report report = sample_report({});
  report.coverage.units_failed = 1;
  report.coverage.functions_out_of_budget = 2;
  report.coverage.failures = {{"/project/b.c", "the worker died"}};
  report.coverage.unsupported = {{"coroutine", 3}};
  report.coverage.dropped_flags = {{"-fipa-pta", 4}};
  Json log = sarif_of(report);
  EXPECT_EQ(violations(log), Problems());
  std::vector<std::string> ids;
  for (const Json& note : log["runs"][0]["invocations"][0]["toolExecutionNotifications"])
    ids.push_back(note["descriptor"]["id"]);
  EXPECT_EQ(ids, (std::vector<std::string>{"coverage", "unit-failed", "out-of-budget",
                                           "unsupported", "dropped-flag"}));
}

TEST(Sarif, ResultsAreSortedAndRunsAreAlike) {
  std::vector<findings::Finding> findings{sample_finding("/project/b.c", 3),
                                          sample_finding("/project/a.c", 3),
                                          sample_finding("/project/a.c", 2)};
  Report report = sample_report(findings);
  std::reverse(findings.begin(), findings.end());
  EXPECT_EQ(to_sarif(report), to_sarif(sample_report(findings)));
  Json results = sarif_of(report)["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
  EXPECT_EQ(results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "b.c");
}

}  // namespace
}  // namespace assay::output
