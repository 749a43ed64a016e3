// Values and places on one path, in classes of what is equal: congruence closure with ranges.
//
// A value never changes, so an assignment is nothing but another value in a place, and what was
// known about the old one stays true.  A place is named by the values that lead to it (`*p` by the
// value of p): where p changes, `*p` is another place.  Equal kids make equal nodes; equal places
// hold equal contents.
//
// Nodes are few (facts.h bounds them), so tables are searched from one end to the other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/tri.h"
#include "engines/machines/facts_number.h"
#include "metal/tree.h"

namespace assay::machines {

using ValueId = Id<struct FactValueTag>;

enum class Shape : uint8_t {
  // places
  Variable,  // by its tree
  Field,     // kid: the record's place
  Target,    // kid: the pointer's value
  Element,   // kids: the pointer's value, the index
  // values
  Unknown,  // like nothing else
  Constant,
  Named,     // by its tree: string and floating literals, functions
  Address,   // kid: a place
  Convert,   // to the node's scalar
  Offset,    // kid + number, in the node's scalar
  Compute,   // `op`, kids
  Compare,   // `op`, kids; Eq and Lt, of floating-point numbers also Le
  Negation,  // of a kid that is 0 or 1
};
inline bool is_place(Shape shape) { return shape <= Shape::Element; }

struct FactNode {
  Shape shape = Shape::Unknown;
  ir::Op op = ir::Op::Unsupported;
  metal::Scalar scalar;
  metal::TreeId tree;          // Variable, Named: which; of other places: as first spelled, or none
  metal::TextId field, owner;  // Field
  Wide number = 0;             // Constant, Offset; Compute on pointers: the size of an element
  std::array<ValueId, 2> kids{};

  // Of the class, kept at its oldest node.
  ValueId parent;   // of others: the oldest
  ValueId content;  // of places; none: nothing is known
  Range range;
};

struct Relation {
  ValueId low, high;
  bool is_strict = false;  // low < high, else low <= high
};

class FactGraph {
 public:
  FactGraph() = default;
  FactGraph(FactGraph&&) = default;
  FactGraph& operator=(FactGraph&&) = default;
  /// A copy is made to be added to.
  FactGraph(const FactGraph& other);

  size_t size() const { return nodes_.size(); }
  const FactNode& operator[](ValueId id) const { return nodes_[id.index()]; }
  ValueId find(ValueId id) const {
    ValueId parent = nodes_[id.index()].parent;
    return parent.valid() ? parent : id;
  }
  const Range& range(ValueId id) const { return nodes_[find(id).index()].range; }
  /// Something contradicts something else: nothing here means anything.
  bool is_impossible() const { return impossible_; }

  // Making nodes: the same one for the same kids.
  ValueId constant(Wide value);
  ValueId unknown(const metal::Scalar& scalar);
  ValueId named(metal::TreeId tree, const metal::Scalar& scalar);
  ValueId variable(metal::TreeId tree, const metal::Tree& variable);
  /// Whether anything is known of the variable: it has a node.
  bool has_variable(metal::TreeId tree) const;
  ValueId field(ValueId record, metal::TreeId tree, const metal::Tree& member);
  ValueId target(ValueId pointer, metal::TreeId tree, const metal::Scalar& scalar);
  ValueId element(ValueId pointer, ValueId index, metal::TreeId tree, const metal::Scalar& scalar);
  ValueId address(ValueId place);
  ValueId converted(ValueId value, const metal::Scalar& type);
  ValueId computed(ir::Op op, const metal::Scalar& scalar, ValueId a, ValueId b,
                   uint64_t element_size);
  ValueId compared(ir::Op op, ValueId a, ValueId b);
  ValueId negated(ValueId value);
  /// A place that nothing else names.
  ValueId some_place(const metal::Scalar& scalar);

  // Contents.
  ValueId load(ValueId place);
  /// None: something unknown.  What may be the same object becomes unknown.
  void store(const metal::TreePool& pool, ValueId place, ValueId value);
  void drop_content(ValueId place) { nodes_[find(place).index()].content = ValueId(); }

  // What holds.
  Tri equal(ValueId a, ValueId b) const;
  Tri less(ValueId a, ValueId b) const;
  /// Not zero.
  Tri truth(ValueId value) const;

  // What is learnt.
  void merge(ValueId a, ValueId b);
  void separate(ValueId a, ValueId b);
  void order(ValueId low, ValueId high, bool strict);
  void narrow(ValueId value, const Range& range);
  void assert_truth(ValueId value, bool truth);
  /// Carries what was learnt on to what follows from it.
  void propagate();

  /// Evaluation adds nodes and learns nothing that does not follow: `rewind` takes the nodes away.
  size_t mark() const { return nodes_.size(); }
  void rewind(size_t mark);

  const std::vector<std::pair<ValueId, ValueId>>& different() const { return different_; }
  const std::vector<Relation>& relations() const { return relations_; }

 private:
  ValueId add(const FactNode& node);
  ValueId add_unshared(const FactNode& node, const Range& range);
  bool same_signature(const FactNode& a, const FactNode& b) const;
  bool is_float(ValueId value) const;
  bool is_null_free(ValueId place) const;
  void close_congruence(ValueId merged, std::vector<std::pair<ValueId, ValueId>>& todo);
  void unite(ValueId a, ValueId b, std::vector<std::pair<ValueId, ValueId>>& todo);
  Tri steps_equal(ValueId a, ValueId b) const;
  bool has_path(ValueId low, ValueId high, bool strict) const;
  void propagate_node(ValueId id);
  void propagate_comparison(ValueId id);
  void propagate_target(ValueId id);
  void propagate_relations();
  void assert_comparison(ValueId id, bool truth);

  // facts_alias.cpp
  bool may_overlap(const metal::TreePool& pool, ValueId a, ValueId b) const;
  bool is_inside(ValueId part, ValueId whole) const;
  bool fields_may_overlap(const FactNode& a, const FactNode& b) const;
  bool share_a_union(const metal::TreePool& pool, ValueId a, ValueId b) const;
  bool array_shares_a_union(const metal::TreePool& pool, const FactNode& element,
                            ValueId field) const;
  bool targets_may_overlap(const FactNode& a, const FactNode& b) const;
  bool has_address(ValueId place) const;
  bool is_derived(const metal::TreePool& pool, ValueId place) const;
  bool may_change_derived(const metal::TreePool& pool, ValueId derived, ValueId written) const;

  std::vector<FactNode> nodes_;
  std::vector<uint32_t> tags_;  // by node: equal for nodes that may have equal signatures
  std::vector<std::pair<ValueId, ValueId>> different_;
  std::vector<Relation> relations_;
  bool impossible_ = false;
  bool changed_ = false;
  bool has_addresses_ = false;  // some node is, or was, the address of a place
};

}  // namespace assay::machines
