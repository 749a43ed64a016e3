// Which places a write may change besides the one that is written.
//
// Variables of different names are different.  Fields are the same only where they have one name;
// what pointers lead to, only where it has one type.
// APPROX(under): a pointer is taken not to lead to a variable or field whose address was not seen
// on this path.
#include <string_view>

#include "engines/machines/facts_graph.h"

namespace assay::machines {

bool FactGraph::is_inside(ValueId part, ValueId whole) const {
  for (;;) {
    if (find(part) == find(whole)) return true;
    const FactNode& node = nodes_[part.index()];
    if (node.shape != Shape::Field) return false;
    part = node.kids[0];
  }
}

bool FactGraph::has_address(ValueId place) const {
  for (const FactNode& node : nodes_)
    if (node.shape == Shape::Address &&
        (is_inside(place, node.kids[0]) || is_inside(node.kids[0], place)))
      return true;
  return false;
}

/// Whether they are, or are in, different fields of one union.
bool FactGraph::share_a_union(const metal::TreePool& pool, ValueId a, ValueId b) const {
  constexpr std::string_view kUnion = "union ";
  for (; nodes_[a.index()].shape == Shape::Field; a = nodes_[a.index()].kids[0]) {
    const FactNode& outer = nodes_[a.index()];
    if (!pool.text(outer.owner).starts_with(kUnion)) continue;
    for (ValueId c = b; nodes_[c.index()].shape == Shape::Field; c = nodes_[c.index()].kids[0]) {
      const FactNode& other = nodes_[c.index()];
      if (other.owner != outer.owner || other.field == outer.field) continue;
      // Whether two pointers lead to one union need not be known.
      if (find(other.kids[0]) == find(outer.kids[0]) ||
          nodes_[other.kids[0].index()].shape != Shape::Variable ||
          nodes_[outer.kids[0].index()].shape != Shape::Variable)
        return true;
    }
  }
  return false;
}

/// The same for an element of an array that is a field.
bool FactGraph::array_shares_a_union(const metal::TreePool& pool, const FactNode& element,
                                     ValueId field) const {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].shape != Shape::Field) continue;
    ValueId content = nodes_[find(ValueId(i)).index()].content;
    if (content.valid() && find(content) == find(element.kids[0]) &&
        share_a_union(pool, ValueId(i), field))
      return true;
  }
  return false;
}

bool FactGraph::fields_may_overlap(const FactNode& a, const FactNode& b) const {
  ValueId record_a = a.kids[0], record_b = b.kids[0];
  bool same_record = find(record_a) == find(record_b);
  if (a.owner != b.owner || a.field != b.field) return false;
  const FactNode &in_a = nodes_[record_a.index()], &in_b = nodes_[record_b.index()];
  if (in_a.shape == Shape::Variable && in_b.shape == Shape::Variable) return same_record;
  if (in_a.shape == Shape::Target && in_b.shape == Shape::Target)
    return equal(in_a.kids[0], in_b.kids[0]) != Tri::No;
  // The field of a variable, and that of what a pointer leads to.
  if (in_a.shape == Shape::Variable) return has_address(record_a);
  if (in_b.shape == Shape::Variable) return has_address(record_b);
  return true;
}

bool FactGraph::targets_may_overlap(const FactNode& a, const FactNode& b) const {
  bool same_pointer = find(a.kids[0]) == find(b.kids[0]);
  if (a.shape == Shape::Element && b.shape == Shape::Element && same_pointer)
    return equal(a.kids[1], b.kids[1]) != Tri::No;
  if (same_pointer && a.shape != b.shape) {
    const FactNode& element = a.shape == Shape::Element ? a : b;
    return range(element.kids[1]).contains(0) && truth(element.kids[1]) != Tri::Yes;
  }
  if (same_pointer) return true;
  if (a.scalar.kind != b.scalar.kind || a.scalar.bits != b.scalar.bits) return false;
  return !(a.shape == Shape::Target && b.shape == Shape::Target &&
           equal(a.kids[0], b.kids[0]) == Tri::No);
}

/// The value of a pure call (FunctionCode::pure_value): its tree holds the call.
bool FactGraph::is_derived(const metal::TreePool& pool, ValueId place) const {
  const FactNode& node = nodes_[place.index()];
  return node.shape == Shape::Variable && node.op == ir::Op::Global &&
         !pool[node.tree].kids.empty();
}

/// It depends on its arguments, and on whatever memory they lead to.
bool FactGraph::may_change_derived(const metal::TreePool& pool, ValueId derived,
                                   ValueId written) const {
  if (is_derived(pool, written)) return false;
  const FactNode& place = nodes_[written.index()];
  bool is_local = place.shape == Shape::Variable && place.op == ir::Op::Local;
  if (!is_local || has_address(written)) return true;
  return pool.mentions(nodes_[derived.index()].tree, place.tree);
}

bool FactGraph::may_overlap(const metal::TreePool& pool, ValueId a, ValueId b) const {
  if (is_derived(pool, a)) return may_change_derived(pool, a, b);
  if (is_inside(a, b) || is_inside(b, a)) return true;
  const FactNode &first = nodes_[a.index()], &second = nodes_[b.index()];
  auto by_pointer = [](const FactNode& node) {
    return node.shape == Shape::Target || node.shape == Shape::Element;
  };
  if (first.shape == Shape::Field && second.shape == Shape::Field)
    return fields_may_overlap(first, second) || share_a_union(pool, a, b);
  if (by_pointer(first) && by_pointer(second)) return targets_may_overlap(first, second);
  if (by_pointer(first)) return has_address(b) || array_shares_a_union(pool, first, b);
  if (by_pointer(second)) return has_address(a) || array_shares_a_union(pool, second, a);
  return false;
}

}  // namespace assay::machines
