// What every well-formed function keeps to; what breaks it is a bug of the front end.
#pragma once

#include <string>
#include <vector>

#include "ir/unit.h"

namespace assay::ir {

/// One sentence per violation: kids older than parents, each evaluated node a point once and
/// after its kids on every path, edges in range and in the terminator's order, phis for each
/// edge into a value join, each object constructed before it is destroyed and destroyed once on
/// every path.  Empty: well-formed.
std::vector<std::string> verify(const Unit& unit, const Function& function);

}  // namespace assay::ir
