#include "engines/simulator/returns.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace assay::simulator {

using ir::BlockId;
using semantics::EntityId;

bool never_returns(const models::Model& model) {
  bool leaves = false;
  for (const models::Outcome& outcome : model.outcomes) {
    if (outcome.kind == models::OutcomeKind::Rest) continue;
    leaves = outcome.return_type == models::ReturnType::Exit ||
             outcome.return_type == models::ReturnType::Longjmp ||
             outcome.return_type == models::ReturnType::Throw;
    if (!leaves) return false;
  }
  return leaves;
}

namespace {

/// Whether a way leads to a return past calls that come back.
bool can_return(const ir::Body& body, const std::function<bool(ir::NodeId call)>& comes_back) {
  std::vector<bool> seen(body.blocks.size());
  std::vector<BlockId> todo{BlockId(0u)};
  while (!todo.empty()) {
    BlockId id = todo.back();
    todo.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    const ir::Block& block = body.blocks[id.index()];
    if (block.unwind.valid()) todo.push_back(block.unwind);
    std::span<const ir::NodeId> points = body.points_of(id);
    bool ends = std::any_of(points.begin(), points.end(), [&](ir::NodeId point) {
      return body[point].op == ir::Op::Call && !comes_back(point);
    });
    if (ends) continue;
    if (block.terminator == ir::Terminator::Return) return true;
    for (const ir::Edge& edge : body.edges_of(id)) todo.push_back(edge.target);
  }
  return false;
}

}  // namespace

std::set<EntityId> never_returning(const semantics::Program& program,
                                   std::span<const EntityId> functions, const ModelSource& models) {
  // None comes back until a way is seen on which it does.
  std::set<EntityId> left(functions.begin(), functions.end());
  auto callee_of = [&](EntityId function, ir::NodeId call) {
    const ir::Body& body = program[function].body->body;
    ir::NodeId called = body.kid(call, 0);
    if (body[called].op != ir::Op::FunctionRef) return models.only_target(function, call);
    EntityId callee = program.entity_of(*program[function].unit, body.symbol_of(called));
    bool is_alias = callee.valid() && program[callee].alias_of.valid();
    return is_alias ? program[callee].alias_of : callee;
  };
  auto comes_back = [&](EntityId function, ir::NodeId call) {
    if (program[function].body->body[call].has(ir::kNoReturnCall)) return false;
    EntityId callee = callee_of(function, call);
    if (!callee.valid()) return true;
    if (left.contains(callee)) return false;
    FoundModel found = models.find(callee);
    return !found.model || !never_returns(*found.model);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (EntityId function : functions) {
      if (!left.contains(function)) continue;
      bool returns = can_return(program[function].body->body,
                                [&](ir::NodeId call) { return comes_back(function, call); });
      if (!returns) continue;
      left.erase(function);
      changed = true;
    }
  }
  return left;
}

}  // namespace assay::simulator
