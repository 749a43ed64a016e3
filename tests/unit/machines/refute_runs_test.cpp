// Runs on numbers: a way that one of them took is neither pruned nor refuted.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "engines/machines/code.h"
#include "engines/machines/facts.h"
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
    if (!body) {  // does nothing, and gives zero
      bool is_number = request.result && request.result->is_scalar();
      if (request.result && request.result->shape == semantics::Shape::Aggregate)
        return semantics::CallAnswer::Stop;
      if (is_number)
        evaluator_.set_value(state, request.node, Term::constant(request.result->width, 0));
      return semantics::CallAnswer::Returned;
    }
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

constexpr std::array kSources{"semantics/arithmetic.c", "semantics/control.c", "semantics/memory.c",
                              "machines_refute/paths.c"};

/// Calls `check(view, unit, root, function, way)` for some runs of each function on numbers.
template <class Check>
void for_each_run(Check&& check) {
  std::minstd_rand random(1);
  for (const char* name : kSources) {
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
        SCOPED_TRACE(unit.symbols[function.symbol].name);
        if (!way.empty()) check(view, unit, root, function, way);
      }
    }
  }
}

TEST(RefuteRuns, AWayThatARunTookIsPossible) {
  size_t runs = 0, shown = 0;
  for_each_run([&](ProgramView& view, const ir::Unit&, FunctionId root, const ir::Function&,
                   const std::vector<PathEvent>& way) {
    Writes writes(view);
    Tri answer = Refuter(view, {.writes = &writes}).possible({root, way});
    EXPECT_NE(answer, Tri::No);
    ++runs;
    if (answer == Tri::Yes) ++shown;
  });
  EXPECT_GT(runs, 300u);
  EXPECT_GT(shown * 10, runs * 8) << shown << " of " << runs;
}

/// Tells facts what a run does, point by point; false: they say that it cannot be.
class Replay {
 public:
  Replay(const ir::Unit& unit, const ir::Function& function)
      : body_(function.body), trees_(pool_, unit, function, metal::ScopeId(0u)) {}

  bool follow(const std::vector<PathEvent>& way) {
    for (const PathEvent& event : way) {
      if (event.kind != PathEvent::Kind::Edge) continue;
      for (ir::NodeId point : body_.points_of(event.block)) execute(point);
      if (!take(event)) return false;
    }
    return true;
  }
  std::string text() {
    std::string lines;
    for (const std::string& line : facts_.spell(pool_)) lines += line + "\n";
    return lines;
  }

 private:
  void execute(ir::NodeId point) {
    ir::Op op = body_[point].op;
    if (op == ir::Op::Decl) facts_.forget(pool_, trees_.local(body_.local_of(point)));
    std::optional<Write> write = write_of(body_, point);
    if (!write) return;
    metal::TreeId place = trees_[write->place];
    // A place that has no name may be any.
    if (!place.valid()) return facts_.forget_if(pool_, [](metal::TreeId) { return true; });
    if (op == ir::Op::Assign || op == ir::Op::Init)
      return facts_.assign(pool_, place, trees_[write->value]);
    bool has_operand = body_[point].kid_count > 1;
    facts_.write(pool_, op, place, has_operand ? trees_[body_.kid(point, 1)] : metal::TreeId());
  }
  bool take(const PathEvent& event) {
    const ir::Block& block = body_.blocks[event.block.index()];
    if (block.terminator == ir::Terminator::Branch)
      return facts_.assume(pool_, trees_[block.operand], event.edge == 0) != Tri::No;
    if (block.terminator != ir::Terminator::Switch) return true;
    std::span<const ir::Edge> edges = body_.edges_of(event.block);
    for (size_t i = 0; i < edges.size(); ++i) {
      bool taken = i == event.edge;
      if (edges[i].kind != ir::EdgeKind::Case ||
          (!taken && edges[event.edge].kind == edges[i].kind))
        continue;
      if (facts_.assume_case(pool_, trees_[block.operand], edges[i].low, edges[i].high, taken) ==
          Tri::No)
        return false;
    }
    return true;
  }

  const ir::Body& body_;
  metal::TreePool pool_;
  metal::FunctionTrees trees_;
  Facts facts_;
};

TEST(FactsRuns, AWayThatARunTookIsNotPruned) {
  size_t runs = 0;
  for_each_run([&](ProgramView&, const ir::Unit& unit, FunctionId, const ir::Function& function,
                   const std::vector<PathEvent>& way) {
    // Facts across calls are the engine's business.
    for (const PathEvent& event : way)
      if (event.kind == PathEvent::Kind::Enter) return;
    Replay replay(unit, function);
    EXPECT_TRUE(replay.follow(way)) << replay.text();
    ++runs;
  });
  EXPECT_GT(runs, 250u);
}

}  // namespace
}  // namespace assay::machines
