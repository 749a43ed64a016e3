// Builds one Body: nodes, blocks under construction, points in order.  Knows nothing of Clang.
//
// There is always a current block; after a terminator it is a fresh one that nothing reaches,
// so that code nobody can get to is still lowered.  `finish` drops such blocks when they stay
// empty, skips over empty ones, and numbers the rest in the order they were started.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ir/function.h"

namespace assay::frontend {

using ir::BlockId;
using ir::NodeId;

class BodyBuilder {
 public:
  BodyBuilder();

  ir::Body& body() { return body_; }
  const ir::Node& operator[](NodeId id) const { return body_.nodes[id.index()]; }
  ir::Node& node(NodeId id) { return body_.nodes[id.index()]; }

  /// A node that is not evaluated here: a container, or a condition spread over blocks.
  NodeId make(ir::Op op, ir::TypeId type, uint32_t flags, std::span<const NodeId> kids,
              uint64_t payload, const ir::Place& place);
  /// Appends to the current block.
  void append(NodeId node) { append_to(current_, node); }
  void append_to(BlockId block, NodeId node);

  BlockId new_block();
  BlockId current() const { return current_; }
  /// Goes on in `block`.  The block before must have been terminated or be left on purpose.
  void start(BlockId block);
  /// Jumps to `block` unless the current block cannot be reached or has ended, then goes on there.
  void fall_into(BlockId block);
  /// Comes back to a block that was left unended to emit others.
  void resume(BlockId block) {
    current_ = block;
    reachable_ = true;
  }
  /// Leaves the current block unended, to be resumed and ended when its edges are known.
  void leave_open() { end_current(); }
  void set_unreachable() { reachable_ = false; }
  /// False after a terminator: what follows is dead code.
  bool reachable() const { return reachable_; }

  void jump(BlockId target);
  void branch(NodeId condition, BlockId on_true, BlockId on_false);
  void terminate(ir::Terminator terminator, NodeId operand, std::vector<ir::Edge> edges);
  /// The current block's unwinding target from here on; splits the block where it changes.
  void set_unwind(BlockId unwind);
  void mark_cleanup(BlockId block) { blocks_[block.index()].is_cleanup = true; }

  void add_phi(NodeId join, BlockId from, NodeId value) {
    body_.phis.push_back({join, from, value});
  }

  uint64_t string(std::string_view text);
  /// How the source writes the node; said again, the last one counts.
  void spell(NodeId node, std::string_view text);
  ir::LocalId add_local(ir::Local local);

  std::vector<ir::Place>& places() { return places_; }
  ir::Body finish();

 private:
  struct Draft {
    uint32_t first = UINT32_MAX;  // into chain_
    uint32_t last = UINT32_MAX;
    ir::Terminator terminator = ir::Terminator::Unreachable;
    NodeId operand;
    std::vector<ir::Edge> edges;
    BlockId unwind;
    bool has_unwind = false;
    bool terminated = false;
    bool started = false;
    bool is_cleanup = false;
  };
  struct Link {
    NodeId node;
    uint32_t next;
  };
  void end_current();

  ir::Body body_;
  std::vector<ir::Place> places_;
  std::vector<Draft> blocks_;
  std::vector<Link> chain_;
  std::vector<BlockId> order_;
  BlockId current_;
  bool reachable_ = true;
  std::map<std::string, uint32_t, std::less<>> spelled_;  // where in body_.strings
};

}  // namespace assay::frontend
