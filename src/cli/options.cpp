#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "base/nearest.h"
#include "base/processors.h"
#include "cli/cli.h"
#include "cli/option_groups.h"
#include "output/utf8.h"

namespace assay::cli {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 nothing found, 1 findings, 2 could not do what was asked,\n"
    "            3 nothing found, but part of the program was not analysed.\n";

constexpr const char* kAbout =
    "assay finds bugs in C and C++ programs.\n"
    "\n"
    "  assay check .                  analyse the project here: uses its compile_commands.json,\n"
    "                                 or takes the C and C++ files of the folder as they are\n"
    "  assay check a.c b.c -- -Iinc   analyse these two files, compiled with -Iinc\n"
    "  assay capture -- make -j2      no compile_commands.json? let the build show its commands,\n"
    "                                 then run `assay check .`\n"
    "  assay COMMAND --help           options and examples of one command";

constexpr const char* kCheckExamples =
    "Examples:\n"
    "  assay check .                          compile_commands.json here or in build*/\n"
    "  assay check out/compile_commands.json  that one\n"
    "  assay check src/parse.c -p out         one file, with its command from out/\n"
    "  assay check a.c b.c -- -std=c11 -DX=1  plain files, all with these flags\n"
    "  assay check a.c -- gcc -Iinc -c a.c    a file with its whole command, as CMake's\n"
    "                                         CMAKE_C_CLANG_TIDY=\"assay;check\" passes it on\n"
    "  assay check . --sarif-output r.sarif   text for people, and a file for tools\n"
    "  assay check . --rules my.metal --engines machines\n"
    "                                         just this rule; `assay rules` lists those that ship\n"
    "\n"
    "A second run parses only what changed.  Findings go to standard output, progress and\n"
    "the last line, which says how much was analysed, to standard error.\n"
    "\n";

constexpr const char* kEnvironment =
    "Environment: ASSAY_JOBS, ASSAY_DB, ASSAY_FORMAT, ASSAY_OUTPUT, ASSAY_SARIF_OUTPUT,\n"
    "ASSAY_CHECKS, ASSAY_COLOR and ASSAY_QUIET stand for the options of that name;\n"
    "NO_COLOR is honoured.\n"
    "\n";

constexpr const char* kCaptureExamples =
    "Examples:\n"
    "  assay capture -- make -j2        run a clean build, and note what it compiles\n"
    "  assay capture -- ninja -C out\n"
    "  assay capture -p out             no build: take out/compile_commands.json\n"
    "\n"
    "Only what the build compiles is seen: clean first.  The commands are kept in\n"
    ".assay/compile_commands.json, and a later capture adds to them.\n";

constexpr const char* kIrExamples =
    "Examples:\n"
    "  assay ir parse.c                       every function of the file\n"
    "  assay ir parse.c --function next -- -Iinc\n"
    "  assay ir parse.c --function next --dot | dot -Tsvg > next.svg\n";

constexpr const char* kCallgraphExamples =
    "Examples:\n"
    "  assay callgraph                who calls whom, by name; `...`: and others, unknown\n"
    "  assay callgraph --roots        functions that nobody calls\n"
    "  assay callgraph --dot | dot -Tsvg > calls.svg\n"
    "\n"
    "Works on the database of an earlier `assay check` or `assay capture`.\n";

constexpr const char* kProveExamples =
    "Examples:\n"
    "  assay prove query.smt2               sat, unsat or unknown per check-sat\n"
    "  assay prove --model query.smt2       and an assignment for each sat\n"
    "  generator | assay prove -            from standard input\n"
    "\n"
    "Reads SMT-LIB 2.6, logics QF_BV and QF_UFBV.  The budget is counted, not timed: the same\n"
    "file gets the same answers on every machine.\n"
    "\n"
    "Exit codes: 0 every question answered, 2 a mistake in a file, 3 some answer is unknown.\n";

constexpr const char* kRunExamples =
    "Examples:\n"
    "  assay run prog.c                       interpret the program\n"
    "  assay run main.c util.c -- -v in.txt   of two files, with arguments of its own\n"
    "  assay run prog.c --extra-arg=-DN=3     compiled with a flag\n"
    "\n"
    "The program really runs: it reads and writes files, and this program's standard streams are\n"
    "its own.  Undefined behaviour that it comes by is told on standard error, each place once.\n"
    "\n"
    "Exit codes: the program's; 128 plus a signal's number if one ends it; 2 if the program does\n"
    "not compile, or needs what is not supported.\n";

const std::map<std::string, Format> kFormats{
    {"text", Format::Text}, {"sarif", Format::Sarif}, {"json", Format::Json}};
const std::map<std::string, Color> kColors{
    {"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}};

// CLI11's usage line does not know of what stands after `--`.
class Formatter : public CLI::Formatter {
 public:
  Formatter() { column_width(30); }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    static const std::map<std::string, std::string> usages{
        {"check", "assay check [PATH...] [OPTIONS] [-- COMPILER FLAGS...]"},
        {"capture", "assay capture [OPTIONS] -- BUILD COMMAND...\n       assay capture -p DIR"},
        {"ir", "assay ir FILE [OPTIONS] [-- COMPILER FLAGS...]"},
        {"run", "assay run FILE... [OPTIONS] [-- ARGUMENTS OF THE PROGRAM...]"},
        {"infer", "assay infer pairs|null|free [DIR] [OPTIONS]"},
        {"test", "assay rules test RULE [SOURCE FILE...] [OPTIONS] [-- COMPILER FLAGS...]"},
        {"model", "assay model FUNCTION [PATH...] [OPTIONS] [-- COMPILER FLAGS...]"},
        {"findings", "assay findings [DIR] [FILTERS]"},
        {"show", "assay show ID|FILE:LINE [DIR]"},
        {"mark", "assay mark ID|FILE:LINE STATE [--note TEXT]"},
        {"marks", "assay marks export|import [FILE]"},
        {"explain", "assay explain KIND"},
        {"machines", "assay machines --trace RULE FILE [OPTIONS] [-- COMPILER FLAGS...]"},
    };
    auto known = usages.find(app->get_name());
    if (known == usages.end()) return CLI::Formatter::make_usage(app, name);
    return "Usage: " + known->second + "\n";
  }
  // Only the value's name: ranges are told when they are broken, environment names below.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_type_size() == 0) return "";
    return " " + option->get_type_name();
  }
};

void add_check(CLI::App& app, Options& options) {
  CLI::App* check = app.add_subcommand("check", "Capture, analyse, report: the one command");
  check->add_option("PATH", options.paths,
                    "Folder, compile_commands.json or source files (default: this folder)");
  add_input(check, options);
  add_jobs(check, options);
  add_choice(check, "--format", options.format, kFormats, "What is printed (text)")
      ->envname("ASSAY_FORMAT");
  check->add_option("-o,--output", options.output, "Write the report there, not to standard output")
      ->type_name("FILE")
      ->envname("ASSAY_OUTPUT");
  check->add_option("--sarif-output", options.sarif_output, "Write SARIF 2.1.0 there as well")
      ->type_name("FILE")
      ->envname("ASSAY_SARIF_OUTPUT");
  check
      ->add_option("--checks", options.checks,
                   "Kinds to report: globs by comma, '-' in front removes ('*')")
      ->type_name("LIST")
      ->envname("ASSAY_CHECKS");
  add_rule_options(check, options);
  add_simulator_options(check, options);
  add_finding_options(check, options);
  add_choice(check, "--color", options.color, kColors, "Colours (auto: on a terminal)")
      ->envname("ASSAY_COLOR");
  check->add_flag("--exit-zero", options.exit_zero, "Exit with 0 even if something was found");
  check->add_flag("--strict", options.strict,
                  "A function that ran out of its budget makes the run incomplete (exit 3)");
  add_common(check, options);
  check->footer(std::string(kCheckExamples) + kEnvironment + kExitCodes);
  check->callback([&] { options.command = Command::Check; });
}

void add_capture(CLI::App& app, Options& options) {
  CLI::App* capture =
      app.add_subcommand("capture", "Fill the program database from a build or its commands");
  add_input(capture, options);
  add_jobs(capture, options);
  capture->add_flag("--wrapper", options.force_wrapper,
                    "Watch the build by wrapped compilers: for compilers linked statically");
  add_common(capture, options);
  capture->footer(kCaptureExamples);
  capture->callback([&] { options.command = Command::Capture; });
}

void add_ir(CLI::App& app, Options& options) {
  CLI::App* ir = app.add_subcommand("ir", "Print how a source file is understood");
  ir->add_option("FILE", options.file, "The source file")->required();
  ir->add_option("--function", options.function, "Only this function")->type_name("NAME");
  auto* dot = ir->add_flag_callback(
      "--dot", [&] { options.graph_format = GraphFormat::Dot; }, "Control flow for Graphviz");
  ir->add_flag("--self-check", options.self_check,
               "Print nothing but faults of assay's own: rules broken, or lost in storing");
  ir->add_flag("--tree", options.tree, "Statements and expressions as trees as well")
      ->excludes(dot);
  ir->add_flag("--system", options.with_system, "Functions of system headers as well");
  add_input(ir, options);
  ir->footer(kIrExamples);
  ir->callback([&] { options.command = Command::Ir; });
}

void add_readers(CLI::App& app, Options& options) {
  CLI::App* graph = app.add_subcommand("callgraph", "Print who calls whom");
  graph->add_option("DIR", options.paths, "The project's folder (default: this one)")
      ->expected(0, 1);
  graph->add_flag("--roots", options.roots_only, "Only the functions that nobody calls");
  auto* dot = graph->add_flag_callback(
      "--dot", [&] { options.graph_format = GraphFormat::Dot; }, "For Graphviz");
  graph->add_flag_callback(
           "--json", [&] { options.graph_format = GraphFormat::Json; }, "For tools")
      ->excludes(dot);
  add_common(graph, options);
  graph->footer(kCallgraphExamples);
  graph->callback([&] { options.command = Command::Callgraph; });

  CLI::App* stats = app.add_subcommand("stats", "Print what the program database holds");
  stats->add_option("DIR", options.paths, "The project's folder (default: this one)")
      ->expected(0, 1);
  stats->add_flag("--functions", options.list_functions,
                  "Functions by linkage name: place, points, points not understood");
  add_common(stats, options);
  stats->callback([&] { options.command = Command::Stats; });
}

void add_prove(CLI::App& app, Options& options) {
  CLI::App* prove = app.add_subcommand("prove", "Answer the questions of SMT-LIB files");
  prove->add_option("FILE", options.paths, "SMT-LIB 2 files; - is standard input")->required();
  prove->add_flag("--model", options.with_model, "Print a model after each sat");
  prove->add_option("--budget", options.conflicts, "Conflicts per question (100000; -1: no limit)")
      ->type_name("N")
      ->check([](const std::string& word) -> std::string {
        bool is_number = !word.empty() && word.size() <= 18 &&
                         word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number || word == "-1") return "";
        return fmt::format("'{}' is not a number of conflicts", word);
      });
  prove
      ->add_option("--record-queries", options.record_queries,
                   "Write the questions there, a file each")
      ->type_name("DIR");
  prove->add_flag("-q,--quiet", options.quiet, "Do not say why an answer is unknown");
  prove->footer(kProveExamples);
  prove->callback([&] { options.command = Command::Prove; });
}

