#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace assay {

void check_failed(std::string_view condition, std::string_view reason, const char* file,
                  int line) {
  std::fprintf(stderr, "assay: internal error: %.*s (%.*s) at %s:%d\n",
               static_cast<int>(reason.size()), reason.data(), static_cast<int>(condition.size()),
               condition.data(), file, line);
  std::abort();
}

}  // namespace assay
