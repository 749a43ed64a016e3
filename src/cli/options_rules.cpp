// The options that speak of rules: `assay rules`, `assay machines`, and those of `assay check`.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/inputs.h"
#include "cli/option_groups.h"
#include "cli/rule_inputs.h"

namespace assay::cli {
namespace {

constexpr std::array<std::string_view, 3> kEngines{"escape", "machines", "simulator"};

constexpr const char* kRulesExamples =
    "Examples:\n"
    "  assay rules                            the rules that ship, one line each\n"
    "  assay rules show null_belief           a rule's text: a start for your own\n"
    "  assay check . --rules my.metal         your own, beside what the engines look for\n"
    "  assay rules test my.metal my_test.c    what it reports, against the marks in my_test.c\n"
    "\n"
    "docs/METAL.md teaches how rules are written.\n";

constexpr const char* kTestExamples =
    "A mark is a comment on the line it speaks of:\n"
    "  fclose(f);  // report file-close: \"`f` is closed twice\"   this is reported here\n"
    "  fclose(f);  // step 1: \"...\"                              a step on the way to a report\n"
    "  fclose(f);  // missed file-close                          a bug that is not found yet\n"
    "  fclose(f);  // false file-close                           a report that should not be\n"
    "A report without a mark fails, and so does a mark without its report.\n"
    "\n"
    "Examples:\n"
    "  assay rules test close.metal                  against close.c or close.cpp beside it\n"
    "  assay rules test close.metal a.c b.c -- -Iinc\n"
    "  assay rules test close.metal a.c --accept     writes the marks: read them afterwards\n"
    "\n"
    "Exit codes: 0 all as marked, 1 not, 2 could not do what was asked.\n";

constexpr const char* kMachinesExamples =
    "Examples:\n"
    "  assay machines --trace close.metal a.c       what the rule did, block by block\n"
    "  assay machines --trace null_belief a.c -- -Iinc\n"
    "\n"
    "Shows the edges of each block's summary and of its suffix summary: which state something\n"
    "has before, and which after.\n";

constexpr const char* kInferExamples =
    "Examples:\n"
    "  assay infer pairs                  calls that belong together: what is opened is closed\n"
    "  assay infer null --min-z 2         functions whose result is compared with null\n"
    "  assay infer free --metal likely/   functions that free, each as a rule of its own\n"
    "\n"
    "What a program does nearly always is likely a rule; who does not is likely wrong.  Counts "
    "and\n"
    "places are shown, the surest first.  Works on the database of an earlier `assay check` or\n"
    "`assay capture`.\n";

const std::map<std::string, machines::InferKind> kInferKinds{{"pairs", machines::InferKind::Pairs},
                                                             {"null", machines::InferKind::Null},
                                                             {"free", machines::InferKind::Free}};

std::string check_chance(const std::string& word) {
  char* end = nullptr;
  double value = std::strtod(word.c_str(), &end);
  if (*end == '\0' && value > 0 && value < 1) return "";
  return fmt::format("'{}' is not a number between 0 and 1", word);
}

void add_chance(CLI::App* command, Options& options) {
  command->add_option("--p0", options.chance, "How often a rule is kept to by chance (0.8)")
      ->type_name("P")
      ->check(check_chance);
}

// A folder with rules and no sources; one with both is taken for the program.
bool is_rule_folder(const std::string& word) {
  bool has_rules = false;
  std::error_code error;
  for (std::filesystem::directory_iterator at(word, error), end; !error && at != end;
       at.increment(error)) {
    std::string name = at->path().filename().string();
    has_rules = has_rules || is_rule_file(name);
    if (name == "compile_commands.json" || is_source_file(name)) return false;
  }
  return !error && has_rules;
}

bool looks_like_a_rule(const std::string& word) {
  return is_rule_file(word) || find_shipped(word) != nullptr || is_rule_folder(word);
}

}  // namespace

std::string set_engine_list(const std::string& list, Options& options) {
  options.run_escape = options.run_machines = options.run_simulator = false;
  for (size_t begin = 0; begin <= list.size();) {
    size_t end = std::min(list.find(',', begin), list.size());
    std::string word = list.substr(begin, end - begin);
    begin = end + 1;
    if (word == "escape") {
      options.run_escape = true;
    } else if (word == "machines") {
      options.run_machines = true;
    } else if (word == "simulator") {
      options.run_simulator = true;
    } else {
      return fmt::format("no engine is called '{}'; there are: escape, machines, simulator{}", word,
                         suggestion(word, kEngines));
    }
  }
  return "";
}

bool is_shipped_rule(const std::string& word) { return find_shipped(word) != nullptr; }

void add_rule_options(CLI::App* check, Options& options) {
  check
      ->add_option("--rules", options.rules,
                   "Rules to run: metal files, folders, names (all that ship)")
      ->type_name("FILE...")
      ->allow_extra_args(false);
  check
      ->add_option_function<std::string>(
          "--engines", [](const std::string&) {},
          "What runs, by comma: escape, machines, simulator (all of them)")
      ->type_name("LIST")
      ->check([&options](const std::string& list) { return set_engine_list(list, options); });
  check->add_flag("--notes", options.notes, "What rules note, and what they count, as well");
  check->add_flag_callback(
      "--no-refute", [&] { options.refute = false; },
      "Keep rules' reports whose path is impossible");
  check->add_flag("--check-rule", options.check_rule,
                  "Look whether each rule's results depend on the order of the analysis");
  check
      ->add_option("--min-z", options.min_z,
                   "How sure a rule that counts must be, in standard deviations (1.5)")
      ->type_name("Z");
  add_chance(check, options);
  check
      ->add_option("--record-queries", options.record_queries,
                   "Write the questions about paths there, as SMT-LIB")
      ->type_name("DIR");
}

void add_rule_commands(CLI::App& app, Options& options) {
  CLI::App* rules = app.add_subcommand("rules", "List, show and test rules");
  rules->footer(kRulesExamples);
  rules->add_flag("-v,--verbose", options.verbose, "Kinds of findings as well");
  rules->require_subcommand(0, 1);
  rules->callback([&] { options.command = Command::Rules; });

  CLI::App* show = rules->add_subcommand("show", "Print the text of a rule that ships");
  show->add_option("RULE", options.rule, "Its name")->required();
  show->callback([&] { options.rules_action = RulesAction::Show; });

  CLI::App* test = rules->add_subcommand("test", "Run a rule against the marks in source files");
  test->add_option("RULE", options.rule, "The metal file, or the name of a rule that ships")
      ->required();
  test->add_option("FILE", options.paths, "Source files with marks (default: beside the rule)");
  test->add_flag("--accept", options.accept, "Rewrite the marks as the run calls for");
  add_input(test, options);
  add_jobs(test, options);
  test->footer(kTestExamples);
  test->callback([&] { options.rules_action = RulesAction::Test; });

  CLI::App* machines = app.add_subcommand("machines", "Show what a rule does in a source file");
  machines->add_option("--trace", options.rule, "The metal file, or a rule's name")
      ->type_name("RULE")
      ->required();
  machines->add_option("FILE", options.file, "The source file")->required();
  machines->add_option("--function", options.function, "Only this function")->type_name("NAME");
  add_input(machines, options);
  machines->footer(kMachinesExamples);
  machines->callback([&] { options.command = Command::Machines; });
}

void add_infer(CLI::App& app, Options& options) {
  CLI::App* infer = app.add_subcommand("infer", "Print rules that a program seems to keep to");
  add_choice(infer, "KIND", options.infer_kind, kInferKinds, "pairs, null or free")->required();
  infer->add_option("DIR", options.paths, "The project's folder (default: this one)")
      ->expected(0, 1);
  add_chance(infer, options);
  infer->add_option("--min-z", options.infer_min_z, "How sure, in standard deviations (0.5)")
      ->type_name("Z");
  infer->add_option("--metal", options.metal_folder, "Write each rule as a metal file there")
      ->type_name("DIR");
  add_jobs(infer, options);
  add_common(infer, options);
  infer->footer(kInferExamples);
  infer->callback([&] { options.command = Command::Infer; });
}

std::vector<std::string> with_rules_apart(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    words.emplace_back(argv[i]);
    if (words.back() != "--rules" || i + 1 >= argc) continue;
    words.back() += std::string("=") + argv[++i];
    while (i + 1 < argc && looks_like_a_rule(argv[i + 1]))
      words.push_back(std::string("--rules=") + argv[++i]);
  }
  return words;
}

}  // namespace assay::cli
