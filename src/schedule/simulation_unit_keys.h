// The parts of the simulator's keys that one unit knows, found by workers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "schedule/image_view.h"

namespace assay::schedule {

struct UnitKeys {
  struct Function {
    Hash own;                         // body, symbols, types
    std::vector<uint32_t> variables;  // symbols that it names, in order
  };
  struct Variable {
    std::string name;
    bool is_internal = false;
    bool is_defined = false;
    Hash symbol;
  };
  Hash target;
  std::vector<Function> functions;         // by index in the unit
  std::map<uint32_t, Variable> variables;  // by symbol
  /// Of a variable by its name: its initialiser, in `functions`.
  std::map<std::string, uint32_t, std::less<>> initialisers;
};

Result<UnitKeys> find_unit_keys(const ProgramImage& image, const ImageUnits::Loaded& unit);
void write_unit_keys(ByteWriter& writer, const UnitKeys& keys);
/// Damaged bytes turn the reader bad.
UnitKeys read_unit_keys(ByteReader& reader);

/// Of everything that decides what this program computes from the same input: its own build.
const Hash& own_build();

}  // namespace assay::schedule
