// `assay model FUNCTION`: what calling a function does, in the language of models.
#include <filesystem>
#include <set>

#include "base/function_name.h"
#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/fill_database.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/model_library.h"
#include "cli/simulator.h"
#include "cli/temporary_folder.h"
#include "models/print.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// A folder, or nothing: the database of an earlier run.  Anything else is captured.
bool names_sources(const Options& options) {
  std::error_code ignored;
  return options.paths.size() > 1 ||
         (options.paths.size() == 1 && !fs::is_directory(options.paths.front(), ignored));
}

Result<store::Store> open_program(const Options& given, const std::string& folder) {
  if (!names_sources(given)) {
    std::string root = TRY(project_folder(given));
    return store::Store::open(database_path(given, root), store::Store::Mode::Read);
  }
  Options options = given;
  if (options.db.empty()) options.db = folder + "/assay.db";
  Inputs inputs = TRY(find_inputs(options));
  FilledDatabase filled = TRY(fill_database(options, inputs));
  if (filled.report.interrupted) return input_error("interrupted");
  print_capture_notes(options, filled.report);
  return std::move(filled.store);
}

struct ProgramNames {
  std::set<std::string> own;  // not those of the system's headers
  bool has_template = false;  // an instance of the one that is asked for
};

Result<ProgramNames> names_in(store::Store& store, const std::string& word) {
  ProgramNames names;
  for (const store::StoredUnit& unit : TRY(store.units())) {
    if (unit.failed) continue;
    for (const ir::FunctionEntry& entry : TRY(store.record(unit.row)).functions) {
      if (entry.kind != ir::FunctionKind::Function) continue;
      names.has_template |= without_template_arguments(entry.display) == word;
      if ((entry.symbol_flags & ir::kSystem) == 0) names.own.insert(entry.display);
    }
  }
  return names;
}

// `get` may be short for `K::get`; else it is misspelt.  With what models speak of.
std::string suggested(const std::set<std::string>& in_program, const models::Library& library,
                      const std::string& word) {
  std::set<std::string> names;
  for (const std::string& name : in_program) names.insert(without_template_arguments(name));
  for (const std::string& name : library.names()) names.insert(readable_name(name));
  constexpr size_t kShown = 3;
  std::string longer;
  size_t count = 0;
  for (const std::string& name : names) {
    if (name == word || last_component(name) != word || ++count > kShown) continue;
    longer += fmt::format("{}'{}'", longer.empty() ? "; did you mean " : " or ", name);
  }
  if (count > 0) return longer + (count > kShown ? ", ...?" : "?");
  std::vector<std::string_view> known(names.begin(), names.end());
  return suggestion(word, known);
}

// By the name of its model, or by the name that messages have: then of all that are called so.
std::vector<const models::Model*> written_models(const models::Library& library,
                                                 const std::string& word) {
  if (const models::Model* model = library.find(word)) return {model};
  std::vector<const models::Model*> found;
  for (const std::string& name : library.names())
    if (name.starts_with("_Z") && readable_name(name) == without_template_arguments(word))
      found.push_back(library.find(name));
  return found;
}

Result<void> print_written(const std::vector<const models::Model*>& written) {
  std::string text;
  for (const models::Model* model : written)
    text += (text.empty() ? "" : "\n") + models::print_model(*model);
  return write_output("", text);
}

bool is_in_program(const std::vector<store::FoundFunction>& found) {
  for (const store::FoundFunction& each : found)
    if (each.entry.kind == ir::FunctionKind::Function) return true;
  return false;
}

// A name of one file's own is not what a hand-written model speaks of.
bool is_external(const std::vector<store::FoundFunction>& found) {
  for (const store::FoundFunction& each : found)
    if (each.entry.linkage == ir::Linkage::Internal) return false;
  return true;
}

Result<std::string> learn(store::Store& store, const models::Library& library,
                          const Options& options, const std::string& folder) {
  schedule::SimulationReport report = TRY(run_simulator(
      store, library, options,
      {.folder = folder, .function = options.function, .cache = schedule::CacheUse::Read}));
  if (report.interrupted) return input_error("interrupted");
  std::string text;
  for (const schedule::LearntModel& model : report.models) {
    if (model.text.empty()) continue;
    text += (text.empty() ? "" : "\n") + model.text;
  }
  if (!text.empty()) return text;
  std::string why = "its file could not be read";
  for (const schedule::FunctionFailure& failure : report.failed) why = failure.why;
  return input_error("no model of '{}' could be learnt: {}", options.function, why);
}

// Functions that ship with a model are known without a program.
Result<void> print_model(const Options& options) {
  models::Library library = TRY(load_models(options.models));
  const std::string& word = options.function;
  std::vector<const models::Model*> written = written_models(library, word);
  bool wants_written = !written.empty() && !options.automatic;
  if (!names_sources(options)) {
    std::error_code ignored;
    std::string database = database_path(options, TRY(project_folder(options)));
    bool has_program = fs::exists(database, ignored);
    if (!has_program && wants_written) return print_written(written);
    if (!has_program && written.empty())
      return input_error("{}: no such database, and no model that ships is called '{}'{}", database,
                         word, suggested({}, library, word));
  }
  TemporaryFolder folder = TRY(TemporaryFolder::make());
  store::Store store = TRY(open_program(options, folder.path()));
  std::vector<store::FoundFunction> found = TRY(store.find_functions(word));
  bool in_program = is_in_program(found);
  if (wants_written && is_external(found)) {
    if (in_program && !options.quiet)
      note("this model is hand-written; --automatic prints what is learnt from the body");
    return print_written(written);
  }
  if (!in_program) {
    if (!written.empty()) return input_error("'{}' has no body in the program to learn from", word);
    ProgramNames names = TRY(names_in(store, word));
    if (!names.has_template)
      return input_error("no function of the program is called '{}'{}", word,
                         suggested(names.own, library, word));
  }
  return write_output("", TRY(learn(store, library, options, folder.path())));
}

}  // namespace

int run_model(const Options& options) {
  Result<void> done = print_model(options);
  if (!done && interrupted()) return end_interrupted();
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
