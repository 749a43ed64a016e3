// Clang's messages about a rule's C code, as the author of the metal file reads them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "metal/actions/code_table.h"
#include "metal/actions/native_module.h"

namespace assay::metal {

struct CMistakes {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;

  /// The first of the errors, without a newline at the end.
  std::string error_text() const;
};

/// Each `file:line:column: message`, with its line of the metal file, a caret, and the notes that
/// belong to it.  In the order of the text.
CMistakes describe_mistakes(std::span<const CDiagnostic> diagnostics,
                            const Composition& composition, const CodeTable& table);

}  // namespace assay::metal
