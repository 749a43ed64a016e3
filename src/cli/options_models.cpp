// The options that speak of models and of the simulator, which learns and uses them.
#include "cli/option_groups.h"

namespace assay::cli {
namespace {

constexpr const char* kModelExamples =
    "Examples:\n"
    "  assay model parse_header               of the program here, checked or captured before\n"
    "  assay model copy_name a.c b.c -- -Iinc of two source files\n"
    "  assay model malloc                     one that ships; needs no program\n"
    "  assay model K::get                     by the name that messages have; of a template, all\n"
    "  assay model parse_header > my.model    a start for one of your own;\n"
    "  assay check . --engines simulator --models my.model   uses it\n"
    "\n"
    "A model says what calling a function does: a list of outcomes, each with the guards under\n"
    "which it can happen, the constraints that its caller has to see to, and its results.  The\n"
    "simulator learns one of each function, and uses it where the function is called.  A model\n"
    "written by hand wins over one that is learnt.  docs/MODELS.md teaches the language.\n";

/// A number from 1 to `most`.
template <class Number>
void add_number(CLI::App* app, const std::string& name, Number& value, uint64_t most,
                const std::string& help) {
  app->add_option(name, value, help)
      ->type_name("N")
      ->check([most](const std::string& word) -> std::string {
        bool is_number = !word.empty() && word.size() <= 9 &&
                         word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && std::stoull(word) >= 1 && std::stoull(word) <= most) return "";
        return fmt::format("'{}' is not a number from 1 to {}", word, most);
      });
}

void add_models(CLI::App* app, Options& options) {
  app->add_option("--models", options.models,
                  "Models of functions, over those that ship and those that are learnt")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_number(app, "--max-paths", options.simulator.max_paths, 999'999,
             "Paths through one function, at most (50)");
  add_number(app, "--max-steps", options.simulator.max_points, 999'999'999,
             "Program points of one function, on all its paths, at most (250000)");
  add_number(app, "--loop-bound", options.simulator.open_rounds, 999,
             "Rounds of a loop whose end is not known, before what it writes is (2)");
  app->add_flag_callback(
      "--no-cache", [&] { options.use_cache = false; },
      "Simulate every function, and parse what the database lacks");
}

}  // namespace

void add_simulator_options(CLI::App* check, Options& options) {
  add_models(check, options);
  add_choice<ModelSet>(
      check, "--use-models", options.model_set,
      {{"none", ModelSet::None}, {"system", ModelSet::System}, {"all", ModelSet::All}},
      "Models of no function, of libraries' only, or of all (all): what models contribute");
  check->add_flag_callback(
      "--no-leaks", [&] { options.simulator.leaks = false; },
      "Do not look for memory and resources that are lost");
  check->add_flag_callback(
      "--assume-malloc-succeeds", [&] { options.simulator.allocation_fails = false; },
      "Do not follow paths on which memory is exhausted");
  check
      ->add_option(
          "--for", options.exceptions,
          "Other settings for some files, or functions: 'NAME*(): max-paths=9 leaks=false'")
      ->type_name("'PATTERN: KEY=VALUE...'")
      ->allow_extra_args(false);
}

void add_model_command(CLI::App& app, Options& options) {
  CLI::App* model = app.add_subcommand("model", "Print what calling a function does");
  model->add_option("FUNCTION", options.function, "Its name")->required();
  model->add_option("PATH", options.paths,
                    "The project's folder (default: this one), or source files");
  model->add_flag("--automatic", options.automatic,
                  "What is learnt from the body, even if a model is written by hand");
  add_models(model, options);
  add_input(model, options);
  add_jobs(model, options);
  add_common(model, options);
  model->footer(kModelExamples);
  model->callback([&] { options.command = Command::Model; });
}

}  // namespace assay::cli
