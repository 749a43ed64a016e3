// Units that this user's earlier runs captured, whatever their database was.
//
// Most databases are kept, and hold what was captured.  Runs over a few files often begin with a
// new one: a change in CI, an editor's buffer, many small programs that share a file.  What such a
// run parsed is found again here, if all that the parse looked at is as it was.
#pragma once

#include <optional>

#include "schedule/capture_task.h"
#include "schedule/user_cache.h"

namespace assay::schedule {

class KeptUnits {
 public:
  /// `start` is when this run began.
  KeptUnits(const UserCache& cache, int64_t start) : cache_(cache), start_(start) {}

  /// None: not known, or a file changed since.
  std::optional<CapturedUnit> find(const Hash& unit) const;
  /// One whose compilation stopped early, or whose files prove nothing later, is not kept.
  void keep(const Hash& unit, const CapturedUnit& captured) const;

 private:
  const UserCache& cache_;
  int64_t start_;
};

}  // namespace assay::schedule
