// From trees to the values and places they have now.
#pragma once

#include "engines/machines/facts_graph.h"
#include "metal/tree.h"

namespace assay::machines {

/// The value of an expression; something unknown where facts do not follow it.
ValueId evaluate(const metal::TreePool& pool, FactGraph& graph, metal::TreeId tree);
/// The place that a tree names; none if it names none.
ValueId evaluate_place(const metal::TreePool& pool, FactGraph& graph, metal::TreeId tree);
/// Whether nothing can be known of its value.
bool is_unknown(const metal::TreePool& pool, metal::TreeId tree);
/// Whether evaluating it again changes nothing and gives the same value.
bool is_pure(const metal::TreePool& pool, metal::TreeId tree);

}  // namespace assay::machines
