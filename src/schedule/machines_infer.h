// Rules that a stored program seems to keep to, found by counting in a worker.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engines/machines/infer.h"
#include "schedule/worker_pool.h"
#include "store/store.h"

namespace assay::schedule {

struct InferRunOptions {
  machines::InferKind kind = machines::InferKind::Pairs;
  machines::InferOptions infer;
  PoolOptions pool;
  std::string folder;  // for the program's image
  std::string root;    // places below it are shown relative to it
  std::function<bool()> interrupted;
};

/// A likely rule: for people, and as a metal program.
struct LikelyRule {
  std::string name;  // fit for a file: pairs_fopen_fclose
  std::string text;
  std::string metal;
};

/// The surest first.  Pre: the process has one thread.
Result<std::vector<LikelyRule>> infer_rules(store::Store& store, const InferRunOptions& options);

}  // namespace assay::schedule
