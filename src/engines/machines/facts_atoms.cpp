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

struct Name {
  TreeId tree;
  uint32_t weight = 0;  // how many parts; 0: no name
};

/// For each class the shortest tree that means it now.
class Names {
 public:
  Names(TreePool& pool, const FactGraph& graph)
      : pool_(pool), graph_(graph), values_(graph.size()), places_(graph.size()) {
    for (int round = 0; round < kRounds; ++round) {
      changed_ = false;
      for (size_t i = 0; i < graph.size(); ++i) name(ValueId(i));
      if (!changed_) break;
    }
  }

  const Name& value(ValueId id) const { return values_[graph_.find(id).index()]; }
  const Name& place(ValueId id) const { return places_[graph_.find(id).index()]; }
  /// The node's own tree, by the names of its kids; no weight if it has none.
  Name own(ValueId id);

 private:
  void name(ValueId id) {
    Name found = own(id);
    if (found.weight == 0 || found.weight > kMaxWeight) return;
    bool is_a_place = is_place(graph_[id].shape);
    improve((is_a_place ? places_ : values_)[graph_.find(id).index()], found);
    ValueId content = graph_[graph_.find(id)].content;
    if (is_a_place && content.valid()) improve(values_[graph_.find(content).index()], found);
  }
  void improve(Name& known, const Name& found) {
    if (known.weight != 0 &&
        (known.weight < found.weight ||
         (known.weight == found.weight && pool_.compare(known.tree, found.tree) <= 0)))
      return;
    known = found;
    changed_ = true;
  }
  TreeId literal(Wide value);
  Name combined(const FactNode& node, Op op, std::initializer_list<Name> kids);

  TreePool& pool_;
  const FactGraph& graph_;
  std::vector<Name> values_, places_;  // by class
  bool changed_ = false;
};

TreeId Names::literal(Wide value) {
  Tree tree;
  tree.op = Op::IntLit;
  tree.payload = static_cast<uint64_t>(value);
  if (value > INT64_MAX) tree.scalar = {.kind = ScalarKind::Int, .bits = 64, .is_signed = false};
  return pool_.make(std::move(tree));
}

Name Names::combined(const FactNode& node, Op op, std::initializer_list<Name> kids) {
  Tree tree;
  tree.op = op;
  tree.scalar = node.scalar;
  tree.text = node.field;
  tree.owner = node.owner;
  uint32_t weight = 1;
  for (const Name& kid : kids) {
    if (kid.weight == 0) return {};
    weight += kid.weight;
    tree.kids.push_back(kid.tree);
  }
  if (weight > kMaxWeight) return {};
  if (node.shape == Shape::Compute && node.scalar.kind == ScalarKind::Pointer)
    tree.payload = static_cast<uint64_t>(node.number);
  if (is_place(node.shape) && node.tree.valid()) {
    tree.type = pool_[node.tree].type;
    tree.payload = pool_[node.tree].op == op ? pool_[node.tree].payload : 0;
  }
  return {pool_.make(std::move(tree)), weight};
}

Name Names::own(ValueId id) {
  const FactNode& node = graph_[id];
  switch (node.shape) {
    case Shape::Variable:
    case Shape::Named:
      return {node.tree, kLeafWeight};
    case Shape::Constant:
      return {literal(node.number), 1};
    case Shape::Field:
      return combined(node, Op::Member, {place(node.kids[0])});
    case Shape::Target:
      return combined(node, Op::Deref, {value(node.kids[0])});
    case Shape::Element:
      return combined(node, Op::Index, {value(node.kids[0]), value(node.kids[1])});
    case Shape::Address:
      return combined(node, Op::AddressOf, {place(node.kids[0])});
    case Shape::Convert:
      return combined(node, Op::Cast, {value(node.kids[0])});
    case Shape::Offset:
      return combined(node, Op::Add, {value(node.kids[0]), {literal(node.number), 1}});
    case Shape::Compute:
      if (node.op == Op::Cast) return combined(node, Op::Cast, {value(node.kids[0])});
      return combined(node, node.op, {value(node.kids[0]), value(node.kids[1])});
    case Shape::Compare:
      return combined(node, node.op, {value(node.kids[0]), value(node.kids[1])});
    case Shape::Negation:
    case Shape::Unknown:
      return {};
  }
  return {};
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
    Name first = names_.value(a), second = names_.value(b);
    if (first.weight == 0 || second.weight == 0 || graph_.find(a) == graph_.find(b)) return;
    // What is different either way is written one way.
    if (kind == FactAtom::Kind::Different && pool_.compare(first.tree, second.tree) > 0)
      std::swap(first, second);
    if (is_literal(pool_, first.tree) && is_literal(pool_, second.tree)) return;
    atoms_.push_back({kind, first.tree, second.tree, {}, std::max(a.index(), b.index())});
  }
  void add_equal(TreeId a, const Name& b, uint32_t age) {
    if (b.weight == 0 || a == b.tree) return;
    atoms_.push_back({FactAtom::Kind::Equal, a, b.tree, {}, age});
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
    const Name& place = names_.place(id);
    if (!content.valid() || place.weight == 0) return;
    add_equal(place.tree, names_.value(content), content.index());
    return;
  }
  bool is_plain = node.shape == Shape::Unknown || node.shape == Shape::Constant ||
                  node.shape == Shape::Named || node.shape == Shape::Negation;
  if (is_plain) return;
  // Comparisons of numbers are relations or ranges already.
  if (node.shape == Shape::Compare && !is_unordered(graph_, node.kids[0]) &&
      !is_unordered(graph_, node.kids[1]) && names_.value(id).tree.valid() &&
      is_literal(pool_, names_.value(id).tree))
    return;
  Name own = names_.own(id);
  if (own.weight != 0) add_equal(own.tree, names_.value(id), id.index());
}

void Collector::range(ValueId id) {
  const FactNode& node = graph_[id];
  const Name& name = names_.value(id);
  if (is_place(node.shape) || name.weight == 0 || is_literal(pool_, name.tree)) return;
  if (graph_.range(id) == range_of(pool_[name.tree].scalar)) return;
  if (is_unordered(graph_, id)) return;
  FactAtom atom{FactAtom::Kind::InRange, name.tree, {}, graph_.range(id), id.index()};
  atoms_.push_back(atom);
}

void Collector::sort() {
  auto before = [&](const FactAtom& x, const FactAtom& y) {
    if (x.kind != y.kind) return x.kind < y.kind;
    if (int order = pool_.compare(x.a, y.a)) return order < 0;
    if (x.kind == FactAtom::Kind::InRange) return false;
    return pool_.compare(x.b, y.b) < 0;
  };
  std::stable_sort(atoms_.begin(), atoms_.end(), before);
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
