#include "engines/machines/liveness.h"

#include <optional>

#include "engines/machines/places.h"

namespace assay::machines {
namespace {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

/// Larger functions are not looked at: everything counts as live there.
constexpr size_t kMaxWords = size_t{1} << 20;

/// What the blocks of one function read before they write it, and what they write first.
class Uses {
 public:
  Uses(const ir::Body& body, const metal::FunctionTrees& trees, const metal::TreePool& pool,
       metal::ScopeId scope, const std::vector<uint32_t>& call_bits, size_t words)
      : body_(body),
        trees_(trees),
        pool_(pool),
        scope_(scope),
        call_bits_(call_bits),
        words_(words),
        home_(body.nodes.size()),
        is_target_(body.nodes.size()),
        work_left_(64 * body.nodes.size() + 1024),
        reads_(body.blocks.size() * words),
        writes_(body.blocks.size() * words) {
    for (size_t b = 0; b < body.blocks.size(); ++b)
      for (NodeId point : body.points_of(BlockId(b))) {
        home_[point.index()] = BlockId(b);
        if (std::optional<ir::LocalId> local = written(point); local && has_target(point))
          is_target_[body.kid(point, 0).index()] = true;
      }
  }

  /// False: too much to do.
  bool find() {
    for (size_t b = 0; b < body_.blocks.size(); ++b) {
      BlockId block(b);
      if (NodeId operand = body_.blocks[b].operand; operand.valid()) read_kid(block, operand);
      auto points = body_.points_of(block);
      for (size_t i = points.size(); i-- > 0;) pass(block, points[i]);
    }
    for (const ir::Phi& phi : body_.phis)
      if (BlockId block = home_[phi.node.index()]; block.valid()) read_kid(block, phi.value);
    return work_left_ > 0;
  }
  // By block, in words.
  const std::vector<uint64_t>& reads() const { return reads_; }
  const std::vector<uint64_t>& writes() const { return writes_; }

 private:
  bool has_target(NodeId point) const {
    return body_[point].op == Op::Assign || body_[point].op == Op::Init;
  }

  /// The variable that the point gives a value, whatever it had before.
  std::optional<ir::LocalId> written(NodeId point) const {
    NodeId place = point;
    if (has_target(point)) {
      place = body_.kid(point, 0);
      if (body_[place].op != Op::Local) return std::nullopt;
    } else if (body_[point].op != Op::Decl && body_[point].op != Op::ScopeEnd) {
      return std::nullopt;
    }
    // A reference is what it refers to: that is not given up with its name.
    ir::LocalId local = body_.local_of(place);
    metal::TreeId tree = trees_.local(local);
    bool is_own =
        tree.valid() && pool_[tree].op == Op::Local && pool_[tree].payload == local.index();
    return is_own ? std::optional(local) : std::nullopt;
  }

  void pass(BlockId block, NodeId point) {
    if (std::optional<ir::LocalId> local = written(point)) write(block, local->index());
    if (body_[point].op == Op::Call) write(block, call_bits_[point.index()]);
    if (body_[point].op == Op::Local) read_local(block, point);
    for (NodeId kid : body_.kids_of(point)) read_kid(block, kid);
  }

  /// What stands in a point of this block was read there; the rest of an expression, which other
  /// blocks evaluated, is looked at again here.
  void read_kid(BlockId block, NodeId root) {
    std::vector<NodeId> todo{root};
    while (!todo.empty() && work_left_ > 0) {
      --work_left_;
      NodeId node = todo.back();
      todo.pop_back();
      if (home_[node.index()] == block) continue;
      if (body_[node].op == Op::Call) {
        read(block, call_bits_[node.index()]);
        continue;
      }
      if (body_[node].op == Op::Local) read_local(block, node);
      for (NodeId kid : body_.kids_of(node)) todo.push_back(kid);
    }
  }

  void read_local(BlockId block, NodeId node) {
    if (is_target_[node.index()]) return;
    metal::TreeId tree = trees_[node];
    if (!tree.valid()) return read(block, body_.local_of(node).index());
    any_part(pool_, tree, [&](metal::TreeId part) {
      const metal::Tree& at = pool_[part];
      if (at.op == Op::Local && at.scope == scope_ && at.payload < body_.locals.size())
        read(block, at.payload);
      return false;
    });
  }

  void read(BlockId block, size_t number) {
    reads_[block.index() * words_ + number / 64] |= uint64_t{1} << (number % 64);
  }
  void write(BlockId block, size_t number) {
    uint64_t mask = uint64_t{1} << (number % 64);
    size_t word = block.index() * words_ + number / 64;
    writes_[word] |= mask;
    reads_[word] &= ~mask;
  }

  const ir::Body& body_;
  const metal::FunctionTrees& trees_;
  const metal::TreePool& pool_;
  metal::ScopeId scope_;
  const std::vector<uint32_t>& call_bits_;
  size_t words_;
  std::vector<BlockId> home_;  // by node: where it is a point
  std::vector<bool> is_target_;
  size_t work_left_;
  std::vector<uint64_t> reads_, writes_;
};

}  // namespace

void Liveness::number_calls(const ir::Body& body) {
  call_bits_.resize(body.nodes.size());
  bits_ = body.locals.size();
  for (size_t i = 0; i < body.nodes.size(); ++i)
    if (body.nodes[i].op == Op::Call) call_bits_[i] = static_cast<uint32_t>(bits_++);
}

Liveness::Liveness(const ir::Body& body, const metal::FunctionTrees& trees,
                   const metal::TreePool& pool, metal::ScopeId scope) {
  number_calls(body);
  words_ = bits_ / 64 + 1;
  if (body.blocks.size() * words_ > kMaxWords) return;
  Uses uses(body, trees, pool, scope, call_bits_, words_);
  if (!uses.find()) return;
  std::vector<uint64_t> rows(body.blocks.size() * words_);
  // Backwards, until nothing more comes up.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = body.blocks.size(); b-- > 0;) {
      auto take = [&](BlockId next, size_t word) { return rows[next.index() * words_ + word]; };
      for (size_t word = 0; word < words_; ++word) {
        uint64_t after = 0;
        for (const ir::Edge& edge : body.edges_of(BlockId(b))) after |= take(edge.target, word);
        // What is thrown may leave before anything was written.
        uint64_t thrown = 0;
        if (body.blocks[b].unwind.valid()) thrown = take(body.blocks[b].unwind, word);
        size_t at = b * words_ + word;
        uint64_t now = uses.reads()[at] | (after & ~uses.writes()[at]) | thrown;
        if ((now | rows[at]) == rows[at]) continue;
        rows[at] |= now;
        changed = true;
      }
    }
  }
  for (size_t i = 0; i < body.locals.size(); ++i) {
    if (!body.locals[i].address_taken) continue;
    for (size_t b = 0; b < body.blocks.size(); ++b)
      rows[b * words_ + i / 64] |= uint64_t{1} << (i % 64);
  }
  rows_ = std::move(rows);
}

}  // namespace assay::machines
