#include "engines/machines/refute_small.h"

#include <algorithm>
#include <set>

#include "engines/machines/code.h"
#include "engines/machines/refute_driver.h"
#include "ir/loops.h"
#include "logic/build.h"

namespace assay::machines {
namespace {

using ir::NodeId;
using ir::Op;

constexpr size_t kMaxNodes = 200;
constexpr size_t kMaxWays = 8;

// From the entry to returns; blocks are asked for after all that they lead to.  Pre: no loops.
size_t count_ways(const ir::Body& body) {
  std::vector<size_t> ways(body.blocks.size(), 0);
  std::vector<bool> is_known(body.blocks.size(), false);
  std::vector<ir::BlockId> todo{ir::BlockId(0u)};
  while (!todo.empty()) {
    ir::BlockId block = todo.back();
    bool waits = false;
    size_t sum = body.blocks[block.index()].terminator == ir::Terminator::Return ? 1 : 0;
    for (const ir::Edge& edge : body.edges_of(block)) {
      if (!is_known[edge.target.index()]) {
        todo.push_back(edge.target);
        waits = true;
      }
      sum = std::min(kMaxWays + 1, sum + ways[edge.target.index()]);
    }
    if (waits) continue;
    todo.pop_back();
    ways[block.index()] = sum;
    is_known[block.index()] = true;
  }
  return ways[0];
}

bool is_simple(const ir::Body& body) {
  auto is_one = [&](const ir::Node& node) {
    return node.op != Op::Call && node.op != Op::Construct && node.op != Op::Destroy &&
           node.op != Op::Asm && node.op != Op::Throw && node.op != Op::Unsupported;
  };
  auto ends = [&](const ir::Block& block) {
    return block.terminator == ir::Terminator::Jump || block.terminator == ir::Terminator::Branch ||
           block.terminator == ir::Terminator::Switch ||
           block.terminator == ir::Terminator::Return ||
           block.terminator == ir::Terminator::Unreachable;
  };
  return std::ranges::all_of(body.nodes, is_one) && std::ranges::all_of(body.blocks, ends);
}

bool writes_memory(const ir::Body& body) {
  for (size_t i = 0; i < body.blocks.size(); ++i)
    for (NodeId point : body.points_of(ir::BlockId(i))) {
      std::optional<Write> write = write_of(body, point);
      if (!write) continue;
      bool is_own = body[write->place].op == Op::Local &&
                    !body.locals[body.local_of(write->place).index()].address_taken;
      if (!is_own) return true;
    }
  return false;
}

bool is_small(const ir::Body& body) {
  if (body.blocks.empty() || body.nodes.size() > kMaxNodes || !is_simple(body)) return false;
  ir::Loops loops = ir::find_loops(body);
  if (loops.irreducible || !loops.loops.empty()) return false;
  size_t ways = count_ways(body);
  return ways == 1 || (ways > 1 && ways <= kMaxWays && !writes_memory(body));
}

}  // namespace

callgraph::FunctionId only_target(std::span<const callgraph::CallSite> sites) {
  if (sites.size() != 1 || sites[0].kind != callgraph::CallEdgeKind::Direct || sites[0].open ||
      sites[0].targets.size() != 1)
    return {};
  return sites[0].targets[0];
}

std::vector<callgraph::FunctionId> small_callees(ProgramView& view,
                                                 std::span<const callgraph::FunctionId> functions) {
  const callgraph::CallGraph& graph = view.graph();
  std::set<callgraph::FunctionId> seen;
  std::vector<callgraph::FunctionId> leaves;
  for (callgraph::FunctionId function : functions)
    for (const callgraph::CallSite& site : graph.functions[function.index()].calls) {
      callgraph::FunctionId target = only_target({&site, 1});
      if (!target.valid() || !seen.insert(target).second) continue;
      const callgraph::ProgramFunction& callee = graph.functions[target.index()];
      if (callee.unit >= 0 && callee.calls.empty()) leaves.push_back(target);
    }
  if (leaves.empty()) return leaves;
  std::set<int32_t> units;
  for (callgraph::FunctionId function : functions)
    units.insert(graph.functions[function.index()].unit);
  std::erase_if(leaves, [&](callgraph::FunctionId leaf) {
    if (!units.contains(graph.functions[leaf.index()].unit)) return true;
    std::shared_ptr<const LoadedFunction> loaded = view.load(leaf);
    return !loaded || !is_small(loaded->function.body);
  });
  return leaves;
}

/// Null: the call is none of a small function.
const PathFunction* PathDriver::small_callee(const semantics::State& state,
                                             const semantics::CallRequest& request) const {
  const PathFunction* caller = path_program_.find(state.frame().function->function);
  if (!caller || request.node != now_.node || !request.result_slot.is_null()) return nullptr;
  callgraph::FunctionId target =
      only_target(sites_at(graph_.functions[caller->id.index()], request.node));
  if (!target.valid() || !small_.contains(target)) return nullptr;
  const PathFunction& callee = path_program_[target];
  bool fits = callee.function().body.param_count == request.arguments.size();
  return fits ? &callee : nullptr;
}

// One way through a small function, to its next choice or its end.
PathDriver::Progress PathDriver::run_way(SmallWay way, std::vector<SmallWay>& todo,
                                         std::vector<SmallWay>& done) {
  size_t floor = way.state.frames.size();
  semantics::Flow flow = semantics::Flow::Next;
  while (flow == semantics::Flow::Next || flow == semantics::Flow::Entered) {
    now_ = position(way.state);
    Store store = before_point(way.state);
    uint64_t points = 1;
    ++points_;
    flow = evaluator_.run(way.state, points, floor);
    if (is_lost_) return Progress::Lost;
    if (now_.node.valid()) after_point(way.state, store);
  }
  if (flow == semantics::Flow::Returned) {
    done.push_back(std::move(way));
    return Progress::On;
  }
  const semantics::Frame& frame = way.state.frame();
  const ir::Body& body = *frame.function->body;
  const ir::Block& block = body.blocks[frame.block.index()];
  bool is_float = flow == semantics::Flow::Branch &&
                  (*frame.function)[block.operand].type->shape == semantics::Shape::Float;
  if (flow != semantics::Flow::Branch || is_float) return Progress::Lost;
  std::span<const ir::Edge> edges = body.edges_of(frame.block);
  for (size_t i = edges.size(); i-- > 0;) {
    logic::Term condition = edge_condition(way.state, block, edges, i);
    if (condition.is_false()) continue;
    SmallWay next{way.state, logic::bit_and(pool_, way.condition, condition)};
    evaluator_.follow(next.state, i);
    todo.push_back(std::move(next));
  }
  return Progress::On;
}

// Its ways differ in what they give, and in nothing else.
PathDriver::Progress PathDriver::run_small(semantics::State& state) {
  Position call = now_;
  is_in_small_ = false;
  arrive(state);
  size_t known = conditions_.size();
  std::vector<SmallWay> todo{{state, logic::kTrue}}, done;
  while (!todo.empty()) {
    SmallWay way = std::move(todo.back());
    todo.pop_back();
    if (run_way(std::move(way), todo, done) == Progress::Lost) return Progress::Lost;
  }
  if (done.empty()) return Progress::Lost;
  logic::Term result = done[0].state.frame().result;
  for (size_t i = 1; i < done.size() && !result.is_null(); ++i) {
    logic::Term other = done[i].state.frame().result;
    if (other.is_null() || other.width() != result.width()) return Progress::Lost;
    result = logic::ite(pool_, done[i].condition, other, result);
  }
  // What one of several ways demands is not demanded of the others.
  if (done.size() > 1)
    conditions_.resize(known);
  else if (!done[0].condition.is_true())
    conditions_.push_back(done[0].condition);
  state = std::move(done[0].state);
  state.frame().result = result;
  evaluator_.leave(state);
  now_ = call;
  uint64_t points = 0;
  return go_on(state, evaluator_.run(state, points));
}

}  // namespace assay::machines
