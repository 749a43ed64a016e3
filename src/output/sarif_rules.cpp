#include "output/sarif_rules.h"

#include <fmt/format.h>

#include "findings/examples.h"
#include "output/utf8.h"

namespace assay::output {
namespace {

using findings::KindInfo;
using findings::Level;

std::string weakness_page(int cwe) {
  return fmt::format("https://cwe.mitre.org/data/definitions/{}.html", cwe);
}

// Consumers cut a longer title or text; better here, where a character stays whole.
std::string cut(std::string_view text, size_t size) { return to_valid_utf8(text.substr(0, size)); }

void write_text(JsonWriter& json, std::string_view name, std::string_view text) {
  json.begin_object(name);
  json.member("text", text);
  json.end_object();
}

std::string markdown_of(const KindInfo& kind, std::string_view title, std::string_view text) {
  std::string markdown = fmt::format("# {}\n\n{}", title, text);
  if (std::string_view example = findings::example_of(kind.id); !example.empty())
    markdown += fmt::format("\n\n```c\n{}```", example);
  if (!kind.limits.empty()) markdown += fmt::format("\n\n{}", kind.limits);
  markdown += fmt::format("\n\n```\n{}```", findings::how_to_silence(kind.id));
  if (kind.cwe != 0)
    markdown += fmt::format("\n\nSee [CWE-{}]({}).", kind.cwe, weakness_page(kind.cwe));
  return markdown;
}

void write_weakness_of(JsonWriter& json, int cwe) {
  json.begin_array("relationships");
  json.begin_object();
  json.begin_object("target");
  json.member("id", fmt::format("CWE-{}", cwe));
  json.begin_object("toolComponent");
  json.member("name", "CWE");
  json.member("index", 0);
  json.end_object();
  json.end_object();
  json.begin_array("kinds");
  json.value("superset");
  json.end_array();
  json.end_object();
  json.end_array();
}

void write_properties(JsonWriter& json, const KindInfo& kind) {
  json.begin_object("properties");
  json.begin_array("tags");
  json.value("security");
  json.value("correctness");
  if (kind.cwe != 0) json.value(fmt::format("external/cwe/cwe-{:03}", kind.cwe));
  json.end_array();
  json.member("precision", "high");
  json.member("problem.severity",
              kind.level == Level::Note ? "recommendation" : level_word(kind.level));
  if (!kind.security_severity.empty()) json.member("security-severity", kind.security_severity);
  json.end_object();
}

// What a rule's head does not say is left out.
void write_rule(JsonWriter& json, const KindInfo& kind) {
  std::string title = cut(kind.title.empty() ? kind.id : kind.title, 255);
  std::string text = cut(kind.description.empty() ? kind.id : kind.description, 1024);
  json.begin_object();
  json.member("id", kind.id);
  json.member("name", kind.id);
  write_text(json, "shortDescription", title);
  write_text(json, "fullDescription", std::string_view(text).substr(0, text.find("\n\n")));
  json.begin_object("help");
  json.member("text", text);
  json.member("markdown", markdown_of(kind, title, text));
  json.end_object();
  if (kind.cwe != 0) json.member("helpUri", weakness_page(kind.cwe));
  json.begin_object("defaultConfiguration");
  json.member("level", level_word(kind.level));
  json.end_object();
  if (kind.cwe != 0) write_weakness_of(json, kind.cwe);
  write_properties(json, kind);
  json.end_object();
}

}  // namespace

void SarifRules::add(const KindInfo& kind) {
  if (!index_.emplace(kind.id, rules_.size()).second) return;
  rules_.push_back(kind);
  if (kind.cwe != 0) weaknesses_.insert(kind.cwe);
}

void SarifRules::add_unknown(const std::string& id) {
  auto [at, is_new] = index_.emplace(id, rules_.size());
  if (!is_new) return;
  KindInfo kind{};
  kind.id = at->first;
  kind.level = Level::Warning;
  rules_.push_back(kind);
}

void SarifRules::write(JsonWriter& json) const {
  json.begin_array("rules");
  for (const KindInfo& kind : rules_) write_rule(json, kind);
  json.end_array();
  if (weaknesses_.empty()) return;
  json.begin_array("supportedTaxonomies");
  json.begin_object();
  json.member("name", "CWE");
  json.member("index", 0);
  json.end_object();
  json.end_array();
}

void write_weaknesses(JsonWriter& json, const std::set<int>& weaknesses) {
  if (weaknesses.empty()) return;
  json.begin_array("taxonomies");
  json.begin_object();
  json.member("name", "CWE");
  json.member("organization", "MITRE");
  json.member("informationUri", "https://cwe.mitre.org/");
  json.member("isComprehensive", false);
  write_text(json, "shortDescription", "The MITRE Common Weakness Enumeration");
  json.begin_array("taxa");
  for (int cwe : weaknesses) {
    json.begin_object();
    json.member("id", fmt::format("CWE-{}", cwe));
    json.member("helpUri", weakness_page(cwe));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_array();
}

}  // namespace assay::output
