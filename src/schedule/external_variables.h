// Which variables of a program keep the value they begin with.
//
// A unit says of its own variables whether it writes them; of external ones all units have a say,
// so workers tell what theirs does, and this puts it together.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "ir/unit.h"

namespace assay::schedule {

/// Whether the unit may give the variable another value than its first.
bool may_write(const ir::Symbol& variable);

class ExternalVariables {
 public:
  /// In a worker: what a unit has to say.
  static void write(ByteWriter& writer, const ir::SymbolTable& symbols);
  /// Pre: units are added in order.  Damaged bytes turn the reader bad.
  void add(uint32_t unit, ByteReader& reader);

  /// A unit defines `main`: nobody else's code writes what units can name.
  bool is_closed() const { return is_closed_; }
  std::set<std::string, std::less<>> written() const;
  /// Of those that keep their first value: the unit that defines them.  Those that two units
  /// define are of two programs, and which of them a third unit means is not known.
  std::map<std::string, uint32_t, std::less<>> homes() const;
  /// Some unit defines it, and none writes it.
  bool keeps_first_value(std::string_view name) const;

 private:
  struct Known {
    uint8_t flags = 0;
    bool has_home = false, has_two_homes = false;
    uint32_t home = 0;
    bool is_written() const;
  };
  std::map<std::string, Known, std::less<>> known_;
  bool is_closed_ = false;
};

}  // namespace assay::schedule
