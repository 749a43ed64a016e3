// What follows from what: the questions a FactGraph answers, and how it learns.
#include <algorithm>

#include "engines/machines/facts_graph.h"

namespace assay::machines {

using ir::Op;
using metal::ScalarKind;

namespace {

/// Rounds of propagation: each carries ranges one operator or relation further.
// APPROX(over): what follows only through longer chains is not known.
constexpr int kRounds = 4;
/// Facts of each kind that are kept.
// APPROX(over): relations past these are not kept.
constexpr size_t kMaxRelations = 64;

bool same_type(const metal::Scalar& a, const metal::Scalar& b) {
  return a.kind == b.kind && a.bits == b.bits && a.is_signed == b.is_signed;
}

}  // namespace

// match: x + c, x + d of one integer type   result: equal exactly if c = d
Tri FactGraph::steps_equal(ValueId a, ValueId b) const {
  for (const FactNode& one : nodes_) {
    if (one.shape != Shape::Offset) continue;
    ValueId self(static_cast<size_t>(&one - nodes_.data()));
    if (find(self) != a && find(self) != b) continue;
    ValueId other = find(self) == a ? b : a;
    // x against x + c: x fits the type, or the node would not be an offset.
    if (find(one.kids[0]) == other) return Tri::No;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const FactNode& two = nodes_[i];
      if (two.shape == Shape::Offset && find(ValueId(i)) == other &&
          find(two.kids[0]) == find(one.kids[0]) && same_type(one.scalar, two.scalar) &&
          two.number != one.number)
        return Tri::No;
    }
  }
  return Tri::Unknown;
}

Tri FactGraph::equal(ValueId a, ValueId b) const {
  // A number that is none is not equal to itself.
  bool unordered = is_float(a) || is_float(b);
  a = find(a), b = find(b);
  if (a == b) return unordered ? Tri::Unknown : Tri::Yes;
  if (unordered) return Tri::Unknown;
  const Range &ra = range(a), &rb = range(b);
  if (intersection(ra, rb).is_empty()) return Tri::No;
  if (ra.is_single() && ra == rb) return Tri::Yes;
  for (auto [x, y] : different_)
    if ((find(x) == a && find(y) == b) || (find(x) == b && find(y) == a)) return Tri::No;
  if (has_path(a, b, true) || has_path(b, a, true)) return Tri::No;
  return steps_equal(a, b);
}

bool FactGraph::has_path(ValueId low, ValueId high, bool strict) const {
  low = find(low), high = find(high);
  if (low == high && !strict) return true;
  if (relations_.empty()) return false;
  std::vector<std::pair<ValueId, bool>> reached{{low, false}};
  auto reach = [&](ValueId id, bool is_strict) {
    for (auto& [seen, how] : reached)
      if (seen == id && (how || !is_strict)) return;
    reached.emplace_back(id, is_strict);
  };
  for (size_t i = 0; i < reached.size(); ++i) {
    auto [at, by_strict] = reached[i];
    if (at == high && (by_strict || !strict)) return true;
    for (const Relation& relation : relations_)
      if (find(relation.low) == at) reach(find(relation.high), by_strict || relation.is_strict);
  }
  return false;
}

Tri FactGraph::less(ValueId a, ValueId b) const {
  if (is_float(a) || is_float(b)) return Tri::Unknown;
  const Range &ra = range(a), &rb = range(b);
  if (ra.high < rb.low) return Tri::Yes;
  if (ra.low >= rb.high) return Tri::No;
  if (has_path(a, b, true)) return Tri::Yes;
  if (has_path(b, a, false)) return Tri::No;
  if (has_path(a, b, false) && equal(a, b) == Tri::No) return Tri::Yes;
  return Tri::Unknown;
}

Tri FactGraph::truth(ValueId value) const {
  bool is_negated = false;
  for (;;) {
    const Range& known = range(value);
    Tri answer = Tri::Unknown;
    if (!known.contains(0)) answer = Tri::Yes;
    if (known == Range{0, 0}) answer = Tri::No;
    const FactNode& node = nodes_[value.index()];
    if (answer == Tri::Unknown && node.shape == Shape::Compare && node.op == Op::Eq)
      answer = equal(node.kids[0], node.kids[1]);
    if (answer == Tri::Unknown && node.shape == Shape::Compare && node.op == Op::Lt)
      answer = less(node.kids[0], node.kids[1]);
    if (answer == Tri::Unknown && !is_float(value)) {
      // A relation to zero says as much as a range.
      for (auto [x, y] : different_)
        if ((find(x) == find(value) && range(y) == Range{0, 0}) ||
            (find(y) == find(value) && range(x) == Range{0, 0}))
          answer = Tri::Yes;
    }
    if (answer != Tri::Unknown)
      return is_negated ? (answer == Tri::Yes ? Tri::No : Tri::Yes) : answer;
    if (node.shape != Shape::Negation) return Tri::Unknown;
    is_negated = !is_negated;
    value = node.kids[0];
  }
}

