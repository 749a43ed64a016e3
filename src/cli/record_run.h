// The run and its findings into the database, when everything else is done.
#pragma once

#include "cli/check_program.h"
#include "cli/judge.h"

namespace assay::cli {

/// Pre: the report is judged and ranked, and has its exit code.
Result<void> record_run(const Options& options, const CheckedProgram& program,
                        const Judgement& judgement);

}  // namespace assay::cli
