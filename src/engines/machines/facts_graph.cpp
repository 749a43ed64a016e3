#include "engines/machines/facts_graph.h"

#include <algorithm>
#include <utility>

namespace assay::machines {

using ir::Op;
using metal::Scalar;
using metal::ScalarKind;

namespace {

constexpr Scalar kTruth{.kind = ScalarKind::Int, .bits = 32, .is_signed = true};
constexpr Scalar kAddress{.kind = ScalarKind::Int, .bits = 64, .is_signed = false};

bool is_commutative(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::BitAnd || op == Op::BitOr ||
         op == Op::BitXor || op == Op::Eq;
}

bool same_scalar(const Scalar& a, const Scalar& b) {
  return a.kind == b.kind && a.bits == b.bits && a.is_signed == b.is_signed;
}

/// What of a signature does not depend on kids, in a few bits: most nodes are told apart by it.
uint32_t tag_of(const FactNode& node) {
  uint32_t tag = static_cast<uint32_t>(node.shape) << 8 | static_cast<uint32_t>(node.op);
  bool by_tree = node.shape == Shape::Variable || node.shape == Shape::Named;
  uint32_t what = by_tree ? node.tree.index() : node.field.index();
  return (tag * 0x9E3779B1u) ^ (what * 0x85EBCA6Bu) ^ static_cast<uint32_t>(node.number);
}

}  // namespace

FactGraph::FactGraph(const FactGraph& other)
    : different_(other.different_),
      relations_(other.relations_),
      impossible_(other.impossible_),
      changed_(other.changed_),
      has_addresses_(other.has_addresses_) {
  constexpr size_t kRoom = 16;
  nodes_.reserve(other.nodes_.size() + kRoom);
  nodes_ = other.nodes_;
  tags_.reserve(other.tags_.size() + kRoom);
  tags_ = other.tags_;
}

bool FactGraph::same_signature(const FactNode& a, const FactNode& b) const {
  if (a.shape != b.shape || a.op != b.op || a.number != b.number || a.field != b.field ||
      a.owner != b.owner)
    return false;
  switch (a.shape) {
    case Shape::Unknown:
      return false;
    case Shape::Variable:
    case Shape::Named:
      return a.tree == b.tree;
    case Shape::Constant:
      return true;
    // A field's type follows from the field, a comparison's from nothing.
    case Shape::Field:
    case Shape::Address:
    case Shape::Compare:
    case Shape::Negation:
      break;
    default:
      if (!same_scalar(a.scalar, b.scalar)) return false;
  }
  auto same = [&](ValueId x, ValueId y) {
    return x.valid() == y.valid() && (!x.valid() || find(x) == find(y));
  };
  if (same(a.kids[0], b.kids[0]) && same(a.kids[1], b.kids[1])) return true;
  return is_commutative(a.op) && a.scalar.kind != ScalarKind::Pointer &&
         same(a.kids[0], b.kids[1]) && same(a.kids[1], b.kids[0]);
}

ValueId FactGraph::add_unshared(const FactNode& node, const Range& range) {
  tags_.push_back(tag_of(node));
  nodes_.push_back(node);
  nodes_.back().range = range;
  return ValueId(nodes_.size() - 1);
}

ValueId FactGraph::add(const FactNode& node) {
  uint32_t tag = tag_of(node);
  for (size_t i = 0; i < tags_.size(); ++i)
    if (tags_[i] == tag && same_signature(nodes_[i], node)) return ValueId(i);
  Range range = range_of(node.scalar);
  if (node.shape == Shape::Constant) range = {node.number, node.number};
  if (node.shape == Shape::Compare || node.shape == Shape::Negation) range = {0, 1};
  return add_unshared(node, range);
}

void FactGraph::rewind(size_t mark) {
  for (size_t i = 0; i < mark; ++i)
    if (nodes_[i].content.valid() && nodes_[i].content.index() >= mark)
      nodes_[i].content = ValueId();
  nodes_.resize(mark);
  tags_.resize(mark);
}

bool FactGraph::is_float(ValueId value) const {
  ScalarKind kind = nodes_[value.index()].scalar.kind;
  return kind == ScalarKind::Float || kind == ScalarKind::None;
}

ValueId FactGraph::constant(Wide value) {
  return add({.shape = Shape::Constant, .scalar = kTruth, .number = value});
}

ValueId FactGraph::unknown(const Scalar& scalar) {
  return add_unshared({.shape = Shape::Unknown, .scalar = scalar}, range_of(scalar));
}

ValueId FactGraph::named(metal::TreeId tree, const Scalar& scalar) {
  return add({.shape = Shape::Named, .scalar = scalar, .tree = tree});
}

ValueId FactGraph::variable(metal::TreeId tree, const metal::Tree& variable) {
  return add(
      {.shape = Shape::Variable, .op = variable.op, .scalar = variable.scalar, .tree = tree});
}

bool FactGraph::has_variable(metal::TreeId tree) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const FactNode& node) {
    return node.shape == Shape::Variable && node.tree == tree;
  });
}

