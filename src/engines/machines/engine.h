// xgcc's engine: the machines of one composition over a program, from its roots down.
//
// Machines run in the order of the composition, each over all that is below the root before the
// next begins, because a later one reads what earlier ones wrote on the trees.  What is known about
// a function entered in one state is kept between roots; the result of a root does not depend on
// it.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engines/machines/options.h"
#include "engines/machines/result.h"
#include "engines/machines/workspace.h"
#include "metal/actions/host.h"
#include "metal/modules.h"

namespace assay::machines {

class Engine {
 public:
  /// All arguments outlive the engine.
  Engine(const metal::Composition& composition, metal::ActionRunner& runner, Workspace& workspace,
         const EngineOptions& options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Whether all machines look at one function at a time: then each function is a root.
  bool is_local() const;
  /// What to call `analyse` for, in order: callbacks are roots too, as nobody calls them with
  /// arguments that we know.
  std::vector<callgraph::FunctionId> roots() const;
  RootResult analyse(callgraph::FunctionId root, const Wanted& wanted = {});
  /// Steps for the roots to come, besides those that each has for itself: one that leads into much
  /// that nobody has looked at yet may take half of what is left, and those after it find it done.
  void grant(uint64_t steps) { granted_ = steps; }
  /// By machine: of those that follow calls, what they did with all functions up to now.
  struct Coverage {
    std::vector<callgraph::FunctionId> entered;
    /// Below the roots, something may begin there, and nobody came: all who call it do so where no
    /// path leads, or a rule knows their calls by name.
    std::vector<callgraph::FunctionId> missed;
  };
  std::vector<Coverage> coverage();
  /// Whether some machine has not been there though something may begin there.
  bool misses(callgraph::FunctionId function);
  /// With EngineOptions::trace: block and suffix summaries of the latest root, as PLDI figure 5.
  const std::string& print_trace() const { return trace_; }

 private:
  struct MachineRun;
  void run_machine(MachineRun& machine, callgraph::FunctionId root, const Wanted& wanted,
                   RootResult& result);
  void run_local(MachineRun& machine, callgraph::FunctionId root, const Wanted& wanted,
                 RootResult& result);
  std::vector<callgraph::FunctionId> reachable(callgraph::FunctionId root,
                                               const MachineRun& machine) const;
  std::set<callgraph::FunctionId> below_roots() const;

  metal::ActionRunner& runner_;
  Workspace& workspace_;
  EngineOptions options_;
  std::unique_ptr<class Annotations> annotations_;
  std::vector<std::unique_ptr<MachineRun>> machines_;
  std::set<callgraph::FunctionId> analysed_;
  bool keeps_contexts_ = true;
  size_t followers_ = 0;               // machines that are not local
  bool is_annotated_by_call_ = false;  // one of them wrote something for those after it
  uint64_t generation_ = 0;
  uint64_t granted_ = 0;
  std::string trace_;
};

}  // namespace assay::machines
