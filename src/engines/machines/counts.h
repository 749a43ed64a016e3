// Reference counts: whether a count in the object itself has decided what happened to it.
//
// `if (--o->refs == 0) free(o)` gives one reference back.  Whether the object is gone afterwards
// only those know who know the count, and they hold the others.  `if (b->text != b->room)
// free(b->text)` is of the same kind: who goes on with the text knows that it stands in the record.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engines/machines/code.h"
#include "engines/machines/context.h"

namespace assay::machines {

class Workspace;

class Counts {
 public:
  /// The path on which the instance came to its state has asked for a count that is counted down in
  /// the function, or by a callee that it calls or whose answer was asked, or whether it is the
  /// room that its record has for it; and the other side does not lead there.
  bool decided(Workspace& workspace, const FunctionCode& code, const Context& context,
               const Instance& instance);
  void clear() { functions_.clear(); }

 private:
  /// Of one function.
  struct Known {
    std::set<metal::TreeId> counts;  // what it counts down, or the address of that
    std::map<ir::LocalId, std::vector<ir::NodeId>> values;  // that variables are given
    /// What its callees count down of what they are given; once somebody asked.
    std::optional<std::set<metal::TreeId>> by_callees;
  };
  struct Asked {
    const FunctionCode& code;
    const Instance& instance;
  };

  Known& known(const FunctionCode& code);
  const std::set<metal::TreeId>& counted_by_callees(Workspace& workspace, const FunctionCode& code);
  bool answers_count(Workspace& workspace, const Asked& asked, ir::NodeId call);
  bool asks(Workspace& workspace, const Asked& asked, ir::NodeId condition);
  bool counts_below(Workspace& workspace, const Asked& asked, ir::NodeId call);
  bool counts_param(Workspace& workspace, callgraph::FunctionId function, ir::LocalId param);

  std::map<callgraph::FunctionId, Known> functions_;
  std::map<std::pair<callgraph::FunctionId, ir::LocalId>, bool> params_;
};

}  // namespace assay::machines
