// Which functions never come back.
//
// `fatal` and all that ends in it, handlers that jump away, over any number of calls: functions
// that report errors call each other, and what a path sees of a circle is that the others come
// back.
#pragma once

#include <set>
#include <span>

#include "engines/simulator/model_source.h"
#include "semantics/program.h"

namespace assay::simulator {

/// Whether all that is known of a function leaves for good.
bool never_returns(const models::Model& model);

/// Those of some functions that call each other, each of whose ways ends in a call that does not
/// come back: by its declaration, by its model, or because it is one of these.
std::set<semantics::EntityId> never_returning(const semantics::Program& program,
                                              std::span<const semantics::EntityId> functions,
                                              const ModelSource& models);

}  // namespace assay::simulator
