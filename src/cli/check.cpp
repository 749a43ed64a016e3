// `assay check`: capture, analysis and report in one.
#include <filesystem>

#include "cli/check_program.h"
#include "cli/checks.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"

namespace assay::cli {
namespace {

// What is asked for after all is found, so that the rest keeps its names across runs.
void keep_wanted(const CheckFilter& filter, output::Report& report) {
  std::erase_if(report.findings, [&](const findings::IdentifiedFinding& one) {
    return !filter.wants(one.finding.kind);
  });
}

int exit_code_of(const output::Report& report, const Options& options) {
  const output::Coverage& coverage = report.coverage;
  if (!report.findings.empty() && !options.exit_zero) return kFindings;
  bool complete = coverage.units_failed == 0 && coverage.units_with_errors == 0 &&
                  coverage.functions_failed == 0 &&
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
  output::TextOptions text;
  bool to_terminal = options.output.empty() && color_by_default();
  text.color = options.color == Color::Always || (options.color == Color::Auto && to_terminal);
  return write_output(options.output, output::to_text(report, text));
}

// `file:line:column: note: …` as findings are printed; then the counts, by name.
void print_rule_notes(const CheckedProgram& program) {
  std::error_code ignored;
  output::Report notes;
  notes.root = std::filesystem::current_path(ignored);
  notes.source = program.report.source;
  std::vector<findings::Finding> found = program.notes;
  notes.findings = findings::identify(std::move(found));
  fmt::print(stderr, "{}", output::to_text(notes, {.brief = true, .level = findings::Level::Note}));
  for (const auto& [name, count] : program.counts)
    fmt::print(stderr, "assay: count: {}: {}\n", name, count);
}

Result<int> check(const Options& options) {
  CheckFilter filter = TRY(CheckFilter::parse(
      options.checks, options.rules.empty() ? CheckFilter::Names::Known : CheckFilter::Names::Any));
  CheckedProgram program = TRY(check_program(options));
  if (program.interrupted) return end_interrupted();
  keep_wanted(filter, program.report);
  rank_findings(program);
  program.report.exit_code = exit_code_of(program.report, options);
  TRY(write_reports(options, program.inputs, program.report));
  if (options.notes) print_rule_notes(program);
  if (options.verbose && program.unsure > 0)
    note(fmt::format("{} reports of rules that count are below --min-z {}", program.unsure,
                     options.min_z));
  if (!options.quiet) fmt::print(stderr, "{}\n", output::coverage_line(program.report.coverage));
  return program.report.exit_code;
}

}  // namespace

int run_check(const Options& options) {
  Result<int> code = check(options);
  if (!code && interrupted()) return end_interrupted();
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
