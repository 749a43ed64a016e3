// One cause, one finding: reports of the same bug brought together.
//
// The same bug is reported by every unit that includes a header, by every instance of a template,
// in every calling context, and by every engine that can see it.  Engines name places and variables
// a little differently, so between engines a line, kinds that say the same and any overlap are
// enough; within one engine, which knows what it does, place and variables must be equal.  A value
// that may be null is one cause wherever it is used: what mends it stands where it comes from.
#pragma once

#include <vector>

#include "findings/finding.h"

namespace assay::findings {

/// Without identities, in the order of places.
std::vector<IdentifiedFinding> merge_causes(std::vector<Finding> findings);

/// (file, line, column, kind, message, …): total over everything that a reader sees.
bool is_before(const Finding& a, const Finding& b);

}  // namespace assay::findings
