// Something that each unit of a program says of itself, and that the program is put together from.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "schedule/image_view.h"

namespace assay::schedule {

class UnitQuestion {
 public:
  virtual ~UnitQuestion() = default;
  /// In the coordinator, before workers start.
  virtual Result<void> begin(const ProgramImage&) { return {}; }
  /// In a worker.  The unit was loaded whole.
  virtual void answer(const ProgramImage& image, uint32_t number, const ImageUnits& units,
                      const ImageUnits::Loaded& unit, ByteWriter& answer) const = 0;
  /// In the coordinator, by the order of units.  Damaged bytes turn the reader bad.
  virtual void take(uint32_t unit, ByteReader& answer) = 0;
};

}  // namespace assay::schedule
