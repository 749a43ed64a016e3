// The headers that a rule's C code sees: mc.h, and the C library's as far as mc.h has them.
//
// All are text in this program, so that a rule means the same on every machine.
#pragma once

#include <span>

#include "metal/actions/native_module.h"

namespace assay::metal {

/// mc.h first.
std::span<const RuleHeader> rule_headers();

}  // namespace assay::metal
