// `assay model FUNCTION`: what calling a function does, in the language of models.
#include <filesystem>
#include <set>

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

// Of the program's own functions and of those that models speak of.
Result<std::string> unknown_function(store::Store& store, const models::Library& library,
                                     const std::string& word) {
  std::set<std::string, std::less<>> names;
  for (const store::StoredUnit& unit : TRY(store.units())) {
    if (unit.failed) continue;
    for (const ir::FunctionEntry& entry : TRY(store.record(unit.row)).functions)
      if (entry.kind == ir::FunctionKind::Function && (entry.symbol_flags & ir::kSystem) == 0)
        names.insert(entry.display);
  }
  for (std::string& name : library.names()) names.insert(std::move(name));
  std::vector<std::string_view> known(names.begin(), names.end());
  return fmt::format("no function of the program is called '{}'{}", word, suggestion(word, known));
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
      store, library, options, folder, options.function, /*root=*/"", schedule::CacheUse::Read));
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

Result<void> print_model(const Options& options) {
  models::Library library = TRY(load_models(options.models));
  TemporaryFolder folder = TRY(TemporaryFolder::make());
  store::Store store = TRY(open_program(options, folder.path()));
  std::vector<store::FoundFunction> found = TRY(store.find_functions(options.function));
  const models::Model* written = library.find(options.function);
  bool in_program = is_in_program(found);
  if (written != nullptr && is_external(found) && !options.automatic) {
    if (in_program && !options.quiet)
      note("this model is hand-written; --automatic prints what is learnt from the body");
    return write_output("", models::print_model(*written));
  }
  if (!in_program) {
    if (written != nullptr)
      return input_error("'{}' has no body in the program to learn from", options.function);
    return Error{TRY(unknown_function(store, library, options.function))};
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
