// Ctrl-C and its kin: a flag that long work asks for, so that what was done is kept.
#pragma once

namespace assay::cli {

/// From now on the first SIGINT, SIGTERM or SIGHUP sets the flag; the second ends the process.
void watch_for_interrupts();
bool interrupted();
/// The signal that came; 0 if none did.
int interrupt_signal();
/// One sentence for the user, and the exit code of an interrupted run.
int end_interrupted();

}  // namespace assay::cli
