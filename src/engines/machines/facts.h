// What is known about values on one path: equalities, by congruence closure, and what branches and
// constants say.  False-path pruning asks it at each branch; block caches compare it.
//
// Trees are those of metal/tree.h.  Facts are about the values that trees have now: whoever
// executes an assignment says so, and what mentioned the old value is forgotten or kept under a
// name of its own.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "base/hash.h"
#include "base/tri.h"
#include "metal/tree.h"

namespace assay::machines {

class Facts {
 public:
  /// `place = value`, both trees as they were before the assignment; no value: something unknown.
  void assign(metal::TreePool& pool, metal::TreeId place, metal::TreeId value);
  /// Everything that mentions `place` is unknown from here on.
  void forget(metal::TreePool& pool, metal::TreeId place);
  /// Everything whose tree is picked is unknown from here on (a call's effects, a loop's).
  void forget_if(metal::TreePool& pool, const std::function<bool(metal::TreeId)>& picked);

  /// The condition (any expression, compared with zero) is true or false on this path.  No: that
  /// contradicts what is known, the path is impossible.
  Tri assume(metal::TreePool& pool, metal::TreeId condition, bool truth);
  Tri holds(metal::TreePool& pool, metal::TreeId condition) const;
  /// Certainly the same value, or certainly not.
  Tri equal(metal::TreePool& pool, metal::TreeId a, metal::TreeId b) const;

  /// Whether every fact of `other` follows from these.
  bool implies(metal::TreePool& pool, const Facts& other) const;
  /// Keeps what both know.
  void join(metal::TreePool& pool, const Facts& other);
  /// Only facts all of whose trees are picked, with each tree renamed (none: dropped): how facts
  /// enter and leave a callee.
  Facts renamed(metal::TreePool& pool,
                const std::function<metal::TreeId(metal::TreeId)>& rename) const;
  /// By content, the same in every run.
  Hash key(const metal::TreePool& pool) const;
  bool empty() const;
};

}  // namespace assay::machines
