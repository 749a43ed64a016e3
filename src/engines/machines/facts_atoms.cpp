#include "engines/machines/facts_atoms.h"

#include <algorithm>
#include <utility>

#include "engines/machines/facts_eval.h"

namespace assay::machines {
namespace {

using ir::Op;
using metal::ScalarKind;
using metal::Tree;
using metal::TreeId;
using metal::TreePool;

/// Rounds in which names become shorter.
constexpr int kRounds = 8;
/// Longer names would be longer than any that reads well, and cost more than they tell.
constexpr uint32_t kMaxWeight = 20;
/// Of what is no constant: a constant is the best name of its value.
constexpr uint32_t kLeafWeight = 2;

/// For each class the node whose tree, by the names of its kids, is the shortest that means it now.
///
/// Weights are settled first; trees are made only for what is asked for.
class Names {
 public:
  Names(TreePool& pool, const FactGraph& graph)
      : pool_(pool), graph_(graph), values_(graph.size()), places_(graph.size()) {
    for (size_t i = 0; i < graph.size(); ++i) {
      weigh(ValueId(i));
      // What has no parts weighs the same in each round.
      if (graph[ValueId(i)].kids[0].valid()) with_kids_.push_back(ValueId(i));
    }
    for (int round = 1; round < kRounds && changed_; ++round) {
      changed_ = false;
      for (ValueId id : with_kids_) weigh(id);
    }
  }

  bool has_value(ValueId id) const { return values_[graph_.find(id).index()].weight != 0; }
  bool has_place(ValueId id) const { return places_[graph_.find(id).index()].weight != 0; }
  TreeId value(ValueId id) { return tree_of(values_[graph_.find(id).index()]); }
  TreeId place(ValueId id) { return tree_of(places_[graph_.find(id).index()]); }
  /// The node's own tree; none if it has none.
  TreeId own(ValueId id) { return weight_of(id) == 0 ? TreeId() : build(id); }

 private:
  struct Name {
    ValueId node;         // whose own tree it is
    uint32_t weight = 0;  // how many parts; 0: no name
    TreeId tree;          // once made
  };

  uint32_t weight_of(ValueId id) const;
  void weigh(ValueId id);
  void improve(Name& known, ValueId node, uint32_t weight);
  bool is_smaller(ValueId a, ValueId b) const;
  TreeId tree_of(Name& name);
  TreeId build(ValueId id);
  bool is_as_spelled(const FactNode& node, Op op, bool of_place);
  TreeId literal(Wide value);

