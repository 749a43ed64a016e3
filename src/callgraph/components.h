// Strongly connected components and roots.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::callgraph {

using Successors = std::vector<std::vector<uint32_t>>;

/// Callees before callers; members sorted.  Iterative: call chains are as deep as programs are
/// long.
std::vector<std::vector<uint32_t>> strong_components(const Successors& successors);

/// One function for each component that no other component leads to: the one member nobody
/// calls, or of a cycle the smallest number.  Sorted.
std::vector<uint32_t> find_roots(const Successors& successors,
                                 const std::vector<std::vector<uint32_t>>& components);

}  // namespace assay::callgraph
