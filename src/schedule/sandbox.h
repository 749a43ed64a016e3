// What a worker process may do: read files, compute, answer on the channel it has.
//
// Everything is denied but a list: a denied call fails with EPERM, as it would for a user without
// rights, so that library code that merely tries (a cache, a name service) carries on.
#pragma once

#include <string>

namespace assay::schedule {

/// In the coordinator, before workers are forked: what all of them have in common is made once.
void prepare_sandbox();

/// Confines this process and what it starts, for good.  Empty if that worked; otherwise why the
/// worker runs without: a kernel or container without seccomp, or a build with sanitizers, which
/// need more than the list has.
std::string enter_sandbox();

}  // namespace assay::schedule
