#include "ir/second_returns.h"

#include "ir/dominators.h"

namespace assay::ir {

namespace {

bool may_jump_away(const Unit& unit, const Body& body, NodeId point) {
  switch (body[point].op) {
    case Op::Construct:
    case Op::Destroy:
      return true;
    case Op::Call: {
      NodeId callee = body.kid(point, 0);
      if (body[callee].op != Op::FunctionRef) return true;
      return !unit.symbols[body.symbol_of(callee)].has(kBuiltin);
    }
    default:
      return false;
  }
}

std::vector<bool> blocks_that_may_jump_away(const Unit& unit, const Body& body) {
  std::vector<bool> result(body.blocks.size());
  for (size_t b = 0; b < body.blocks.size(); ++b)
    for (NodeId point : body.points_of(BlockId(b)))
      if (may_jump_away(unit, body, point)) result[b] = true;
  return result;
}

}  // namespace

std::vector<SecondReturn> second_returns(const Unit& unit, const Body& body) {
  std::vector<SecondReturn> result;
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    std::span<const NodeId> points = body.points_of(BlockId(b));
    if (points.empty() || !body[points.back()].has(kReturnsTwice)) continue;
    result.push_back({.call = points.back(),
                      .block = BlockId(b),
                      .resume = body.edges_of(BlockId(b))[0].target,
                      .from = {}});
  }
  if (result.empty()) return result;
  std::vector<bool> leaving = blocks_that_may_jump_away(unit, body);
  std::vector<std::vector<BlockId>> successors = block_successors(body);
  for (SecondReturn& each : result) {
    std::vector<bool> seen(body.blocks.size());
    std::vector<BlockId> todo{each.resume};
    while (!todo.empty()) {
      BlockId block = todo.back();
      todo.pop_back();
      if (seen[block.index()]) continue;
      seen[block.index()] = true;
      for (BlockId next : successors[block.index()]) todo.push_back(next);
    }
    for (size_t b = 0; b < seen.size(); ++b)
      if (seen[b] && leaving[b]) each.from.emplace_back(b);
  }
  return result;
}

}  // namespace assay::ir
