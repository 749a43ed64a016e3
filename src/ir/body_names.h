// What encoded bodies name from outside themselves.
//
// A body starts with these lists (body_coder.h), so that who only asks what a function depends on
// does not pay for its nodes.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "ir/unit.h"

namespace assay::ir {

/// A unit's types, symbols and files by the first half of their hashes: bodies and places name them
/// so, in 8 bytes each.  The unit must outlive this and not change.
struct UnitNames {
  explicit UnitNames(const Unit& unit);

  const Unit& unit;
  std::unordered_map<uint64_t, TypeId> types;
  std::unordered_map<uint64_t, SymbolId> symbols;
  std::unordered_map<uint64_t, uint32_t> files;
};

/// Reads a body's lists, and nothing else of it.
class BodyNameReader {
 public:
  /// `unit`: tables that hold what the bodies name.  It must outlive the reader and not change.
  explicit BodyNameReader(const Unit& unit) : names_(unit) {}

  struct Named {
    std::vector<TypeId> types;
    std::vector<SymbolId> symbols;  // in the order of the unit's table
  };
  Result<Named> read(std::string_view body) const;

 private:
  UnitNames names_;
};

}  // namespace assay::ir
