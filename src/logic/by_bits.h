// Simplifications by the bits that somebody looks at.
//
// C takes fields out of words with shifts and masks, and puts them back with others.  What is
// shifted out or masked away need not be computed: the field that was just written is read without
// the word around it.  Equal whatever is assumed.
#pragma once

#include "logic/base_facts.h"

namespace assay::logic {

/// A term equal to `t` that is simpler, or null.  Pre: `base` has learnt the arguments of `t`.
Term simplify_by_bits(TermPool& pool, const BaseFacts& base, Term t);

/// match: z & (2^n - 1)    result: z, else null: equal where z < 2^n
Term masked_number(const TermPool& pool, Term t);

}  // namespace assay::logic
