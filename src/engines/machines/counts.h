// Reference counts: whether a count in the object itself has decided what happened to it.
//
// `if (--o->refs == 0) free(o)` gives one reference back.  Whether the object is gone afterwards
// only those know who know the count, and they hold the others.
#pragma once

#include <map>
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
  /// the function, or by a callee whose answer was asked, and the other side does not lead there.
  bool decided(Workspace& workspace, const FunctionCode& code, const Context& context,
               const Instance& instance);
  void clear() { functions_.clear(); }

 private:
  /// Of one function.
  struct Known {
    std::set<metal::TreeId> counts;  // what it counts down, or the address of that
    std::map<ir::LocalId, std::vector<ir::NodeId>> values;  // that variables are given
  };
  struct Asked {
    const FunctionCode& code;
    const Instance& instance;
  };

  const Known& known(const FunctionCode& code);
  bool asks(Workspace& workspace, const Asked& asked, ir::NodeId condition);
  bool counts_below(Workspace& workspace, const Asked& asked, ir::NodeId call);
  bool counts_param(Workspace& workspace, callgraph::FunctionId function, ir::LocalId param);

  std::map<callgraph::FunctionId, Known> functions_;
  std::map<std::pair<callgraph::FunctionId, ir::LocalId>, bool> params_;
};

}  // namespace assay::machines
