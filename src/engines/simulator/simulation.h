// One function, simulated path by path (PREfix, figure 5).
//
// The paths are those that can happen: at a choice whose answer is not known both sides are kept,
// the one that goes where no path went is followed first.  Each path that comes to an end gives an
// outcome; together they are the function's model.  What goes wrong on the way is a warning.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "engines/simulator/containers.h"
#include "engines/simulator/describe.h"
#include "engines/simulator/emulator.h"
#include "engines/simulator/extract.h"
#include "engines/simulator/inner.h"
#include "engines/simulator/inputs.h"
#include "engines/simulator/judge.h"
#include "engines/simulator/model_source.h"
#include "engines/simulator/options.h"
#include "engines/simulator/path.h"
#include "engines/simulator/report.h"
#include "engines/simulator/solver.h"
#include "engines/simulator/trail.h"
#include "findings/finding.h"
#include "ir/loops.h"
#include "semantics/evaluator.h"

namespace assay::simulator {

/// How much of a function was simulated (the paper's Table III).
struct Coverage {
  uint32_t points = 0, points_seen = 0;
  uint32_t edges = 0, edges_seen = 0;            // of choices
  uint32_t predicates = 0, predicates_seen = 0;  // choices both of whose sides were seen

  Coverage& operator+=(const Coverage& part) {
    points += part.points;
    points_seen += part.points_seen;
    edges += part.edges;
    edges_seen += part.edges_seen;
    predicates += part.predicates;
    predicates_seen += part.predicates_seen;
    return *this;
  }
};

struct Simulated {
  models::Model model;
  Origins origins;  // of the model's operations
  std::vector<Unplaced> findings;
  Coverage coverage;
  uint32_t paths = 0;
  uint64_t points = 0;
  uint64_t questions = 0;         // to the prover
  bool is_complete = true;        // every path was followed to its end
  bool is_out_of_budget = false;  // points or terms ran out
};

class Simulation final : public semantics::Driver {
 public:
  /// `givens`: what a special call knows of the arguments; `depth`: how deep in such calls it is.
  Simulation(semantics::Program& program, const semantics::Prepared& function,
             const ModelSource& models, const Options& options, Givens givens = {},
             uint32_t depth = 0);

  /// Once.
  Simulated run();

  // Driver.

  Tri decide(semantics::State& state, logic::Term condition) override;
  semantics::Split split(semantics::State& state, std::span<const logic::Term> cases) override;
  semantics::Verdict obligation(semantics::State& state,
                                const semantics::Obligation& obligation) override;
  semantics::CallAnswer call(semantics::State& state,
                             const semantics::CallRequest& request) override;
  void given_to_assembly(semantics::State& state, logic::Term address) override;
  logic::Term unknown_value(semantics::State& state, uint32_t width, std::string_view why) override;
  logic::Term distance(semantics::State& state, logic::Term from, logic::Term to) override;
  memory::ObjectId object_at_number(semantics::State& state, uint64_t number,
                                    uint64_t& offset) override;
  logic::Term same_address(semantics::State& state, logic::Term a, logic::Term b) override;
  void unbounded_access(semantics::State& state, ir::NodeId at, const memory::Location& location,
                        uint64_t bytes) override;
  semantics::Source source_of(logic::Term symbol) const override;
  bool watches(logic::Term a, logic::Term b) override;
  logic::Term environment_value(semantics::State& state, memory::ObjectId object, uint64_t offset,
                                const semantics::ValueType& type) override;

 private:
  /// A choice that waits: a path as it stood there, shared with its other choices, and what it is
  /// about to do.
  struct Pending {
    std::shared_ptr<Path> path;
    uint32_t edge = UINT32_MAX;  // to take, of the function's edges; none: the point is run again
    logic::Term condition;       // to assume; null: none
    std::pair<ir::NodeId, const models::Outcome*> outcome;  // to take at this call
  };
  /// A path behind the fault that was told of it.
  struct BehindFault {
    Path path;
    uint32_t fault = 0;  // the index of the faulty point, in the block where the path stands
  };
  /// Why the evaluator was told to stop.
  enum class Why : uint8_t { Nothing, Warned, Left, Impossible, Forked };

