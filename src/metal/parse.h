// A metal file, parsed and checked.
#pragma once

#include <string_view>

#include "base/result.h"
#include "metal/c_type.h"
#include "metal/program.h"

namespace assay::metal {

struct ParseOptions {
  /// Names of types in the program that is analysed, where patterns cast to them in ways that do
  /// not tell: `{ (size)-1 }`.
  TypeNames types;
};

/// `file` is for messages only.  The error has all mistakes, each `file:line:column: message` with
/// its line of text and a caret below.
Result<Program> parse_program(std::string_view file, std::string_view source,
                              const ParseOptions& options = {});

}  // namespace assay::metal
