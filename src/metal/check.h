// What a machine that parses may still get wrong: names, states nobody reaches, holes in places
// where nothing can fill them.
#pragma once

#include "metal/diagnostics.h"
#include "metal/program.h"

namespace assay::metal {

/// Resolves the states of `machine`, and reports mistakes.  `program` gives the headers, whose code
/// may name a machine's states.
void check_machine(Machine& machine, const Program& program, Diagnostics& diagnostics);

// The parts of it.
void check_states(Machine& machine, const Program& program, Diagnostics& diagnostics);
void check_patterns(const Machine& machine, Diagnostics& diagnostics);
void check_rules(const Machine& machine, Diagnostics& diagnostics);
void warn_about_holes(const Machine& machine, Diagnostics& diagnostics);

/// Whether `word` stands in `code` as a word of its own.
bool mentions(std::string_view code, std::string_view word);

}  // namespace assay::metal
