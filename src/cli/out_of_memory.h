// What `run` and `prove` say when the machine has no more memory: they do what a program or a
// script asks for, in this process, so there is no worker that could die in their place.
#pragma once

namespace assay::cli {

/// From now on the end of memory is a sentence and exit code 2.  What was printed stays printed.
void say_when_memory_ends();

}  // namespace assay::cli
