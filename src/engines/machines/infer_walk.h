// What happens to an object after a call, in one function.
#pragma once

#include <vector>

#include "engines/machines/code.h"
#include "engines/machines/infer.h"

namespace assay::machines {

/// A call by name, with one object that it takes or gives.
struct CallSubject {
  Role role;
  metal::TreeId object;
  ir::BlockId block;
  uint32_t index = 0;  // in the block's points
  ir::NodeId node;
  bool is_pointer = false;
};

/// In the order of blocks and points.
std::vector<CallSubject> call_subjects(const FunctionCode& code);

/// What a walk looks at in each point and edge; it goes on where nothing is decided.
enum class Seen : uint8_t { Nothing, Covers, Escapes, Used, Checked, Gone };

struct WalkResult {
  bool covered = false, escaped = false, used = false, checked = false;
  bool reaches_end = false;  // a path came to the function's end with nothing on it
};

/// All paths from behind a call to the first thing that happens to its object.
class ObjectWalk {
 public:
  ObjectWalk(const FunctionCode& code, const CallSubject& from) : code_(code), from_(from) {}

  /// Until one of these calls has the object, or it is handed on.
  WalkResult until_called(const std::vector<const CallSubject*>& covering) const;
  /// Until the pointer is followed, or compared with null.
  WalkResult until_checked() const;
  /// Until the object is named again.
  WalkResult until_used() const;

 private:
  template <class At>
  WalkResult walk(const At& at, bool skips_failure) const;
  bool is_overwritten(ir::NodeId point) const;
  bool is_followed(ir::NodeId point) const;
  bool is_handed_on(ir::NodeId point) const;
  bool is_named(ir::NodeId point) const;
  /// Whether the edge is taken only where the call failed: null, or a negative number.
  bool is_failure_edge(const ir::Block& block, size_t edge) const;

  const FunctionCode& code_;
  const CallSubject& from_;
};

}  // namespace assay::machines
