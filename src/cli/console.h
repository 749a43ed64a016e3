// Saying things: errors and notes on standard error, answers on standard output or in a file.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/result.h"

namespace assay::cli {

/// `assay: error: …`; returns the exit code that goes with it.
int fail(const std::string& message);
/// `assay: note: …`.
void note(const std::string& message);

/// To standard output if `path` is empty or `-`.  A full disk or a closed pipe is an error.
Result<void> write_output(const std::string& path, const std::string& text);

/// Whether standard output is to be coloured when the user leaves it to us.
bool color_by_default();
/// Columns of the terminal that standard output is; else what COLUMNS says, else `otherwise`.
unsigned terminal_width(unsigned otherwise);

}  // namespace assay::cli
