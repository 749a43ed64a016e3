// How many programs can run at once.
#pragma once

namespace assay {

/// The processors that this process may use: a container or `taskset` may give it fewer than the
/// machine has.  At least 1.
unsigned usable_processors();

}  // namespace assay
