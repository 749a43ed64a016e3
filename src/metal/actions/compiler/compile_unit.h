// One unit of C, compiled in memory.
#pragma once

#include "metal/actions/native_module.h"

namespace assay::metal {

/// See CompilerEntry.
CompiledUnit compile_unit(const std::string& unit, std::span<const RuleHeader> headers,
                          std::span<const RuleSymbol> symbols);

}  // namespace assay::metal
