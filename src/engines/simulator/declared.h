// What the declaration of a function that nobody modelled says of it, by its attributes:
// `malloc(give_back)` and `alloc_size` of who makes memory and who takes it back, `nonnull` of what
// it is passed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "models/model.h"
#include "semantics/program.h"

namespace assay::simulator {

/// Who takes memory back, by `malloc(TAKER, N)` of who makes it: its parameter, by linkage name.
/// The name is that of the memory's family, too.
using Takers = std::map<std::string, uint32_t, std::less<>>;
/// Adds those that one unit's declarations name.
void add_takers(const ir::Unit& unit, Takers& takers);

/// Of who makes memory for a taker, and of the taker itself; none: it is neither.  `param_of`: of a
/// taker; none if nobody gives memory back to such a function, or if it is known better.
std::optional<models::Model> model_of_declaration(
    const semantics::Program& program, semantics::EntityId callee,
    const std::function<std::optional<uint32_t>(std::string_view name)>& param_of);
/// What a function asks of its arguments: a model of constraints alone; none: nothing.
std::optional<models::Model> model_of_demands(const semantics::Program& program,
                                              semantics::EntityId callee);

}  // namespace assay::simulator
