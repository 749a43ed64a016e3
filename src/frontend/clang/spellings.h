// How the source writes a value that the tree keeps as a number or as a macro's expansion.
#pragma once

#include <string>

#include "frontend/clang/clang_headers.h"

namespace assay::frontend {

/// `'x'`, `0x1f`, an enumerator's name, `sizeof(buffer)`; of what a macro's use stands for as a
/// whole, that use: `EOF`, `isdigit(c)`.  Empty where printing the tree gives the source's words.
std::string spelling_of(const clang::Expr* expr, clang::SourceRange where,
                        const clang::SourceManager& sources, const clang::LangOptions& options);

}  // namespace assay::frontend
