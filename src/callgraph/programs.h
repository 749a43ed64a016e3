// Which units are linked together, as far as their names tell.
//
// A database often holds several programs: tools with a `main` each, tests beside what they test.
// No linker takes two units that define the same name, so those are of different programs.  Where
// there is more than one `main`, a program is grown from each as a linker would: a name that some
// member needs brings in the one unit that defines it and fits.  Where several would fit, the one
// in the folder of the unit that needs it is taken; else all of them remain possible.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::callgraph {

/// A unit by the numbers of external names.
struct UnitNames {
  struct Definition {
    uint32_t name;
    uint32_t body;  // equal ones have equal bodies
  };
  std::vector<Definition> defines;  // that no other unit of its program may define
  std::vector<uint32_t> needs;      // and does not define
  std::string folder;
};

class Programs {
 public:
  /// `main`: its number; `names`: how many there are.
  Programs(std::vector<UnitNames> units, uint32_t names, uint32_t main);

  /// Of the units that define `name`, those that `unit` may be linked with; sorted.  All of them
  /// if none seems to fit: then what we know of the link is not true.
  std::vector<uint32_t> definers(uint32_t unit, uint32_t name) const;

 private:
  struct Definer {
    uint32_t unit;
    uint32_t body;
  };
  /// A program as far as names with several definers are concerned.
  struct Grown {
    std::map<uint32_t, uint32_t> providers;            // name → member
    std::map<uint32_t, std::vector<uint32_t>> unsure;  // name → units that would fit
  };
  class Growth;

  bool conflict(uint32_t unit, uint32_t other) const;

  std::vector<UnitNames> units_;
  std::vector<std::vector<Definer>> definers_;  // by name, in the order of units
  std::vector<Grown> programs_;
  std::vector<std::vector<uint32_t>> programs_of_;  // unit → programs that have it
};

}  // namespace assay::callgraph
