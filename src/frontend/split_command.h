// Command lines as text: the shell's quoting, and the quoting of @response files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::frontend {

/// Splits as sh would, without expanding anything: quotes and backslashes only.  The error says
/// what is wrong, not where it came from.
Result<std::vector<std::string>> split_shell_command(std::string_view text);

/// Splits the content of a response file: in its quotes, unlike the shell's, a backslash always
/// takes the next character as it is (libiberty's rule, which GCC and Clang follow).
std::vector<std::string> split_response_file(std::string_view text);

/// Replaces every `@file` by the words of that file, files named in files too.  Relative names
/// are relative to `directory`.  A missing file is an error, unless the word before takes it as
/// its value (`-I @scope/include`).
Result<void> expand_response_files(std::vector<std::string>& arguments,
                                   const std::string& directory);

}  // namespace assay::frontend
