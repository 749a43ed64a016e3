// Does a unit keep its own rules, and survive being stored?
#pragma once

#include <string>
#include <vector>

#include "ir/unit.h"

namespace assay::ir {

/// One sentence per function and fault: what `verify` says, and where print(load(store(f))) is
/// not print(f).  Empty: all is well.
std::vector<std::string> self_check(const Unit& unit);

}  // namespace assay::ir
