// One function, from one entry state: depth first over its paths, with a block cache.
//
// The stack of paths is our own, so that nothing depends on the depth of the graph; where a
// callee's result is needed and not there yet, `advance` says so and goes on later.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "engines/machines/annotations.h"
#include "engines/machines/block_cache.h"
#include "engines/machines/boundary.h"
#include "engines/machines/context.h"
#include "engines/machines/firing.h"
#include "engines/machines/reach.h"
#include "engines/machines/trace.h"
#include "engines/machines/workspace.h"

namespace assay::machines {

/// Per function and machine: where something can happen.
class PointLists {
 public:
  /// The points of a block at which something can happen.
  const std::vector<ir::NodeId>& get(const MachineRules& rules, const Annotations& annotations,
                                     const FunctionCode& code, ir::BlockId block);
  /// Whether, from the block on, a rule of the global state could fire: here or in a callee.
  bool may_begin(const MachineRules& rules, Reach& reach, const FunctionCode& code,
                 ir::BlockId block, metal::StateId state);
  /// MachineRules::named_in.
  const std::vector<bool>& named(const MachineRules& rules, const FunctionCode& code);
  void clear() {
    lists_.clear();
    begins_.clear();
    named_.clear();
  }

 private:
  std::map<callgraph::FunctionId, std::vector<std::vector<ir::NodeId>>> lists_;
  std::map<std::pair<callgraph::FunctionId, metal::StateId>, std::vector<bool>>
      begins_;  // by block
  std::map<callgraph::FunctionId, std::vector<bool>> named_;
};

/// What the explorations of one machine share.
struct Run {
  Workspace& workspace;
  const MachineRules& rules;
  Annotations& annotations;
  metal::ActionRunner& runner;
  const EngineOptions& options;
  Contexts& contexts;
  Reach& reach;
  PointLists& points;
  uint64_t root_limit = 0;  // of steps
  Trace* trace = nullptr;
  uint64_t root_steps = 0;
  /// What is running goes on to its end with what is known; nothing else begins.
  bool is_over() const { return root_steps > root_limit; }
  bool is_tainted = false;          // a limit of the root was met: what ends from then on
  std::vector<ContextId> cut = {};  // by that limit: no root with as many steps does better
  std::map<callgraph::FunctionId, size_t> under_way = {};  // contexts that are running
  std::set<callgraph::FunctionId>* entered = nullptr;      // adds what it enters, if not null
};

class Exploration {
 public:
  /// Answers with the callee's result as far as it is known; null: it has to be analysed first.
  using Results = std::function<const Context*(ContextId)>;
  Exploration(Run& run, ContextId id, Results results);

  /// None: done.  Otherwise the context that is needed to go on.
  std::optional<ContextId> advance();
  /// Once done.  The context keeps those of an earlier round until then: recursive calls see them.
  std::vector<Exit> take_exits();

 private:
  struct Item {
    enum class Kind : uint8_t { Enter, Resume, Finish };
    Kind kind = Kind::Enter;
    ir::BlockId block;
    ir::BlockId after;  // of the block cache: where a call returns to; none: the block's begin
    size_t point = 0;
    bool fired = false;  // the rules at the point have fired, its call has not been entered
    size_t visit = SIZE_MAX;
    metal::TreeId value;  // with `after`: what the call gave
    State state;
  };
  /// A block being explored: what in-the-way objects decided below it.
  struct Visit {
    size_t parent = SIZE_MAX;
    SeenRef seen;
    TreeSet tracked;
    TreeSet mattered;
  };

  void begin();
  void finish();
  Segment segment(Segment::Kind kind, ir::BlockId block, size_t part, ir::NodeId call) const {
    return {code_.id(), block, part, kind, call};
  }
  std::optional<ContextId> step(Item item);
  void enter(Item item);
  bool is_idle(const Item& item);
  void finish_visit(size_t visit);
  void keep_cuts(std::vector<Cut> cuts);
  void find_other_ways();
  void note_in_the_way(size_t visit, const TreeSet& trees);
  std::optional<ContextId> run_points(Item item);
  bool run_point(Item& item, ir::NodeId node);
  bool stop_if_over();
  void stop(std::string reason);

  // effects.cpp: what a point does whatever the rules say.
  void write(State& state, ir::NodeId node, const Write& write, const Occasion& occasion);
  void kill(State& state, metal::TreeId place, const std::set<metal::TreeId>& spared);
  bool is_own_param(const metal::Tree& tree) const;
  void reassign(State& state, metal::TreeId param, const std::function<bool(const Name&)>& goes);
  void kill_written_through(State& state, metal::TreeId place,
                            const std::set<metal::TreeId>& spared);
  enum class OtherNames : uint8_t { Stay, GoAlong };  // of the same place
  void drop_names(State& state, const std::function<bool(const Name&)>& goes,
                  OtherNames others = OtherNames::GoAlong);
  void drop_behind_null(State& state);
  void copy(State& state, metal::TreeId place, metal::TreeId value, ir::NodeId node);
  bool is_call_value(metal::TreeId tree) const;
  metal::TreeId scoped_local(ir::NodeId node) const;
  bool is_referred(metal::TreeId tree) const;
  void end_scope(State& state, ir::NodeId node);
  void declare(State& state, ir::NodeId node);
  void pass_return(State& state, ir::NodeId node);
  void name_parts(Instance& instance, metal::TreeId value, metal::TreeId place);
  void name_result(State& state, ir::NodeId node);
  void name_null_result(State& state, metal::TreeId value);
  void havoc_memory(State& state, ir::NodeId call);
  void forget_copies(State& state, ir::NodeId call);
  bool is_tracked_pointer(const State& state, metal::TreeId tree) const;
  bool is_named_below(ir::NodeId call, metal::TreeId tree) const;
  bool has_word_below(ir::NodeId call, const std::string& name) const;
  bool is_written_below(char how, ir::NodeId call, metal::TreeId place) const;
  std::set<metal::TreeId> left_alone(const State& state, ir::NodeId call,
                                     metal::TreeId place) const;
  bool is_within_reach(ir::NodeId call, metal::TreeId tree) const;
  enum class LoopFacts : uint8_t { Forget, Keep };
  void forget_at(State& state, ir::BlockId block, LoopFacts loop = LoopFacts::Forget);
  void forget_facts(State& state, ir::BlockId block, const LoopWrites* writes);
  void learn_loop(State& state, ir::BlockId header);
  void assemble(State& state, ir::NodeId node);
  ir::NodeId value_node(const State& state, ir::NodeId node) const;
  ir::NodeId assigned_constant(ir::NodeId node) const;
  metal::TreeId value_tree(const State& state, ir::NodeId node) const {
    return code_.tree(value_node(state, node));
  }
  metal::TreeId fact_tree(const State& state, ir::NodeId node) const {
    return code_.fact_tree(value_node(state, node));
  }
  bool is_exposed(metal::TreeId tree) const;

