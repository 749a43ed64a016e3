// Terms as SMT-LIB 2 text, for other solvers, for people, and for `assay prove` to read back.
//
// Text grows with the number of nodes: what is used twice, or nests too deep, gets a name. Booleans
// and bit-vectors of one bit are one thing here and two in SMT-LIB; symbols of width 1 are declared
// as Bool, and the other places converted.  What the prover does not look into (placeholders,
// floating-point operations) becomes constants and functions without a definition.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "logic/term_pool.h"

namespace assay::logic {

/// One expression, with `let` for shared parts.  At width 1 it is a Bool.
std::string smtlib_term(const TermPool& pool, Term term);

/// A whole file: logic, declarations, one assertion per Boolean, check-sat.
std::string smtlib_script(const TermPool& pool, std::span<const Term> assertions);

/// A symbol as SMT-LIB spells it: between bars where it has to be.
std::string smtlib_symbol(std::string_view name);

/// `Bool`, or `(_ BitVec 32)`.
std::string smtlib_sort(uint32_t width);

}  // namespace assay::logic