void FactGraph::unite(ValueId a, ValueId b, std::vector<std::pair<ValueId, ValueId>>& todo) {
  a = find(a), b = find(b);
  if (a == b) return;
  if (b < a) std::swap(a, b);
  FactNode& stays = nodes_[a.index()];
  FactNode& goes = nodes_[b.index()];
  goes.parent = a;
  for (FactNode& node : nodes_)
    if (node.parent == b) node.parent = a;
  changed_ = true;
  if (stays.content.valid() && goes.content.valid())
    todo.emplace_back(stays.content, goes.content);
  else if (goes.content.valid())
    stays.content = goes.content;
  if (!is_place(stays.shape)) {
    stays.range = intersection(stays.range, goes.range);
    if (stays.range.is_empty()) impossible_ = true;
  }
  for (auto [x, y] : different_)
    if (find(x) == find(y)) impossible_ = true;
  close_congruence(a, todo);
}

void FactGraph::close_congruence(ValueId merged, std::vector<std::pair<ValueId, ValueId>>& todo) {
  auto uses = [&](const FactNode& node) {
    for (ValueId kid : node.kids)
      if (kid.valid() && find(kid) == merged) return true;
    return false;
  };
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!uses(nodes_[i])) continue;
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (tags_[k] == tags_[i] && k != i && find(ValueId(k)) != find(ValueId(i)) &&
          same_signature(nodes_[i], nodes_[k]))
        todo.emplace_back(ValueId(i), ValueId(k));
  }
}

void FactGraph::merge(ValueId a, ValueId b) {
  std::vector<std::pair<ValueId, ValueId>> todo{{a, b}};
  while (!todo.empty() && !impossible_) {
    auto [x, y] = todo.back();
    todo.pop_back();
    unite(x, y, todo);
  }
}

void FactGraph::separate(ValueId a, ValueId b) {
  Tri known = equal(a, b);
  if (known == Tri::No) return;
  if (known == Tri::Yes) {
    impossible_ = true;
    return;
  }
  if (is_float(a) || is_float(b) || different_.size() >= kMaxRelations) return;
  different_.emplace_back(a, b);
  changed_ = true;
}

void FactGraph::order(ValueId low, ValueId high, bool strict) {
  if (is_float(low) || is_float(high)) return;
  if (strict ? less(low, high) == Tri::No : less(high, low) == Tri::Yes) {
    impossible_ = true;
    return;
  }
  if (has_path(low, high, strict)) return;
  if (!strict && has_path(high, low, false)) {
    merge(low, high);
    return;
  }
  Wide gap = strict ? 1 : 0;
  narrow(low, {range(low).low, range(high).high - gap});
  narrow(high, {range(low).low + gap, range(high).high});
  // What a constant bounds, the range says.
  if (range(low).is_single() || range(high).is_single() || relations_.size() >= kMaxRelations)
    return;
  relations_.push_back({low, high, strict});
  changed_ = true;
}

void FactGraph::narrow(ValueId value, const Range& to) {
  if (is_float(value)) return;
  FactNode& node = nodes_[find(value).index()];
  Range both = intersection(node.range, to);
  if (both == node.range) return;
  node.range = both;
  changed_ = true;
  if (both.is_empty()) impossible_ = true;
}

void FactGraph::assert_comparison(ValueId id, bool truth) {
  const FactNode node = nodes_[id.index()];
  auto [a, b] = node.kids;
  if (is_float(a) || is_float(b)) return;
  if (node.op == Op::Eq) {
    if (truth)
      merge(a, b);
    else
      separate(a, b);
  } else if (node.op == Op::Lt) {
    if (truth)
      order(a, b, true);
    else
      order(b, a, false);
  }
}

void FactGraph::assert_truth(ValueId value, bool truth) {
  while (nodes_[value.index()].shape == Shape::Negation) {
    narrow(value, truth ? Range{1, 1} : Range{0, 0});
    value = nodes_[value.index()].kids[0];
    truth = !truth;
  }
  if (nodes_[value.index()].shape == Shape::Compare) {
    narrow(value, truth ? Range{1, 1} : Range{0, 0});
    assert_comparison(value, truth);
  } else if (!is_float(value)) {
    if (truth)
      separate(value, constant(0));
    else
      merge(value, constant(0));
  }
  propagate();
}

