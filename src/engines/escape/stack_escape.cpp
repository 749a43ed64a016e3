// The exploration: blocks in reverse post-order, a few states each, until nothing changes.
#include "engines/escape/stack_escape.h"

#include <algorithm>
#include <set>

#include "engines/escape/reporter.h"
#include "engines/escape/transfer.h"

namespace assay::escape {
namespace {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

// States kept apart per block; past it they are joined into one.
constexpr size_t kMaxStates = 6;

// Position of each block in reverse post-order; unreachable ones come last.
std::vector<uint32_t> reverse_post_order(const ir::Body& body) {
  struct Frame {
    BlockId block;
    size_t next = 0;
  };
  std::vector<bool> seen(body.blocks.size());
  std::vector<BlockId> finished;
  std::vector<Frame> stack{{BlockId(0u)}};
  seen[0] = true;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    std::span<const ir::Edge> edges = body.edges_of(frame.block);
    BlockId target;
    if (frame.next < edges.size())
      target = edges[frame.next].target;
    else if (frame.next == edges.size())
      target = body.blocks[frame.block.index()].unwind;
    if (frame.next++ > edges.size()) {
      finished.push_back(frame.block);
      stack.pop_back();
    } else if (target.valid() && !seen[target.index()]) {
      seen[target.index()] = true;
      stack.push_back({target});
    }
  }
  std::vector<uint32_t> position(body.blocks.size(), UINT32_MAX);
  for (size_t i = 0; i < finished.size(); ++i)
    position[finished[i].index()] = static_cast<uint32_t>(finished.size() - 1 - i);
  return position;
}

// Whether some local's place is used other than to load or store it: most functions are done here.
bool takes_an_address(const ir::Unit& unit, const ir::Body& body) {
  std::vector<bool> plain(body.nodes.size(), false);  // only loaded or stored
  for (size_t i = body.nodes.size(); i-- > 0;) {
    const ir::Node& node = body.nodes[i];
    NodeId here{i};
    if (node.op == Op::Local && !plain[i] && !node.has(ir::kUnevaluated)) return true;
    if (node.op == Op::FunctionRef && is_alloca(unit.symbols[body.symbol_of(here)])) return true;
    if (node.kid_count == 0) continue;
    bool is_step = node.op == Op::Member || node.op == Op::Index ||
                   (node.op == Op::Cast && body.cast_of(here) == ir::CastKind::ArrayToPointer);
    bool is_access = node.op == Op::Load || (node.op >= Op::Assign && node.op <= Op::Init);
    if (is_access || node.has(ir::kUnevaluated) || (is_step && plain[i]))
      plain[body.kid(here, 0).index()] = true;
  }
  return false;
}

class Explorer {
 public:
  Explorer(const ir::Unit& unit, const ir::Function& function, const Options& options)
      : body_(function.body),
        options_(options),
        reporter_(unit, function),
        transfer_(unit, function, reporter_),
        position_(reverse_post_order(function.body)),
        entries_(function.body.blocks.size()) {}

  Outcome run() {
    arrive(BlockId(0u), State{});
    while (!todo_.empty() && steps_ <= options_.max_steps) {
      Work work = *todo_.begin();
      todo_.erase(todo_.begin());
      visit(work.block, work.state);
    }
    return {reporter_.take(), !todo_.empty()};
  }

 private:
  struct Work {
    uint32_t position;
    BlockId block;
    size_t state;
    friend auto operator<=>(const Work&, const Work&) = default;
  };
  struct Entry {
    std::vector<State> states;
    bool is_joined = false;
  };

  void again(BlockId block, size_t state) {
    todo_.insert({position_[block.index()], block, state});
  }

  void arrive(BlockId block, State state) {
    Entry& entry = entries_[block.index()];
    steps_ += 1 + static_cast<uint32_t>(state.cells.size() / 8);
    auto join = [&](size_t i) {
      return join_into(entry.states[i], state, transfer_.memory().objects(), body_);
    };
    for (size_t i = 0; i < entry.states.size(); ++i) {
      if (!entry.is_joined && !same_property(entry.states[i], state)) continue;
      if (join(i)) again(block, i);
      return;
    }
    if (entry.states.size() < kMaxStates) {
      entry.states.push_back(std::move(state));
      again(block, entry.states.size() - 1);
      return;
    }
    // APPROX(over): past kMaxStates the paths into a block are no longer told apart.
    entry.is_joined = true;
    join(0);
    for (size_t i = 1; i < entry.states.size(); ++i) {
      join_into(entry.states[0], entry.states[i], transfer_.memory().objects(), body_);
      todo_.erase({position_[block.index()], block, i});
    }
    entry.states.resize(1);
    again(block, 0);
  }

  void visit(BlockId id, size_t index) {
    const ir::Block& block = body_.blocks[id.index()];
    State state = entries_[id.index()].states[index];
    transfer_.begin_block();
    for (NodeId point : body_.points_of(id)) {
      ++steps_;
      Transfer::Then then = transfer_.evaluate(state, point);
      if (body_[point].has(ir::kMayThrow) && block.unwind.valid()) arrive(block.unwind, state);
      if (then == Transfer::Then::NeverReturns) return;
    }
    leave(id, block, std::move(state));
  }

  void leave(BlockId id, const ir::Block& block, State state) {
    // APPROX(under): what an exception leaves behind on its way out of the function (Resume) is
    // not reported: any call may throw, and few programs reset for that.
    if (block.terminator == ir::Terminator::Return) transfer_.at_exit(state);
    std::span<const ir::Edge> edges = body_.edges_of(id);
    for (const ir::Edge& edge : edges) {
      State next = state;
      bool possible = true;
      if (block.terminator == ir::Terminator::Branch)
        possible = transfer_.assume(next, block.operand, edge.kind == ir::EdgeKind::True);
      if (block.terminator == ir::Terminator::Switch)
        possible = transfer_.assume_case(next, block.operand, edge, edges);
      if (!possible) continue;
      transfer_.pass_phis(next, id, edge.target);
      arrive(edge.target, std::move(next));
    }
  }

  const ir::Body& body_;
  const Options& options_;
  Reporter reporter_;
  Transfer transfer_;
  std::vector<uint32_t> position_;
  std::vector<Entry> entries_;
  std::set<Work> todo_;
  uint64_t steps_ = 0;
};

}  // namespace

Outcome analyse(const ir::Unit& unit, const ir::Function& function, const Options& options) {
  if (function.kind != ir::FunctionKind::Function || function.body.blocks.empty()) return {};
  if (!takes_an_address(unit, function.body)) return {};
  return Explorer(unit, function, options).run();
}

}  // namespace assay::escape
