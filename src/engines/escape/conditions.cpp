// Branches: which way control can go with what is known, and what going that way says.
#include "engines/escape/transfer.h"

namespace assay::escape {

using ir::CastKind;
using ir::NodeId;
using ir::Op;

// Strips what does not change whether, or as which number, a value is seen.
NodeId Transfer::without_casts(NodeId node) const {
  while (node.valid()) {
    const ir::Node& at = body_[node];
    if (at.op == Op::Cast) {
      CastKind kind = body_.cast_of(node);
      NodeId operand = body_.kid(node, 0);
      bool keeps = kind == CastKind::NoOp || kind == CastKind::Bitcast ||
                   kind == CastKind::ToBool || kind == CastKind::NullToPointer ||
                   kind == CastKind::IntToPointer ||
                   (kind == CastKind::Integral &&
                    memory_.size_of(at.type) >= memory_.size_of(body_[operand].type));
      if (!keeps) return node;
      node = operand;
    } else if (at.op == Op::Call && at.kid_count >= 2 &&
               body_[body_.kid(node, 0)].op == Op::FunctionRef &&
               unit_.symbols[body_.symbol_of(body_.kid(node, 0))].name == "__builtin_expect") {
      node = body_.kid(node, 1);
    } else {
      return node;
    }
  }
  return node;
}

std::optional<int64_t> Transfer::constant_of(NodeId id) const {
  id = without_casts(id);
  const ir::Node& node = body_[id];
  if (node.op == Op::NullLit || node.op == Op::ZeroValue) return 0;
  if ((node.op == Op::IntLit || node.op == Op::SizeOf) && !node.has(ir::kWide) &&
      !node.has(ir::kLineLiteral))
    return static_cast<int64_t>(node.payload);
  return std::nullopt;
}

// Also what a join yields, and what comparing two addresses does where each is of one object.
std::optional<int64_t> Transfer::known_value(const State& state, NodeId id) const {
  if (std::optional<int64_t> constant = constant_of(id)) return constant;
  id = without_casts(id);
  bool negated = false, counts_as_truth = false;
  for (; body_[id].op == Op::Not; id = without_casts(body_.kid(id, 0))) {
    negated = !negated;
    counts_as_truth = true;
  }
  std::optional<int64_t> value = state.facts.join_value(id);
  if (!value) value = known_comparison(state, id);
  if (value && counts_as_truth) value = (*value != 0) != negated;
  return value;
}

std::optional<int64_t> Transfer::known_comparison(const State& state, NodeId id) const {
  Op op = body_[id].op;
  if (op != Op::Eq && op != Op::Ne) return std::nullopt;
  AddressSet left = kid_addresses(state, id, 0), right = kid_addresses(state, id, 1);
  if (left.size() != 1 || right.size() != 1) return std::nullopt;
  const Location &a = left.front().at, &b = right.front().at;
  if (a.base.kind == BaseKind::Other || b.base.kind == BaseKind::Other) return std::nullopt;
  if (a.base == b.base) {
    if (a.offset == kAnyOffset || b.offset == kAnyOffset) return std::nullopt;
    return (a.offset == b.offset) == (op == Op::Eq);
  }
  // What was there before the frame is not in it; whether two such ways meet is not known.
  if (!a.base.is_frame() && !b.base.is_frame()) return std::nullopt;
  return op == Op::Ne;
}

// A scalar local that only the points which name it can change.
ir::LocalId Transfer::tracked_local(NodeId id) const {
  if (!id.valid() || body_[id].op != Op::Local) return {};
  const ir::Local& local = body_.locals[body_.local_of(id).index()];
  if (local.address_taken || !local.type.valid()) return {};
  ir::TypeKind kind = unit_.types.resolved(local.type).kind;
  bool is_scalar = kind == ir::TypeKind::Int || kind == ir::TypeKind::Bool ||
                   kind == ir::TypeKind::Enum || kind == ir::TypeKind::Pointer;
  return is_scalar ? body_.local_of(id) : ir::LocalId();
}

void Transfer::learn_constant(State& state, NodeId place, NodeId value) {
  ir::LocalId local = tracked_local(place);
  if (!local.valid()) return;
  if (std::optional<int64_t> constant = known_value(state, value))
    state.facts.learn({local, Op::Eq, *constant, false}, true);
}

std::optional<Condition> Transfer::condition_of(NodeId id) const {
  bool negated = false;
  id = without_casts(id);
  while (id.valid() && body_[id].op == Op::Not) {
    negated = !negated;
    id = without_casts(body_.kid(id, 0));
  }
  if (!id.valid()) return std::nullopt;
  auto loaded = [&](NodeId node) {
    node = without_casts(node);
    bool is_load = body_[node].op == Op::Load && !body_[node].has(ir::kVolatileAccess);
    return is_load ? tracked_local(body_.kid(node, 0)) : ir::LocalId();
  };
  if (ir::LocalId local = loaded(id); local.valid()) return Condition{local, Op::Eq, 0, !negated};
  Op op = body_[id].op;
  if (op != Op::Eq && op != Op::Ne && op != Op::Lt && op != Op::Le && op != Op::Gt && op != Op::Ge)
    return std::nullopt;
  NodeId left = body_.kid(id, 0), right = body_.kid(id, 1);
  ir::LocalId local = loaded(left);
  std::optional<int64_t> constant = constant_of(right);
  bool mirrored = !local.valid();
  if (mirrored) {
    local = loaded(right);
    constant = constant_of(left);
  }
  if (!local.valid() || !constant) return std::nullopt;
  if (mirrored)
    op = op == Op::Lt   ? Op::Gt
         : op == Op::Gt ? Op::Lt
         : op == Op::Le ? Op::Ge
         : op == Op::Ge ? Op::Le
                        : op;
  switch (op) {
    case Op::Ne:
      return Condition{local, Op::Eq, *constant, !negated};
    case Op::Le:
      return Condition{local, Op::Gt, *constant, !negated};
    case Op::Ge:
      return Condition{local, Op::Lt, *constant, !negated};
    default:
      return Condition{local, op, *constant, negated};
  }
}

// The cell that a pointer was loaded from, if it is exactly one.
const AddressSet* Transfer::pointer_cell(const State& state, NodeId load, Location& cell) const {
  load = without_casts(load);
  if (!load.valid() || body_[load].op != Op::Load) return nullptr;
  AddressSet places = value_of(state, body_.kid(load, 0)).scalar();
  if (places.size() != 1 || places.front().at.offset == kAnyOffset) return nullptr;
  cell = places.front().at;
  auto at = state.cells.find(cell);
  return at == state.cells.end() ? nullptr : &at->second;
}

// False if the pointer cannot be so: it holds the address of something, or null, whatever path
// was taken.
bool Transfer::assume_null(State& state, NodeId pointer, bool is_null) {
  Location cell;
  const AddressSet* held = pointer_cell(state, pointer, cell);
  if (!held) return true;
  AddressSet rest = *held;
  rest.erase_if([&](const Address& address) {
    return is_null ? address.at.base.is_frame() : address.at.base.kind == BaseKind::Null;
  });
  if (rest.empty()) return false;
  state.cells[cell] = std::move(rest);
  return true;
}

void Transfer::assume_unequal(State& state, NodeId left, NodeId right) {
  Location cell;
  const AddressSet* held = pointer_cell(state, left, cell);
  AddressSet other = value_of(state, right).scalar();
  if (!held || other.size() != 1 || !other.front().at.base.is_frame()) return;
  AddressSet rest = *held;
  rest.erase_if([&](const Address& address) { return address.at == other.front().at; });
  if (rest.empty()) rest = AddressSet::other();
  state.cells[cell] = std::move(rest);
}

bool Transfer::assume(State& state, NodeId id, bool is_true) {
  if (!id.valid()) return true;
  if (std::optional<int64_t> known = known_value(state, id)) return (*known != 0) == is_true;
  if (std::optional<Condition> condition = condition_of(id)) {
    Tri known = state.facts.holds(*condition);
    if (known != Tri::Unknown) {
      if ((known == Tri::Yes) != is_true) return false;
    } else {
      state.facts.learn(*condition, is_true);
    }
  }
  id = without_casts(id);
  while (body_[id].op == Op::Not) {
    is_true = !is_true;
    id = without_casts(body_.kid(id, 0));
  }
  Op op = body_[id].op;
  if (op == Op::Load) return assume_null(state, id, !is_true);
  if (op != Op::Eq && op != Op::Ne) return true;
  bool equal = (op == Op::Eq) == is_true;
  NodeId left = body_.kid(id, 0), right = body_.kid(id, 1);
  if (constant_of(right) == 0) return assume_null(state, left, equal);
  if (constant_of(left) == 0) return assume_null(state, right, equal);
  if (!equal) {
    assume_unequal(state, left, right);
    assume_unequal(state, right, left);
  }
  return true;
}

bool Transfer::assume_case(State& state, NodeId value, const ir::Edge& edge,
                           std::span<const ir::Edge> edges) {
  constexpr size_t kManyCases = 16;
  NodeId load = without_casts(value);
  if (!load.valid() || body_[load].op != Op::Load) return true;
  ir::LocalId local = tracked_local(body_.kid(load, 0));
  if (!local.valid()) return true;
  if (edge.kind == ir::EdgeKind::Case) {
    if (edge.low != edge.high) return true;
    Condition condition{local, Op::Eq, edge.low, false};
    if (state.facts.holds(condition) == Tri::No) return false;
    state.facts.learn(condition, true);
    return true;
  }
  if (edges.size() > kManyCases) return true;
  for (const ir::Edge& other : edges) {
    if (other.kind != ir::EdgeKind::Case || other.low != other.high) continue;
    Condition condition{local, Op::Eq, other.low, false};
    if (state.facts.holds(condition) == Tri::Yes) return false;
    state.facts.learn(condition, false);
  }
  return true;
}

}  // namespace assay::escape
