// Substitution of leaves by terms, with simplification of everything above them.
#pragma once

#include <span>
#include <vector>

#include "logic/cone.h"

namespace assay::logic {

/// One leaf and what takes its place.
struct Replacement {
  Term leaf, by;
};

/// The roots with all replacements made at once (what comes in is not replaced again).  Iterative;
/// shared parts are rebuilt once.  Pre: the cone is that of the roots.
std::vector<Term> substitute(TermPool& pool, const Cone& cone, std::span<const Term> roots,
                             std::span<const Replacement> replacements);

}  // namespace assay::logic
