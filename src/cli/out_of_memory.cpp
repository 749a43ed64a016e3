#include "cli/out_of_memory.h"

#include <unistd.h>

#include <cstdio>
#include <new>
#include <string_view>

#include "cli/cli.h"

namespace assay::cli {
namespace {

// Allocates nothing.
[[noreturn]] void give_up() {
  std::fflush(stdout);
  constexpr std::string_view kText = "assay: error: this needs more memory than there is\n";
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
  ::_exit(kCouldNot);
}

}  // namespace

void say_when_memory_ends() { std::set_new_handler(give_up); }

}  // namespace assay::cli
