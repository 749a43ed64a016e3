// What the units of a program say together about its external variables.
//
// A worker simulates with one unit at hand; whether another writes a variable, and which one says
// its value, it learns here.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engines/simulator/summaries.h"
#include "schedule/program_image.h"
#include "schedule/simulation_unit_keys.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

struct ProgramVariables {
  simulator::Surroundings surroundings;
  /// Of variables that keep the value of their initialiser: the unit that defines them.
  std::map<std::string, uint32_t, std::less<>> homes;
  std::vector<UnitKeys> keys;  // by unit
};

/// A unit that cannot be read says nothing: what uses it fails later, and says why.  Interrupted:
/// what is known so far.  Pre: the process has one thread.
Result<ProgramVariables> find_variables(const ProgramImage& image, const PoolOptions& pool,
                                        const std::function<bool()>& interrupted);

}  // namespace assay::schedule
