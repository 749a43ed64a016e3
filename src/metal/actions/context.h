// What a running piece of a rule's C code can reach, and what keeps it from reaching more.
//
// Trees are given to C as numbers in the clothes of pointers: a run's number and an index.  A tree
// that was kept from an earlier run, or made up, is found out instead of followed.
//
// C code is left early with longjmp, which runs no destructors: the functions behind mc.h do their
// work in `answer`, and whoever is at fault leaves only after all of it is destroyed.
#pragma once

#include <csetjmp>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "metal/actions/host.h"
#include "metal/actions/load.h"
#include "metal/actions/rule_heap.h"

namespace assay::metal {

/// What C code holds: `mc_tree`.
using TreeHandle = struct mc_tree_handle*;

/// What an mc_tree stands for.
struct RuleTree {
  TreeId tree;      // none: no expression
  ir::NodeId node;  // none: from another function
  HoleId hole;      // none: reached from another tree
};

/// What outlives a run: until the static data is set back.
struct RuleMemory {
  std::set<std::string, std::less<>> strings;  // nodes never move: C code holds pointers to them
  RuleHeap heap;

  const char* keep(std::string_view text);
  void clear();
};

class Context {
 public:
  Context(const Invocation& invocation, RuleMemory& memory, const ActionLimits& limits,
          uint32_t run)
      : invocation_(invocation), memory_(memory), limits_(limits), run_(run) {}

  const Invocation& invocation() const { return invocation_; }
  const Machine& machine() const { return invocation_.machine; }
  Host& host() const { return invocation_.host; }
  const Code& code() const { return invocation_.code; }
  const ir::Body& body() const { return code().function.body; }
  RuleMemory& memory() { return memory_; }
  RuleHeap& scratch() { return scratch_; }  // gone when the run ends
  const ActionLimits& limits() const { return limits_; }

  /// One handle per hole, in their order; null for holes that nothing fills.
  std::vector<TreeHandle> hole_handles();
  TreeHandle handle(RuleTree tree);
  TreeHandle handle(ir::NodeId node);  // null for none
  /// Null for null, and for what is no tree of this run: then the code has failed.
  const RuleTree* find(TreeHandle handle);
  /// The state variable that the handle is; none: the code has failed.
  HoleId variable(TreeHandle handle, std::string_view function);

  /// The first state variable that is filled; nothing if none is.
  RuleTree filled_variable() const;

  const char* keep(std::string_view text) { return memory_.keep(text); }
  std::string_view text(TreeId tree);  // as C spells it; valid while static data is kept

  /// The code is at fault and will not go on.  The first reason counts.
  void fail(std::string reason);
  const std::string& failure() const { return failure_; }

  std::jmp_buf way_out;

 private:
  const Invocation& invocation_;
  RuleMemory& memory_;
  const ActionLimits& limits_;
  uint32_t run_;
  RuleHeap scratch_;
  std::vector<RuleTree> trees_;
  std::map<std::pair<ir::NodeId, TreeId>, size_t> reached_;  // of trees that are no holes
  std::string failure_;
};

/// Of the C code that runs now.  Null between runs.
extern thread_local Context* running_context;

/// The node as the source has it: without loads and what else the compiler adds, but with the casts
/// that are written.
ir::NodeId source_node(const Code& code, ir::NodeId node);

/// What it is an operand of in the source, or the statement around it; none: nothing is.
ir::NodeId parent_of(const Context& context, ir::NodeId node);

/// Leaves the C code if it has failed.  Nothing with a destructor may be alive in the caller.
void leave_if_failed();

/// How a function behind mc.h computes its value; `work` takes the Context.  What it returns has
/// no destructor.
template <class Work>
auto answer(Work&& work) {
  auto value = work(*running_context);
  static_assert(std::is_trivially_destructible_v<decltype(value)>);
  leave_if_failed();
  return value;
}
template <class Work>
void perform(Work&& work) {
  work(*running_context);
  leave_if_failed();
}

}  // namespace assay::metal
