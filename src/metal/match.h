// Whether the code at a program point is what a pattern says, and what then fills its holes.
//
// Patterns are tried at program points, in execution order.  A statement that is no point is tried
// at one: `if`, loops and `switch` where their condition decides, an expression statement at its
// expression.  Unevaluated operands never match.  The target of a plain write is no use of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/unit.h"
#include "metal/program.h"
#include "metal/tree.h"

namespace assay::metal {

/// What names in rules mean in the unit, as far as it was asked.
struct ProgramNames {
  std::unordered_map<std::string, ir::TypeId> types;  // none: no such type
  std::unordered_map<std::string, std::optional<uint64_t>> enumerators;
};

/// The function in which patterns are tried.
struct Code {
  const ir::Unit& unit;
  const ir::Function& function;
  const FunctionTrees& trees;
  TreePool& pool;
  std::vector<ir::NodeId> parents;  // Body::parents
  mutable ProgramNames names = {};
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
  /// The pattern holds where the condition is false: `{ v == NULL }` at `if (v)`.  Path-specific
  /// targets change sides; a rule without them applies on the false side only.
  bool negated = false;
};

/// Tries `pattern` at `node`.  `bindings` may be filled in part already (the tracked object): those
/// holes match only what is equal to them; empty: nothing is.  Of several ways to fill a hole
/// (`call(-1, v)`) the leftmost that works is taken, and alternatives that are not negated first.
/// At a Condition everything that decides it matches, whether it matched as a Point before or not.
bool match(const Machine& machine, PatternId pattern, const Code& code, ir::NodeId node,
           Moment moment, const Bindings& bindings, CalloutRunner& callouts, Match& result);

/// A rule of a machine by its place in the text; the order is that of the text.
struct RuleRef {
  uint32_t guard = 0;
  uint32_t rule = 0;
  friend auto operator<=>(const RuleRef&, const RuleRef&) = default;
};

/// Whether a target is for one branch only.
bool is_path_specific(const Rule& rule);

/// Tries a rule where it may apply.  One with path-specific targets: at conditions.  Any other: at
/// points, and at a condition for what it could not match at the point: a statement with this
/// condition, a comparison with zero that C leaves out (`if (v)`), a condition that is negated.
bool match_rule(const Machine& machine, RuleRef rule, const Code& code, ir::NodeId node,
                Moment moment, const Bindings& bindings, CalloutRunner& callouts, Match& result);

/// Which rules may match where, by operator and callee: a node that no rule speaks of costs a
/// look into a table.
class RuleIndex {
 public:
  explicit RuleIndex(const Machine& machine);
  /// In text order; all rules for which `match_rule` may succeed at this node and moment.
  std::span<const RuleRef> candidates(const Code& code, ir::NodeId node, Moment moment) const;
  /// Whether any rule but `$end_of_path$` may match in the function: if not, the function is no
  /// business of this machine.
  bool may_match(const ir::Unit& unit, const ir::Body& body) const;

 private:
  using Rules = std::vector<RuleRef>;
  struct NameHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  std::array<Rules, ir::kOpCount> at_point_;  // of a Call: those that ask for no name
  std::unordered_map<std::string, Rules, NameHash, std::equal_to<>> at_call_;  // by plain name
  std::unordered_map<std::string, Rules, NameHash, std::equal_to<>>
      at_return_;  // likewise, of what is returned
  Rules at_condition_;
};

}  // namespace assay::metal
