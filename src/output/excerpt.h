// A source line with a caret and an underline, as compilers print it.
#pragma once

#include <string>
#include <string_view>

#include "findings/finding.h"

namespace assay::output {

struct ExcerptStyle {
  unsigned width = 100;     // of the terminal, in columns
  std::string caret_begin;  // escape sequences around the underline; may be empty
  std::string caret_end;
};

/// Two lines, the source and the underline; a line wider than the terminal is cut to a window
/// around the caret.
std::string excerpt(std::string_view line, const findings::Location& where,
                    const ExcerptStyle& style);

}  // namespace assay::output
