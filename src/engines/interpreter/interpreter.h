// Runs a whole program through semantics/: all inputs known, so every term is a constant.
//
// It is the oracle of semantics/ and replays witnesses.  Undefined behaviour that it meets is a
// Fault, with the calls that led there; then it goes on where the hardware would, and stops where
// that would trap.  The program's own output goes through the library's streams.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "logic/term_pool.h"
#include "semantics/evaluator.h"

namespace assay::interpreter {

class Library;

/// A place in the source, for people.
struct FaultStep {
  std::string function;
  ir::Place place;
  std::string file;
};

struct Fault {
  std::string kind;              // a finding's kind: `use-after-free`
  std::string message;           // one sentence, lower-case
  std::vector<FaultStep> calls;  // where it happened first, then its callers
};

struct Options {
  std::vector<std::string> arguments;  // the program's, argv[0] first
  uint64_t max_points = UINT64_MAX;    // then it stops
  uint64_t max_depth = 100000;         // of calls: past it, the stack has overflowed
  std::function<void(const Fault&)> fault;
};

struct Outcome {
  enum class How : uint8_t {
    Exited,       // main returned, or exit
    Signalled,    // the hardware or abort ended it: `status` is the signal
    Unsupported,  // it needs something that is not here; `reason` names it
    OutOfBudget,
  };
  How how = How::Exited;
  int status = 0;
  std::string reason;
  uint64_t points = 0;  // evaluated
};

class Interpreter final : public semantics::Driver {
 public:
  Interpreter(semantics::Program& program, Options options);
  ~Interpreter() override;

  /// Runs `main`.
  Outcome run();

  // For the library's functions.

  semantics::Evaluator& evaluator() { return evaluator_; }
  logic::TermPool& pool() { return pool_; }
  semantics::Program& program() { return program_; }
  const Options& options() const { return options_; }
  semantics::State& state() { return state_; }
  /// Calls a function of the program and waits for its value (null for void, and when the program
  /// ended or jumped out of the call: see `ended`, `jumped`).
  logic::Term call_back(semantics::EntityId function,
                        std::span<const semantics::Argument> arguments,
                        const semantics::ValueType* result);
  void exit(int status);
  void signal(int number);
  void unsupported(std::string reason);
  bool ended() const { return ended_; }
  void report(std::string kind, std::string message, ir::NodeId node);
  /// A type for values that come from the library.
  const semantics::ValueType& int_type() const { return int_type_; }
  const semantics::ValueType& pointer_type() const { return pointer_type_; }

  // Driver.

  Tri decide(semantics::State& state, logic::Term condition) override;
  bool is_absent(semantics::EntityId entity) const override;
  semantics::Split split(semantics::State& state, std::span<const logic::Term> cases) override;
  semantics::Verdict obligation(semantics::State& state,
                                const semantics::Obligation& obligation) override;
  semantics::CallAnswer call(semantics::State& state,
                             const semantics::CallRequest& request) override;
  void at_exit(semantics::State& state, semantics::EntityId destructor,
               logic::Term object) override;
  logic::Term unknown_value(semantics::State& state, uint32_t width, std::string_view why) override;

 private:
  bool run_initialiser(const ir::Function& initialiser);
  bool run_initialisers(const semantics::UnitEntry& unit, ir::FunctionKind kind);
  bool run_early();
  bool initialise_globals();
  bool call_marked(ir::AttributeKind attribute);
  semantics::EntityId replaced(semantics::EntityId callee) const;
  bool run_until(size_t floor);
  logic::Term make_argument_vector();

  semantics::Program& program_;
  Options options_;
  logic::TermPool pool_;
  semantics::Evaluator evaluator_;
  semantics::State state_;
  std::unique_ptr<Library> library_;
  semantics::ValueType int_type_, pointer_type_;
  Outcome outcome_;
  uint64_t points_left_ = 0;
  bool ended_ = false;
};

}  // namespace assay::interpreter
