// `assay check`: capture, analysis and report in one.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "cli/baseline.h"
#include "cli/check_program.h"
#include "cli/checks.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exceptions.h"
#include "cli/interrupt.h"
#include "cli/judge.h"
#include "cli/record_run.h"
#include "findings/glob.h"
#include "output/source_text.h"
#include "output/utf8.h"

namespace assay::cli {
namespace {

// What is asked for after all is found, so that the rest keeps its names across runs.
void keep_wanted(const CheckFilter& filter, const Exceptions& exceptions, const Options& options,
                 CheckedProgram& program) {
  std::erase_if(program.report.findings, [&](const findings::IdentifiedFinding& one) {
    std::string path = output::relative_path(one.finding.where.file, program.inputs.root);
    NamedFunction function{one.finding.function_symbol, one.finding.function, path};
    if (!exceptions.wants(one.finding.kind, function, filter.wants(one.finding.kind))) return true;
    return std::any_of(options.exclude.begin(), options.exclude.end(),
                       [&](const std::string& glob) { return findings::path_matches(glob, path); });
  });
}

void keep_best(const Options& options, CheckedProgram& program) {
  uint32_t number = options.top;
  if (number == 0 || program.report.order.size() <= number) return;
  std::set<size_t> kept;  // in the order of places, as findings stand
  for (const findings::Ranked& ranked : program.report.order) {
    if (kept.size() >= number) break;
    if (findings::is_shown(program.report.findings[ranked.index].status)) kept.insert(ranked.index);
  }
  std::vector<findings::IdentifiedFinding> best;
  for (size_t index : kept) best.push_back(std::move(program.report.findings[index]));
  program.report.findings = std::move(best);
  rank_findings(options, program);
}

int exit_code_of(const output::Report& report, const Options& options) {
  const output::Coverage& coverage = report.coverage;
  bool found = std::any_of(
      report.findings.begin(), report.findings.end(),
      [](const findings::IdentifiedFinding& each) { return findings::is_shown(each.status); });
  if (found && !options.exit_zero) return kFindings;
  bool complete = coverage.units_failed == 0 && coverage.units_with_errors == 0 &&
                  coverage.functions_failed == 0 && coverage.functions_doubtful == 0 &&
                  (coverage.functions_out_of_budget == 0 || !options.strict);
  return complete ? kClean : kIncomplete;
}

// People read paths from where they stand; tools, from the repository's root on every machine.
Result<void> write_reports(const Options& options, const Inputs& inputs, output::Report& report) {
  std::string sarif;
  if (options.format == Format::Sarif || !options.sarif_output.empty()) {
    report.root = repository_root(inputs.root);
    sarif = output::to_sarif(report);
  }
  if (!options.sarif_output.empty()) TRY(write_output(options.sarif_output, sarif));
  if (options.format == Format::Sarif) return write_output(options.output, sarif);
  std::error_code ignored;
  report.root = std::filesystem::current_path(ignored);
  if (options.format == Format::Json)
    return write_output(options.output, output::to_json_lines(report));
  output::TextOptions text;
  text.brief = options.brief;
  if (options.output.empty()) text.width = terminal_width(text.width);
  bool to_terminal = options.output.empty() && color_by_default();
  text.color = options.color == Color::Always || (options.color == Color::Auto && to_terminal);
  return write_output(options.output, output::to_text(report, text));
}

// `file:line:column: note: …` as findings are printed; then the counts, by name.
void print_rule_notes(const Options& options, const CheckedProgram& program) {
  std::error_code ignored;
  output::Report notes;
  notes.root = std::filesystem::current_path(ignored);
  notes.source = program.report.source;
  std::vector<findings::Finding> found = program.notes;
  notes.findings = findings::identify(std::move(found));
  fmt::print(stderr, "{}", output::to_text(notes, {.brief = true, .level = findings::Level::Note}));
  for (const auto& [kind, known] : program.statistics.all(rank_options(options)))
    fmt::print(stderr, "assay: count: {}: {}\n", kind, findings::reliability_text(known));
  for (const auto& [name, count] : program.counts)
    fmt::print(stderr, "assay: count: {}: {}\n", name, count);
}

// Why fewer are shown than there are; empty: all are.
std::string hidden_line(const output::Report& report) {
  size_t silenced = 0, marked = 0, known = 0;
  for (const findings::IdentifiedFinding& each : report.findings) {
    if (each.status.silenced)
      ++silenced;
    else if (each.status.is_quiet())
      ++marked;
    else if (each.status.novelty == findings::Novelty::Known)
      ++known;
  }
  std::string line;
  auto add = [&](size_t count, const char* what) {
    if (count > 0) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, what);
  };
  add(silenced, "silenced in the source");
  add(marked, "marked false or intentional");
  add(known, "in the baseline");
  return line.empty() ? line : "not shown: " + line;
}

// One is seen at a glance; more scroll by.
void print_count(const Options& options, const output::Report& report) {
  size_t count = 0, errors = 0;
  for (const findings::IdentifiedFinding& each : report.findings) {
    if (!findings::is_shown(each.status)) continue;
    ++count;
    if (report.level_of(each.finding) == findings::Level::Error) ++errors;
  }
  if (options.format != Format::Text || count < 2) return;
  std::string of_these =
      errors > 0 ? fmt::format(", {} error{}", errors, errors == 1 ? "" : "s") : "";
  fmt::print(stderr, "{} findings{}\n", count, of_these);
}

// Who edits a comment sees that little was done again.  Tools' reports are the same either way.
std::string known_line(const CheckedProgram& program) {
  if (program.known == 0) return "";
  return fmt::format("; {} of {} function{} simulated before", program.known, program.simulated,
                     program.simulated == 1 ? "" : "s");
}

// Comments that silence nothing rot: the next real finding there would go unseen.
void print_problems(const Options& options, const Judgement& judgement) {
  if (options.quiet) return;
  constexpr size_t kShown = 10;
  std::error_code ignored;
  std::string here = std::filesystem::current_path(ignored);
  size_t shown = 0;
  for (const CommentProblem& problem : judgement.problems) {
    if (++shown > kShown && !options.verbose && !options.unused_comments) break;
    fmt::print(stderr, "{}:{}:{}: note: {}\n",
               output::inert(output::relative_path(problem.where.file, here)), problem.where.line,
               problem.where.column, output::inert(problem.message));
  }
  if (shown > kShown && shown <= judgement.problems.size() && !options.verbose)
    note(fmt::format("{} more comments like this (-v lists them)",
                     judgement.problems.size() - kShown));
}

Result<int> check(const Options& options) {
  CheckFilter::Names names =
      options.rules.empty() ? CheckFilter::Names::Known : CheckFilter::Names::Any;
  CheckFilter filter = TRY(CheckFilter::parse(options.checks, names));
  Result<Exceptions> exceptions = Exceptions::parse(options.exceptions, names);
  if (!exceptions) return input_error("--for: {}", exceptions.error());
  CheckedProgram program = TRY(check_program(options));
  if (program.interrupted) return end_interrupted();
  for (const std::string& rule : options.untrusted_rules)
    note(fmt::format("{}: a rule's actions are code that runs; --trust-rules lets it", rule));
  keep_wanted(filter, exceptions.value(), options, program);
  rank_findings(options, program);
  auto begin = std::chrono::steady_clock::now();
  Judgement judgement = TRY(judge(options, program));
  auto took = std::chrono::steady_clock::now() - begin;
  program.phases.push_back(
      {"findings", static_cast<uint64_t>(took / std::chrono::milliseconds(1))});
  program.report.exit_code = exit_code_of(program.report, options);
  if (!options.write_baseline.empty())
    TRY(write_output(options.write_baseline, baseline_text(program.report, judgement)));
  TRY(record_run(options, program, judgement));
  std::string hidden = hidden_line(program.report);
  keep_best(options, program);
  TRY(write_reports(options, program.inputs, program.report));
  print_problems(options, judgement);
  if (options.notes) print_rule_notes(options, program);
  if (!options.quiet && program.unsure > 0)
    note(fmt::format("{} report{} of rules that count {} below --min-z {}", program.unsure,
                     program.unsure == 1 ? "" : "s", program.unsure == 1 ? "is" : "are",
                     options.min_z));
  if (!options.quiet) print_count(options, program.report);
  if (!options.quiet && !hidden.empty()) fmt::print(stderr, "{}\n", hidden);
  if (!options.quiet)
    fmt::print(stderr, "{}{}\n", output::coverage_line(program.report.coverage),
               known_line(program));
  return program.report.exit_code;
}

}  // namespace

int run_check(const Options& options) {
  Result<int> code = check(options);
  if (!code && interrupted()) return end_interrupted();
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