void add_run(CLI::App& app, Options& options) {
  CLI::App* run =
      app.add_subcommand("run", "Interpret a program, and report what C leaves undefined");
  run->add_option("FILE", options.paths, "The program's source files")->required();
  add_input(run, options);
  run->add_option("--max-points", options.max_points,
                  "Stop after so many program points (no limit)")
      ->type_name("N")
      ->check([](const std::string& word) -> std::string {
        bool is_number = !word.empty() && word.size() <= 18 &&
                         word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && word != "0") return "";
        return fmt::format("'{}' is not a number of points", word);
      });
  run->add_flag("-v,--verbose", options.verbose, "Say how many program points were evaluated");
  run->footer(kRunExamples);
  run->callback([&] { options.command = Command::Run; });
}

void add_others(CLI::App& app, Options& options) {
  add_ir(app, options);
  add_readers(app, options);
  add_prove(app, options);
  add_run(app, options);
  add_rule_commands(app, options);
  add_infer(app, options);
  add_model_command(app, options);
  add_finding_commands(app, options);
}

/// Commands that builds call a thousand times do not wait for the others to be described.
void add_commands(CLI::App& app, std::string_view first, Options& options) {
  if (first != "capture") add_check(app, options);
  if (first != "check") add_capture(app, options);
  if (first != "check" && first != "capture") add_others(app, options);
}

