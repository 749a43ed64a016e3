// `assay check`: capture, analysis and report in one.
#include <filesystem>

#include "cli/checks.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/fill_database.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "schedule/analysis.h"

namespace assay::cli {
namespace {

Result<schedule::AnalysisReport> analyse(store::Store& store, const Options& options) {
  Progress progress("analysis", "units", Progress::style_for(options.quiet));
  schedule::AnalysisOptions analysis;
  analysis.jobs = options.jobs;
  analysis.interrupted = interrupted;
  analysis.progress = [&](const schedule::AnalysisProgress& state) {
    progress.update(
        {.done = state.units_done, .total = state.units_total, .functions = state.functions});
  };
  return schedule::analyse(store, analysis);
}

void add_to_coverage(const schedule::AnalysisReport& report, output::Coverage& coverage) {
  coverage.functions = report.functions;
  coverage.functions_failed += report.failed.size();
  coverage.functions_out_of_budget = report.out_of_budget.size();
  for (const auto* failures : {&report.failed, &report.out_of_budget}) {
    for (const schedule::FunctionFailure& failure : *failures) {
      coverage.failures.emplace_back(failure.file,
                                     fmt::format("{}: {}", failure.function, failure.why));
    }
  }
}

void print_analysis_notes(const Options& options, const schedule::AnalysisReport& report) {
  if (options.quiet) return;
  for (const schedule::FunctionFailure& failure : report.failed) {
    fmt::print(stderr, "assay: not analysed: {}: {}: {}\n", failure.file, failure.function,
               failure.why);
  }
  if (!options.verbose) return;
  for (const schedule::FunctionFailure& failure : report.out_of_budget) {
    fmt::print(stderr, "assay: out of budget: {}: {}: {}\n", failure.file, failure.function,
               failure.why);
  }
  for (const auto& [text, count] : report.notes) note(fmt::format("{} ({})", text, count));
}

std::vector<findings::IdentifiedFinding> wanted_findings(std::vector<findings::Finding> found,
                                                         const CheckFilter& filter) {
  std::erase_if(found, [&](const findings::Finding& one) { return !filter.wants(one.kind); });
  return findings::identify(std::move(found));
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

Result<int> check(const Options& options) {
  CheckFilter filter = TRY(CheckFilter::parse(options.checks));
  Inputs inputs = TRY(find_inputs(options));
  if (!options.quiet) {
    for (const std::string& text : inputs.notes) note(text);
  }
  FilledDatabase filled = TRY(fill_database(options, inputs));
  if (filled.report.interrupted) return end_interrupted();
  print_capture_notes(options, filled.report);

  output::Report report;
  report.coverage = TRY(capture_coverage(filled.store, filled.report));
  if (report.coverage.units_failed >= report.coverage.units) {
    return input_error("no file could be analysed");
  }
  schedule::AnalysisReport analysis = TRY(analyse(filled.store, options));
  if (analysis.interrupted) return end_interrupted();
  print_analysis_notes(options, analysis);
  add_to_coverage(analysis, report.coverage);
  report.findings = wanted_findings(std::move(analysis.findings), filter);
  report.exit_code = exit_code_of(report, options);
  report.source = [&](const std::string& file) -> std::optional<std::string> {
    Result<std::optional<std::string>> text = filled.store.source_text(file);
    return text ? text.value() : std::nullopt;
  };
  TRY(write_reports(options, inputs, report));
  if (!options.quiet) fmt::print(stderr, "{}\n", output::coverage_line(report.coverage));
  return report.exit_code;
}

}  // namespace

int run_check(const Options& options) {
  Result<int> code = check(options);
  if (!code && interrupted()) return end_interrupted();
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
