// ASSAY_CHECK: a condition that only a bug of ours can break.
//
// It stays on in release builds.  A failed check ends the process with the place and the
// reason; in a worker process that costs the function at hand, never the run.
#pragma once

#include <string_view>

namespace assay {

[[noreturn]] void check_failed(std::string_view condition, std::string_view reason,
                               const char* file, int line);

}  // namespace assay

#define ASSAY_CHECK(condition, reason)                                      \
  do {                                                                      \
    if (!(condition)) [[unlikely]]                                          \
      ::assay::check_failed(#condition, (reason), __FILE__, __LINE__);      \
  } while (false)
