// Lines of JSON: for jq, for scripts, for whoever loads findings elsewhere.
#include "output/json_writer.h"
#include "output/report.h"
#include "output/source_text.h"

namespace assay::output {
namespace {

using findings::Finding;
using findings::IdentifiedFinding;

class LinePrinter {
 public:
  explicit LinePrinter(const Report& report) : report_(report) {}

  std::string print() {
    report_.for_each_shown([&](const IdentifiedFinding& each) { print_finding(each); });
    return std::move(out_);
  }

 private:
  void print_finding(const IdentifiedFinding& each) {
    const Finding& finding = each.finding;
    const findings::KindInfo* kind = report_.find_kind(finding.kind);
    JsonWriter json(out_, JsonWriter::Layout::Line);
    json.begin_object();
    json.member("id", each.identity.hex());
    json.member("kind", finding.kind);
    json.member("level", level_word(report_.level_of(finding)));
    if (kind != nullptr && kind->cwe != 0) json.member("cwe", kind->cwe);
    json.member("message", finding.message);
    location(json, finding.where);
    json.member("function", finding.function);
    texts(json, "variables", finding.variables);
    texts(json, "engines", findings::engines_of(each));
    json.member("state", state_word(each.status.state));
    if (each.status.novelty != findings::Novelty::Unknown)
      json.member("new", each.status.novelty == findings::Novelty::New);
    json.begin_array("trace");
    for (const findings::Step& step : finding.trace) {
      json.begin_object();
      location(json, step.where);
      json.member("depth", step.depth);
      json.member("message", step.message);
      json.end_object();
    }
    json.end_array();
    json.end_object();
    out_ += '\n';
  }

  void location(JsonWriter& json, const findings::Location& where) {
    json.member("file", relative_path(where.file, report_.root));
    json.member("line", where.line);
    json.member("column", where.column);
    json.member("end_line", where.end_line);
    json.member("end_column", where.end_column);
  }

  static void texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& list) {
    json.begin_array(name);
    for (const std::string& text : list) json.value(text);
    json.end_array();
  }

  const Report& report_;
  std::string out_;
};

}  // namespace

std::string to_json_lines(const Report& report) { return LinePrinter(report).print(); }

}  // namespace assay::output