void describe(CLI::App& app, std::string_view first, Options& options) {
  app.description(kAbout);
  app.set_version_flag("--version", std::string("assay ") + ASSAY_VERSION);
  app.formatter(std::make_shared<Formatter>());
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("assay: error: {}\n", error.what());
  });
  add_commands(app, first, options);
  app.add_flag_callback(
      "--list-checks", [&] { options.command = Command::ListChecks; },
      "Print the kinds of bugs that are looked for");
  app.add_option_function<std::string>(
         "--explain",
         [&](const std::string& kind) {
           options.command = Command::Explain;
           options.explained = kind;
         },
         "Print what a kind of bug is, and what to do about it")
      ->type_name("KIND");
  app.require_subcommand(0, 1);
  app.footer(kExitCodes);
}

/// A sentence about a first word that is no command; empty: it is one, or an option.
std::string unknown_command(const CLI::App& app, std::string_view word) {
  if (word.empty() || word.starts_with('-')) return "";
  std::string names;
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return "";
    names += (names.empty() ? "" : ", ") + command->get_name();
    commands.push_back(command->get_name());
  }
  std::vector<std::string_view> known(commands.begin(), commands.end());
  std::string_view nearest = nearest_name(word, known);
  std::string said = fmt::format("no command is called '{}'", word);
  if (!nearest.empty()) return fmt::format("{}; did you mean 'assay {}'?", said, nearest);
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored))
    return fmt::format("{}; did you mean 'assay check {}'?", said, word);
  return fmt::format("{}; there are: {}", said, names);
}

