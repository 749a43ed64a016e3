// Why an error is one: from the root's entry to it, through all calls, in the order of execution.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engines/machines/context.h"
#include "engines/machines/machine_rules.h"
#include "engines/machines/result.h"
#include "engines/machines/workspace.h"

namespace assay::machines {

/// The calls that lead from the root's context to another: which call of which context.
using CallChain = std::vector<std::pair<ContextId, uint32_t>>;

/// Whether what led to an error was neither handed to the function nor came out of a callee.
bool begins_here(const Context& context, HistoryId last);

class Explainer {
 public:
  Explainer(Workspace& workspace, const MachineRules& rules, const Contexts& contexts)
      : workspace_(workspace), rules_(rules), contexts_(contexts) {}

  /// `chain` leads to `context`, in which the error is.  None: nobody wants it.
  std::optional<RuleFinding> explain(ContextId context, const CallChain& chain,
                                     const RuleError& error, const Wanted& wanted = {});

 private:
  /// A step of the state's history, on the level of the chain that it belongs to.
  struct Told {
    ContextId context;
    HistoryId step;
    size_t level = 0;  // the chain's
    PathId path;       // on that level: where it happened
    int depth = 0;
    enum class Kind : uint8_t { Step, Call, Return } kind = Kind::Step;
    ir::NodeId at;
    callgraph::FunctionId callee;
  };
  struct Level {
    ContextId context;
    PathId end;  // how far its path goes
  };

  /// An instance that came out of a callee.
  struct Returned {
    ContextId context;
    uint32_t exit = 0;
    uint32_t instance = 0;
    friend auto operator<=>(const Returned&, const Returned&) = default;
  };

  const Exit* exit_of(ContextId callee, uint32_t number) const;
  HistoryId history_of(const Returned& from) const;
  HistoryId change_within(const Returned& from) const;
  std::vector<Told> tell(const std::vector<Level>& levels, const CallChain& chain,
                         const RuleError& error) const;
  std::vector<PathId> path_to(const Context& context, PathId end) const;
  struct Line;
  std::vector<Line> lines_of(const std::vector<Level>& levels, const std::vector<Told>& told,
                             const RuleError& error);
  void add_steps(const std::vector<Line>& lines, RuleFinding& result);
  struct Open;
  struct Telling;
  std::vector<PathEvent> path_of(const std::vector<Level>& levels, const CallChain& chain,
                                 const Told* begin, Telling telling) const;
  void tell_call(const Context& context, const PathStep& step, Telling& telling) const;
  void add_path(const std::vector<Level>& levels, const CallChain& chain,
                const std::vector<Told>& told, const RuleError& error, RuleFinding& result);
  void leave_headers(const CallChain& chain, const RuleError& error, findings::Finding& finding);
  metal::TreeId name_outside(const CallChain& chain, size_t level, const RuleError& error) const;
  bool is_in_header(callgraph::FunctionId function);
  findings::Step step_of(const Told& told);
  findings::Location place(callgraph::FunctionId function, ir::NodeId node);
  std::string display(callgraph::FunctionId function);

  Workspace& workspace_;
  const MachineRules& rules_;
  const Contexts& contexts_;
};

}  // namespace assay::machines
