#include "cli/rules_test.h"

#include <filesystem>

#include "cli/check_program.h"
#include "cli/cli.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/rule_inputs.h"
#include "cli/temporary_folder.h"
#include "frontend/read_file.h"
#include "marks/reports.h"
#include "marks/text.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// Sources beside a rule, with its name.
Result<std::vector<std::string>> test_files(const Options& options) {
  if (!options.paths.empty()) return options.paths;
  std::vector<std::string> files;
  for (const char* suffix : {".c", ".cpp", ".cc", ".cxx"}) {
    fs::path file = fs::path(options.rule).replace_extension(suffix);
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) files.push_back(file.string());
  }
  if (files.empty())
    return input_error("{}: no source file beside it to test it with; name one", options.rule);
  return files;
}

Options options_for(const Options& given, const std::string& file, const std::string& source,
                    const std::string& database) {
  Options options = given;
  options.command = Command::Check;
  options.rules = {given.rule};
  options.run_escape = options.run_simulator = false;
  options.quiet = true;
  options.paths = {file};
  options.db = database;
  marks::CaseArguments arguments = marks::case_arguments(source);
  options.has_dashes |= !arguments.compiler.empty();
  options.after_dashes.insert(options.after_dashes.end(), arguments.compiler.begin(),
                              arguments.compiler.end());
  return options;
}

// What is wrong, for people; empty: all is as marked.
Result<std::string> test_file(const Options& given, const std::string& file) {
  Result<std::string> source = frontend::read_file(file);
  if (!source.ok()) return input_error("{}: {}", file, source.error());
  TemporaryFolder folder = TRY(TemporaryFolder::make());
  Options options = options_for(given, file, source.value(), folder.path() + "/assay.db");
  CheckedProgram program = TRY(check_program(options));
  if (program.interrupted) return input_error("interrupted");
  const output::Coverage& coverage = program.report.coverage;
  std::string complaints;
  for (const auto& [where, why] : coverage.failures)
    complaints += fmt::format("  not analysed: {}\n", why);
  std::error_code ignored;
  program.report.root = fs::current_path(ignored);
  marks::Reports actual =
      marks::read_reports(output::to_text(program.report, {}), fs::path(file).filename().string());
  std::string unmet = marks::compare_reports(source.value(), actual);
  if (!unmet.empty() && given.accept && complaints.empty() && actual.elsewhere.empty()) {
    TRY(write_output(file, marks::with_reports(source.value(), actual)));
    return complaints;
  }
  return complaints + unmet;
}

Result<int> test_rule(const Options& options) {
  TRY(load_rules({options.rule}));  // its mistakes once, not per file
  int code = kClean;
  for (const std::string& file : TRY(test_files(options))) {
    std::string complaints = TRY(test_file(options, file));
    if (!complaints.empty()) code = kFindings;
    TRY(write_output("", complaints.empty() ? fmt::format("{}: as marked\n", file)
                                            : fmt::format("{}\n{}", file, complaints)));
  }
  return code;
}

}  // namespace

int run_rules_test(const Options& options) {
  Result<int> code = test_rule(options);
  if (!code && interrupted()) return end_interrupted();
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
