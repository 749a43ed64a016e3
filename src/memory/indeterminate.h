// Values that nobody wrote, among values that somebody may have.
//
// Where a state is merged from one that wrote a byte and one that did not, the byte is a choice
// between the value and an indeterminate symbol.  Such symbols are known by their name.
#pragma once

#include "logic/term_pool.h"

namespace assay::memory {

/// A fresh one.
logic::Term make_indeterminate(logic::TermPool& pool, uint32_t width);

/// The condition under which a value is not indeterminate: true for all but choices over them.
/// APPROX(under): only choices at the top are looked at, and so many at most; a sum with an
/// indeterminate part counts as initialised.
logic::Term initialised_when(logic::TermPool& pool, logic::Term value);

}  // namespace assay::memory
