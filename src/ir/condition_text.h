// Why a path goes on where it does, in the words of the source, for the steps of a report.
#pragma once

#include <string>

#include "ir/unit.h"

namespace assay::ir {

/// What holds when `block` is left by this one of its edges, quoted: `'n > 3'`, `'!done'`; of a
/// switch `'n == 3'`.  `condition` is what the block decides by.
std::string condition_text(const Unit& unit, const Body& body, BlockId block, size_t edge,
                           NodeId condition);

}  // namespace assay::ir
