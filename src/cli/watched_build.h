// Running a build under `bear`, to see what it compiles.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::cli {

struct WatchedBuild {
  int exit_code = 0;    // of the build
  size_t compiled = 0;  // commands that this build ran
  size_t kept = 0;      // commands of earlier builds that still stand
};

/// Runs `command` and adds the compile commands it ran to the compile_commands.json at `path`;
/// a file compiled again replaces its older entry, and entries whose file is gone are dropped.
/// A build that compiles nothing, now or before, is an error that lists the usual reasons.
Result<WatchedBuild> watch_build(const std::vector<std::string>& command, const std::string& path,
                                 bool force_wrapper);

}  // namespace assay::cli
