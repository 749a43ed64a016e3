#include "frontend/clang/body_builder.h"

#include <algorithm>

#include "base/check.h"

namespace assay::frontend {

BodyBuilder::BodyBuilder() { start(new_block()); }

NodeId BodyBuilder::make(ir::Op op, ir::TypeId type, uint32_t flags, std::span<const NodeId> kids,
                         uint64_t payload, const ir::Place& place) {
  NodeId id(body_.nodes.size());
  body_.nodes.push_back({.op = op,
                         .flags = static_cast<uint16_t>(flags),
                         .type = type,
                         .kids_begin = static_cast<uint32_t>(body_.kids.size()),
                         .kid_count = static_cast<uint32_t>(kids.size()),
                         .payload = payload});
  body_.kids.insert(body_.kids.end(), kids.begin(), kids.end());
  places_.push_back(place);
  return id;
}

void BodyBuilder::append_to(BlockId block, NodeId node) {
  Draft& draft = blocks_[block.index()];
  auto link = static_cast<uint32_t>(chain_.size());
  chain_.push_back({node, UINT32_MAX});
  if (draft.first == UINT32_MAX)
    draft.first = link;
  else
    chain_[draft.last].next = link;
  draft.last = link;
}

BlockId BodyBuilder::new_block() {
  blocks_.emplace_back();
  return BlockId(blocks_.size() - 1);
}

void BodyBuilder::start(BlockId block) {
  Draft& draft = blocks_[block.index()];
  ASSAY_CHECK(!draft.started, "a block should be started once");
  draft.started = true;
  order_.push_back(block);
  current_ = block;
  reachable_ = true;
}

void BodyBuilder::fall_into(BlockId block) {
  if (reachable_) jump(block);
  start(block);
}

void BodyBuilder::end_current() {
  BlockId dead = new_block();
  start(dead);
  reachable_ = false;
}

void BodyBuilder::terminate(ir::Terminator terminator, NodeId operand,
                            std::vector<ir::Edge> edges) {
  Draft& draft = blocks_[current_.index()];
  ASSAY_CHECK(!draft.terminated, "a block should end once");
  draft.terminated = true;
  draft.terminator = terminator;
  draft.operand = operand;
  draft.edges = std::move(edges);
  end_current();
}

void BodyBuilder::jump(BlockId target) {
  terminate(ir::Terminator::Jump, NodeId(), {{.target = target}});
}

void BodyBuilder::branch(NodeId condition, BlockId on_true, BlockId on_false) {
  terminate(ir::Terminator::Branch, condition,
            {{.target = on_true, .kind = ir::EdgeKind::True},
             {.target = on_false, .kind = ir::EdgeKind::False}});
}

void BodyBuilder::set_unwind(BlockId unwind) {
  Draft& draft = blocks_[current_.index()];
  if (!draft.has_unwind) {
    draft.has_unwind = true;
    draft.unwind = unwind;
    return;
  }
  if (draft.unwind == unwind) return;
  BlockId next = new_block();
  bool was_reachable = reachable_;
  jump(next);
  start(next);
  reachable_ = was_reachable;
  blocks_[next.index()].has_unwind = true;
  blocks_[next.index()].unwind = unwind;
}

uint64_t BodyBuilder::string(std::string_view text) {
  body_.strings.emplace_back(text);
  return body_.strings.size() - 1;
}

void BodyBuilder::spell(NodeId node, std::string_view text) {
  auto known = spelled_.find(text);
  if (known == spelled_.end())
    known = spelled_.emplace(text, static_cast<uint32_t>(string(text))).first;
  body_.spellings.push_back({node, known->second});
}

ir::LocalId BodyBuilder::add_local(ir::Local local) {
  body_.locals.push_back(std::move(local));
  return ir::LocalId(body_.locals.size() - 1);
}

ir::Body BodyBuilder::finish() {
  std::vector<bool> names_edge(blocks_.size());
  for (const ir::Phi& phi : body_.phis) names_edge[phi.from.index()] = true;
  auto resolve = [&](BlockId block) {
    // Empty blocks that only jump on are skipped, unless a join tells its values apart by them.
    BlockId at = block;
    for (size_t hops = 0; hops < blocks_.size(); ++hops) {
      if (names_edge[at.index()]) return at;
      const Draft& draft = blocks_[at.index()];
      if (draft.first != UINT32_MAX || !draft.terminated || draft.is_cleanup ||
          draft.terminator != ir::Terminator::Jump || draft.edges[0].target == at)
        return at;
      at = draft.edges[0].target;
    }
    return block;
  };

  // Blocks that control reaches, and dead ones that hold code, with what those lead to.
  std::vector<bool> kept(blocks_.size());
  std::vector<BlockId> todo{order_[0]};
  for (BlockId block : order_)
    if (blocks_[block.index()].first != UINT32_MAX) todo.push_back(block);
  while (!todo.empty()) {
    BlockId block = todo.back();
    todo.pop_back();
    if (kept[block.index()]) continue;
    kept[block.index()] = true;
    Draft& draft = blocks_[block.index()];
    for (ir::Edge& edge : draft.edges) {
      edge.target = resolve(edge.target);
      todo.push_back(edge.target);
    }
    if (draft.has_unwind && draft.unwind.valid()) todo.push_back(draft.unwind);
  }

  std::vector<BlockId> renumbered(blocks_.size());
  for (BlockId block : order_) {
    if (!kept[block.index()]) continue;
    renumbered[block.index()] = BlockId(body_.blocks.size());
    body_.blocks.emplace_back();
  }
  for (BlockId old : order_) {
    if (!kept[old.index()]) continue;
    const Draft& draft = blocks_[old.index()];
    ir::Block& block = body_.blocks[renumbered[old.index()].index()];
    block.points_begin = static_cast<uint32_t>(body_.points.size());
    for (uint32_t link = draft.first; link != UINT32_MAX; link = chain_[link].next)
      body_.points.push_back(chain_[link].node);
    block.point_count = static_cast<uint32_t>(body_.points.size()) - block.points_begin;
    block.edges_begin = static_cast<uint32_t>(body_.edges.size());
    block.edge_count = static_cast<uint32_t>(draft.edges.size());
    block.terminator = draft.terminator;
    block.operand = draft.operand;
    block.is_cleanup = draft.is_cleanup;
    for (ir::Edge edge : draft.edges) {
      edge.target = renumbered[edge.target.index()];
      body_.edges.push_back(edge);
    }
    if (draft.has_unwind && draft.unwind.valid()) block.unwind = renumbered[draft.unwind.index()];
  }
  std::erase_if(body_.phis, [&](const ir::Phi& phi) { return !kept[phi.from.index()]; });
  for (ir::Phi& phi : body_.phis) phi.from = renumbered[phi.from.index()];
  std::stable_sort(body_.phis.begin(), body_.phis.end(),
                   [](const ir::Phi& a, const ir::Phi& b) { return a.node < b.node; });
  std::stable_sort(body_.spellings.begin(), body_.spellings.end(),
                   [](const ir::Spelling& a, const ir::Spelling& b) { return a.node < b.node; });
  auto first =
      std::unique(body_.spellings.rbegin(), body_.spellings.rend(),
                  [](const ir::Spelling& a, const ir::Spelling& b) { return a.node == b.node; });
  body_.spellings.erase(body_.spellings.begin(), first.base());
  // A unit keeps its bodies to the end: room that they do not need is fresh memory for the next.
  auto trim = [](auto&... lists) { (lists.shrink_to_fit(), ...); };
  trim(body_.nodes, body_.kids, body_.blocks, body_.points, body_.edges, body_.phis, body_.locals,
       body_.spellings, places_);
  return std::move(body_);
}

}  // namespace assay::frontend
