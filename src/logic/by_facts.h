// Simplifications that need to know more of the arguments than their shape.
//
// `i * 8 < n * 8` is `i < n` where neither product wraps: what bounds checks come down to.  The
// facts used hold whatever is assumed, so the results are equal everywhere.
#pragma once

#include "logic/base_facts.h"

namespace assay::logic {

/// A term equal to `t` that is simpler, or null.  Pre: `base` has learnt the arguments of `t`.
Term simplify_by_facts(TermPool& pool, const BaseFacts& base, Term t);

}  // namespace assay::logic
