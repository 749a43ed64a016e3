// Worker processes: forked, sandboxed, fed bytes, answering bytes.
//
// A worker may read files; it cannot write, connect, or start programs (seccomp), and has limits
// on memory and processor time (rlimits).  One that dies costs the task it had: the task is tried
// once more in a fresh worker, then reported as failed with the reason (signal, memory, time).
// Answers are handed over in the order of the tasks, whatever the order of finishing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace assay::schedule {

struct PoolOptions {
  unsigned workers = 1;
  uint64_t memory_bytes = uint64_t{8} << 30;   // address space is not limited, resident memory is watched
  unsigned seconds_per_task = 600;             // a safety net: a stop by it is marked not reproducible
};

struct TaskFailure {
  std::string why;       // "killed by signal 11 (segmentation fault)", "used more than 8 GiB"
};

class WorkerPool {
 public:
  using Work = std::function<Bytes(std::string_view task)>;   // runs in the worker
  using Done = std::function<Result<void>(size_t task, Result<Bytes> answer)>;  // in the coordinator

  /// Runs all tasks.  `next` gives the bytes of task i when a worker is free for it.  Stops early,
  /// killing the workers, when `done` fails or `interrupted()` is true.
  static Result<void> run(size_t tasks, const std::function<Bytes(size_t)>& next, const Work& work,
                          const Done& done, const std::function<bool()>& interrupted,
                          const PoolOptions& options);
};

}  // namespace assay::schedule
