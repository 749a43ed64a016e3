// Whether a fault on a path is manifest: something that the function itself shows to be possible.
//
// A function that asks whether a pointer is null believes that it can be; what it does with it
// right after is its own doing.  Where it asks something else about its environment in between,
// the answer may exclude the null: only who built that environment knows.  A fault that needs such
// a second answer is latent (Infer's Pulse), and callers may still find it.
#pragma once

#include <vector>

#include "engines/simulator/inputs.h"
#include "engines/simulator/path.h"
#include "engines/simulator/solver.h"

namespace assay::simulator {

class Manifest {
 public:
  Manifest(const semantics::Prepared& function, const semantics::Evaluator& evaluator,
           const Inputs& inputs, Solver& solver, const Trail& trail)
      : function_(function),
        evaluator_(evaluator),
        inputs_(inputs),
        solver_(solver),
        trail_(trail) {}

  /// Whether that a condition does not hold where the path is was asked for by the function, but
  /// something else that is not known had to be answered to get from there to here.
  bool is_doubtful(const Path& path, logic::Term condition) const;
  /// Whether something that is not known had to be answered for `call` to be reached, and something
  /// else to get from there to here: both may never be so.
  bool is_doubtful_after(const Path& path, ir::NodeId call) const;
  /// The same of the call that ended an object; or whether the object may be another one: pointers
  /// were put elsewhere in memory from outside, and so perhaps where this one's was read.
  bool is_doubtful_end(const Path& path, memory::ObjectId object) const;
  /// Whether something about memory had to be answered to get here from where a point stands, that
  /// made a pointer null; none: from the beginning.  It may be set to something else where the
  /// answer is this.
  bool is_doubtful_since(const Path& path, ir::NodeId point) const;
  /// Whether the path came here, and not elsewhere, by what it assumed of memory from outside.
  bool rests_on_environment(const Path& path) const;
  /// Whether numbers in memory from outside break a condition only by the branches that the path
  /// took: what is stored there may never be like that.
  bool is_chosen(const Path& path, logic::Term condition) const;
  /// Whether a loop that the path is in goes on, or not, by what memory from outside holds: how
  /// many rounds there are, and so where they come to, only that memory says.
  bool is_led_by_memory(const Path& path, const ir::Loops& loops) const;
  /// Whether a value is null only in rounds of a loop that were not followed.
  bool is_lost_in_loop(logic::Term condition) const;

 private:
  bool is_free(logic::Term condition) const;
  bool may_be_another(const Path& path, memory::ObjectId object) const;
  bool holds_new_pointer(const Path& path, memory::ObjectId id, const memory::Object& object) const;
  /// Whether it speaks of anything but what the function is passed and the outside world says.
  bool is_of_memory(logic::Term condition) const;
  /// Whether another answer would have led around where the path is.
  bool decides(const Path& path, const Decision& decision) const;

  const semantics::Prepared& function_;
  const semantics::Evaluator& evaluator_;
  const Inputs& inputs_;
  Solver& solver_;
  const Trail& trail_;
};

}  // namespace assay::simulator
