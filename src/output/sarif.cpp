// SARIF 2.1.0 as GitHub, VS Code and the rest read it: one run, every result with a code flow and
// a region of four corners, nothing that changes from run to run or depends on the clock.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "output/report.h"
#include "output/sarif_notifications.h"
#include "output/source_text.h"
#include "output/uri.h"
#include "output/utf8.h"

namespace assay::output {
namespace {

using Json = nlohmann::ordered_json;
using findings::Finding;
using findings::IdentifiedFinding;
using findings::KindInfo;
using findings::Level;
using findings::Location;

Json text_message(std::string_view text) { return {{"text", to_valid_utf8(text)}}; }

// Consumers cut a longer title or text; better here, where a character stays whole.
std::string cut(std::string_view text, size_t size) { return to_valid_utf8(text.substr(0, size)); }

// What a rule's head does not say is left out.
Json rule_json(const KindInfo& kind) {
  std::string title = cut(kind.title, 255);
  std::string text = cut(kind.description, 1024);
  std::string_view severity = kind.level == Level::Note ? "recommendation" : level_word(kind.level);
  std::string markdown = fmt::format("# {}\n\n{}", title, text);
  Json tags = Json::array({"security", "correctness"});
  std::string page;
  if (kind.cwe != 0) {
    page = fmt::format("https://cwe.mitre.org/data/definitions/{}.html", kind.cwe);
    markdown += fmt::format("\n\nSee [CWE-{}]({}).", kind.cwe, page);
    tags.push_back(fmt::format("external/cwe/cwe-{:03}", kind.cwe));
  }
  Json properties = {
      {"tags", std::move(tags)}, {"precision", "high"}, {"problem.severity", severity}};
  if (!kind.security_severity.empty()) properties["security-severity"] = kind.security_severity;
  Json rule = {{"id", kind.id},
               {"name", kind.id},
               {"shortDescription", {{"text", title}}},
               {"fullDescription", {{"text", text.substr(0, text.find("\n\n"))}}},
               {"help", {{"text", text}, {"markdown", markdown}}}};
  if (!page.empty()) rule["helpUri"] = page;
  rule["defaultConfiguration"] = {{"level", level_word(kind.level)}};
  rule["properties"] = std::move(properties);
  return rule;
}

// A kind that a rule made up: known by its name only.
Json unknown_rule_json(const std::string& id) {
  return {{"id", to_valid_utf8(id)},
          {"name", to_valid_utf8(id)},
          {"shortDescription", text_message(id)},
          {"fullDescription", text_message(id)},
          {"help", {{"text", to_valid_utf8(id)}, {"markdown", to_valid_utf8(id)}}},
          {"defaultConfiguration", {{"level", "warning"}}}};
}

class SarifWriter {
 public:
  explicit SarifWriter(const Report& report) : report_(report), source_(report) {
    for (const findings::Ranked& ranked : report.order)
      scores_.emplace(&report.findings[ranked.index], ranked.score);
  }

  std::string write() {
    Json run = {{"tool", {{"driver", driver_json()}}},
                {"automationDetails", {{"id", "assay/default/"}}},
                {"columnKind", "utf16CodeUnits"}};
    if (!report_.root.empty())
      run["originalUriBaseIds"] = {{"SRCROOT", {{"uri", directory_uri(report_.root)}}}};
    run["invocations"] = Json::array({invocation_json()});
    run["results"] = results_json();
    Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                {"version", "2.1.0"},
                {"runs", Json::array({std::move(run)})}};
    // All text went through to_valid_utf8; `replace` keeps a slip of ours from throwing.
    return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  Json driver_json() {
    Json rules = Json::array();
    for (const KindInfo& kind : findings::kinds()) {
      rule_index_.emplace(kind.id, rules.size());
      rules.push_back(rule_json(kind));
    }
    for (const KindInfo& kind : report_.kinds) {
      if (!rule_index_.emplace(kind.id, rules.size()).second) continue;
      rules.push_back(rule_json(kind));
    }
    for (const IdentifiedFinding& each : report_.findings)
      if (rule_index_.emplace(each.finding.kind, rules.size()).second)
        rules.push_back(unknown_rule_json(each.finding.kind));
    Json driver = {{"name", "assay"}, {"semanticVersion", ASSAY_VERSION}};
    if (std::string_view homepage = ASSAY_HOMEPAGE; !homepage.empty())
      driver["informationUri"] = homepage;
    driver["rules"] = std::move(rules);
    driver["notifications"] = notification_descriptors();
    return driver;
  }

