#include "engines/simulator/intervals.h"

#include <algorithm>

#include "ir/comparison.h"

namespace assay::simulator {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

namespace {

constexpr uint64_t kMaxSteps = 4'000'000;  // points, and ranges handed on
constexpr uint64_t kMaxRanges = 400'000;   // of all blocks together
constexpr uint32_t kWidenAfter = 3;        // visits of a block

constexpr bool is_write(Op op) { return (op >= Op::Assign && op <= Op::Init); }

Range truth(bool surely, bool surely_not) {
  if (surely) return {1, 1, false};
  if (surely_not) return {0, 0, false};
  return {0, 1, false};
}

Range compare(Op op, const Range& a, const Range& b) {
  switch (op) {
    case Op::Lt:
      return truth(a.high < b.low, a.low >= b.high);
    case Op::Le:
      return truth(a.high <= b.low, a.low > b.high);
    case Op::Gt:
      return truth(a.low > b.high, a.high <= b.low);
    case Op::Ge:
      return truth(a.low >= b.high, a.high < b.low);
    case Op::Eq:
      return truth(a.is_one() && b.is_one() && a.low == b.low, a.high < b.low || a.low > b.high);
    default:
      return truth(a.high < b.low || a.low > b.high, a.is_one() && b.is_one() && a.low == b.low);
  }
}

}  // namespace

Range type_range(const ir::TypeTable& types, ir::TypeId type) {
  if (!type.valid()) return {};
  const ir::Type& resolved = types.resolved(type);
  if (resolved.kind == ir::TypeKind::Bool) return {0, 1, false};
  bool is_integer = resolved.kind == ir::TypeKind::Int || resolved.kind == ir::TypeKind::Enum;
  if (!is_integer || resolved.width == 0 || resolved.width > 64) return {};
  if (!resolved.has(ir::kSigned)) return {0, (Wide{1} << resolved.width) - 1, false};
  return {-(Wide{1} << (resolved.width - 1)), (Wide{1} << (resolved.width - 1)) - 1, false};
}

Intervals::Intervals(const ir::Unit& unit, const ir::Body& body)
    : types_(unit.types),
      body_(body),
      slots_(body.locals.size(), kNoSlot),
      entry_(body.blocks.size()),
      visits_(body.blocks.size()),
      is_reached_(body.blocks.size()),
      is_open_(body.edges.size()),
      is_by_assignment_(body.blocks.size()),
      values_(body.nodes.size()),
      valued_in_(body.nodes.size()),
      is_waiting_(body.blocks.size()) {}

void Intervals::choose_locals() {
  for (uint32_t i = 0; i < body_.locals.size(); ++i) {
    const ir::Local& local = body_.locals[i];
    bool is_plain = local.kind == ir::LocalKind::Param || local.kind == ir::LocalKind::Variable;
    if (!is_plain || local.address_taken || !local.type.valid()) continue;
    bool is_volatile = false;
    for (ir::TypeId at = local.type; at.valid();) {
      const ir::Type& type = types_[at];
      if (type.kind == ir::TypeKind::Qualified) {
        is_volatile = is_volatile || (type.quals & (ir::kVolatile | ir::kAtomic)) != 0;
      } else if (type.kind != ir::TypeKind::Alias) {
        break;
      }
      at = type.inner;
    }
    if (is_volatile || type_range(types_, local.type).contains({})) continue;
    slots_[i] = static_cast<uint32_t>(slot_types_.size());
    slot_types_.push_back(local.type);
  }
}

bool Intervals::run() {
  choose_locals();
  if (slot_types_.size() * body_.blocks.size() > kMaxRanges) return false;
  for (const ir::Node& node : body_.nodes) {
    if (node.has(ir::kReturnsTwice)) return false;
  }
  State start;
  for (ir::TypeId type : slot_types_) start.push_back(type_range(types_, type));
  flow(start, BlockId(0u));
  while (!waiting_.empty()) {
    BlockId next = waiting_.back();
    waiting_.pop_back();
    is_waiting_[next.index()] = false;
    visit(next);
    if (steps_ > kMaxSteps) return false;
  }
  return true;
}

void Intervals::flow(const State& state, BlockId target) {
  uint32_t at = target.index();
  bool changed = !is_reached_[at];
  if (changed) {
    is_reached_[at] = true;
    entry_[at] = state;
  } else {
    bool widens = visits_[at] > kWidenAfter;
    for (size_t i = 0; i < state.size(); ++i) {
      Range& known = entry_[at][i];
      known.is_refined = known.is_refined || state[i].is_refined;
      if (known.contains(state[i])) continue;
      changed = true;
      Range all = type_range(types_, slot_types_[i]);
      if (state[i].low < known.low) known.low = widens ? all.low : state[i].low;
      if (state[i].high > known.high) known.high = widens ? all.high : state[i].high;
    }
  }
  if (!changed || is_waiting_[at]) return;
  is_waiting_[at] = true;
  waiting_.push_back(target);
}

void Intervals::flow_anything(BlockId target) {
  if (!target.valid()) return;
  State all;
  for (ir::TypeId type : slot_types_) all.push_back(type_range(types_, type));
  flow(all, target);
}

Range Intervals::value_of(NodeId id) const {
  if (valued_in_[id.index()] == visit_) return values_[id.index()];
  return type_range(types_, body_[id].type);
}

uint32_t Intervals::slot_of(NodeId place) const {
  return body_[place].op == Op::Local ? slots_[body_.local_of(place).index()] : kNoSlot;
}

Range Intervals::arithmetic(Op op, const Range& left, const Range& right, ir::TypeId type) const {
  Range all = type_range(types_, type);
  Range made = all;
  constexpr Wide kLimit = Wide{1} << 66;
  bool is_small =
      left.low > -kLimit && left.high < kLimit && right.low > -kLimit && right.high < kLimit;
  if (!is_small) return all;
  if (op == Op::Add) {
    made = {left.low + right.low, left.high + right.high, false};
  } else if (op == Op::Sub) {
    made = {left.low - right.high, left.high - right.low, false};
  } else if (op == Op::BitAnd && right.is_one() && right.low >= 0) {
    made = {0, right.low, false};
  } else if (op == Op::BitAnd && left.is_one() && left.low >= 0) {
    made = {0, left.low, false};
  } else if (op == Op::Rem && right.is_one() && right.low > 0) {
    made = {left.low < 0 ? 1 - right.low : 0, left.high > 0 ? right.low - 1 : 0, false};
  } else if (op == Op::Mul && left.is_one() && right.is_one()) {
    constexpr Wide kFactor = Wide{1} << 60;
    bool fits =
        left.low < kFactor && left.low > -kFactor && right.low < kFactor && right.low > -kFactor;
    if (fits) made = {left.low * right.low, left.low * right.low, false};
  }
  made.is_refined = left.is_refined || right.is_refined;
  // What wraps around, or is undefined, is any value.
  return all.contains(made) ? made : all;
}

Range Intervals::written(State& state, NodeId id) {
  const ir::Node& node = body_[id];
  NodeId place = body_.kid(id, 0);
  uint32_t slot = slot_of(place);
  Range old = slot == kNoSlot ? Range() : state[slot];
  Range made;
  if (node.op == Op::Assign || node.op == Op::Init) {
    made = node.kid_count > 1 ? value_of(body_.kid(id, 1)) : Range();
  } else if (node.op == Op::AddAssign || node.op == Op::SubAssign) {
    Op op = node.op == Op::AddAssign ? Op::Add : Op::Sub;
    made = arithmetic(op, old, value_of(body_.kid(id, 1)),
                      ir::TypeId(static_cast<uint32_t>(node.payload)));
  } else if (node.op >= Op::PreInc && node.op <= Op::PostDec) {
    bool is_up = node.op == Op::PreInc || node.op == Op::PostInc;
    made = arithmetic(is_up ? Op::Add : Op::Sub, old, {1, 1, false}, body_[place].type);
  }
  if (slot == kNoSlot) return type_range(types_, node.type);
  Range all = type_range(types_, slot_types_[slot]);
  state[slot] = all.contains(made) ? made : all;
  bool gives_old = node.op == Op::PostInc || node.op == Op::PostDec;
  return gives_old ? old : state[slot];
}

Range Intervals::evaluate(State& state, NodeId id) {
  const ir::Node& node = body_[id];
  Range all = type_range(types_, node.type);
  auto kid = [&](size_t i) { return value_of(body_.kid(id, i)); };
  switch (node.op) {
    case Op::IntLit: {
      if (node.has(ir::kWide) || node.has(ir::kLineLiteral)) return all;
      Wide value = all.low < 0 ? Wide{static_cast<int64_t>(node.payload)} : Wide{node.payload};
      return all.low <= value && value <= all.high ? Range{value, value, false} : all;
    }
    case Op::Load: {
      uint32_t slot = slot_of(body_.kid(id, 0));
      return slot == kNoSlot ? all : state[slot];
    }
    case Op::Cast: {
      if (node.kid_count == 0) return all;
      ir::CastKind kind = body_.cast_of(id);
      Range from = kid(0);
      if (kind == ir::CastKind::ToBool) return truth(from.excludes_zero(), from.is_zero());
      bool keeps = kind == ir::CastKind::Integral || kind == ir::CastKind::NoOp;
      return keeps && all.contains(from) ? from : all;
    }
    case Op::Plus:
      return kid(0);
    case Op::Neg:
      return arithmetic(Op::Sub, {0, 0, false}, kid(0), node.type);
    case Op::Not:
      return truth(kid(0).is_zero(), kid(0).excludes_zero());
    case Op::Decl: {
      uint32_t slot = slots_[body_.local_of(id).index()];
      if (slot != kNoSlot) state[slot] = type_range(types_, slot_types_[slot]);
      return all;
    }
    case Op::Asm:
      // Whatever it names, it may write.
      for (size_t i = 0; i < slot_types_.size(); ++i) {
        state[i] = type_range(types_, slot_types_[i]);
      }
      return all;
    default:
      break;
  }
  if (is_write(node.op) && node.kid_count > 0) return written(state, id);
  if (node.kid_count != 2) return all;
  if (ir::is_comparison(node.op)) return compare(node.op, kid(0), kid(1));
  if (node.op >= Op::Add && node.op <= Op::BitXor) {
    return arithmetic(node.op, kid(0), kid(1), node.type);
  }
  return all;
}

void Intervals::visit(BlockId block) {
  ++visits_[block.index()];
  ++visit_;
  steps_ += (1 + slot_types_.size()) * (1 + body_.blocks[block.index()].edge_count);
  State state = entry_[block.index()];
  for (NodeId point : body_.points_of(block)) {
    ++steps_;
    values_[point.index()] = evaluate(state, point);
    valued_in_[point.index()] = visit_;
  }
  flow_anything(body_.blocks[block.index()].unwind);
  leave(block, state);
}

void Intervals::leave(BlockId block, const State& state) {
  const ir::Block& left = body_.blocks[block.index()];
  std::span<const ir::Edge> edges = body_.edges_of(block);
  Range value = left.operand.valid() ? value_of(left.operand) : Range();
  if (left.terminator == ir::Terminator::Branch) {
    is_by_assignment_[block.index()] = has_only_assigned(state, left.operand);
  }
  for (uint32_t i = 0; i < edges.size(); ++i) {
    State next = state;
    bool is_open = true;
    if (left.terminator == ir::Terminator::Branch) {
      is_open = i == 0 ? !value.is_zero() : !value.excludes_zero();
      is_open = is_open && assume(next, left.operand, i == 0);
    } else if (edges[i].kind == ir::EdgeKind::Case) {
      bool is_signed = type_range(types_, body_[left.operand].type).low < 0;
      auto bound = [&](int64_t bits) {
        return is_signed ? Wide{bits} : Wide{static_cast<uint64_t>(bits)};
      };
      Range wanted{bound(edges[i].low), bound(edges[i].high), true};
      is_open = wanted.low <= value.high && value.low <= wanted.high;
      if (is_open && wanted.is_one() && !writes(left.operand)) {
        is_open = assume_compared(next, left.operand, Op::Eq, wanted);
      }
    }
    if (!is_open) continue;
    is_open_[left.edges_begin + i] = true;
    flow(next, edges[i].target);
  }
}

NodeId Intervals::without_casts(NodeId id) const {
  while (body_[id].op == Op::Cast && body_[id].kid_count > 0) {
    ir::CastKind kind = body_.cast_of(id);
    NodeId kid = body_.kid(id, 0);
    bool keeps =
        kind == ir::CastKind::NoOp || (kind == ir::CastKind::Integral &&
                                       type_range(types_, body_[id].type).contains(value_of(kid)));
    if (!keeps) break;
    id = kid;
  }
  return id;
}

bool Intervals::writes(NodeId root) const {
  std::vector<NodeId> todo{root};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    if (is_write(body_[at].op)) return true;
    std::span<const NodeId> kids = body_.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return false;
}

bool Intervals::has_only_assigned(const State& state, NodeId condition) const {
  std::vector<NodeId> todo{condition};
  while (!todo.empty()) {
    NodeId at = todo.back();
    todo.pop_back();
    uint32_t slot = slot_of(at);
    if (slot != kNoSlot && state[slot].is_refined) return false;
    std::span<const NodeId> kids = body_.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return true;
}

bool Intervals::assume_compared(State& state, NodeId side, Op op, const Range& other) const {
  side = without_casts(side);
  if (body_[side].op != Op::Load) return true;
  uint32_t slot = slot_of(body_.kid(side, 0));
  if (slot == kNoSlot) return true;
  Range& known = state[slot];
  Range before = known;
  if (op == Op::Lt || op == Op::Le) {
    known.high = std::min(known.high, op == Op::Lt ? other.high - 1 : other.high);
  } else if (op == Op::Gt || op == Op::Ge) {
    known.low = std::max(known.low, op == Op::Gt ? other.low + 1 : other.low);
  } else if (op == Op::Eq) {
    known.low = std::max(known.low, other.low);
    known.high = std::min(known.high, other.high);
  } else if (other.is_one()) {
    if (known.low == other.low) ++known.low;
    if (known.high == other.low) --known.high;
  }
  if (known.low != before.low || known.high != before.high) known.is_refined = true;
  return !known.is_empty();
}

bool Intervals::assume(State& state, NodeId condition, bool holds) const {
  if (writes(condition)) return true;
  while (true) {
    const ir::Node& node = body_[condition];
    bool is_truth = node.op == Op::Cast && node.kid_count > 0 &&
                    body_.cast_of(condition) == ir::CastKind::ToBool;
    if (node.op == Op::Not && node.kid_count > 0) {
      holds = !holds;
      condition = body_.kid(condition, 0);
    } else if (is_truth) {
      condition = body_.kid(condition, 0);
    } else if (NodeId inner = without_casts(condition); inner != condition) {
      condition = inner;
    } else {
      break;
    }
  }
  const ir::Node& node = body_[condition];
  if (ir::is_comparison(node.op) && node.kid_count == 2) {
    Op op = holds ? node.op : ir::opposite(node.op);
    NodeId left = body_.kid(condition, 0), right = body_.kid(condition, 1);
    return assume_compared(state, left, op, value_of(right)) &&
           assume_compared(state, right, ir::mirrored(op), value_of(left));
  }
  if (node.op == Op::Load) {
    return assume_compared(state, condition, holds ? Op::Ne : Op::Eq, {0, 0, false});
  }
  return true;
}

}  // namespace assay::simulator
