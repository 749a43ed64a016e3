// Attributes of GCC's that Clang does not know: `access`, `fd_arg` and its kind.
//
// Clang lets a program define attributes of its own.  These put what was written into an
// `annotate` attribute, which Clang keeps with the declaration and its redeclarations.
// Headers that ask for GCC 10 (glibc's `__attr_access`) do not show them to Clang at all.
#pragma once

#include <optional>

#include "frontend/clang/clang_headers.h"
#include "ir/symbol.h"

namespace assay::frontend {

/// To be called before anything is parsed; more than once does no harm.
void register_gcc_attributes();

/// What was put into `annotate`; none if the program's author wrote it.
std::optional<ir::Attribute> gcc_attribute(const clang::AnnotateAttr* annotate);

}  // namespace assay::frontend
