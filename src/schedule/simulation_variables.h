// What the units of a program say together about its external variables.
//
// A worker simulates with one unit at hand; whether another writes a variable, and which one says
// its value, it learns here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engines/simulator/summaries.h"
#include "schedule/external_variables.h"
#include "schedule/simulation_unit_keys.h"
#include "schedule/unit_question.h"

namespace assay::schedule {

struct ProgramVariables {
  simulator::Surroundings surroundings;
  /// Of variables that keep the value of their initialiser: the unit that defines them.
  std::map<std::string, uint32_t, std::less<>> homes;
  std::vector<UnitKeys> keys;  // by unit
};

/// A unit that cannot be read says nothing: what uses it fails later, and says why.
class ProgramVariablesFinder : public UnitQuestion {
 public:
  explicit ProgramVariablesFinder(size_t units) { all_.keys.resize(units); }
  void answer(const ProgramImage& image, uint32_t number, const ImageUnits& units,
              const ImageUnits::Loaded& unit, ByteWriter& answer) const override;
  void take(uint32_t unit, ByteReader& answer) override;
  ProgramVariables finish();

 private:
  ProgramVariables all_;
  ExternalVariables variables_;
};

}  // namespace assay::schedule
