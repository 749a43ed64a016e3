// `assay infer pairs|null|free`: rules that the program seems to keep to.
#include <filesystem>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/temporary_folder.h"
#include "schedule/machines_infer.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

Result<void> write_rules(const std::string& folder,
                         const std::vector<schedule::LikelyRule>& rules) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return input_error("{}: {}", folder, error.message());
  for (const schedule::LikelyRule& rule : rules)
    TRY(write_output((fs::path(folder) / (rule.name + ".metal")).string(), rule.metal));
  return {};
}

Result<void> infer(const Options& options) {
  std::string root = TRY(project_folder(options));
  store::Store store =
      TRY(store::Store::open(database_path(options, root), store::Store::Mode::Read));
  // The database's own folder may be read-only.
  TemporaryFolder folder = TRY(TemporaryFolder::make());
  schedule::InferRunOptions run;
  run.kind = options.infer_kind;
  run.infer.chance = options.chance;
  if (options.infer_min_z) run.infer.min_z = *options.infer_min_z;
  run.pool.workers = options.jobs;
  run.folder = folder.path();
  run.root = root;
  run.interrupted = interrupted;
  std::vector<schedule::LikelyRule> rules = TRY(schedule::infer_rules(store, run));
  if (!options.metal_folder.empty()) TRY(write_rules(options.metal_folder, rules));
  std::string text;
  for (const schedule::LikelyRule& rule : rules) text += rule.text;
  if (rules.empty()) text = "no rule is kept to often enough to believe in it\n";
  return write_output("", text);
}

}  // namespace

int run_infer(const Options& options) {
  Result<void> done = infer(options);
  if (!done && interrupted()) return end_interrupted();
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