// The condition of a comparison that was stored as a number, `int bad = x < 0; … if (bad)`.
void FactGraph::propagate_comparison(ValueId id) {
  const FactNode node = nodes_[id.index()];
  Range known = range(id);
  if (node.shape == Shape::Negation) {
    Range kid = range(node.kids[0]);
    if (!kid.contains(0)) narrow(id, {0, 0});
    if (kid == Range{0, 0}) narrow(id, {1, 1});
    known = range(id);
    if (known.is_single()) {
      if (known.low == 1)
        narrow(node.kids[0], {0, 0});
      else
        narrow(node.kids[0], {range(node.kids[0]).low == 0 ? 1 : range(node.kids[0]).low,
                              range(node.kids[0]).high});
    }
    return;
  }
  Tri answer = node.op == Op::Eq   ? equal(node.kids[0], node.kids[1])
               : node.op == Op::Lt ? less(node.kids[0], node.kids[1])
                                   : Tri::Unknown;
  if (answer != Tri::Unknown) {
    Wide value = answer == Tri::Yes ? 1 : 0;
    narrow(id, {value, value});
  } else if (known.is_single()) {
    assert_comparison(id, known.low == 1);
  }
}

void FactGraph::propagate_target(ValueId id) {
  const FactNode node = nodes_[id.index()];
  for (size_t i = 0; i < nodes_.size() && !impossible_; ++i) {
    const FactNode& other = nodes_[i];
    if (other.shape != Shape::Address || find(ValueId(i)) != find(node.kids[0])) continue;
    ValueId place = other.kids[0];
    if (same_type(nodes_[place.index()].scalar, node.scalar) && find(place) != find(id))
      merge(place, id);
  }
}

void FactGraph::propagate_node(ValueId id) {
  Shape shape = nodes_[id.index()].shape;
  if (shape < Shape::Convert && (shape != Shape::Target || !has_addresses_)) return;
  const FactNode node = nodes_[id.index()];
  switch (node.shape) {
    case Shape::Offset: {
      ValueId base = node.kids[0];
      narrow(id, congruent(range(base), node.number, node.scalar.bits, range(id)));
      if (impossible_) return;
      narrow(base, congruent(range(id), -node.number, node.scalar.bits, range(base)));
      break;
    }
    case Shape::Convert: {
      ValueId base = node.kids[0];
      if (range_of(node.scalar).contains(range(base))) {
        if (find(base) != find(id)) merge(base, id);
        break;
      }
      narrow(id, congruent(range(base), 0, node.scalar.bits, range(id)));
      if (impossible_) return;
      narrow(base, congruent(range(id), 0, node.scalar.bits, range(base)));
      break;
    }
    case Shape::Compute: {
      if (!is_integer(node.scalar) || !node.kids[1].valid()) break;
      if (is_float(node.kids[0]) || is_float(node.kids[1])) break;
      Range a = range(node.kids[0]), b = range(node.kids[1]);
      narrow(id, result_range(node.op, node.scalar, a, b));
      if (!a.is_single() || !b.is_single()) break;
      if (std::optional<Wide> value = fold(node.op, node.scalar, a.low, b.low))
        narrow(id, {*value, *value});
      break;
    }
    case Shape::Compare:
    case Shape::Negation:
      propagate_comparison(id);
      break;
    case Shape::Target:
      propagate_target(id);
      break;
    default:
      break;
  }
}

void FactGraph::propagate_relations() {
  for (size_t i = 0; i < relations_.size() && !impossible_; ++i) {
    auto [low, high, strict] = relations_[i];
    Wide gap = strict ? 1 : 0;
    if (strict && find(low) == find(high)) impossible_ = true;
    narrow(low, {range(low).low, range(high).high - gap});
    narrow(high, {range(low).low + gap, range(high).high});
  }
  for (auto [a, b] : different_) {
    if (impossible_) return;
    const Range ra = range(a), rb = range(b);
    auto shave = [&](ValueId value, const Range& known, const Range& other) {
      if (!other.is_single()) return;
      if (known.low == other.low) narrow(value, {known.low + 1, known.high});
      if (known.high == other.low) narrow(value, {known.low, known.high - 1});
    };
    shave(a, ra, rb);
    shave(b, rb, ra);
  }
}

void FactGraph::propagate() {
  for (int round = 0; round < kRounds && !impossible_; ++round) {
    changed_ = false;
    for (size_t i = 0; i < nodes_.size() && !impossible_; ++i) propagate_node(ValueId(i));
    if (!impossible_) propagate_relations();
    // What came down to one value is that constant, and congruent to what has it too.
    for (size_t i = 0; i < nodes_.size() && !impossible_; ++i) {
      ValueId id(i);
      if (is_place(nodes_[i].shape) || is_float(id) || find(id) != id) continue;
      if (!range(id).is_single()) continue;
      ValueId value = constant(range(id).low);
      if (find(value) != id) merge(id, value);
    }
    if (!changed_) return;
  }
}

}  // namespace assay::machines
