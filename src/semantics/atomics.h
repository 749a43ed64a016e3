// The atomic builtins.  One thread runs: each is its plain operation, done at once.
#pragma once

#include <optional>
#include <string_view>

#include "semantics/builtins.h"

namespace assay::semantics {

/// `__atomic_…`, `__c11_atomic_…`, `__sync_…` (with or without a size); null for other names.
BuiltinFunction find_atomic(std::string_view name);

/// What it does with the object and its second argument, and stores there: `Sub` for
/// `__sync_sub_and_fetch`.  None: it is no such function.
std::optional<ir::Op> atomic_update(std::string_view name);

}  // namespace assay::semantics
