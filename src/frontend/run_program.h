// Asking a program: its two outputs, bounded in time and size.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::frontend {

struct ProgramOutput {
  std::string out;
  std::string err;
  int exit_code = 0;  // 128 + n for a program ended by signal n
};

/// Runs `arguments` (the first is a path) in the root directory, with nothing to read and
/// messages in English.  An error when it does not start, does not end, or says too much.
Result<ProgramOutput> run_program(const std::vector<std::string>& arguments);

/// The program that `name` means to a shell in `directory`; empty if there is none.
std::string find_program(const std::string& name, const std::string& directory);

}  // namespace assay::frontend