ValueId FactGraph::field(ValueId record, metal::TreeId tree, const metal::Tree& member) {
  return add({.shape = Shape::Field,
              .scalar = member.scalar,
              .tree = tree,
              .field = member.text,
              .owner = member.owner,
              .kids = {record, ValueId()}});
}

ValueId FactGraph::target(ValueId pointer, metal::TreeId tree, const Scalar& scalar) {
  for (size_t i = 0; has_addresses_ && i < nodes_.size(); ++i)
    if (nodes_[i].shape == Shape::Address && find(ValueId(i)) == find(pointer) &&
        same_scalar(nodes_[nodes_[i].kids[0].index()].scalar, scalar))
      return nodes_[i].kids[0];
  return add(
      {.shape = Shape::Target, .scalar = scalar, .tree = tree, .kids = {pointer, ValueId()}});
}

ValueId FactGraph::element(ValueId pointer, ValueId index, metal::TreeId tree,
                           const Scalar& scalar) {
  if (range(index) == Range{0, 0}) return target(pointer, tree, scalar);
  return add({.shape = Shape::Element, .scalar = scalar, .tree = tree, .kids = {pointer, index}});
}

ValueId FactGraph::some_place(const Scalar& scalar) {
  return add_unshared({.shape = Shape::Target,
                       .scalar = scalar,
                       .kids = {unknown({.kind = ScalarKind::Pointer, .bits = 64}), ValueId()}},
                      {});
}

// The address of a variable of this function, or of a field, is never null: who writes `&p->f`
// takes p to lead somewhere.  Globals and functions may be weak. APPROX(under): that the first
// field of what a null pointer leads to has a null address.
bool FactGraph::is_null_free(ValueId place) const {
  const FactNode& node = nodes_[place.index()];
  return node.shape == Shape::Field || (node.shape == Shape::Variable && node.op == Op::Local);
}

ValueId FactGraph::address(ValueId place) {
  const FactNode& node = nodes_[place.index()];
  if (node.shape == Shape::Target) return node.kids[0];
  bool null_free = is_null_free(place);
  has_addresses_ = true;
  ValueId result = add({.shape = Shape::Address,
                        .scalar = {.kind = ScalarKind::Pointer, .bits = 64},
                        .kids = {place, ValueId()}});
  if (null_free) narrow(result, {1, range(result).high});
  return result;
}

ValueId FactGraph::converted(ValueId value, const Scalar& type) {
  // Addresses are numbers: `(void *)-1` is the highest one.
  const Scalar to = type.kind == ScalarKind::Pointer ? kAddress : type;
  ScalarKind from = nodes_[value.index()].scalar.kind;
  bool whole = from == ScalarKind::Int || from == ScalarKind::Pointer;
  bool is_same = whole && is_integer(to) ? range_of(to).contains(range(value))
                                         : same_scalar(nodes_[value.index()].scalar, to);
  if (is_same) return value;
  // One bit is a bool or a bit-field, and these convert in different ways.
  if (!whole || !is_integer(to) || to.bits == 1)
    return add({.shape = Shape::Compute, .op = Op::Cast, .scalar = to, .kids = {value, ValueId()}});
  if (range(value).is_single()) return constant(wrap(to, range(value).low));
  ValueId result = add({.shape = Shape::Convert, .scalar = to, .kids = {value, ValueId()}});
  propagate_node(result);
  return result;
}

