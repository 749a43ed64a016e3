// Compiled actions, put into memory and run.
//
// Works inside a worker's sandbox: it maps memory, makes it executable, and starts no thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/result.h"
#include "metal/actions/host.h"
#include "metal/modules.h"

namespace assay::metal {

/// Names the code that runs, in memory that a worker shares with its coordinator: when the worker
/// dies, it is known whose fault that was.  Zero bytes are a cell in which nothing runs.
struct ActionCell {
  std::atomic<uint32_t> is_running;
  char code[508];  // ends in zero; ActionRunner::describe
};
static_assert(std::atomic<uint32_t>::is_always_lock_free, "the cell is shared by processes");

/// `rule 'close': its action at close.metal:7:40`, or nothing if no code was running.
std::string running_action(const ActionCell& cell);

/// How much a run of one piece of code may take.
struct ActionLimits {
  int64_t steps = 10'000'000;
  uint64_t stack_bytes = uint64_t{512} << 10;
};

/// `object` is what compile_actions made of the same composition, which outlives the runner.
/// `cell` may be null.  `key` is the composition's, where the caller has it already.
Result<std::unique_ptr<ActionRunner>> load_actions(const Composition& composition,
                                                   std::string_view object, ActionCell* cell,
                                                   ActionLimits limits = {},
                                                   std::optional<Hash> key = std::nullopt);

}  // namespace assay::metal
