// Units that this user's earlier runs captured, whatever their database was.
//
// Most databases are kept, and hold what was captured.  Runs over a few files often begin with a
// new one: a change in CI, an editor's buffer, many small programs that share a file.  What such a
// run parsed is found again here, if all that the parse looked at is as it was.
#pragma once

#include <optional>

#include "schedule/capture_task.h"
#include "schedule/freshness.h"
#include "schedule/user_cache.h"

namespace assay::schedule {

class KeptUnits {
 public:
  /// `start` is when this run began.
  KeptUnits(const UserCache& cache, int64_t start) : cache_(cache), start_(start) {
    folders_.remember();  // units have their headers in common
  }

  /// None: not known, or a file changed since.
  std::optional<CapturedUnit> find(const Hash& unit);
  /// One whose compilation stopped early, or whose files prove nothing later, is not kept.
  void keep(const Hash& unit, const CapturedUnit& captured) const;

 private:
  const UserCache& cache_;
  int64_t start_;
  Folders folders_;
};

}  // namespace assay::schedule
