#include "engines/machines/infer_walk.h"

#include <optional>

#include "engines/machines/facts.h"
#include "engines/machines/to_findings.h"

namespace assay::machines {
namespace {

using ir::Op;
using metal::ScalarKind;
using metal::Tree;
using metal::TreeId;

bool is_object(const metal::TreePool& pool, TreeId tree) {
  if (!tree.valid()) return false;
  while (pool[tree].op == Op::AddressOf) tree = pool[tree].kids[0];
  Op op = pool[tree].op;
  return op == Op::Local || op == Op::Global || op == Op::Member || op == Op::Deref;
}

/// The place that gets a call's value; none if it goes elsewhere.
TreeId result_place(const FunctionCode& code, ir::NodeId call) {
  const ir::Body& body = code.body();
  ir::NodeId value = call, parent = code.parents()[call.index()];
  while (parent.valid() && body[parent].op == Op::Cast) {
    value = parent;
    parent = code.parents()[parent.index()];
  }
  if (!parent.valid() || (body[parent].op != Op::Assign && body[parent].op != Op::Init)) return {};
  if (body.kid(parent, 1) != value) return {};
  return code.tree(body.kid(parent, 0));
}

/// The point behind which the result is in its place.
ir::NodeId result_point(const FunctionCode& code, ir::NodeId call) {
  const ir::Body& body = code.body();
  ir::NodeId parent = code.parents()[call.index()];
  while (parent.valid() && body[parent].op == Op::Cast) parent = code.parents()[parent.index()];
  return parent;
}

}  // namespace

std::vector<CallSubject> call_subjects(const FunctionCode& code) {
  const ir::Body& body = code.body();
  const metal::TreePool& pool = code.code().pool;
  std::vector<CallSubject> result;
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    std::span<const ir::NodeId> points = body.points_of(ir::BlockId(b));
    for (uint32_t i = 0; i < points.size(); ++i) {
      ir::NodeId node = points[i];
      if (body[node].op != Op::Call || body.call_kind_of(node) != ir::CallKind::Plain) continue;
      std::string name = callee_name(code, node);
      if (name.empty() || name.starts_with("__builtin")) continue;
      uint32_t count = body[node].kid_count - 1;
      auto add = [&](Role role, TreeId object, uint32_t index) {
        bool is_pointer = pool[object].scalar.kind == ScalarKind::Pointer;
        result.push_back({std::move(role), object, ir::BlockId(b), index, node, is_pointer});
      };
      for (uint32_t k = 0; k < count; ++k) {
        TreeId argument = code.tree(body.kid(node, k + 1));
        if (is_object(pool, argument)) add({name, k, count, false}, argument, i);
      }
      TreeId place = result_place(code, node);
      if (!place.valid() || !is_object(pool, place)) continue;
      ir::NodeId written = result_point(code, node);
      for (uint32_t k = i + 1; k < points.size(); ++k)
        if (points[k] == written) add({name, 0, count, true}, place, k);
    }
  }
  return result;
}

bool ObjectWalk::is_overwritten(ir::NodeId point) const {
  const ir::Body& body = code_.body();
  if (body[point].op == Op::ScopeEnd) return code_.local(body.local_of(point)) == from_.object;
  std::optional<Write> write = write_of(body, point);
  return write && code_.tree(write->place) == from_.object && point != from_.node;
}

bool ObjectWalk::is_followed(ir::NodeId point) const {
  const ir::Body& body = code_.body();
  if (body[point].op != Op::Deref && body[point].op != Op::Index) return false;
  return code_.tree(body.kid(point, 0)) == from_.object;
}

bool ObjectWalk::is_handed_on(ir::NodeId point) const {
  const ir::Body& body = code_.body();
  const metal::TreePool& pool = code_.code().pool;
  if (body[point].op == Op::Return)
    return body[point].kid_count > 0 && code_.tree(body.kid(point, 0)) == from_.object;
  std::optional<Write> write = write_of(body, point);
  if (!write || !write->value.valid() || code_.tree(write->value) != from_.object) return false;
  TreeId place = code_.tree(write->place);
  return !place.valid() || pool[place].op != Op::Local;
}

