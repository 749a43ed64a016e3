// Options that several commands share.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "cli/options.h"

namespace assay::cli {

/// Names an option's choices in the help, and rejects others with a sentence that lists them.
template <class T>
CLI::Option* add_choice(CLI::App* app, const std::string& name, T& value,
                        const std::map<std::string, T>& choices, const std::string& help) {
  std::string names;
  for (const auto& [choice, meaning] : choices) names += (names.empty() ? "" : "|") + choice;
  return app
      ->add_option_function<std::string>(
          name, [&value, choices](const std::string& word) { value = choices.at(word); }, help)
      ->check([choices, names](const std::string& word) -> std::string {
        if (choices.contains(word)) return "";
        return fmt::format("'{}' is not one of {}", word, names);
      })
      ->type_name(names);
}

/// --db, --quiet, --verbose.
void add_common(CLI::App* app, Options& options);
/// -p, --extra-arg, --extra-arg-before.
void add_input(CLI::App* app, Options& options);
/// --jobs.
void add_jobs(CLI::App* app, Options& options);

/// `rules`, `machines` and what `check` says about rules.
void add_rule_commands(CLI::App& app, Options& options);
void add_infer(CLI::App& app, Options& options);
void add_rule_options(CLI::App* check, Options& options);
/// Turns on the engines of a list by comma, and the others off; a sentence if one is not known.
std::string set_engine_list(const std::string& list, Options& options);
bool is_shipped_rule(const std::string& word);
/// `findings`, `show`, `mark`, `marks`, `runs`, `explain`, and what `check` says about findings.
void add_finding_commands(CLI::App& app, Options& options);
void add_finding_options(CLI::App* check, Options& options);
/// `model` and what `check` says about the simulator.
void add_model_command(CLI::App& app, Options& options);
void add_simulator_options(CLI::App* check, Options& options);
/// `--rules a.metal b.metal PATH` as `--rules=a.metal --rules=b.metal PATH`: the words after the
/// first are rules as long as they look like some.
std::vector<std::string> with_rules_apart(int argc, char** argv);

}  // namespace assay::cli
