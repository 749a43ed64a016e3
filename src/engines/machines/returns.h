// Whether a call comes back.  A function all of whose paths end in calls that do not return (exit,
// a throw, another such function) does not return either, whatever its declaration says: paths end
// there for rules that do not look into what is called, too.
#pragma once

#include <span>
#include <vector>

#include "engines/machines/program.h"

namespace assay::machines {

class Returns {
 public:
  explicit Returns(ProgramView& view) : view_(view) {}
  /// False: no run of it returns.  The answer does not depend on what was asked before.
  bool may_return(callgraph::FunctionId function);
  /// Whether one of the functions that the call may reach comes back.
  bool may_return(std::span<const callgraph::CallSite> call);

 private:
  enum class Answer : uint8_t { Unknown, No, Yes };
  void find(callgraph::FunctionId root);
  bool comes_back(const callgraph::CallSite& site) const;
  std::vector<ir::NodeId> ends_of(callgraph::FunctionId function) const;
  bool reaches_end(callgraph::FunctionId function);

  ProgramView& view_;
  std::vector<Answer> answers_;
};

}  // namespace assay::machines
