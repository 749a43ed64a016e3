// What variables hold whenever a loop's header is reached, though the loop writes them: pointers
// that are never null there, and numbers of a known range, as `pid` in `while (…) pid = fork();`,
// or one that only counts up or down.
//
// One pass over the function's own variables whose address nobody has: all that is written is
// constants, what library functions answer, copies, steps of a known size, and pointers that were
// looked at before.  A variable that nobody has written yet holds nothing.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engines/machines/constants.h"
#include "ir/function.h"
#include "ir/loops.h"

namespace assay::machines {

struct LoopValue {
  ir::LocalId local;
  bool is_pointer = false;    // then: it is not null
  bool is_flag = false;       // one of `loop_flags`: the loop leaves what it holds as it is
  int64_t low = 0, high = 0;  // the least and the largest number: no bound on that side
};

/// By header.  Only variables that the loop writes.
std::map<ir::BlockId, std::vector<LoopValue>> loop_values(const ir::Unit& unit,
                                                          const ir::Body& body,
                                                          const Constants& constants);

/// See ir/loop_flags.h; the block cache tells their values apart.
std::vector<ir::LocalId> loop_flags(const ir::Unit& unit, const ir::Body& body,
                                    const Constants& constants, const ir::Loop& loop);

}  // namespace assay::machines
