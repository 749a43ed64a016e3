// The C code of a composition as one translation unit.
//
// `#line` directives and blanks keep every token at the line and column that it has in its metal
// file, so that Clang's messages need no translation.  What stands between the pieces is ours, and
// bears the name of the piece it belongs to as its file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "metal/actions/code_table.h"

namespace assay::metal {

std::string generate_c(const Composition& composition, const CodeTable& table);

/// Whose glue a presumed file name stands for; none: it is a file of the user's.
std::optional<CodeId> glue_owner(std::string_view file);

}  // namespace assay::metal
