#include "cli/interrupt.h"

#include <fmt/format.h>

#include <csignal>

#include "cli/cli.h"

namespace assay::cli {
namespace {

volatile std::sig_atomic_t g_signal = 0;

void note_signal(int signal) { g_signal = signal; }

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  // Reset after the first: a second Ctrl-C must work even if the flag is not asked for.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  // A limit on the size of files is met by a write that fails, and by a sentence.
  std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return g_signal != 0; }

int interrupt_signal() { return g_signal; }

int end_interrupted() {
  fmt::print(stderr, "assay: interrupted; what was done is kept, the next run continues\n");
  return kSignal + interrupt_signal();
}

}  // namespace assay::cli
