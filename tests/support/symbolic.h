// Two ways to run a function on unknown inputs, for tests and benchmarks of semantics/: one forks
// at every choice (PREfix's way), one merges at every join (SATURN's and Calysto's).
//
// Both take the same function, give inputs the same symbols, and must agree with the interpreter.
// They are no engines: they have no models, and give up early.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/loops.h"
#include "logic/guard.h"
#include "logic/prover.h"
#include "semantics/evaluator.h"

namespace assay::testing_support {

/// What both drivers know: inputs and the environment, each with one symbol, and obligations.
class SymbolicDriver : public semantics::Driver {
 public:
  SymbolicDriver(semantics::Program& program, logic::ProverOptions options = {});

  logic::TermPool& pool() { return pool_; }
  /// The symbols of the parameters, as `inputs` made them.
  const std::vector<logic::Term>& parameters() const { return parameters_; }
  /// Obligations that did not hold, or were not known to.
  const std::vector<semantics::Obligation>& obligations() const { return obligations_; }
  const logic::ProverCounts& counts() const { return prover_.counts(); }

  semantics::Verdict obligation(semantics::State& state,
                                const semantics::Obligation& obligation) override;
  semantics::CallAnswer call(semantics::State& state,
                             const semantics::CallRequest& request) override;
  logic::Term unknown_value(semantics::State& state, uint32_t width, std::string_view why) override;
  semantics::Source source_of(logic::Term symbol) const override;
  logic::Term environment_value(semantics::State& state, memory::ObjectId object, uint64_t offset,
                                const semantics::ValueType& type) override;

 protected:
  /// A state at the function's entry.
  semantics::State begin(const semantics::Prepared& function);
  logic::Term outside(semantics::State& state, memory::ObjectId object, uint64_t offset,
                      uint32_t bytes);
  /// The path goes on where the condition holds.
  virtual void assume(logic::Term condition) { (void)condition; }
  Tri decide_under(std::span<const logic::Term> path, logic::Term condition);

  semantics::Program& program_;
  logic::TermPool pool_;
  logic::Prover prover_;
  semantics::Evaluator evaluator_;
  logic::Budget budget_{.conflicts = 2000};
  uint32_t max_depth_ = 12;  // of calls: what lies deeper is unknown

 private:
  bool library_call(semantics::State& state, const semantics::CallRequest& request);
  logic::Term input(semantics::State& state, const std::string& name,
                    const semantics::ValueType& type, const ir::TypeTable& types);
  memory::ObjectId environment_object(semantics::State& state, const std::string& name,
                                      ir::TypeId pointee, const ir::TypeTable& types);

  struct Place {
    uint32_t object;
    uint64_t offset;
    uint32_t bytes;
    auto operator<=>(const Place&) const = default;
  };
  struct Pointee {
    memory::ObjectId object;
    std::string name;
    uint64_t bytes;
    ir::TypeId type;
    const ir::TypeTable* types;
  };
  std::map<Place, logic::Term> environment_;
  std::map<std::string, Pointee> pointees_;  // by name
  std::map<uint32_t, std::string> names_;    // of objects of the environment
  std::set<logic::Term> imprecise_;          // symbols that stand for no input
  std::vector<logic::Term> parameters_;
  std::vector<semantics::Obligation> obligations_;
};

struct PathResult {
  std::vector<logic::Term> conditions;
  logic::Term value;  // null: void
};

class ForkDriver final : public SymbolicDriver {
 public:
  using SymbolicDriver::SymbolicDriver;

  struct Limits {
    size_t paths = 50;
    uint64_t points = 20'000;  // of one path
  };
  /// The paths that come to the function's end.
  std::vector<PathResult> explore(const semantics::Prepared& function, Limits limits);
  std::vector<PathResult> explore(const semantics::Prepared& function) {
    return explore(function, Limits());
  }
  /// Some path was left: by a limit, an exception, or because nothing is known about it.
  bool is_cut() const { return cut_; }

  Tri decide(semantics::State& state, logic::Term condition) override;
  semantics::Split split(semantics::State& state, std::span<const logic::Term> cases) override;

 private:
  struct Path {
    semantics::State state;
    std::vector<logic::Term> conditions;
    uint64_t points_left;
  };
  void fork_at_branch(Path path);
  void assume(logic::Term condition) override { current_->conditions.push_back(condition); }

  std::vector<Path> todo_;
  Path* current_ = nullptr;
  bool cut_ = false;
};

struct MergedResult {
  logic::Term returns;  // when the function comes to its end
  logic::Term value;    // what it gives then; null: void, or it never does
  bool is_cut = false;
};

class MergeDriver final : public SymbolicDriver {
 public:
  using SymbolicDriver::SymbolicDriver;

  struct Limits {
    uint32_t unroll = 12;  // rounds of a loop
    size_t steps = 5'000;  // blocks
  };
  MergedResult explore(const semantics::Prepared& function, Limits limits);
  MergedResult explore(const semantics::Prepared& function) { return explore(function, Limits()); }

  Tri decide(semantics::State& state, logic::Term condition) override;
  semantics::Split split(semantics::State& state, std::span<const logic::Term> cases) override;
  semantics::Split split_call(semantics::State& state, std::span<const logic::Term> cases) override;

 private:
  struct Branch {
    semantics::State state;
    logic::Guard guard;
    std::vector<std::map<uint32_t, uint32_t>> rounds;  // of loops, by header; one map a frame
  };
  /// Where a state stands, such that smaller ones come first.
  std::vector<uint64_t> position(const Branch& branch);
  void add(Branch branch);
  bool count_round(Branch& branch);
  void cut(const Branch& branch);
  void take_edges(Branch branch);

  logic::GuardPool guards_{pool_};
  /// By where they stand; those at one place that cannot be merged in the order they came.
  std::multimap<std::vector<uint64_t>, Branch> todo_;
  struct Shape {
    std::vector<uint32_t> order;  // of blocks: every edge but those back goes upwards
    ir::Loops loops;
  };
  const Shape& shape_of(const semantics::Prepared& function);
  std::map<const semantics::Prepared*, Shape> shapes_;
  logic::Guard current_;
  const Branch* running_ = nullptr;
  Limits limits_;
  uint64_t splits_ = 0;
  bool cut_ = false;
};

}  // namespace assay::testing_support
