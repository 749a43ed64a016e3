// Whether the code at a program point is what a pattern says, and what then fills its holes.
//
// Patterns are tried at program points, in execution order.  A statement that is no point is tried
// at one: `if`, loops and `switch` where their condition decides, an expression statement at its
// expression.  Unevaluated operands never match.  The target of a plain write is no use of it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ir/unit.h"
#include "metal/program.h"
#include "metal/tree.h"

namespace assay::metal {

/// The function in which patterns are tried.
struct Code {
  const ir::Unit& unit;
  const ir::Function& function;
  const FunctionTrees& trees;
  TreePool& pool;
  std::vector<ir::NodeId> parents;  // Body::parents
};

/// What a hole stands for.  In a later match, `tree` alone decides; `node` is none where the object
/// came from another function.
struct Filled {
  TreeId tree;
  ir::NodeId node;
  std::vector<ir::NodeId> arguments;  // of an any_arguments hole
  bool is_filled = false;
};

struct Bindings {
  std::vector<Filled> by_hole;  // by HoleId

  bool has(HoleId hole) const { return by_hole[hole.index()].is_filled; }
  const Filled& operator[](HoleId hole) const { return by_hole[hole.index()]; }
};

/// Answers `${…}`: the engine does, by running the rule's C code.
class CalloutRunner {
 public:
  virtual ~CalloutRunner() = default;
  /// `callout` is the Callout node; `at` is what `mc_stmt` means.
  virtual bool holds(PatternId callout, const Code& code, ir::NodeId at,
                     const Bindings& bindings) = 0;
};

/// Where a pattern is tried.
enum class Moment : uint8_t {
  Point,      // the node is evaluated
  Condition,  // the node decides a branch, `if (p)`: it is compared with zero
};

struct Match {
  Bindings bindings;
  /// The pattern holds where the condition is false: `{ v == NULL }` at `if (v)`.
  bool negated = false;
};

/// Tries `pattern` at `node`.  `bindings` may be filled in part already (the tracked object): those
/// holes match only what is equal to them.  Of several ways to fill a hole (`call(-1, v)`) the
/// leftmost that works is taken.
bool match(const Machine& machine, PatternId pattern, const Code& code, ir::NodeId node,
           Moment moment, const Bindings& bindings, CalloutRunner& callouts, Match& result);

/// A rule of a machine by its place in the text; the order is that of the text.
struct RuleRef {
  uint32_t guard = 0;
  uint32_t rule = 0;
  friend auto operator<=>(const RuleRef&, const RuleRef&) = default;
};

/// Which rules may match where, by operator and callee: a node that no rule speaks of costs a
/// look into a table.
class RuleIndex {
 public:
  explicit RuleIndex(const Machine& machine);
  /// In text order; all rules whose pattern may match at this node and moment.
  std::span<const RuleRef> candidates(const Code& code, ir::NodeId node, Moment moment) const;
  /// Whether any rule but `$end_of_path$` may match in the function in the given states (all, if
  /// none is given): if not, the function is no business of this machine.
  bool may_match(const ir::Unit& unit, const ir::Body& body) const;

 private:
  struct Key {
    ir::Op op;
    std::string callee;  // empty: any
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  std::map<Key, std::vector<RuleRef>> rules_;
};

}  // namespace assay::metal
