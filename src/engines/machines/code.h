// A function as the engine walks it: its trees, and what follows from its body once and for all.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engines/machines/constants.h"
#include "engines/machines/liveness.h"
#include "engines/machines/loop_values.h"
#include "engines/machines/program.h"
#include "ir/loops.h"
#include "metal/match.h"
#include "metal/tree.h"

namespace assay::machines {

/// What a point writes.
struct Write {
  ir::NodeId place;
  ir::NodeId value;  // none: something computed
};

/// What an iteration of a loop may have changed.
struct LoopWrites {
  std::vector<bool> locals;  // by LocalId; not flags, which are known whichever way was taken
  bool memory = false;       // globals, what is behind pointers, locals whose address is taken
  std::vector<ir::BlockId> latches;  // where it goes back to its header
  bool counts = false;               // its header does nothing but ask for a local that it writes
};

class FunctionCode {
 public:
  FunctionCode(metal::TreePool& pool, callgraph::FunctionId id,
               std::shared_ptr<const LoadedFunction> loaded,
               const callgraph::ProgramFunction& function, Constants& constants);

  callgraph::FunctionId id() const { return id_; }
  metal::ScopeId scope() const { return metal::ScopeId(id_.index()); }
  const ir::Unit& unit() const { return *loaded_->unit; }
  const std::shared_ptr<const ir::Unit>& shared_unit() const { return loaded_->unit; }
  const ir::Function& function() const { return loaded_->function; }
  const ir::Body& body() const { return loaded_->function.body; }
  const metal::Code& code() const { return code_; }
  metal::TreeId tree(ir::NodeId node) const { return trees_[node]; }
  metal::TreeId local(ir::LocalId local) const { return trees_.local(local); }
  /// Stands for the function's value, within it.
  metal::TreeId result() const { return result_; }
  /// Stands for what the caller gave for a parameter, once that holds something else.
  metal::TreeId given(ir::LocalId param) const;
  static bool is_given(const metal::Tree& tree);
  /// Stands for what the call yielded the latest time: its own tree is the same each time.
  metal::TreeId call_value(ir::NodeId call) const;
  /// Stands for what a call yields as long as nothing is written: of a function that looks at its
  /// arguments and at memory and does nothing else, as `strcmp`.  None: the call is no such.
  metal::TreeId pure_value(ir::NodeId call) const;
  /// The callee, by name, is declared in a system header and has no body in the program.
  bool calls_system(ir::NodeId call) const;
  /// Between which numbers what it yields lies; none: anything.
  std::optional<ResultRange> library_result(ir::NodeId call) const;
  /// The tree of an expression, as facts speak of it: with values of calls instead of calls, and
  /// numbers instead of what never changes.
  metal::TreeId fact_tree(ir::NodeId node) const;
  /// Neither a variable nor a parameter, but one of those above.
  bool is_value(const metal::Tree& local) const { return local.payload >= body().locals.size(); }
  const std::vector<ir::NodeId>& parents() const { return code_.parents; }

  /// Its value decides the branch at the end of its own block.
  bool is_condition(ir::NodeId node) const { return is_condition_[node.index()]; }
  const LoopWrites* loop_at(ir::BlockId header) const;
  /// What variables that the loop writes hold there all the same.
  std::span<const LoopValue> loop_values(ir::BlockId header) const;
  /// How many loops a point stands in.
  uint32_t loop_depth(ir::NodeId point) const;
  /// What is thrown in this block may reach a handler of this function.
  bool is_caught(ir::BlockId block) const { return is_caught_[block.index()]; }
  std::span<const ir::Phi> phis(ir::BlockId from) const;
  std::span<const callgraph::CallSite> sites(ir::NodeId point) const;
  /// Whether the value of a variable, or of a call, may be read from the block's begin on.
  bool may_be_read(ir::BlockId block, const metal::Tree& local) const;
  /// Whether a condition of its own asks for the parameter.
  bool tests(ir::LocalId param) const { return tested_[param.index()]; }
  /// Whether its own text names the global.
  bool names_global(metal::TextId global) const { return globals_.contains(global); }
  /// Whether its own text writes the field or global that a tree, of any function, is; fields of
  /// what the variable points to are left out.
  bool writes(const metal::Tree& place, ir::LocalId but) const;
  /// A variable of the library's that this call writes without being handed it: `optarg`.
  bool writes_unasked(ir::NodeId call, const metal::Tree& tree) const;

 private:
  void find_conditions();
  void find_loops();
  bool asks_first(ir::BlockId header, const LoopWrites& writes) const;
  void find_handlers();
  void find_globals();
  void find_written();
  ir::LocalId object_of(ir::NodeId place) const;
  metal::TreeId without_constants(metal::TreeId tree, const std::vector<ir::NodeId>& globals) const;
  metal::TreeId literal(uint64_t value, ir::TypeId type) const;

  callgraph::FunctionId id_;
  std::shared_ptr<const LoadedFunction> loaded_;
  const callgraph::ProgramFunction& function_;
  Constants& constants_;
  metal::FunctionTrees trees_;
  metal::Code code_;
  metal::TreeId result_;
  std::vector<bool> is_condition_;
  std::vector<bool> is_caught_;
  std::vector<bool> tested_;   // by parameter
  std::vector<ir::Phi> phis_;  // by `from`
  std::map<ir::BlockId, LoopWrites> loops_;
  std::vector<uint32_t> loop_depths_;                // by block
  mutable std::map<ir::NodeId, uint32_t> depth_at_;  // of points in loops, once somebody asked
  std::set<metal::TextId> globals_;
  /// Fields: owner, name, and the variable that points to the record, if any; globals.
  std::set<std::tuple<metal::TextId, metal::TextId, ir::LocalId>> written_;
  mutable std::map<ir::NodeId, metal::TreeId> fact_trees_;
  mutable std::optional<Liveness> liveness_;  // once somebody asked
  mutable std::optional<std::map<ir::BlockId, std::vector<LoopValue>>> loop_values_;  // likewise
};

/// What a point writes, if it does.
std::optional<Write> write_of(const ir::Body& body, ir::NodeId node);

}  // namespace assay::machines
