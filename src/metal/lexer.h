// Source text to tokens.
#pragma once

#include <string_view>
#include <vector>

#include "metal/diagnostics.h"
#include "metal/token.h"

namespace assay::metal {

/// All tokens, the last one End.  Unterminated comments and literals are errors; the tokens are
/// complete nevertheless.
std::vector<Token> lex(std::string_view source, Diagnostics& diagnostics);

}  // namespace assay::metal
