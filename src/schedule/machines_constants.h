// What rules may take for granted about a program's variables: the numbers of those that nobody
// writes.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engines/machines/program.h"
#include "schedule/unit_question.h"

namespace assay::schedule {

/// A unit that cannot be read says nothing, and so its variables are not known.
// APPROX(under): what an open program gives a value, and never another, keeps it, though others
// could write it.
class VariableValueFinder : public UnitQuestion {
 public:
  VariableValueFinder();
  ~VariableValueFinder() override;
  void answer(const ProgramImage& image, uint32_t number, const ImageUnits& units,
              const ImageUnits::Loaded& unit, ByteWriter& answer) const override;
  void take(uint32_t unit, ByteReader& answer) override;
  machines::VariableValues finish() const;

 private:
  class Known;
  std::unique_ptr<Known> known_;
};

}  // namespace assay::schedule
