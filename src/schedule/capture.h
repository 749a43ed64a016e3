// Capture: compile commands in, units in the store.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "frontend/command.h"
#include "schedule/user_cache.h"
#include "schedule/worker_pool.h"
#include "store/store.h"

namespace assay::schedule {

struct CaptureProgress {
  size_t units_done = 0, units_total = 0, units_reused = 0;
  uint64_t functions = 0;
  std::string current;  // the file that finished last
};

struct CaptureOptions {
  unsigned jobs = 1;
  PoolOptions pool;  // its number of workers is `jobs`
  /// The commands are a part of the program: units of other files stay as they are.
  bool keep_others = false;
  std::string project;  // compilers inside it are not started; empty: all are trusted
  UserCache compilers;  // their answers
  UserCache units;      // what earlier runs made of commands, for databases that do not have it
  frontend::CommandAdapter* adapter = nullptr;  // one that asked ahead, instead of our own
  std::function<void(const CaptureProgress&)> progress;
  std::function<bool()> interrupted;
};

struct UnitFailure {
  std::string file;
  std::string why;
};

struct CaptureReport {
  size_t units = 0, parsed = 0, reused = 0;  // commands that come to the same are one unit
  std::vector<UnitFailure> reparsed;         // why each was not kept: new, or what changed
  std::vector<UnitFailure> failures;         // no unit came of it at all
  std::vector<UnitFailure> with_errors;      // did not compile cleanly: first error
  std::map<std::string, uint64_t> dropped_flags;
  std::map<std::string, uint64_t> notes;  // about the workers
  bool interrupted = false;
};

/// Brings the store in line with `commands`: parses what is new or changed, keeps the rest,
/// forgets what is gone.  Commits every few units, so that an interrupted capture continues.
/// Pre: the process has one thread.
Result<CaptureReport> capture(store::Store& store,
                              const std::vector<frontend::CompileCommand>& commands,
                              const CaptureOptions& options);

}  // namespace assay::schedule
