// rand, random and drand48: the host's algorithms, with a state of the program's own.
#pragma once

#include <cstdlib>

#include "engines/interpreter/library.h"

namespace assay::interpreter {

struct Library::Random {
  Random();
  void seed(unsigned value);
  int32_t next();

  struct drand48_data real{};

 private:
  struct random_data data_{};
  char state_[128] = {};
};

}  // namespace assay::interpreter
