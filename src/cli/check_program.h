// Capture and all analyses of a program: what `check` reports and `rules test` compares.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/rule_catalog.h"
#include "findings/ranking.h"
#include "output/report.h"
#include "schedule/focus.h"
#include "store/finding_log.h"
#include "store/store.h"

namespace assay::cli {

struct CheckedProgram {
  bool interrupted = false;
  Inputs inputs;
  schedule::Focus focus;                  // what was checked; empty: the whole program
  bool is_alone = false;                  // the focus was looked at without the rest
  std::set<std::string> read_files;       // by units of the focus, if there is one
  std::unique_ptr<store::Store> store;    // the report reads sources from it
  std::unique_ptr<KindCatalog> kinds;     // the report's kinds are texts of it
  output::Report report;                  // all findings; its exit code is the caller's business
  findings::Statistics statistics;        // of errors and notes
  std::vector<findings::Finding> notes;   // of rules
  uint64_t simulated = 0, known = 0;      // functions; of these, in an earlier run
  size_t unsure = 0;                      // reports of rules that count, below --min-z
  std::map<std::string, int64_t> counts;  // by rules
  int64_t began = 0;                      // seconds since 1970
  std::vector<store::Phase> phases;       // and how long each took
  std::set<std::string> sought;  // kinds that were looked for; "*": whatever a rule makes up
  // Files and functions: several engines may fail on one, or several rules of one engine.
  std::set<std::pair<std::string, std::string>> failed, stopped;
};

/// Orders what is left of the report's findings.
void rank_findings(const Options& options, CheckedProgram& program);
findings::RankOptions rank_options(const Options& options);

/// Shows progress, and prints notes about what could not be analysed.  Without `inputs`, what the
/// options name.
Result<CheckedProgram> check_program(const Options& options,
                                     std::optional<Inputs> inputs = std::nullopt);

}  // namespace assay::cli
