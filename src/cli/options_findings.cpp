// The options that speak of findings after they were found.
#include "cli/option_groups.h"

namespace assay::cli {
namespace {

constexpr const char* kFindingsExamples =
    "Examples:\n"
    "  assay findings                             what the last run found, best first\n"
    "  assay findings --kind 'null-*,leak' --file src/net/\n"
    "  assay findings --new                       what the run before did not have\n"
    "  assay findings --since v2.1                what a run of that revision did not have\n"
    "  assay findings --state unreviewed --level error --top 20\n"
    "  assay findings --count-by kind             how many of each\n"
    "\n"
    "Each line ends with the finding's id: `assay show` explains it, `assay mark` decides about\n"
    "it.  What is marked false or intentional, or silenced by a comment, shows with --all or when\n"
    "its state is asked for.\n"
    "\n"
    "Exit codes: 0 nothing to list, 1 findings, 2 could not do what was asked.\n";

constexpr const char* kMarkExamples =
    "Examples:\n"
    "  assay mark 3f2a91bc false_positive --note 'init() sets it'\n"
    "  assay mark src/net/conn.c:120 confirmed\n"
    "\n"
    "States: unreviewed, confirmed, false_positive, intentional.  What is marked false_positive\n"
    "or intentional stays quiet in later runs, also after the source around it has changed.\n";

constexpr const char* kMarksExamples =
    "Examples:\n"
    "  assay marks export assay-marks.txt         to be committed beside the source\n"
    "  assay marks import assay-marks.txt         newer marks win\n"
    "\n"
    "`marks = \"assay-marks.txt\"` in .assay.toml reads the file in every check.\n";

const std::map<std::string, Format> kListFormats{{"text", Format::Text}, {"json", Format::Json}};
const std::map<std::string, CountBy> kCounts{
    {"kind", CountBy::Kind},     {"file", CountBy::File},   {"function", CountBy::Function},
    {"engine", CountBy::Engine}, {"state", CountBy::State},
};

void add_top(CLI::App* app, Options& options) {
  app->add_option("--top", options.top, "Only the best so many")
      ->type_name("N")
      ->check([](const std::string& word) -> std::string {
        bool is_number = !word.empty() && word.size() <= 7 &&
                         word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && word != "0") return "";
        return fmt::format("'{}' is not a number from 1 to 9999999", word);
      });
}

void add_folder(CLI::App* app, Options& options) {
  app->add_option("DIR", options.paths, "The project's folder (default: this one)")->expected(0, 1);
}

void add_filters(CLI::App* app, Options& options) {
  auto list = [&](const char* name, std::string& value, const char* help) {
    app->add_option(name, value, help)->type_name("LIST");
  };
  list("--kind", options.kinds, "Kinds: globs by comma");
  list("--state", options.states, "unreviewed, confirmed, false_positive, intentional");
  list("--file", options.files, "Globs of paths; a folder stands for all in it");
  list("--function", options.functions, "Globs of functions' names");
  list("--level", options.levels, "error, warning, note");
  list("--engine", options.engines, "escape, machines, simulator");
  app->add_flag("--new", options.only_new, "What the run before the last did not have");
  app->add_option("--since", options.since, "What that run, or a run of that revision, had not")
      ->type_name("RUN|REV");
  app->add_flag("--all", options.all_findings,
                "Quiet ones as well, and those that the last run did not see");
}

void add_findings(CLI::App& app, Options& options) {
  CLI::App* findings = app.add_subcommand("findings", "List what runs have found");
  add_folder(findings, options);
  add_filters(findings, options);
  add_top(findings, options);
  add_choice(findings, "--count-by", options.count_by, kCounts, "Sums instead of a list");
  add_choice(findings, "--format", options.format, kListFormats, "What is printed (text)");
  add_common(findings, options);
  findings->footer(kFindingsExamples);
  findings->callback([&] { options.command = Command::Findings; });
}

}  // namespace

void add_finding_options(CLI::App* check, Options& options) {
  check->add_flag("--brief", options.brief, "One line per finding, no source, no path");
  add_top(check, options);
  check
      ->add_option("--exclude", options.exclude,
                   "Do not report what lies in such paths (globs, repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  auto* file = check
                   ->add_option("--baseline", options.baseline,
                                "Report, and fail on, only what that file does not list")
                   ->type_name("FILE");
  check
      ->add_option("--baseline-commit", options.baseline_commit,
                   "Report, and fail on, only what that revision does not have")
      ->type_name("REV")
      ->excludes(file);
  check
      ->add_option("--write-baseline", options.write_baseline,
                   "Write what is found there, for --baseline")
      ->type_name("FILE");
  check->add_option("--marks", options.marks_file, "Read marks from there (assay marks export)")
      ->type_name("FILE");
  check->add_flag("--unused-comments", options.unused_comments,
                  "List comments that silence nothing, other tools' as well");
  auto* config = check->add_option("--config", options.config, "Settings (.assay.toml)")
                     ->type_name("FILE")
                     ->envname("ASSAY_CONFIG");
  check->add_flag("--no-config", options.no_config, "No .assay.toml")->excludes(config);
  check->add_flag("--trust-rules", options.trust_rules,
                  "Run rules that a .assay.toml names, though their actions are native code");
}

void add_finding_commands(CLI::App& app, Options& options) {
  add_findings(app, options);

  CLI::App* show = app.add_subcommand("show", "Explain one finding in full");
  show->add_option("ID", options.finding, "The first digits of its id, or FILE:LINE")->required();
  add_folder(show, options);
  add_common(show, options);
  show->callback([&] { options.command = Command::Show; });

  CLI::App* mark = app.add_subcommand("mark", "Decide about a finding");
  mark->add_option("ID", options.finding, "The first digits of its id, or FILE:LINE")->required();
  mark->add_option("STATE", options.state, "confirmed, false_positive, intentional, unreviewed")
      ->required();
  mark->add_option("--note", options.note, "Why")->type_name("TEXT");
  add_folder(mark, options);
  add_common(mark, options);
  mark->footer(kMarkExamples);
  mark->callback([&] { options.command = Command::Mark; });

  CLI::App* marks = app.add_subcommand("marks", "Marks as a text file beside the source");
  add_choice(marks, "ACTION", options.marks_action,
             {{"export", MarksAction::Export}, {"import", MarksAction::Import}}, "export or import")
      ->required();
  marks->add_option("FILE", options.file, "The file (export: standard output)");
  add_common(marks, options);
  marks->footer(kMarksExamples);
  marks->callback([&] { options.command = Command::Marks; });

  CLI::App* runs = app.add_subcommand("runs", "List the runs of a project");
  add_folder(runs, options);
  add_common(runs, options);
  runs->footer("-v adds how long each phase took, and what the last run did not analyse.\n");
  runs->callback([&] { options.command = Command::Runs; });

  CLI::App* explain =
      app.add_subcommand("explain", "What a kind of bug is, and what to do about it");
  explain->add_option("KIND", options.explained, "As it stands in [brackets]")->required();
  explain->callback([&] { options.command = Command::Explain; });
}

}  // namespace assay::cli