ValueId FactGraph::computed(Op op, const Scalar& scalar, ValueId a, ValueId b,
                            uint64_t element_size) {
  auto plain = [&] {
    ValueId result = add({.shape = Shape::Compute,
                          .op = op,
                          .scalar = scalar,
                          .number = static_cast<Wide>(element_size),
                          .kids = {a, b}});
    if (is_integer(scalar)) propagate_node(result);
    return result;
  };
  if (!is_integer(scalar)) {
    bool moves = scalar.kind == ScalarKind::Pointer && (op == Op::Add || op == Op::Sub);
    return moves && range(b) == Range{0, 0} ? a : plain();
  }
  if (is_float(a) || is_float(b)) return plain();
  const Range ra = range(a), rb = range(b);
  if (ra.is_single() && rb.is_single()) {
    std::optional<Wide> value = fold(op, scalar, ra.low, rb.low);
    return value ? constant(*value) : plain();
  }
  bool in_type = range_of(scalar).contains(ra) && range_of(scalar).contains(rb);
  if (!in_type) return plain();
  if ((op == Op::Sub || op == Op::BitXor) && find(a) == find(b)) return constant(0);
  if (op == Op::Add && ra.is_single()) std::swap(a, b);
  if ((op == Op::Add || op == Op::Sub) && range(b).is_single()) {
    Wide step = op == Op::Add ? range(b).low : -range(b).low;
    // match: (x + c) + d   result: x + (c + d), which holds in arithmetic that wraps around
    const FactNode& base = nodes_[a.index()];
    if (base.shape == Shape::Offset && same_scalar(base.scalar, scalar)) {
      step += base.number;
      a = base.kids[0];
    }
    step = wrap(scalar, step);
    if (step == 0) return a;
    ValueId result =
        add({.shape = Shape::Offset, .scalar = scalar, .number = step, .kids = {a, ValueId()}});
    propagate_node(result);
    return result;
  }
  return plain();
}

ValueId FactGraph::compared(Op op, ValueId a, ValueId b) {
  auto plain = [&](Op which, ValueId x, ValueId y) {
    return add({.shape = Shape::Compare, .op = which, .scalar = kTruth, .kids = {x, y}});
  };
  bool ordered = !is_float(a) && !is_float(b);
  switch (op) {
    case Op::Eq:
      return plain(Op::Eq, a, b);
    case Op::Ne:
      return negated(plain(Op::Eq, a, b));
    case Op::Lt:
      return plain(Op::Lt, a, b);
    case Op::Gt:
      return plain(Op::Lt, b, a);
    // Not so where a number may be no number.
    case Op::Le:
      return ordered ? negated(plain(Op::Lt, b, a)) : plain(Op::Le, a, b);
    case Op::Ge:
      return ordered ? negated(plain(Op::Lt, a, b)) : plain(Op::Le, b, a);
    default:
      return unknown(kTruth);
  }
}

ValueId FactGraph::negated(ValueId value) {
  if (nodes_[value.index()].shape == Shape::Negation) return nodes_[value.index()].kids[0];
  return add({.shape = Shape::Negation, .scalar = kTruth, .kids = {value, ValueId()}});
}

ValueId FactGraph::load(ValueId place) {
  ValueId root = find(place);
  if (!nodes_[root.index()].content.valid()) {
    ValueId content = unknown(nodes_[place.index()].scalar);
    nodes_[root.index()].content = content;
  }
  return nodes_[root.index()].content;
}

void FactGraph::store(const metal::TreePool& pool, ValueId place, ValueId value) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!is_place(nodes_[i].shape) || !nodes_[find(ValueId(i)).index()].content.valid()) continue;
    if (find(ValueId(i)) != find(place) && may_overlap(pool, ValueId(i), place))
      drop_content(ValueId(i));
  }
  nodes_[find(place).index()].content = value;
}

}  // namespace assay::machines
