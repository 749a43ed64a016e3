// Refine and restore: what the trees of a caller are called in a callee, and the other way round.
//
// Table 2 of the PLDI paper, at all levels of indirection: a formal stands for its actual, and what
// it points to for what `&x` points to.  Globals are the same on both sides.  A tree that keeps a
// local of its own side cannot cross.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engines/machines/code.h"
#include "engines/machines/context.h"
#include "engines/machines/state.h"

namespace assay::machines {

/// One call of one callee.  The same trees cross it again and again, so it remembers what they
/// become.
class Boundary {
 public:
  Boundary(metal::TreePool& pool, const FunctionCode& caller, const FunctionCode& callee,
           ir::NodeId call);

  /// All that a tree of the caller is called in the callee, in the order of parameters.
  const std::vector<metal::TreeId>& into_callee(metal::TreeId tree) const;
  /// None: the caller cannot name it, or by a formal that no longer is what the caller gave.
  metal::TreeId into_caller(metal::TreeId tree, const std::vector<ir::LocalId>& reassigned) const {
    return remembered(tree, reassigned, value_);
  }
  /// The same, as facts speak of it.
  metal::TreeId fact_into_caller(metal::TreeId tree,
                                 const std::vector<ir::LocalId>& reassigned) const {
    return remembered(tree, reassigned, fact_value_);
  }
  /// Part of an argument that was copied, not of what it leads to: the callee's own, if the rule
  /// says `byvalue`.
  bool is_copied(metal::TreeId callee_tree) const;
  /// Whether it is told by a parameter, and what was given for that was read from a place that the
  /// callee's own text writes: `remove(g->first, g)`, which sets `g->first`.  Then the parameter is
  /// what the place held, and the place may hold something else.
  bool is_read_from_written(metal::TreeId callee_tree) const;
  /// Whether a fact about this tree could matter to a condition of the callee's own.
  bool concerns_callee(metal::TreeId callee_tree) const;

  struct Argument {
    metal::TreeId formal;
    metal::TreeId actual;
    metal::TreeId slot;  // stands for both while one is replaced by the other
    ir::LocalId local;
  };
  const std::vector<Argument>& arguments() const { return arguments_; }
  const FunctionCode& callee() const { return callee_; }

 private:
  metal::TreeId replace_actual(metal::TreeId tree, const Argument& argument) const;
  std::vector<metal::TreeId> find_in_callee(metal::TreeId tree) const;
  metal::TreeId find_in_caller(metal::TreeId tree, const std::vector<ir::LocalId>& reassigned,
                               metal::TreeId value) const;
  metal::TreeId remembered(metal::TreeId tree, const std::vector<ir::LocalId>& reassigned,
                           metal::TreeId value) const;

  metal::TreePool& pool_;
  const FunctionCode& caller_;
  const FunctionCode& callee_;
  metal::TreeId value_;       // the call, as the caller's text has it
  metal::TreeId fact_value_;  // what it yielded
  metal::TreeId result_slot_;
  std::vector<Argument> arguments_;
  mutable std::unordered_map<metal::TreeId, std::vector<metal::TreeId>> in_callee_;
  using Asked = std::tuple<metal::TreeId, metal::TreeId, std::vector<ir::LocalId>>;
  mutable std::map<Asked, metal::TreeId> in_caller_;
};

/// Whether a caller could name the tree: made of globals, of parameters that are still what they
/// were or of what they were, and of the result.
bool is_visible_outside(const FunctionCode& code, metal::TreeId tree,
                        const std::vector<ir::LocalId>& reassigned);

/// The state in which a callee is entered, and which instances of the caller these are.
struct Refined {
  Entry entry;
  std::vector<size_t> instances;  // of the caller, by their number in the entry
};
/// Which objects the callee and its callees can have to do with.
using IsMeant = std::function<bool(metal::TreeId callee_tree)>;
Refined refine(metal::TreePool& pool, const Boundary& boundary, const State& state,
               const IsMeant& is_meant);
/// What the callee is told: of the parameters that it tests itself, and of globals that it names.
Facts refine_facts(metal::TreePool& pool, const Boundary& boundary, const State& state);

/// What the callee knew where it left, in the caller's words.
Facts restore_facts(metal::TreePool& pool, const Boundary& boundary, const Exit& exit);
/// The caller's instances after the callee left by `exit`.  `link` and `number` say which, for the
/// history.  What began in the callee is not known by what was handed to the parameters `moved`.
void restore(metal::TreePool& pool, const Boundary& boundary, const metal::Machine& machine,
             const Refined& refined, const Exit& exit, uint32_t link, uint32_t number,
             ir::NodeId call, std::span<const ir::LocalId> moved, Context& context, State& state);

}  // namespace assay::machines
