// Where a pointer leads: SATURN's guarded location sets.
//
// A pointer's term is a tree of choices over addresses, with offsets added; this reads it as a
// set of (guard, object, offset).  The guards of one set exclude each other.  Null and addresses
// that no object ever had are locations without an object.
#pragma once

#include <vector>

#include "logic/term_pool.h"
#include "memory/memory.h"

namespace assay::memory {

struct Location {
  logic::Term guard;   // width 1
  ObjectId object;     // none: null or a wild address
  logic::Term offset;  // in bytes, as wide as a pointer; without an object: the address itself
};

struct LocationSet {
  std::vector<Location> locations;
  /// What the pointer is where no location says it: an address that nothing is known of.  Its
  /// guard is `unknown_guard`.  Null if the locations are all there are.
  logic::Term unknown;
  logic::Term unknown_guard;
  /// More locations than the cap.  APPROX(under): the rest is left out, and counted by the caller.
  bool is_cut = false;
};

inline constexpr uint32_t kMaxLocations = 64;

LocationSet locations_of(const Memory& memory, logic::Term pointer, uint32_t cap = kMaxLocations);

}  // namespace assay::memory