  // simulation.cpp
  Path begin();
  void make_globals(semantics::State& state);
  semantics::Argument make_parameter(semantics::State& state, uint32_t index);
  semantics::Argument given_parameter(semantics::State& state, uint32_t index,
                                      std::span<const semantics::Argument> before);
  bool is_main() const;
  void bound_arguments(Path& path, std::span<const semantics::Argument> arguments);
  bool is_spent() const;
  bool has_budget() const;
  Path take_pending();
  void follow(Path path);
  void end(Path& path);
  void leave(Path& path, models::ReturnType how);
  Coverage coverage() const;

  // stores.cpp
  /// Of the stores of a block that was run: those to places that are not known.
  void keep_stored(Path& path, ir::BlockId block, bool is_element_lost);
  void forget_stored(Path& path, ir::NodeId place);

  // choices.cpp
  bool fork(Path& path);
  std::vector<std::pair<uint32_t, logic::Term>> possible_edges(const Path& path);
  /// `condition`: null if there is no other way.
  void take_edge(Path& path, uint32_t edge, logic::Term condition);
  size_t most_pending(const Path& path) const;
  void wait(Pending pending);
  bool leads_to_new(const Pending& pending) const;

  // faults.cpp
  void note_passed(const Path& path, ir::BlockId block, semantics::Flow flow);
  bool was_passed(const Path& path) const;
  void go_on_later(Path path, uint32_t fault);
  bool forget_unset(const Path& path, const semantics::Obligation& asked);
  void go_on_behind(Path path);
  void go_on_behind_run(const Path& path);
  std::optional<Path> take_behind_fault();

  // loops.cpp
  bool arrive(Path& path);
  void widen(Path& path, Rounds& rounds);
  bool is_counted_up(ir::LoopId loop, ir::LocalId local) const;
  void count_by_outside(Path& path, Rounds& rounds);
  void forget_counts(Path& path, const Rounds& rounds);
  void forget_object(Path& path, memory::ObjectId id, const memory::Object& before);
  const std::set<ir::LocalId>& written_in(ir::LoopId loop);
  bool has_acted(const Path& path, const Rounds& rounds) const;
  std::set<memory::ObjectId> flags_of(const Path& path, const Rounds& rounds) const;

  // obligations.cpp
  Warning warning_for(const semantics::State& state, const semantics::Obligation& asked) const;
  Warning invalid_access(const semantics::State& state, const semantics::Obligation& asked) const;
  memory::ObjectId ended_object(const semantics::State& state, ir::NodeId access) const;
  semantics::Verdict leave_to_callers(Path& path, const semantics::State& state,
                                      const semantics::Obligation& asked);
  std::pair<logic::Term, logic::Term> place_and_end(const semantics::State& state,
                                                    const semantics::Obligation& asked) const;
  bool is_one_past(const Path& path, const semantics::State& state,
                   const semantics::Obligation& asked);
  bool is_this(ir::NodeId access) const;
  bool is_null_by_chance(const Path& path, ir::NodeId access) const;
  bool is_leapt(const Path& path, const semantics::State& state,
                const semantics::Obligation& asked) const;
  Warning uninitialised(const semantics::State& state, const semantics::Obligation& asked) const;
  InputId flagged_by(logic::Term condition) const;
  std::optional<models::Operation> constraint_for(const semantics::State& state,
                                                  const semantics::Obligation& asked) const;

  semantics::Verdict value_off(Path& path, const semantics::State& state,
                               const semantics::Obligation& asked);
  bool is_shown(const Path& path, const semantics::Obligation& asked);
  bool is_conversion(const semantics::Obligation& asked) const;
  bool is_floating(ir::NodeId node) const;
  bool is_number(ir::NodeId node) const;
  void check_distance(Path& path, const semantics::State& state,
                      const semantics::Obligation& asked);
  bool is_mixed(ir::LocalId local) const;
  bool is_meant(const semantics::Obligation& asked) const;
  bool is_used_modulo(ir::NodeId node) const;