  Json invocation_json() const {
    Json invocation = {{"executionSuccessful", report_.exit_code != 2},
                       {"exitCode", report_.exit_code}};
    if (!report_.root.empty())
      invocation["workingDirectory"] = {{"uri", directory_uri(report_.root)}};
    invocation["toolExecutionNotifications"] =
        coverage_notifications(report_.coverage, report_.root);
    return invocation;
  }

  Json region_json(const Location& where) {
    uint32_t line = std::max(where.line, 1u);
    uint32_t end_line = std::max(where.end_line, line);
    uint32_t column = std::max(where.column, 1u);
    uint32_t last = std::max(where.end_column, 1u);
    if (end_line == line) last = std::max(last, column);
    std::string_view first_text = source_.line(where.file, line).value_or(std::string_view());
    std::string_view last_text = source_.line(where.file, end_line).value_or(std::string_view());
    return {{"startLine", line},
            {"startColumn", utf16_column(first_text, column)},
            {"endLine", end_line},
            {"endColumn", utf16_column_after(last_text, last)}};
  }

  Json physical_json(const Location& where) {
    return {{"artifactLocation", artifact_json(where.file, report_.root)},
            {"region", region_json(where)}};
  }

  Json step_json(const findings::Step& step, size_t order, bool is_finding) {
    return {{"location",
             {{"physicalLocation", physical_json(step.where)},
              {"message", text_message(step.message)}}},
            {"nestingLevel", std::max(step.depth, 0)},
            {"executionOrder", order},
            {"importance", is_finding ? "essential" : "important"}};
  }

  Json code_flows_json(const Finding& finding) {
    std::vector<findings::Step> steps = finding.trace;
    if (steps.empty()) steps.push_back({finding.where, finding.message, 0});
    Json locations = Json::array();
    for (const findings::Step& step : steps)
      locations.push_back(step_json(step, locations.size() + 1, step.where == finding.where));
    return Json::array({{{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}}});
  }

  // The other places that the finding speaks of, for viewers without code flows.
  Json related_json(const Finding& finding) {
    Json related = Json::array();
    for (const findings::Step& step : finding.trace) {
      if (step.where == finding.where) continue;
      related.push_back({{"id", related.size() + 1},
                         {"physicalLocation", physical_json(step.where)},
                         {"message", text_message(step.message)}});
    }
    return related;
  }

  Json result_json(const IdentifiedFinding& identified) {
    const Finding& finding = identified.finding;
    const KindInfo* kind = report_.find_kind(finding.kind);
    Json location = {{"physicalLocation", physical_json(finding.where)}};
    if (!finding.function.empty())
      location["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", to_valid_utf8(finding.function)},
                        {"decoratedName", to_valid_utf8(finding.function_symbol)},
                        {"kind", "function"}}});
    Json fingerprints = {{"assay/v1", identified.identity.hex()}};
    if (std::string hash = source_.line_hash(finding.where.file, std::max(finding.where.line, 1u));
        !hash.empty())
      fingerprints["primaryLocationLineHash"] = hash;
    Json result = {{"ruleId", to_valid_utf8(finding.kind)},
                   {"ruleIndex", rule_index_.at(finding.kind)},
                   {"level", level_word(kind ? kind->level : Level::Warning)},
                   {"message", text_message(finding.message)},
                   {"locations", Json::array({std::move(location)})}};
    if (auto score = scores_.find(&identified); score != scores_.end())
      result["rank"] = score->second;
    if (Json related = related_json(finding); !related.empty())
      result["relatedLocations"] = std::move(related);
    result["codeFlows"] = code_flows_json(finding);
    result["partialFingerprints"] = std::move(fingerprints);
    return result;
  }

  Json results_json() {
    using Key = std::tuple<std::string, uint32_t, uint32_t, std::string, Hash>;
    std::vector<std::pair<Key, const IdentifiedFinding*>> sorted;
    for (const IdentifiedFinding& each : report_.findings) {
      const Location& where = each.finding.where;
      sorted.push_back({{artifact_uri(where.file, report_.root), where.line, where.column,
                         each.finding.kind, each.identity},
                        &each});
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    Json results = Json::array();
    for (const auto& [key, finding] : sorted) results.push_back(result_json(*finding));
    return results;
  }

  const Report& report_;
  SourceText source_;
  std::map<std::string, size_t, std::less<>> rule_index_;
  std::map<const IdentifiedFinding*, double> scores_;  // only looked up
};

}  // namespace

std::string to_sarif(const Report& report) { return SarifWriter(report).write(); }

}  // namespace assay::output
