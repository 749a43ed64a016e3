// Conjunctions and disjunctions seen as the sets of their parts.
//
// Path conditions grow by one assumption at a time, and many of them contradict an earlier one
// outright.  Finding that while building costs less than asking the prover.
#pragma once

#include "logic/term_pool.h"

namespace assay::logic {

enum class Parts : uint8_t {
  Apart,         // nothing known
  Clash,         // the conjunction is false, the disjunction true
  FirstHasAll,   // every part of the second is one of the first
  SecondHasAll,  // the other way round
};

/// No more parts than this are looked at; a longer conjunction is only checked in part.
inline constexpr size_t kMaxParts = 20;

/// `op` is And or Or; the terms are Booleans.
Parts compare_parts(const TermPool& pool, Op op, Term a, Term b);

}  // namespace assay::logic
