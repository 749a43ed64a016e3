// Evaluates terms under an assignment: what a model means, and what tests compare with.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "logic/bits.h"
#include "logic/term_pool.h"

namespace assay::logic {

/// Values of symbols, and of other opaque terms (placeholders, applications, floating-point
/// operations).  Absent symbols and placeholders are zero; an absent application has the value of
/// one that is there with the same function and arguments of the same values, else zero; absent
/// floating-point operations are computed.
using Assignment = std::map<Term, Bits>;

/// Without recursion, each shared part once.
Bits evaluate(const TermPool& pool, Term term, const Assignment& assignment);
std::vector<Bits> evaluate(const TermPool& pool, std::span<const Term> terms,
                           const Assignment& assignment);

}  // namespace assay::logic
