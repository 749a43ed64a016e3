// For every kind of finding a few lines that have the bug, and how to silence a finding that is
// none.
#pragma once

#include <string>
#include <string_view>

namespace assay::findings {

/// C with the bug on the line that says so; empty: none was written.
std::string_view example_of(std::string_view kind);

/// What to write, type or set so that findings of the kind, or one of them, are not shown again.
std::string how_to_silence(std::string_view kind);

}  // namespace assay::findings
