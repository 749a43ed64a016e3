#include "schedule/simulation_variables.h"

#include <utility>

namespace assay::schedule {

// The unit's parts of keys, and what it has to say of external variables.
void ProgramVariablesFinder::answer(const ProgramImage& image, uint32_t, const ImageUnits&,
                                    const ImageUnits::Loaded& unit, ByteWriter& answer) const {
  Result<UnitKeys> keys = find_unit_keys(image, unit);
  write_unit_keys(answer, keys.ok() ? keys.value() : UnitKeys());
  ExternalVariables::write(answer, unit.tables->symbols);
}

void ProgramVariablesFinder::take(uint32_t unit, ByteReader& answer) {
  UnitKeys keys = read_unit_keys(answer);
  if (!answer.ok()) return;
  all_.keys[unit] = std::move(keys);
  variables_.add(unit, answer);
}

ProgramVariables ProgramVariablesFinder::finish() {
  all_.surroundings.is_closed = variables_.is_closed();
  all_.surroundings.written = variables_.written();
  all_.homes = variables_.homes();
  return std::move(all_);
}

}  // namespace assay::schedule
