// What the simulator may spend, and what it looks for.  All counted: the same on every machine.
#pragma once

#include <cstdint>

namespace assay::simulator {

struct Options {
  uint32_t max_paths = 50;          // of one function
  uint64_t max_points = 250'000;    // of one function, all its paths together
  uint32_t max_pending = 400;       // choices that wait to be looked at
  uint32_t open_rounds = 2;         // of a loop whose end is not known
  uint32_t known_rounds = 200;      // of a loop whose end is known
  uint32_t max_edges = 64;          // of one switch that are looked at
  int64_t prover_conflicts = 60;    // of one question
  uint64_t solver_questions = 150;  // of one function that the cheap ways leave open
  uint32_t max_nodes = 400'000;     // of the function's terms
  uint32_t recursion = 2;           // rounds over functions that call each other
  uint64_t max_frame = 1 << 20;     // bytes of a function's variables that are no finding
  bool leaks = true;
  bool allocation_fails = true;  // false: outcomes with the reason "memory exhausted" are left out
};

}  // namespace assay::simulator
