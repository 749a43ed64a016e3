// Analysis: stored units in, findings out, whatever the number of workers.
//
// The coordinator alone reads the database; a worker gets a unit's tables and the functions that
// no earlier unit had (same content at the same places), and answers with findings.  A worker
// that dies costs one function: the unit's functions are then tried one by one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engines/escape/stack_escape.h"
#include "findings/finding.h"
#include "schedule/focus.h"
#include "schedule/worker_pool.h"
#include "store/store.h"

namespace assay::schedule {

struct AnalysisProgress {
  size_t units_done = 0, units_total = 0;
  uint64_t functions = 0;
};

struct AnalysisOptions {
  unsigned jobs = 1;
  PoolOptions pool;  // its number of workers is `jobs`
  escape::Options escape;
  Focus focus;
  std::function<void(const AnalysisProgress&)> progress;
  std::function<bool()> interrupted;
};

struct FunctionFailure {
  std::string function;  // display name
  std::string file;
  std::string why;
};

struct AnalysisReport {
  std::vector<findings::Finding> findings;  // by unit, then by function; findings::identify sorts
  uint64_t functions = 0;                   // analysed, each body at its places once
  uint64_t points = 0;                      // in these
  std::vector<FunctionFailure> out_of_budget;
  std::vector<FunctionFailure> failed;
  std::map<std::string, uint64_t> notes;  // about the workers
  bool interrupted = false;
};

/// Pre: the process has one thread.
Result<AnalysisReport> analyse(store::Store& store, const AnalysisOptions& options);

}  // namespace assay::schedule
