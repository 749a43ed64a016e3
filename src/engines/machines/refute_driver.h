// Evaluation along one path, with everything from outside unknown.
//
// Pointers from outside are numbers that nothing is known about, so that two of them may be equal.
// What is read through one is the same when it is read again, until something may have written
// there: `reads_` remembers it by address.  Globals and variables whose address is taken are
// unknown after whatever may reach them.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "engines/machines/constants.h"
#include "engines/machines/refute.h"
#include "engines/machines/refute_program.h"
#include "logic/term_pool.h"
#include "semantics/evaluator.h"

namespace assay::machines {

class PathDriver final : public semantics::Driver {
 public:
  /// `small`: functions of the program that are run where the path does not say how.
  PathDriver(PathProgram& program, const std::set<callgraph::FunctionId>& small, PathFunctions& all,
             std::span<const PathEvent> events, const RefuteOptions& options);

  /// Walks the path; No and Unknown as `possible`.  What contradicts itself before the event of
  /// that number tells nothing: others may lead there.
  Tri walk(callgraph::FunctionId root, size_t begin);
  /// How many it has gone over.
  uint64_t points() const { return points_; }

  Tri decide(semantics::State& state, logic::Term condition) override;
  semantics::Split split(semantics::State& state, std::span<const logic::Term> cases) override;
  semantics::Verdict obligation(semantics::State& state,
                                const semantics::Obligation& obligation) override;
  semantics::CallAnswer call(semantics::State& state,
                             const semantics::CallRequest& request) override;
  logic::Term unknown_value(semantics::State& state, uint32_t width, std::string_view why) override;

 private:
  /// Before and after a point.
  struct Position {
    size_t depth = 0;
    const semantics::Prepared* function = nullptr;
    ir::BlockId block;
    uint32_t point = 0;
    ir::NodeId node;  // that is evaluated next; none at the end of a block
  };
  enum class Progress : uint8_t { On, Done, Contradiction, Lost };

  semantics::State begin(callgraph::FunctionId root);
  Position position(const semantics::State& state) const;
  Progress step(semantics::State& state);
  Progress go_on(semantics::State& state, semantics::Flow flow);
  Progress take_branch(semantics::State& state);
  Progress pass_returns(const semantics::State& state, Position& from);
  Progress moved(semantics::State& state, const Position& before);
  Progress check_edge(semantics::State& state, const Position& before);
  logic::Term edge_condition(const semantics::State& state, const ir::Block& block,
                             std::span<const ir::Edge> edges, size_t taken);
  void arrive(semantics::State& state);
  Tri ask();

  // refute_small.cpp
  struct SmallWay {
    semantics::State state;
    logic::Term condition;
  };
  const PathFunction* small_callee(const semantics::State& state,
                                   const semantics::CallRequest& request) const;
  Progress run_way(SmallWay way, std::vector<SmallWay>& todo, std::vector<SmallWay>& done);
  Progress run_small(semantics::State& state);

  // refute_memory.cpp
  void make_globals(semantics::State& state, const ir::Function& function);
  void make_unknown(semantics::State& state, memory::ObjectId id);
  void make_constant(semantics::State& state, memory::ObjectId id, const semantics::ValueType& type,
                     uint64_t value);
  logic::Term constant_result(const semantics::State& state, const semantics::CallRequest& request);
  /// What a piece of program may have written.
  struct Changes {
    bool all = false;  // whatever pointers lead to
    MemoryNames names;
    std::vector<callgraph::FunctionId> callees;  // and what these write
  };
  Changes changes_of(const PathFunction& function, const ir::Unit& unit,
                     std::span<const ir::NodeId> points) const;
  Changes changes_here(ir::NodeId point) const;
  bool may_change(const Changes& changes, const MemoryNames& names) const;
  void forget(semantics::State& state, const Changes& changes);
  /// A global, but for fields that these do not write.
  void forget_global(semantics::State& state, memory::ObjectId id, const Changes& changes);
  /// Of a function that looks at its arguments and at memory and does nothing else: what it gave
  /// before, if nothing that it looks at was written since.  Null: the call is no such.
  logic::Term pure_result(const semantics::State& state, const semantics::CallRequest& request);
  void assume_in_range(const semantics::State& state, const semantics::CallRequest& request,
                       logic::Term result);
  void assume_between(logic::Term result, int64_t low, int64_t high);
  void assume_value(semantics::State& state, const LoopValue& value);
  void forget_at(semantics::State& state, logic::Term address);
  /// No run comes here by the way that was walked: of those that do nothing is known.
  void forget_all(semantics::State& state);
  /// A write, as it was before the point: its frame may be gone afterwards.
  struct Store {
    logic::Term address;
    logic::Term value;  // null: not known
    const semantics::Step* place = nullptr;
    ir::NodeId place_node;
  };
  Store before_point(semantics::State& state);
  void learn_moved(const semantics::State& state);
  void after_point(semantics::State& state, const Store& store);
  void after_store(semantics::State& state, const Store& store);
  void after_call(semantics::State& state);
  void make_variable(semantics::State& state);
  logic::Term read_again(const semantics::State& state, uint32_t width);

  const PathEvent* next() const { return at_ < events_.size() ? &events_[at_] : nullptr; }

  /// An address as base and distance, and which bits: reads of one place have one value.
  struct Reading {
    logic::Term base;
    uint64_t offset = 0;
    uint64_t bytes = 0;
    uint32_t first_bit = 0;
    uint32_t width = 0;
    friend auto operator<=>(const Reading&, const Reading&) = default;
  };
  struct Read {
    logic::Term value;
    MemoryNames names;  // by which somebody may write it
  };
  Read make_read(const semantics::Prepared& function, ir::NodeId place, logic::Term value) const;
  Reading reading(logic::Term address, const semantics::Step& place, uint32_t width) const;

  PathProgram& path_program_;
  const std::set<callgraph::FunctionId>& small_;
  const callgraph::CallGraph& graph_;
  Constants& constants_;
  std::span<const PathEvent> events_;
  const RefuteOptions& options_;
  logic::TermPool pool_;
  semantics::Evaluator evaluator_;
  std::vector<logic::Term> conditions_;
  std::map<Reading, Read> reads_;
  struct Global {
    MemoryNames names;  // by which somebody may write it
    const std::vector<MemoryPart>* parts;
  };
  std::map<memory::ObjectId, Global> globals_;
  using PureCall = std::vector<std::pair<std::string, logic::Term>>;  // literals by their text
  std::map<PureCall, Read> pure_calls_;
  void assume_one_text(const std::pair<const PureCall, Read>& now);
  std::vector<ir::BlockId> call_blocks_;  // of the frames but the innermost: where each calls
  uint64_t points_ = 0;
  size_t at_ = 0;             // the next event
  bool has_begun_ = true;     // what is told of the path: from here on all counts
  Position now_;              // of the point that is being evaluated
  bool called_ = false;       // the point at hand asked for a call
  bool is_in_small_ = false;  // the point at hand has entered a small function
  bool is_lost_ = false;      // something is not followed
};

}  // namespace assay::machines
