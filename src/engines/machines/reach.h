// Which functions a machine could have business in: those in which a rule may match, and all that
// lead there.  The others are not entered unless a tracked object goes in.
#pragma once

#include <vector>

#include "engines/machines/machine_rules.h"
#include "engines/machines/workspace.h"

namespace assay::machines {

class Reach {
 public:
  Reach(const MachineRules& rules, Workspace& workspace) : rules_(rules), workspace_(workspace) {}
  bool leads_to_match(callgraph::FunctionId function);
  /// In the function itself.
  bool begins(callgraph::FunctionId function) {
    return leads_to_match(function) && begins_[function.index()];
  }

 private:
  enum class Answer : uint8_t { Unknown, No, Yes };
  void find_below(callgraph::FunctionId root);

  const MachineRules& rules_;
  Workspace& workspace_;
  std::vector<Answer> answers_;
  std::vector<bool> begins_;
};

}  // namespace assay::machines
