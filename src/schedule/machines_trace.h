// What a rule did, block by block, for its author.
#pragma once

#include <string>

#include "base/result.h"
#include "schedule/rule_files.h"
#include "schedule/worker_pool.h"
#include "store/store.h"

namespace assay::schedule {

struct TraceOptions {
  PoolOptions pool;
  std::string folder;    // for the program's image
  std::string function;  // where to start, by linkage or display name; empty: from every root
};

/// The summaries of each root, in order.  Pre: the rule is compiled; the process has one thread.
Result<std::string> trace_rule(store::Store& store, const RuleFile& rule,
                               const TraceOptions& options);

}  // namespace assay::schedule
