// `assay show`, `assay mark`, `assay marks`: one finding in full, and what people decide about it.
#include <ctime>
#include <filesystem>

#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/finding_filter.h"
#include "cli/inputs.h"
#include "cli/judge.h"
#include "cli/rule_catalog.h"
#include "output/report.h"
#include "output/source_text.h"
#include "output/utf8.h"

namespace assay::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string run_text(store::FindingLog& log, store::RunId id) {
  Result<std::vector<store::RunRecord>> runs = log.runs(0);
  if (runs)
    for (const store::RunRecord& run : runs.value())
      if (run.id == id)
        return fmt::format("run {}, {}{}", id, spell_time(run.began),
                           run.revision.empty() ? "" : ", " + run.revision.substr(0, 12));
  return fmt::format("run {}", id);
}

/// The lines below the excerpt: what is known of it.
std::string facts_of(store::FindingLog& log, const store::StoredFinding& stored) {
  const findings::Finding& finding = stored.finding.finding;
  const findings::RankInputs& rank = finding.rank;
  std::string text;
  auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {:<10} {}\n", name, output::inert(value));
  };
  add("id", stored.finding.identity.hex());
  add("function", finding.function);
  add("variables", joined(finding.variables));
  add("engines", joined(stored.engines) +
                     (stored.finding.others > 0
                          ? fmt::format("; {} more report{} of the same", stored.finding.others,
                                        stored.finding.others == 1 ? "" : "s")
                          : ""));
  add("rank", fmt::format("{}: {} line{}, {} conditional{}, {} call{}, {} other name{}",
                          stored.place, rank.distance, rank.distance == 1 ? "" : "s",
                          rank.conditionals, rank.conditionals == 1 ? "" : "s", rank.call_chain,
                          rank.call_chain == 1 ? "" : "s", rank.indirection,
                          rank.indirection == 1 ? "" : "s"));
  if (stored.cwe != 0) add("weakness", fmt::format("CWE-{}", stored.cwe));
  add("first seen", run_text(log, stored.first_run));
  if (stored.last_run != stored.first_run) add("last seen", run_text(log, stored.last_run));
  if (stored.reopened_run != 0) add("came back", run_text(log, stored.reopened_run));
  std::string state(state_word(stored.finding.status.state));
  if (stored.finding.status.silenced)
    state += ", silenced in the source: " + stored.finding.status.reason;
  add("state", state);
  for (const store::Mark& mark : stored.marks)
    add("marked", fmt::format("{} {}{}{}", spell_time(mark.time), state_word(mark.state),
                              mark.note.empty() ? "" : ": ", mark.note));
  add("explain", "assay explain " + finding.kind);
  return text;
}

std::string evidence_text(const store::StoredFinding& stored, output::Report report,
                          const output::TextOptions& style) {
  std::string text;
  for (const findings::Evidence& each : stored.finding.evidence) {
    findings::Finding other = stored.finding.finding;
    other.message = each.message;
    other.where = each.where;
    other.trace = each.trace;
    other.engine = each.engine;
    other.kind.clear();  // it may be called otherwise there
    report.findings = {{.finding = other, .identity = {}, .evidence = {}}};
    output::TextOptions note = style;
    note.level = findings::Level::Note;
    text += fmt::format("\nalso seen by {}:\n{}", output::inert(each.engine),
                        output::to_text(report, note));
  }
  return text;
}

Result<void> show(const Options& options) {
  OpenLog open = TRY(open_log(options, store::Store::Mode::Read));
  store::FindingLog log(open.store);
  store::StoredFinding stored = TRY(log.load(TRY(find_finding(log, options.finding))));
  output::Report report;
  std::error_code ignored;
  report.root = std::filesystem::current_path(ignored);
  report.source = [&](const std::string& file) -> std::optional<std::string> {
    Result<std::optional<std::string>> text = open.store.source_text(file);
    return text ? text.value() : std::nullopt;
  };
  report.kinds = shipped_kinds();
  findings::IdentifiedFinding shown = stored.finding;
  shown.status = {};  // shown whatever its state
  report.findings = {shown};
  output::TextOptions style;
  style.color = color_by_default();
  style.width = terminal_width(style.width);
  style.level = stored.level;
  std::string text = output::to_text(report, style);
  text += "\n" + facts_of(log, stored);
  text += evidence_text(stored, report, style);
  return write_output("", text);
}

Result<void> mark(const Options& options) {
  std::optional<findings::State> state = findings::find_state(options.state);
  if (!state) {
    std::vector<std::string_view> names;
    for (findings::State each : findings::kStates) names.push_back(state_word(each));
    return input_error(
        "no state is called '{}'{}; there are: unreviewed, confirmed, false_positive, intentional",
        options.state, suggestion(options.state, names));
  }
  OpenLog open = TRY(open_log(options, store::Store::Mode::Write));
  store::FindingLog log(open.store);
  store::FindingId id = TRY(find_finding(log, options.finding));
  TRY(log.mark(id, {*state, std::time(nullptr), options.note}));
  TRY(open.store.commit());
  if (options.quiet) return {};
  store::StoredFinding stored = TRY(log.load(id));
  std::error_code ignored;
  const findings::Location& where = stored.finding.finding.where;
  std::string path = output::relative_path(where.file, std::filesystem::current_path(ignored));
  fmt::print("{} {}: {}:{}: {} [{}]\n", short_id(stored.finding.identity), state_word(*state),
             output::inert(path), where.line, output::inert(stored.finding.finding.message),
             output::inert(stored.finding.finding.kind));
  return {};
}

Result<void> move_marks(const Options& options) {
  bool imports = options.marks_action == MarksAction::Import;
  if (imports && options.file.empty()) return input_error("import needs a file");
  OpenLog open =
      TRY(open_log(options, imports ? store::Store::Mode::Write : store::Store::Mode::Read));
  store::FindingLog log(open.store);
  std::string root = repository_root(open.root);
  if (imports) {
    std::string text = TRY(read_text_file(options.file));
    std::vector<findings::KnownFinding> marks = TRY(findings::read_known(text, options.file));
    size_t taken = TRY(import_marks(log, marks, root));
    TRY(open.store.commit());
    if (!options.quiet) fmt::print(stderr, "{} of {} marks taken over\n", taken, marks.size());
    return {};
  }
  std::vector<findings::KnownFinding> marks;
  for (store::LoggedFinding& each : TRY(log.known())) {
    if (each.marked == 0) continue;
    findings::KnownFinding known{.likeness = std::move(each.likeness),
                                 .state = each.state,
                                 .time = each.marked,
                                 .note = std::move(each.note)};
    known.likeness.file = output::relative_path(known.likeness.file, root);
    marks.push_back(std::move(known));
  }
  return write_output(options.file, findings::write_known(findings::KnownFile::Marks, marks));
}

int code_of(const Result<void>& done) {
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace

int run_show(const Options& options) { return code_of(show(options)); }
int run_mark(const Options& options) { return code_of(mark(options)); }
int run_marks(const Options& options) { return code_of(move_marks(options)); }

}  // namespace assay::cli
