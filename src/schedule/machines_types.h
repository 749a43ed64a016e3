// Types that rules write and the program does not have: their holes match nothing.
#pragma once

#include <string>
#include <vector>

#include "schedule/program_image.h"
#include "schedule/rule_files.h"

namespace assay::schedule {

/// The error has a sentence for each hole of such a type, with its place.  The rules that ship are
/// for all programs, whatever types these have.
Result<void> check_types(const ProgramImage& image, const std::vector<RuleFile>& rules);

}  // namespace assay::schedule
