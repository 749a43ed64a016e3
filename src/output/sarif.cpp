// SARIF 2.1.0 as GitHub, VS Code and the rest read it: one run, every result with a code flow and
// a region of four corners, nothing that changes from run to run or depends on the clock.
//
// Written front to back: a log of a hundred thousand results is as large as its text, and no
// larger.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <unordered_map>

#include "output/json_writer.h"
#include "output/report.h"
#include "output/sarif_notifications.h"
#include "output/sarif_rules.h"
#include "output/source_text.h"
#include "output/uri.h"
#include "output/utf8.h"

namespace assay::output {
namespace {

using findings::Finding;
using findings::IdentifiedFinding;
using findings::KindInfo;
using findings::Location;
using findings::State;

class SarifWriter {
 public:
  explicit SarifWriter(const Report& report)
      : report_(report),
        source_(report),
        json_(out_, JsonWriter::Layout::Indented),
        ranks_(report.ranks()) {}

  std::string write() {
    json_.begin_object();
    json_.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_.member("version", "2.1.0");
    json_.begin_array("runs");
    json_.begin_object();
    write_tool();
    json_.begin_object("automationDetails");
    json_.member("id", "assay/default/");
    json_.end_object();
    json_.member("columnKind", "utf16CodeUnits");
    if (!report_.root.empty()) write_root();
    json_.begin_array("invocations");
    write_invocation();
    json_.end_array();
    write_weaknesses(json_, rules_.weaknesses());
    write_results();
    json_.end_object();
    json_.end_array();
    json_.end_object();
    out_ += '\n';
    return std::move(out_);
  }

 private:
  // Names and source text come from anywhere.  Control characters are spelt out, and what viewers
  // would take for a link is none: `[` and `]` are escaped where one could stand.
  void write_message(std::string_view text) {
    std::string shown = inert(text);
    if (shown.find("](") != std::string::npos) {
      std::string escaped;
      for (char c : shown) {
        if (c == '[' || c == ']' || c == '\\') escaped += '\\';
        escaped += c;
      }
      shown = std::move(escaped);
    }
    json_.begin_object("message");
    json_.member("text", shown);
    json_.end_object();
  }

  void write_tool() {
    for (const KindInfo& kind : findings::kinds()) rules_.add(kind);
    for (const KindInfo& kind : report_.kinds) rules_.add(kind);
    for (const IdentifiedFinding& each : report_.findings) rules_.add_unknown(each.finding.kind);
    json_.begin_object("tool");
    json_.begin_object("driver");
    json_.member("name", "assay");
    json_.member("semanticVersion", ASSAY_VERSION);
    if (std::string_view homepage = ASSAY_HOMEPAGE; !homepage.empty())
      json_.member("informationUri", homepage);
    rules_.write(json_);
    write_notification_descriptors(json_);
    json_.end_object();
    json_.end_object();
  }

  void write_root() {
    json_.begin_object("originalUriBaseIds");
    json_.begin_object("SRCROOT");
    json_.member("uri", directory_uri(report_.root));
    json_.end_object();
    json_.end_object();
  }

  void write_invocation() {
    json_.begin_object();
    json_.member("executionSuccessful", report_.exit_code != 2);
    json_.member("exitCode", report_.exit_code);
    if (!report_.root.empty()) {
      json_.begin_object("workingDirectory");
      json_.member("uri", directory_uri(report_.root));
      json_.end_object();
    }
    write_coverage_notifications(json_, report_.coverage, report_.root);
    json_.end_object();
  }

  void write_region(const Location& where) {
    uint32_t line = std::max(where.line, 1u);
    uint32_t end_line = std::max(where.end_line, line);
    uint32_t column = std::max(where.column, 1u);
    uint32_t last = std::max(where.end_column, 1u);
    if (end_line == line) last = std::max(last, column);
    std::string_view first_text = source_.line(where.file, line).value_or(std::string_view());
    std::string_view last_text = source_.line(where.file, end_line).value_or(std::string_view());
    json_.begin_object("region");
    json_.member("startLine", line);
    json_.member("startColumn", utf16_column(first_text, column));
    json_.member("endLine", end_line);
    json_.member("endColumn", utf16_column_after(last_text, last));
    json_.end_object();
  }

  void write_physical(const Location& where) {
    json_.begin_object("physicalLocation");
    json_.key("artifactLocation");
    write_artifact(json_, where.file, report_.root);
    write_region(where);
    json_.end_object();
  }

  void write_step(const findings::Step& step, size_t order, bool is_finding) {
    json_.begin_object();
    json_.begin_object("location");
    write_physical(step.where);
    write_message(step.message);
    json_.end_object();
    json_.member("nestingLevel", std::max(step.depth, 0));
    json_.member("executionOrder", order);
    json_.member("importance", is_finding ? "essential" : "important");
    json_.end_object();
  }

  void write_flow(const std::vector<findings::Step>& steps, const Location& where) {
    json_.begin_object();
    json_.begin_array("threadFlows");
    json_.begin_object();
    json_.begin_array("locations");
    // Consumers refuse a flow of more steps than this.
    constexpr size_t kMaxSteps = 10'000;
    size_t order = 0;
    for (const findings::Step& step : steps) {
      if (++order > kMaxSteps) break;
      write_step(step, order, step.where == where);
    }
    json_.end_array();
    json_.end_object();
    json_.end_array();
    json_.end_object();
  }

