// What rules may take for granted about a program's variables: the numbers of those that nobody
// writes.
#pragma once

#include <functional>

#include "base/result.h"
#include "engines/machines/program.h"
#include "schedule/program_image.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

/// A unit that cannot be read says nothing, and so its variables are not known.  Interrupted:
/// nothing.  Pre: the process has one thread.
// APPROX(under): what an open program gives a value, and never another, keeps it, though others
// could write it.
Result<machines::VariableValues> find_variable_values(const ProgramImage& image,
                                                      const PoolOptions& pool,
                                                      const std::function<bool()>& interrupted);

}  // namespace assay::schedule
