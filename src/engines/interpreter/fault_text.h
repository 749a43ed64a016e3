// What an obligation that does not hold is called, said in a sentence, and done by the hardware.
#pragma once

#include <string>

#include "semantics/driver.h"

namespace assay::interpreter {

struct FaultText {
  std::string kind;  // empty: nothing to say
  std::string message;
  int signal = 0;  // with which the hardware ends the program; 0: it goes on
};

FaultText fault_text(const semantics::Program& program, const semantics::State& state,
                     const semantics::Obligation& obligation);

/// An object as people know it: `x`, `the memory allocated at a.c:7`.
std::string object_name(const semantics::Program& program, const semantics::State& state,
                        memory::ObjectId id);

}  // namespace assay::interpreter