bool ObjectWalk::is_named(ir::NodeId point) const {
  const ir::Body& body = code_.body();
  Op op = body[point].op;
  if (is_followed(point)) return true;
  if (op == Op::Call || op == Op::Return) {
    for (ir::NodeId kid : body.kids_of(point))
      if (code_.tree(kid) == from_.object) return true;
  }
  std::optional<Write> write = write_of(body, point);
  return write && write->value.valid() && code_.tree(write->value) == from_.object;
}

bool ObjectWalk::is_failure_edge(const ir::Block& block, size_t edge) const {
  if (block.terminator != ir::Terminator::Branch) return false;
  TreeId condition = code_.tree(block.operand);
  metal::TreePool& pool = code_.code().pool;
  if (!condition.valid() || !pool.mentions(condition, from_.object)) return false;
  // What the condition is where the call failed decides.
  Facts failed;
  int64_t failure = from_.is_pointer ? 0 : -1;
  failed.assign(pool, from_.object, pool.make_int(static_cast<uint64_t>(failure)));
  Tri holds = failed.holds(pool, condition);
  return holds == (edge == 0 ? Tri::Yes : Tri::No);
}

template <class At>
WalkResult ObjectWalk::walk(const At& at, bool skips_failure) const {
  const ir::Body& body = code_.body();
  WalkResult result;
  std::vector<bool> entered(body.blocks.size());
  std::vector<std::pair<ir::BlockId, uint32_t>> todo{{from_.block, from_.index + 1}};
  while (!todo.empty()) {
    auto [id, index] = todo.back();
    todo.pop_back();
    const ir::Block& block = body.blocks[id.index()];
    std::span<const ir::NodeId> points = body.points_of(id);
    Seen seen = Seen::Nothing;
    for (; index < points.size() && seen == Seen::Nothing; ++index) seen = at(points[index]);
    if (seen == Seen::Nothing && block.terminator == ir::Terminator::Branch)
      seen = at(block.operand);
    result.covered = result.covered || seen == Seen::Covers;
    result.escaped = result.escaped || seen == Seen::Escapes;
    result.used = result.used || seen == Seen::Used;
    result.checked = result.checked || seen == Seen::Checked;
    if (seen != Seen::Nothing) continue;
    if (block.terminator == ir::Terminator::Return) result.reaches_end = true;
    std::span<const ir::Edge> edges = body.edges_of(id);
    for (size_t i = 0; i < edges.size(); ++i) {
      if (entered[edges[i].target.index()]) continue;
      if (skips_failure && is_failure_edge(block, i)) continue;
      entered[edges[i].target.index()] = true;
      todo.emplace_back(edges[i].target, 0);
    }
  }
  return result;
}

WalkResult ObjectWalk::until_called(const std::vector<const CallSubject*>& covering) const {
  return walk(
      [&](ir::NodeId point) {
        for (const CallSubject* call : covering)
          if (call->node == point) return Seen::Covers;
        if (from_.role.is_result && is_handed_on(point)) return Seen::Escapes;
        return Seen::Nothing;
      },
      from_.role.is_result);
}

WalkResult ObjectWalk::until_checked() const {
  const metal::TreePool& pool = code_.code().pool;
  return walk(
      [&](ir::NodeId point) {
        if (is_followed(point)) return Seen::Used;
        if (is_overwritten(point)) return Seen::Gone;
        TreeId tree = code_.tree(point);
        if (!tree.valid()) return Seen::Nothing;
        const Tree& at = pool[tree];
        bool compares = (at.op == Op::Eq || at.op == Op::Ne) &&
                        (at.kids[0] == from_.object || at.kids[1] == from_.object);
        bool decides = tree == from_.object && code_.is_condition(point);
        return compares || decides ? Seen::Checked : Seen::Nothing;
      },
      false);
}

WalkResult ObjectWalk::until_used() const {
  return walk(
      [&](ir::NodeId point) {
        if (is_named(point)) return Seen::Used;
        return is_overwritten(point) ? Seen::Gone : Seen::Nothing;
      },
      false);
}

}  // namespace assay::machines