  // aliases.cpp
  struct Alias {
    metal::HoleId variable;
    metal::TreeId tree;
    HistoryId step, before;
  };
  bool is_same_by_facts(const State& state, metal::TreeId a, metal::TreeId b) const;
  std::vector<Alias> add_aliases(State& state, ir::NodeId node);
  void remove_aliases(State& state, const std::vector<Alias>& added);

  // flow.cpp: how blocks and the function are left.
  void leave_block(Item item);
  void take_edge(const Item& item, State state, size_t edge);
  bool counts_round(State& state, ir::BlockId from, ir::BlockId header);
  /// False: the path ends here.
  bool decide(Item& item);
  void branch(Item item);
  void choose_case(Item item);
  void unwind(const Item& item, State state, ir::NodeId at);
  void unwind_unentered(const Item& item, ir::NodeId node);
  void dispatch(const Item& item);
  void leave_function(State state, ExitKind kind, ir::NodeId at);
  bool is_by_count(const Instance& instance) const;
  void add_exit(State state, ExitKind kind);

  // calls.cpp
  enum class CallStep : uint8_t { Skipped, Entered, Waiting };
  CallStep call(Item& item, ir::NodeId node, bool is_matched, ContextId& needed);
  /// What a callee that is not followed writes behind pointers that it is given: all it can name,
  /// or, if it names no field, raw memory.
  enum class Behind : uint8_t { All, RawMemory };
  void skip_call(Item& item, ir::NodeId node, bool is_matched, Behind behind = Behind::RawMemory);
  void learn_result(State& state, ir::NodeId call);
  void kill_behind_arguments(State& state, ir::NodeId call, bool is_matched, Behind what);
  struct Target {
    const FunctionCode* code;
    const Boundary& boundary;
    Refined refined;
    ContextId context;
    bool is_one_of_many = false;  // it only goes on with what it is handed
  };
  bool keeps_given(const Target& target, const Exit& exit, size_t number, metal::TreeId name) const;
  std::vector<ir::LocalId> moved_arguments(ir::NodeId node, const Target& target) const;
  void doubt(State& state, ir::NodeId node, const Target& target, const Exit& exit,
             const std::vector<const Exit*>& possible);
  void drop_doubted(State& state, ir::NodeId call);
  void settle(State& state, ir::NodeId condition);
  bool asks_about(ir::NodeId condition, ir::NodeId call) const;
  void drop_begun(State& state, ir::NodeId call);
  void lose_nameless(State& state, ir::NodeId call);
  void lose_handed(State& state, const State& before, const Target& target);
  bool find_targets(const Item& item, ir::NodeId node, std::vector<Target>& targets);
  bool may_name(const FunctionCode& callee, metal::TreeId tree) const;
  bool admit(ir::NodeId node, Target& target);
  const Facts& facts_after(ir::NodeId node, const Target& target, const Exit& exit,
                           uint32_t number);
  void return_from(const Item& item, ir::NodeId node, const Target& target, const Context& callee,
                   std::vector<Item>& resumed);
  bool is_call(ir::NodeId node) const;
  bool is_named_callee(ir::NodeId node) const;
  bool has_body(ir::NodeId call) const;
  bool is_foreign_callee(ir::NodeId call) const;
  bool is_seen_by_others(const metal::Tree& global) const;

  metal::TreePool& pool() const { return run_.workspace.pool(); }
  const ir::Body& body() const { return code_.body(); }
  bool is_root() const { return context_.entry.is_root; }

  Run& run_;
  ContextId id_;
  Context& context_;
  const FunctionCode& code_;
  Results results_;
  std::function<bool(ir::NodeId)> has_body_;
  Firing firing_;
  BlockCache cache_;
  bool begun_ = false;
  std::vector<Item> stack_;
  std::vector<Exit> exits_;
  std::deque<Visit> visits_;
  std::map<std::pair<ir::NodeId, ContextId>, uint32_t> links_;
  /// What an exit's facts come to in this function.
  struct AfterCall {
    bool is_known = false;
    Facts within, told;
  };
  std::map<std::tuple<ir::NodeId, ContextId, uint32_t>, AfterCall> after_calls_;
  std::map<callgraph::FunctionId, std::set<ContextId>> entries_;  // that calls were made to
};

}  // namespace assay::machines
