// Programs and patterns as text.
#pragma once

#include <string>

#include "metal/program.h"

namespace assay::metal {

/// In metal, in one canonical form: it parses to the same program, and prints the same again.
std::string print_program(const Program& program);
/// A pattern in metal.
std::string print_pattern(const Machine& machine, PatternId pattern);
/// The content of a base pattern's braces.
std::string print_base(const Machine& machine, PatternId base);
/// A pattern as its tree: `(call kfree ?v)`.
std::string dump_pattern(const Machine& machine, PatternId pattern);
/// What the text alone does not show: states, the initial one, and the rules with their trees.
std::string dump_program(const Program& program);

}  // namespace assay::metal
