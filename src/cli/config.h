// `.assay.toml`: how a project wants to be checked.
//
// The nearest one counts, from the project's folder up to its repository's; what the command line
// and the environment say comes before it.  docs/FINDINGS.md lists the keys.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/options.h"

namespace assay::cli {

/// The file that counts for these options; empty: there is none.
Result<std::string> find_config(const Options& options);

/// What the file says, over what `options` hold.  A key that nobody knows is an error with a
/// suggestion.  Paths are relative to the file.  Rules in files are code that runs: without
/// --trust-rules they are left out, and `options.untrusted_rules` names them.
Result<void> apply_config(std::string_view text, const std::string& path, Options& options);

}  // namespace assay::cli
