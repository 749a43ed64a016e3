// Which types of a unit are worth storing: those its functions and symbols use.
#pragma once

#include <vector>

#include "ir/unit.h"

namespace assay::ir {

struct UsedTypes {
  std::vector<TypeId> order;  // each once, as first met
  std::vector<bool> opaque;   // by TypeId: a record stored by its name alone
};

/// A record keeps its body where something of its type is used: an expression, a local, a
/// global, a member of such, or what a pointer expression points to.  Behind further pointers
/// and in signatures its name is enough.
UsedTypes find_used_types(const Unit& unit);

}  // namespace assay::ir
