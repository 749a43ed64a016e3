#include "base/processors.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace assay {

unsigned usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // It fails where there are more than the set has room for.
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1U, static_cast<unsigned>(CPU_COUNT(&set)));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace assay
