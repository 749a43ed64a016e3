#include "cli/option_groups.h"

namespace assay::cli {

void add_common(CLI::App* app, Options& options) {
  app->add_option("--db", options.db, "The program database (.assay/assay.db in the project)")
      ->type_name("FILE")
      ->envname("ASSAY_DB");
  app->add_flag("-q,--quiet", options.quiet, "No progress, no notes, no summary")
      ->envname("ASSAY_QUIET");
  app->add_flag("-v,--verbose", options.verbose, "All notes, not only the first of each sort");
}

void add_input(CLI::App* app, Options& options) {
  app->add_option("-p", options.build_dir, "Folder with a compile_commands.json, or that file")
      ->type_name("DIR");
  app->add_option("--extra-arg", options.extra_args,
                  "Add a flag at the end of each compile command")
      ->type_name("FLAG")
      ->allow_extra_args(false);
  app->add_option("--extra-arg-before", options.extra_args_before,
                  "Add a flag right after the compiler's name")
      ->type_name("FLAG")
      ->allow_extra_args(false);
}

void add_jobs(CLI::App* app, Options& options) {
  app->add_option("-j,--jobs", options.jobs, "Processes at once (all cores)")
      ->type_name("N")
      ->check([](const std::string& word) -> std::string {
        bool is_number = !word.empty() && word.size() <= 4 &&
                         word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && word != "0") return "";
        return fmt::format("'{}' is not a number from 1 to 9999", word);
      })
      ->envname("ASSAY_JOBS");
}

}  // namespace assay::cli
