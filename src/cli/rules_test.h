// `assay rules test RULE FILE...`: a rule's reports against the marks in source files.
#pragma once

#include "cli/options.h"

namespace assay::cli {

int run_rules_test(const Options& options);

}  // namespace assay::cli
