// A whole file as a string.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::frontend {

/// The error is the reason alone ("no such file or directory"): the caller knows how to name it.
Result<std::string> read_file(const std::string& path);

}  // namespace assay::frontend
