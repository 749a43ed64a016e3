// What is known at one place of the function on some of the paths that lead there.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "base/tri.h"
#include "engines/escape/values.h"
#include "ir/function.h"

namespace assay::escape {

/// A test of a local against a constant; `v` itself is `v != 0`.
struct Condition {
  ir::LocalId subject;
  ir::Op relation = ir::Op::Eq;  // Eq, Lt or Gt
  int64_t constant = 0;
  bool negated = false;
};

/// What the branches taken and the constants assigned say about locals whose address nobody has;
/// and what joins of `&&`, `||` and `?:` are known to yield, by the way control came.
class Facts {
 public:
  Tri holds(const Condition& condition) const;
  void learn(const Condition& condition, bool is_true);
  void forget(ir::LocalId local);
  std::optional<int64_t> join_value(ir::NodeId join) const;
  void learn_join(ir::NodeId join, std::optional<int64_t> value);
  /// Keeps what both know; whether something was lost.
  bool intersect(const Facts& other);

 private:
  struct Key {
    ir::LocalId subject;
    ir::Op relation;
    int64_t constant;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  std::map<Key, bool> known_;
  std::map<ir::NodeId, int64_t> joins_;
};

struct State {
  /// What the memory holds where that is not what it held at the start: see Memory::initial.
  std::map<Location, AddressSet> cells;
  /// Values of nodes that a later block will ask for.
  std::map<ir::NodeId, Value> carried;
  /// Locals that some callee was given a pointer to, through which it may write.
  std::set<ir::LocalId> exposed;
  ir::NodeId return_point;  // the Return that control has passed, on its way out
  Facts facts;
};

/// Whether frame addresses are held by the same cells.  Two paths that agree in this are joined;
/// two that do not are followed apart, so that a later test which tells them apart can do so
/// (the property simulation of Das, Lerner and Seigle).
bool same_property(const State& a, const State& b);

/// Joins `from` into `into`; whether that changed it.
bool join_into(State& into, const State& from, Objects& objects, const ir::Body& body);

/// What a location holds if nothing in this function has written it.
AddressSet initial_value(const Location& location, Objects& objects, const ir::Body& body);

}  // namespace assay::escape
