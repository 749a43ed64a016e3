// Rules made ready to run: their C code compiled, once, in processes of their own.
//
// Object code is kept in the user's cache, keyed by all that it depends on.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "metal/modules.h"
#include "schedule/user_cache.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

struct RuleFile {
  std::string name;
  metal::Composition composition;
  Bytes object;  // what metal::load_actions takes
  std::optional<Hash> key = std::nullopt;  // of the composition, once it was compiled
};

struct CompileOptions {
  PoolOptions pool;
  UserCache cache;  // for object code
  std::function<bool()> interrupted;
};

/// Fills in each rule's object.  The error has the mistakes of all rules.  Pre: the process has
/// one thread.
Result<void> compile_rules(std::vector<RuleFile>& rules, const CompileOptions& options);

/// All machines look at one function at a time.
bool is_local(const metal::Composition& composition);

/// Its reports are weighed by what it counts over the whole program.
bool counts_examples(const metal::Composition& composition);

}  // namespace assay::schedule
