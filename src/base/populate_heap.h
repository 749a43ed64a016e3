// Memory for a process that lives for milliseconds.
#pragma once

#include <cstddef>

namespace assay {

/// Gets the first pages of the heap at once.  One by one, when they are first touched, each costs a
/// fault, which is more than what a short process does with most of them.
void populate_heap(size_t bytes);

}  // namespace assay