  TreePool& pool_;
  const FactGraph& graph_;
  std::vector<Name> values_, places_;  // by class
  std::vector<ValueId> with_kids_;
  bool changed_ = false;
};

uint32_t Names::weight_of(ValueId id) const {
  const FactNode& node = graph_[id];
  if (node.shape == Shape::Constant) return 1;
  if (node.shape == Shape::Variable || node.shape == Shape::Named) return kLeafWeight;
  if (node.shape == Shape::Unknown || node.shape == Shape::Negation) return 0;
  bool of_place = node.shape == Shape::Field || node.shape == Shape::Address;
  uint32_t weight = node.shape == Shape::Offset ? 2 : 1;
  for (ValueId kid : node.kids) {
    if (!kid.valid()) continue;
    const Name& name = (of_place ? places_ : values_)[graph_.find(kid).index()];
    if (name.weight == 0) return 0;
    weight += name.weight;
  }
  return weight > kMaxWeight ? 0 : weight;
}

void Names::weigh(ValueId id) {
  uint32_t weight = weight_of(id);
  if (weight == 0) return;
  ValueId root = graph_.find(id);
  if (!is_place(graph_[id].shape)) return improve(values_[root.index()], id, weight);
  improve(places_[root.index()], id, weight);
  ValueId content = graph_[root].content;
  if (content.valid()) improve(values_[graph_.find(content).index()], id, weight);
}

/// Variables by content, so that the order in which they were met does not show; others by age.
bool Names::is_smaller(ValueId a, ValueId b) const {
  const FactNode &first = graph_[a], &second = graph_[b];
  if (first.shape == Shape::Variable && second.shape == Shape::Variable)
    return pool_.compare(first.tree, second.tree) < 0;
  return a < b;
}

void Names::improve(Name& known, ValueId node, uint32_t weight) {
  if (known.weight != 0 && known.weight < weight) return;
  if (known.weight == weight && (known.node == node || is_smaller(known.node, node))) return;
  known = {node, weight, TreeId()};
  changed_ = true;
}

TreeId Names::tree_of(Name& name) {
  if (name.weight == 0) return {};
  // Kids weigh less than their parents: this goes down at most kMaxWeight levels.
  if (!name.tree.valid()) name.tree = build(name.node);
  return name.tree;
}

TreeId Names::literal(Wide value) {
  if (value >= 0 && value <= INT64_MAX) return pool_.make_int(static_cast<uint64_t>(value));
  Tree tree;
  tree.op = Op::IntLit;
  tree.payload = static_cast<uint64_t>(value);
  if (value > INT64_MAX) tree.scalar = {.kind = ScalarKind::Int, .bits = 64, .is_signed = false};
  return pool_.make(std::move(tree));
}

TreeId Names::build(ValueId id) {
  const FactNode& node = graph_[id];
  Tree tree;
  tree.scalar = node.scalar;
  tree.text = node.field;
  tree.owner = node.owner;
  switch (node.shape) {
    case Shape::Variable:
    case Shape::Named:
      return node.tree;
    case Shape::Constant:
      return literal(node.number);
    case Shape::Field:
      tree.op = Op::Member;
      break;
    case Shape::Target:
      tree.op = Op::Deref;
      break;
    case Shape::Element:
      tree.op = Op::Index;
      break;
    case Shape::Address:
      tree.op = Op::AddressOf;
      break;
    case Shape::Convert:
      tree.op = Op::Cast;
      break;
    case Shape::Offset:
      tree.op = Op::Add;
      break;
    case Shape::Compute:
    case Shape::Compare:
      tree.op = node.op;
      break;
    case Shape::Unknown:
    case Shape::Negation:
      return {};
  }
  bool of_place = node.shape == Shape::Field || node.shape == Shape::Address;
  if (is_place(node.shape) && is_as_spelled(node, tree.op, of_place)) return node.tree;
  for (ValueId kid : node.kids)
    if (kid.valid()) tree.kids.push_back(of_place ? place(kid) : value(kid));
  if (node.shape == Shape::Offset) tree.kids.push_back(literal(node.number));
  if (node.shape == Shape::Compute && node.scalar.kind == ScalarKind::Pointer)
    tree.payload = static_cast<uint64_t>(node.number);
  if (is_place(node.shape) && node.tree.valid()) {
    tree.type = pool_[node.tree].type;
    tree.payload = pool_[node.tree].op == tree.op ? pool_[node.tree].payload : 0;
  }
  return pool_.make(std::move(tree));
}

/// The names of its parts are those by which the place was first spelled.
bool Names::is_as_spelled(const FactNode& node, Op op, bool of_place) {
  if (!node.tree.valid() || pool_[node.tree].op != op) return false;
  size_t count = 0;
  for (ValueId kid : node.kids) {
    if (!kid.valid()) continue;
    // Making a name may make trees.
    TreeId name = of_place ? place(kid) : value(kid);
    const std::vector<TreeId>& kids = pool_[node.tree].kids;
    if (count >= kids.size() || kids[count++] != name) return false;
  }
  return count == pool_[node.tree].kids.size();
}

bool is_literal(const TreePool& pool, TreeId tree) { return pool[tree].op == Op::IntLit; }

bool is_unordered(const FactGraph& graph, ValueId id) {
  ScalarKind kind = graph[id].scalar.kind;
  return kind == ScalarKind::Float || kind == ScalarKind::None;
}

class Collector {
 public:
  Collector(TreePool& pool, const FactGraph& graph)
      : pool_(pool), graph_(graph), names_(pool, graph) {}

  std::vector<FactAtom> collect() {
    atoms_.reserve(graph_.size());
    for (size_t i = 0; i < graph_.size(); ++i) {
      node(ValueId(i));
      if (graph_.find(ValueId(i)) == ValueId(i)) range(ValueId(i));
    }
    for (auto [a, b] : graph_.different()) add(FactAtom::Kind::Different, a, b);
    for (const Relation& relation : graph_.relations())
      add(relation.is_strict ? FactAtom::Kind::Less : FactAtom::Kind::LessOrEqual, relation.low,
          relation.high);
    sort();
    return std::move(atoms_);
  }

 private:
  void node(ValueId id);
  void range(ValueId id);
  void sort();
  void add(FactAtom::Kind kind, ValueId a, ValueId b) {
    if (!names_.has_value(a) || !names_.has_value(b) || graph_.find(a) == graph_.find(b)) return;
    TreeId first = names_.value(a), second = names_.value(b);
    // What is different either way is written one way.
    if (kind == FactAtom::Kind::Different && pool_.compare(first, second) > 0)
      std::swap(first, second);
    if (is_literal(pool_, first) && is_literal(pool_, second)) return;
    atoms_.push_back({kind, first, second, {}, std::max(a.index(), b.index())});
  }
  void add_equal(TreeId a, TreeId b, uint32_t age) {
    if (a == b) return;
    atoms_.push_back({FactAtom::Kind::Equal, a, b, {}, age});
  }

