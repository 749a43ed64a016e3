// What an encoded body names from outside itself, read without decoding the rest.
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

class BodyNameReader {
 public:
  /// `unit`: tables that hold what the bodies name.  It must outlive the reader and not change.
  explicit BodyNameReader(const Unit& unit);

  struct Named {
    std::vector<TypeId> types;
    std::vector<SymbolId> symbols;  // in the order of the unit's table
  };
  Result<Named> read(std::string_view body) const;

 private:
  std::unordered_map<uint64_t, TypeId> types_;
  std::unordered_map<uint64_t, SymbolId> symbols_;
};

}  // namespace assay::ir
