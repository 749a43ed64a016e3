// Rules over a program: stored units and compiled rules in, findings out, whatever the number of
// workers.
//
// The coordinator maps the program's image and builds the call graph; workers forked afterwards
// inherit both.  A worker that dies costs the rule and function it was at, which the shared cell
// names: the rest of its task is done again, pair by pair.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "models/library.h"
#include "schedule/analysis.h"
#include "schedule/focus.h"
#include "schedule/program_graph.h"
#include "schedule/rule_files.h"
#include "schedule/worker_pool.h"
#include "store/store.h"

namespace assay::schedule {

struct MachinesProgress {
  size_t done = 0, total = 0;
  std::string_view current;  // what is being done
};

struct MachinesOptions {
  unsigned jobs = 1;
  PoolOptions pool;                  // its number of workers is `jobs`
  std::string folder;                // for the program's image: that of the database
  LinkedProgram* program = nullptr;  // shared with other engines; null: its own
  bool is_alone = false;             // the focus is analysed as if it were the whole program
  Focus focus;                       // only functions there have failures; findings are of all
  bool refute = true;                // drop reports whose path is impossible
  bool check_rules = false;          // see MachinesWorkerOptions
  const models::Library* library = nullptr;  // of models: what the system's functions answer
  std::string record_queries;                // a folder; empty: none
  std::function<void(const MachinesProgress&)> progress;
  std::function<bool()> interrupted;
};

struct MachinesReport {
  std::vector<findings::Finding> findings;    // by rule, then by function; identify sorts
  std::vector<findings::Finding> rule_notes;  // likewise
  std::map<std::string, int64_t> counts;
  uint64_t functions = 0;  // with a body
  std::vector<FunctionFailure> out_of_budget;
  std::vector<FunctionFailure> failed;
  std::vector<FunctionFailure> doubtful;  // what a rule says of it depends on the analysis
  std::map<std::string, uint64_t> notes;  // about the workers
  bool interrupted = false;
};

/// Pre: the rules are compiled; the process has one thread.
Result<MachinesReport> run_machines(store::Store& store, std::vector<RuleFile> rules,
                                    const MachinesOptions& options);

}  // namespace assay::schedule
