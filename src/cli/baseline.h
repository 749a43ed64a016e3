// Findings that were there before: what an earlier revision has, and the file that lists them.
#pragma once

#include <string>
#include <vector>

#include "cli/check_program.h"
#include "cli/judge.h"
#include "findings/mark_file.h"

namespace assay::cli {

/// What the same check finds in another revision of the source, whose files are laid out in a
/// folder of their own for it.  What the build made (generated headers) is taken as it is now.
Result<std::vector<findings::KnownFinding>> findings_at(const Options& options,
                                                        const Inputs& inputs,
                                                        const std::string& revision);

/// The text of a baseline of all that the report holds.
std::string baseline_text(const output::Report& report, const Judgement& judgement);

/// A path of the repository as a path of another tree of it, where that has such a file.  All
/// such paths in `text`, which may be a flag.
std::string in_other_tree(const std::string& text, const std::string& repository,
                          const std::string& tree);

}  // namespace assay::cli
