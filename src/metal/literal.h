// Literals of patterns as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "metal/program.h"

namespace assay::metal {

/// `0x1fUL`, `'\n'`, `L'x'`, `true`, `NULL`; none: it is a fraction, or not a literal.
std::optional<uint64_t> integer_value(const PatternNode& node);
/// `1.5e-3f`, `.5`.
std::optional<double> float_value(const PatternNode& node);
/// The bytes of `"a" "b"`; prefixes count for nothing.
std::string string_value(std::string_view tokens);
/// `0`, `NULL`, `nullptr`, `(void *)0`.
bool is_zero(const Machine& machine, PatternId pattern);

}  // namespace assay::metal
