// Worker processes: forked, sandboxed, fed bytes, answering bytes.
//
// A worker may read files; it cannot write, connect, or start programs (seccomp), and has limits
// on memory and processor time.  One that dies costs the task it had: the task is tried once more
// in a fresh worker, then reported as failed with the reason (signal, memory, time).  Answers are
// handed over in the order of the tasks, whatever the order of finishing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace assay::schedule {

struct PoolOptions {
  unsigned workers = 1;
  // All workers start at once.  Otherwise the others wait until the first one had time to do it all
  // by itself: for little work a process costs more than it brings.
  bool is_long_work = false;
  uint64_t memory_bytes = uint64_t{8} << 30;  // of resident memory, which is watched
  // Of processor time, so that a busy machine loses nothing.  One that uses next to none of it for
  // as long hangs.  A safety net: a stop by it is marked not reproducible.
  unsigned seconds_per_task = 600;
  // A small piece of the coordinator's own work, while it waits for workers; false: there is none
  // until another task has started.
  std::function<bool()> idle;
  // How many of the first tasks must have been handed over before this one may start; it and
  // those after it wait until then.  Not more than its own number; none: no task waits.
  std::function<size_t(size_t task)> needs;
};

struct PoolReport {
  uint64_t retried = 0;                   // tasks that got a second worker
  std::map<std::string, uint64_t> notes;  // what was not as it should be, by how many workers
  bool interrupted = false;
};

class WorkerPool {
 public:
  /// Runs in the worker.
  using Work = std::function<Bytes(std::string_view task)>;
  /// Runs in the coordinator.  An answer that is an error says why the task failed twice.
  using Done = std::function<Result<void>(size_t task, Result<Bytes> answer)>;
  /// Runs in the coordinator, once per task and in their order, when a worker is free for it.
  /// None: there is nothing to do after all, and `done` is not called for it.
  using Next = std::function<std::optional<Bytes>(size_t task)>;

  /// Runs all tasks.  Stops early, killing the workers, when `done` fails or `interrupted()` is
  /// true; then answers that are there already are still handed over.  Pre: the process has one
  /// thread, since workers are forked from it.
  static Result<PoolReport> run(size_t tasks, const Next& next, const Work& work, const Done& done,
                                const std::function<bool()>& interrupted,
                                const PoolOptions& options);
};

}  // namespace assay::schedule
