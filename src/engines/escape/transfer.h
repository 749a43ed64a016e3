// What one program point does to a state, as far as addresses of the frame are concerned.
#pragma once

#include <map>
#include <vector>

#include "engines/escape/memory.h"
#include "engines/escape/reporter.h"
#include "engines/escape/state.h"
#include "ir/unit.h"

namespace assay::escape {

/// The compiler's own, that allocates in the caller's frame.
bool is_alloca(const ir::Symbol& function);

class Transfer {
 public:
  Transfer(const ir::Unit& unit, const ir::Function& function, Reporter& reporter);

  /// Forgets the values of the block evaluated before.
  void begin_block() { ++visit_; }
  enum class Then : uint8_t { GoOn, NeverReturns };
  Then evaluate(State& state, ir::NodeId point);
  /// The function is left normally, its frame is gone.
  void at_exit(const State& state);

  /// The value of a node that was evaluated in this block or carried here.
  const Value& value_of(const State& state, ir::NodeId node) const;
  /// Hands the values that joins in `to` take from `from` on to them.
  void pass_phis(State& state, ir::BlockId from, ir::BlockId to);
  /// False: with what is known, control cannot go this way.  Otherwise learns from going it.
  bool assume(State& state, ir::NodeId condition, bool is_true);
  bool assume_case(State& state, ir::NodeId value, const ir::Edge& edge,
                   std::span<const ir::Edge> edges);

  Memory& memory() { return memory_; }

 private:
  // expressions (transfer.cpp)
  Value evaluate_value(State& state, ir::NodeId id);
  Value evaluate_place(State& state, ir::NodeId id);
  Value load(State& state, ir::NodeId id);
  Value assign(State& state, ir::NodeId id);
  Value step_pointer(State& state, ir::NodeId id);
  Value arithmetic(const State& state, ir::NodeId id) const;
  Value cast(const State& state, ir::NodeId id) const;
  Value init_list(const State& state, ir::NodeId id) const;
  Value construct(State& state, ir::NodeId id);
  void return_point(State& state, ir::NodeId id);
  void scope_end(State& state, ir::NodeId id);
  void store(State& state, ir::NodeId place, const Value& value, ir::NodeId where);
  void learn_constant(State& state, ir::NodeId place, ir::NodeId value);
  void check_access(const AddressSet& places, ir::NodeId where);
  Value kid_value(const State& state, ir::NodeId id, size_t i) const;
  AddressSet kid_addresses(const State& state, ir::NodeId id, size_t i) const;
  Value moved(const AddressSet& addresses, int64_t offset) const;
  Value taken_at(AddressSet addresses, ir::NodeId where) const;

  // calls (calls.cpp)
  struct Reach;
  Value call(State& state, ir::NodeId id);
  void call_effects(State& state, ir::NodeId id, const ir::Symbol* callee,
                    std::span<const ir::NodeId> arguments);
  void assembly(State& state, ir::NodeId id);
  bool may_write_through(ir::NodeId argument, const ir::Symbol* callee, size_t parameter) const;
  Reach reach_of_arguments(State& state, ir::NodeId id, const ir::Symbol* callee,
                           std::span<const ir::NodeId> arguments, bool direct_only);
  bool call_may_replace(const Location& holder, const AddressSet& held, const Reach& reach,
                        bool direct_only);
  bool is_private(ir::SymbolId global);

  // conditions (conditions.cpp)
  std::optional<Condition> condition_of(ir::NodeId node) const;
  std::optional<int64_t> constant_of(ir::NodeId node) const;
  std::optional<int64_t> known_value(const State& state, ir::NodeId node) const;
  std::optional<int64_t> known_comparison(const State& state, ir::NodeId node) const;
  ir::LocalId tracked_local(ir::NodeId node) const;
  ir::NodeId without_casts(ir::NodeId node) const;
  bool assume_null(State& state, ir::NodeId pointer, bool is_null);
  void assume_unequal(State& state, ir::NodeId left, ir::NodeId right);
  const AddressSet* pointer_cell(const State& state, ir::NodeId load, Location& cell) const;

  bool is_dying(Base base) const;
  bool in_frame(const Address& address) const { return is_dying(address.at.base); }

  const ir::Unit& unit_;
  const ir::Function& function_;
  const ir::Body& body_;
  Reporter& reporter_;
  Memory memory_;
  bool is_main_ = false;
  bool is_destructor_ = false;
  ir::TypeId returned_;  // what the function returns; none if not known

  std::vector<Value> values_;           // by node, of the block being evaluated
  std::vector<uint32_t> evaluated_in_;  // the visit that made values_[node]
  uint32_t visit_ = 0;
  std::vector<bool> is_carried_;            // a later block asks for it
  std::vector<std::vector<ir::Phi>> phis_;  // by the block they are evaluated in
  std::vector<bool> is_read_again_;  // by an Opaque or a StmtExpr: may be asked more than once
  std::map<ir::SymbolId, bool> private_;
};

}  // namespace assay::escape