  // calls.cpp
  semantics::CallAnswer call_one(Path& path, semantics::CallRequest& resolved);
  semantics::CallAnswer emulate(Path& path, const semantics::CallRequest& request,
                                FoundModel found);
  /// Null: the call says no more than the model makes use of.
  const Special* special_of(Path& path, const semantics::CallRequest& request,
                            const FoundModel& found);
  bool is_called_null(Path& path, const semantics::CallRequest& request);
  void check_freed(Path& path, const semantics::CallRequest& request);
  semantics::CallAnswer emulate_with(Path& path, const semantics::CallRequest& request,
                                     FoundModel found);
  bool meets_demands(Path& path, const semantics::CallRequest& request);
  void check_signature(Path& path, const semantics::CallRequest& request);
  const models::Outcome* select(Path& path, EmulatedCall& call);
  const models::Outcome* told_before(const Path& path, const EmulatedCall& call) const;
  semantics::CallAnswer throw_out_of(Path& path, const EmulatedCall& call,
                                     const models::Outcome& outcome, size_t leaps);

  // unmatched.cpp
  bool is_unseen_text(Path& path, logic::Term text, ir::NodeId argument);
  bool is_given_unseen_text(Path& path, const semantics::CallRequest& request);

  // runs.cpp
  enum class RunStep : uint8_t { Inside, Done, Again };
  bool is_built(const Path& path, logic::Term address) const;
  bool is_own_object(const Path& path, logic::Term address) const;
  bool is_inside_vector(Path& path, const semantics::CallRequest& request);
  bool are_built(const Path& path, const semantics::CallRequest& request) const;
  void note_built(Path& path, const semantics::CallRequest& request) const;
  void note_changed(Path& path, const semantics::CallRequest& request);
  bool can_run(const Path& path, const semantics::CallRequest& request) const;
  semantics::CallAnswer begin_run(Path& path, const semantics::CallRequest& request);
  semantics::CallAnswer enter_in_run(Path& path, const semantics::CallRequest& request);
  semantics::CallAnswer fail_run();
  semantics::CallAnswer call_in_run(Path& path, const semantics::CallRequest& request);
  semantics::CallAnswer emulate_in_run(Path& path, const semantics::CallRequest& request,
                                       const models::Model& model);
  bool fill_in_run(Path& path, const semantics::CallRequest& request);
  std::string run_subject(const Path& path) const;
  void check_thrown_in_run(Path& path);
  bool report_in_run(Path& path, const semantics::Obligation& asked);
  std::string freed_by(const memory::Object& object) const;
  bool branch_in_run(Path& path);
  void give_up_run(Path& path);
  RunStep go_on_with_run(Path& path, semantics::Flow flow);
  semantics::Verdict obligation_in_run(const semantics::State& state,
                                       const semantics::Obligation& asked);

  // math_calls.cpp
  void check_math(Path& path, const semantics::CallRequest& request);
  /// Null: not known.
  logic::Term exact_result(const semantics::CallRequest& request) const;

  semantics::Program& program_;
  const semantics::Prepared& function_;
  const ModelSource& models_;
  Options options_;
  logic::TermPool pool_;
  semantics::Evaluator evaluator_;
  Inputs inputs_;
  Solver solver_;
  Trail trail_;
  Simulated result_;
  Describer describer_;
  Reporter reporter_;
  Manifest manifest_;
  Judge judge_;
  Names names_;
  Emulator emulator_;
  Containers containers_;
  InnerPointers inner_;
  Extractor extractor_;
  ir::Loops loops_;
  std::vector<std::optional<std::set<ir::LocalId>>> written_;  // by loop
  std::deque<Pending> pending_;
  std::deque<BehindFault> behind_faults_;  // followed when nothing is pending
  uint64_t lost_ = 0;                      // elements that were not written, before this block
  bool is_ended_by_null_ = false;          // the faulty point follows null
  bool is_call_done_ = false;  // the faulty point is a call, and its effects are forgotten
  Path* current_ = nullptr;
  Why why_ = Why::Nothing;
  std::vector<bool> edges_seen_, blocks_seen_;
  std::vector<uint32_t> passed_;  // by block: how many of its points were passed
  std::set<std::pair<ir::NodeId, models::ReturnType>> answers_seen_;  // of calls
  Givens givens_;
  uint32_t depth_ = 0;
  std::set<SpecialCall> special_;  // of this function
  std::shared_ptr<Path> lending_;  // a path before its containers were lent to a callee
  bool is_system_ = false;         // the function is the library's own
  bool is_run_failed_ = false;     // what is run met something that is not known
  uint64_t run_points_ = 0;        // of all that was run
  std::map<ir::NodeId, uint32_t> run_failures_;
  std::unordered_map<logic::Term, logic::Term> distances_;  // between inputs, by their difference
};

}  // namespace assay::simulator
