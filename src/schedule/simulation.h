// The simulator over a program: stored units in, findings and models out, whatever the number of
// workers.
//
// Functions go to workers in batches: those that call nobody first, then those whose callees are
// done.  The models of callees travel with the task as text, and models come back: so what a
// function's answer depends on is in its task, and in what all workers share.  A function whose
// worker dies has no model; for its callers it is one that nobody knows.  What was found out in an
// earlier run, from the same input, is not found out again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engines/simulator/options.h"
#include "engines/simulator/simulation.h"
#include "findings/finding.h"
#include "models/library.h"
#include "schedule/analysis.h"
#include "schedule/focus.h"
#include "schedule/program_graph.h"
#include "schedule/simulation_cache.h"
#include "schedule/worker_pool.h"
#include "store/store.h"

namespace assay::schedule {

struct SimulationProgress {
  size_t done = 0, total = 0;  // functions
};

struct SimulationOptions {
  unsigned jobs = 1;
  PoolOptions pool;                  // its number of workers is `jobs`
  std::string folder;                // for the program's image: that of the database
  LinkedProgram* program = nullptr;  // shared with other engines; null: its own
  simulator::Options engine;
  /// Other settings for some functions; none: those of all others.  Null: for no function.
  std::function<std::optional<simulator::Options>(const callgraph::ProgramFunction&)> engine_for;
  std::string exceptions;  // what `engine_for` does, as text: part of what a run is known by
  CacheUse cache = CacheUse::Off;
  bool use_learnt = true;  // false: hand-written models only
  /// Only functions with this linkage or display name, and what they call; empty: all.  Then the
  /// report has their models.
  std::string function;
  Focus focus;            // only functions there, and what they call
  bool is_alone = false;  // the focus is analysed as if it were the whole program
  std::function<void(const SimulationProgress&)> progress;
  std::function<bool()> interrupted;
};

struct LearntModel {
  std::string name;
  std::string display;
  std::string file;
  uint32_t line = 0;
  std::string text;  // empty: none was learnt
};

/// Functions all of whose points, edges, conditions or paths were seen (the paper's figure 10).
struct CompleteFunctions {
  uint64_t points = 0, edges = 0, predicates = 0, paths = 0;
};

struct SimulationReport {
  std::vector<findings::Finding> findings;  // by function; findings::identify sorts
  std::vector<LearntModel> models;          // of the functions asked for
  uint64_t functions = 0;                   // that have an answer
  uint64_t known = 0;                       // of these, from an earlier run
  uint64_t stopped = 0;                     // of these, out of budget
  uint64_t paths = 0, points = 0, questions = 0;
  simulator::Coverage coverage;
  CompleteFunctions complete;
  std::vector<FunctionFailure> out_of_budget;
  std::vector<FunctionFailure> failed;
  std::map<std::string, uint64_t> notes;  // about the workers
  bool interrupted = false;
};

/// Pre: the process has one thread.  The hand-written models win over those that are learnt.
Result<SimulationReport> simulate(store::Store& store, const models::Library& library,
                                  const SimulationOptions& options);

}  // namespace assay::schedule