/// A sentence about a word that the command does not take.
std::string unexpected(const CLI::App& app, std::string_view word) {
  std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.back();
  std::string name = chosen.empty() ? "assay" : "assay " + command.get_name();
  if (!word.starts_with('-'))
    return fmt::format("{} has no use for '{}'; `{} --help` says what it takes", name, word, name);
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& each : option->get_lnames()) options.push_back("--" + each);
  std::vector<std::string_view> known(options.begin(), options.end());
  std::string_view given = word.substr(0, word.find('='));
  std::string near = suggestion(given, known);
  return fmt::format("{} has no option '{}'{}", name, given,
                     near.empty() ? fmt::format("; `{} --help` lists them", name) : near);
}

}  // namespace

std::optional<int> parse_options(int argc, char** argv, Options& options) {
  options.jobs = usable_processors();
  options.command_line.clear();
  for (int i = 1; i < argc; ++i) options.command_line += (i > 1 ? " " : "") + std::string(argv[i]);
  // What follows `--` is the compiler's or the build's, and none of CLI11's business.
  char** dashes =
      std::find_if(argv, argv + argc, [](const char* a) { return std::string("--") == a; });
  if (dashes != argv + argc) {
    options.has_dashes = true;
    options.after_dashes.assign(dashes + 1, argv + argc);
    argc = static_cast<int>(dashes - argv);
  }
  CLI::App app;
  app.name("assay");
  describe(app, argc > 1 ? argv[1] : "", options);
  if (argc > 1) {
    if (std::string said = unknown_command(app, argv[1]); !said.empty()) {
      fmt::print(stderr, "assay: error: {}\n", said);
      return kCouldNot;
    }
  }
  std::vector<std::string> words = with_rules_apart(argc, argv);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    std::vector<std::string> extra = app.remaining(/*recurse=*/true);
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || extra.empty())
      return app.exit(error) == 0 ? kClean : kCouldNot;
    fmt::print(stderr, "assay: error: {}\n", output::inert(unexpected(app, extra.front())));
    return kCouldNot;
  }
  bool asked = !app.get_subcommands().empty() || options.command != Command::Check;
  if (!asked) {
    fmt::print(stderr, "{}", app.help());
    return kCouldNot;
  }
  return std::nullopt;
}

}  // namespace assay::cli