  TreePool& pool_;
  const FactGraph& graph_;
  Names names_;
  std::vector<FactAtom> atoms_;
};

void Collector::node(ValueId id) {
  const FactNode& node = graph_[id];
  if (is_place(node.shape)) {
    ValueId content = graph_[graph_.find(id)].content;
    if (content.valid() && names_.has_place(id))
      add_equal(names_.place(id), names_.value(content), content.index());
    return;
  }
  bool is_plain = node.shape == Shape::Unknown || node.shape == Shape::Constant ||
                  node.shape == Shape::Named || node.shape == Shape::Negation;
  if (is_plain || !names_.has_value(id)) return;
  // Comparisons of numbers are relations or ranges already.
  if (node.shape == Shape::Compare && !is_unordered(graph_, node.kids[0]) &&
      !is_unordered(graph_, node.kids[1]) && graph_.range(id).is_single())
    return;
  if (TreeId own = names_.own(id); own.valid()) add_equal(own, names_.value(id), id.index());
}

void Collector::range(ValueId id) {
  const FactNode& node = graph_[id];
  if (is_place(node.shape) || !names_.has_value(id) || is_unordered(graph_, id)) return;
  if (node.shape == Shape::Constant || node.shape == Shape::Compare) return;
  TreeId name = names_.value(id);
  if (is_literal(pool_, name) || graph_.range(id) == range_of(pool_[name].scalar)) return;
  atoms_.push_back({FactAtom::Kind::InRange, name, {}, graph_.range(id), id.index()});
}

void Collector::sort() {
  std::sort(atoms_.begin(), atoms_.end(), [&](const FactAtom& x, const FactAtom& y) {
    if (comes_before(pool_, x, y)) return true;
    return !comes_before(pool_, y, x) && x.age < y.age;
  });
  auto same = [&](const FactAtom& x, const FactAtom& y) {
    return x.kind == y.kind && x.a == y.a && x.b == y.b;
  };
  atoms_.erase(std::unique(atoms_.begin(), atoms_.end(), same), atoms_.end());
}

std::string decimal(Wide value) {
  if (value < 0) return "-" + decimal(-value);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value > 0);
  return digits;
}

}  // namespace

bool comes_before(const TreePool& pool, const FactAtom& x, const FactAtom& y) {
  if (x.kind != y.kind) return x.kind < y.kind;
  if (int order = pool.compare(x.a, y.a)) return order < 0;
  return pool.compare(x.b, y.b) < 0;
}

std::vector<FactAtom> atoms_of(TreePool& pool, const FactGraph& graph) {
  return Collector(pool, graph).collect();
}

bool holds(const TreePool& pool, FactGraph& graph, const FactAtom& atom) {
  ValueId a = evaluate(pool, graph, atom.a);
  if (atom.kind == FactAtom::Kind::InRange) return atom.range.contains(graph.range(a));
  ValueId b = evaluate(pool, graph, atom.b);
  switch (atom.kind) {
    case FactAtom::Kind::Equal:
      // Of floating-point numbers only the very same one is equal.
      return graph.find(a) == graph.find(b) || graph.equal(a, b) == Tri::Yes;
    case FactAtom::Kind::Different:
      return graph.equal(a, b) == Tri::No;
    case FactAtom::Kind::Less:
      return graph.less(a, b) == Tri::Yes;
    case FactAtom::Kind::LessOrEqual:
      return graph.less(b, a) == Tri::No;
    case FactAtom::Kind::InRange:
      break;
  }
  return false;
}

void learn(const TreePool& pool, FactGraph& graph, const FactAtom& atom) {
  ValueId a = evaluate(pool, graph, atom.a);
  if (atom.kind == FactAtom::Kind::InRange) {
    graph.narrow(a, atom.range);
    return;
  }
  ValueId b = evaluate(pool, graph, atom.b);
  switch (atom.kind) {
    case FactAtom::Kind::Equal:
      graph.merge(a, b);
      break;
    case FactAtom::Kind::Different:
      graph.separate(a, b);
      break;
    case FactAtom::Kind::Less:
      graph.order(a, b, true);
      break;
    case FactAtom::Kind::LessOrEqual:
      graph.order(a, b, false);
      break;
    case FactAtom::Kind::InRange:
      break;
  }
}

std::string spell(const TreePool& pool, const FactAtom& atom) {
  std::string a = pool.spell(atom.a);
  switch (atom.kind) {
    case FactAtom::Kind::Equal:
      return a + " == " + pool.spell(atom.b);
    case FactAtom::Kind::Different:
      return a + " != " + pool.spell(atom.b);
    case FactAtom::Kind::Less:
      return a + " < " + pool.spell(atom.b);
    case FactAtom::Kind::LessOrEqual:
      return a + " <= " + pool.spell(atom.b);
    case FactAtom::Kind::InRange:
      break;
  }
  return a + " in [" + decimal(atom.range.low) + ", " + decimal(atom.range.high) + "]";
}

}  // namespace assay::machines