  // The finding's own way first, then those of its evidence.
  void write_flows(const IdentifiedFinding& each) {
    json_.begin_array("codeFlows");
    const Finding& finding = each.finding;
    if (finding.trace.empty()) {
      findings::Step only;
      only.where = finding.where;
      only.message = finding.message;
      write_flow({only}, finding.where);
    } else {
      write_flow(finding.trace, finding.where);
    }
    for (const findings::Evidence& evidence : each.evidence)
      if (!evidence.trace.empty()) write_flow(evidence.trace, evidence.where);
    json_.end_array();
  }

  // The other places that the finding speaks of, for viewers without code flows.
  void write_related(const Finding& finding) {
    constexpr size_t kMaxRelated = 100;
    size_t id = 0;
    for (const findings::Step& step : finding.trace) {
      if (step.where == finding.where || id >= kMaxRelated) continue;
      if (id == 0) json_.begin_array("relatedLocations");
      json_.begin_object();
      json_.member("id", ++id);
      write_physical(step.where);
      write_message(step.message);
      json_.end_object();
    }
    if (id > 0) json_.end_array();
  }

  void write_location(const Finding& finding) {
    json_.begin_array("locations");
    json_.begin_object();
    write_physical(finding.where);
    if (!finding.function.empty()) {
      json_.begin_array("logicalLocations");
      json_.begin_object();
      json_.member("fullyQualifiedName", finding.function);
      json_.member("decoratedName", finding.function_symbol);
      json_.member("kind", "function");
      json_.end_object();
      json_.end_array();
    }
    json_.end_object();
    json_.end_array();
  }

  void write_suppressions(const findings::Status& status) {
    if (!status.is_quiet()) return;
    json_.begin_array("suppressions");
    json_.begin_object();
    json_.member("kind", status.silenced ? "inSource" : "external");
    json_.member("status", "accepted");
    const std::string& why = status.silenced ? status.reason : status.note;
    if (!why.empty()) json_.member("justification", why);
    json_.end_object();
    json_.end_array();
  }

  void write_fingerprints(const IdentifiedFinding& each) {
    const Location& where = each.finding.where;
    json_.begin_object("partialFingerprints");
    json_.member("assay/v1", each.identity.hex());
    if (std::string hash = source_.line_hash(where.file, std::max(where.line, 1u)); !hash.empty())
      json_.member("primaryLocationLineHash", hash);
    json_.end_object();
  }

  // What was counted for the rule, or for the function, that the finding is ranked by.
  void write_reliability(std::string_view of, const std::optional<findings::Reliability>& known) {
    if (!known) return;
    json_.begin_object(of);
    json_.member("name", inert(known->name));
    json_.member("successes", known->tally.examples());
    json_.member("failures", known->tally.size() - known->tally.examples());
    json_.member("z", std::round(known->z * 100) / 100);
    json_.end_object();
  }

  void write_result(const IdentifiedFinding& each) {
    const Finding& finding = each.finding;
    auto ranked = ranks_.find(&each);
    json_.begin_object();
    json_.member("ruleId", finding.kind);
    json_.member("ruleIndex", rules_.index_of(finding.kind));
    json_.member("level", level_word(report_.level_of(finding)));
    write_message(finding.message);
    write_location(finding);
    if (ranked != ranks_.end()) json_.member("rank", ranked->second->score);
    write_related(finding);
    write_flows(each);
    write_fingerprints(each);
    write_suppressions(each.status);
    if (each.status.novelty != findings::Novelty::Unknown)
      json_.member("baselineState",
                   each.status.novelty == findings::Novelty::New ? "new" : "unchanged");
    json_.begin_object("properties");
    json_.begin_array("engines");
    for (const std::string& engine : findings::engines_of(each)) json_.value(engine);
    json_.end_array();
    if (each.status.state != State::Unreviewed)
      json_.member("state", state_word(each.status.state));
    if (ranked != ranks_.end()) {
      write_reliability("rule", ranked->second->rule);
      write_reliability("code", ranked->second->code);
    }
    json_.end_object();
    json_.end_object();
  }

  void write_results() {
    using Key = std::tuple<std::string, uint32_t, uint32_t, std::string_view, Hash>;
    std::vector<std::pair<Key, const IdentifiedFinding*>> sorted;
    sorted.reserve(report_.findings.size());
    for (const IdentifiedFinding& each : report_.findings) {
      const Location& where = each.finding.where;
      sorted.push_back({{artifact_uri(where.file, report_.root), where.line, where.column,
                         each.finding.kind, each.identity},
                        &each});
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    json_.begin_array("results");
    for (const auto& [key, finding] : sorted) write_result(*finding);
    json_.end_array();
  }

  const Report& report_;
  SourceText source_;
  std::string out_;
  JsonWriter json_;
  SarifRules rules_;
  std::unordered_map<const IdentifiedFinding*, const findings::Ranked*> ranks_;
};

}  // namespace

std::string to_sarif(const Report& report) { return SarifWriter(report).write(); }

}  // namespace assay::output
