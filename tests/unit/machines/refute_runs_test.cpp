// Runs on numbers: a way that one of them took is never refuted.
#include <gtest/gtest.h>

#include <random>

#include "engines/machines/refute.h"
#include "semantics/evaluator.h"
#include "unit/actions/try_rules.h"
#include "unit/machines/rule_case.h"

namespace assay::machines {
namespace {

using callgraph::FunctionId;
using logic::Term;
using semantics::Flow;
using semantics::State;

/// Evaluates on constants and notes the way.
class Recorder final : public semantics::Driver {
 public:
  Recorder(ProgramView& view, const ir::Unit& unit)
      : view_(view), units_{&unit}, program_(units_), evaluator_(pool_, program_, *this) {}

  /// Empty: the run did not come to the function's end.
  std::vector<PathEvent> run(FunctionId root, const ir::Function& function,
                             std::span<const uint64_t> numbers) {
    State state(pool_, program_.target());
    state.memory.reserve(program_.reserved());
    const semantics::Prepared& prepared = program_.prepare(function);
    std::vector<semantics::Argument> arguments;
    for (size_t i = 0; i < function.body.param_count; ++i)
      arguments.push_back(
          {Term::constant(prepared.local_types[i]->width, numbers[i]), prepared.local_types[i]});
    evaluator_.enter(state, prepared, arguments, ir::NodeId(), Term());
    events_.clear();
    functions_ = {root};
    for (int points = 0; points < 5000; ++points) {
      size_t depth = state.frames.size();
      const semantics::Frame& frame = state.frame();
      const ir::Body& body = *frame.function->body;
      ir::BlockId block = frame.block;
      uint32_t point = frame.point;
      uint64_t one = 1;
      Flow flow = evaluator_.run(state, one);
      if (flow == Flow::Returned) {
        events_.push_back({PathEvent::Kind::Stop, root, block, 0, {}});
        return events_;
      }
      if (flow != Flow::Next && flow != Flow::Entered) return {};
      if (state.frames.size() > depth) continue;
      if (state.frames.size() < depth) {
        events_.push_back({PathEvent::Kind::Leave, functions_.back(), {}, 0, {}});
        functions_.pop_back();
        continue;
      }
      if (state.frame().block == block && state.frame().point > point) continue;
      uint32_t edge = taken(body, block, state.frame().values, state.frame().block);
      events_.push_back({PathEvent::Kind::Edge, functions_.back(), block, edge, {}});
    }
    return {};
  }

  Tri decide(State&, Term) override { return Tri::Unknown; }
  semantics::Split split(State&, std::span<const Term>) override {
    return semantics::Split::Together;
  }
  semantics::Verdict obligation(State&, const semantics::Obligation&) override {
    return semantics::Verdict::Stop;
  }
  semantics::CallAnswer call(State& state, const semantics::CallRequest& request) override {
    const ir::Function* body = request.callee.valid() ? program_[request.callee].body : nullptr;
    if (!body) return semantics::CallAnswer::Stop;
    FunctionId callee = find(program_.symbol(request.callee).name);
    evaluator_.enter(state, program_.prepare(*body), request.arguments, request.node,
                     request.result_slot);
    events_.push_back({PathEvent::Kind::Enter, callee, {}, 0, request.node});
    functions_.push_back(callee);
    return semantics::CallAnswer::Entered;
  }
  Term unknown_value(State&, uint32_t width, std::string_view) override {
    return Term::constant(width, 0);
  }

  FunctionId find(const std::string& name) const {
    for (size_t i = 0; i < view_.graph().functions.size(); ++i)
      if (view_.graph().functions[i].name == name) return FunctionId(i);
    return {};
  }

 private:
  /// Several edges may lead to one block: the value says which was taken.
  uint32_t taken(const ir::Body& body, ir::BlockId from, const semantics::Values& values,
                 ir::BlockId to) const {
    std::span<const ir::Edge> edges = body.edges_of(from);
    const ir::Block& block = body.blocks[from.index()];
    uint32_t found = 0;
    for (uint32_t i = 0; i < edges.size(); ++i) {
      if (edges[i].target != to) continue;
      found = i;
      if (block.terminator != ir::Terminator::Switch) return i;
      int64_t value = values[block.operand].signed_bits();
      if (edges[i].kind == ir::EdgeKind::Case && edges[i].low <= value && value <= edges[i].high)
        return i;
    }
    return found;
  }

  ProgramView& view_;
  std::vector<const ir::Unit*> units_;
  logic::TermPool pool_;
  semantics::Program program_;
  semantics::Evaluator evaluator_;
  std::vector<PathEvent> events_;
  std::vector<FunctionId> functions_;
};

bool takes_numbers(const ir::Unit& unit, const ir::Function& function) {
  for (size_t i = 0; i < function.body.param_count; ++i)
    if (unit.types.resolved(function.body.locals[i].type).kind != ir::TypeKind::Int) return false;
  return function.kind == ir::FunctionKind::Function;
}

TEST(RefuteRuns, AWayThatARunTookIsPossible) {
  std::minstd_rand random(1);
  size_t runs = 0, shown = 0;
  for (const char* name : {"semantics/arithmetic.c", "semantics/control.c", "semantics/memory.c",
                           "machines_refute/paths.c"}) {
    std::filesystem::path source = std::filesystem::path(ASSAY_TESTS_DIR) / name;
    test::SmallProgram view({source});
    ir::Unit unit = test::lower(source);
    Recorder recorder(view, unit);
    for (const ir::Function& function : unit.functions) {
      if (!takes_numbers(unit, function)) continue;
      FunctionId root = recorder.find(unit.symbols[function.symbol].name);
      if (!root.valid()) continue;
      for (int i = 0; i < 12; ++i) {
        std::vector<uint64_t> numbers;
        for (size_t k = 0; k < function.body.param_count; ++k)
          numbers.push_back(random() % 3 == 0 ? random() : random() % 24 - 4);
        std::vector<PathEvent> way = recorder.run(root, function, numbers);
        if (way.empty()) continue;
        Tri answer = possible({root, way}, view);
        EXPECT_NE(answer, Tri::No) << unit.symbols[function.symbol].name;
        ++runs;
        if (answer == Tri::Yes) ++shown;
      }
    }
  }
  EXPECT_GT(runs, 300u);
  EXPECT_GT(shown * 10, runs * 8) << shown << " of " << runs;
}

}  // namespace
}  // namespace assay::machines
