// An exception that was thrown and still exists.
#pragma once

#include <vector>

#include "base/check.h"
#include "logic/term.h"
#include "memory/object.h"
#include "semantics/classes.h"

namespace assay::semantics {

struct Exception {
  uint32_t number = 0;  // its name
  logic::Term address;  // of the exception object
  memory::ObjectId object;
  const UnitEntry* unit = nullptr;
  ir::TypeId type;        // in that unit; none if no unit knows it
  EntityId destructor;    // none: nothing to do
  uint32_t handlers = 0;  // that hold it
  friend bool operator==(const Exception&, const Exception&) = default;
};

/// What is thrown and caught in one state.
struct Exceptions {
  std::vector<Exception> known;  // by number, ascending
  std::vector<uint32_t> flying;  // on their way to a handler; only the last moves
  std::vector<uint32_t> caught;  // one entry per handler that is active, the innermost last
  uint32_t next_number = 0;

  Exception& operator[](uint32_t number) {
    for (Exception& each : known) {
      if (each.number == number) return each;
    }
    ASSAY_CHECK(false, "an exception should exist while it is named");
  }
};

}  // namespace assay::semantics
