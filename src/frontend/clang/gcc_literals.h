// GCC's suffixes of floating literals, which Clang's lexer refuses: `1.5f64`, `2.0f128`.
#pragma once

#include "frontend/clang/clang_headers.h"

namespace assay::frontend {

/// Literals with the suffixes of C23's optional types (f32, f64, f128, f32x, f64x) are given to
/// the parser with the suffix of the type that Clang has for them.
void accept_gcc_literals(clang::Preprocessor& preprocessor);

}  // namespace assay::frontend
