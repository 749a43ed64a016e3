// Ranges of a function's integer variables, over all its paths at once.
//
// An over-approximation, where the simulation of paths is none: what it excludes cannot happen,
// whatever the callers, the callees and memory do.  Only variables are followed whose address
// nobody takes; everything else is any value of its type.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/unit.h"

namespace assay::simulator {

__extension__ using Wide = __int128;  // holds every value of every type up to 64 bits

struct Range {
  Wide low = -(Wide{1} << 100);  // by default: anything, also what is no integer
  Wide high = Wide{1} << 100;
  bool is_refined = false;  // a condition has narrowed it: not only what was assigned

  bool is_empty() const { return low > high; }
  bool is_one() const { return low == high; }
  bool is_zero() const { return low == 0 && high == 0; }
  bool excludes_zero() const { return low > 0 || high < 0; }
  bool contains(const Range& inner) const { return low <= inner.low && inner.high <= high; }
};

/// All values of an integer type; anything for other types.
Range type_range(const ir::TypeTable& types, ir::TypeId type);

class Intervals {
 public:
  /// Both must outlive it.
  Intervals(const ir::Unit& unit, const ir::Body& body);

  /// False: the function is too large, or comes back by longjmp; nothing is known then.
  bool run();

  bool is_reached(ir::BlockId block) const { return is_reached_[block.index()]; }
  /// Whether control can go along an edge, by its number in the body.
  bool is_open(uint32_t edge) const { return is_open_[edge]; }
  bool is_tracked(ir::LocalId local) const { return slots_[local.index()] != kNoSlot; }
  /// Whether a block's condition was decided by assigned constants alone.
  bool is_by_assignment(ir::BlockId block) const { return is_by_assignment_[block.index()]; }

 private:
  static constexpr uint32_t kNoSlot = UINT32_MAX;
  using State = std::vector<Range>;  // by slot

  void choose_locals();
  void visit(ir::BlockId block);
  Range evaluate(State& state, ir::NodeId id);
  Range arithmetic(ir::Op op, const Range& left, const Range& right, ir::TypeId type) const;
  Range written(State& state, ir::NodeId id);
  Range value_of(ir::NodeId id) const;
  uint32_t slot_of(ir::NodeId place) const;
  void leave(ir::BlockId block, const State& state);
  void flow(const State& state, ir::BlockId target);
  void flow_anything(ir::BlockId target);
  /// Narrows by a condition; false: it cannot be.
  bool assume(State& state, ir::NodeId condition, bool holds) const;
  bool assume_compared(State& state, ir::NodeId side, ir::Op op, const Range& other) const;
  ir::NodeId without_casts(ir::NodeId id) const;
  bool writes(ir::NodeId root) const;
  bool has_only_assigned(const State& state, ir::NodeId condition) const;

  const ir::TypeTable& types_;
  const ir::Body& body_;
  std::vector<uint32_t> slots_;  // by local
  std::vector<ir::TypeId> slot_types_;
  std::vector<State> entry_;  // by block
  std::vector<uint32_t> visits_;
  std::vector<bool> is_reached_, is_open_, is_by_assignment_;
  std::vector<Range> values_;        // by node, of the block that is visited
  std::vector<uint32_t> valued_in_;  // by node: the visit that made it
  uint32_t visit_ = 0;
  uint64_t steps_ = 0;
  std::vector<bool> is_waiting_;
  std::vector<ir::BlockId> waiting_;
};

}  // namespace assay::simulator
