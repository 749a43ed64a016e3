// A sparse array whose copies share what they have in common.
//
// A radix tree with 32 entries a node.  Copying costs one count; changing an entry copies the
// nodes on the way to it that others share, and nothing where it is the only owner.  Entries
// are Refs; a null entry is an absent one, and a node without entries does not exist.
// The depth is at most 7, so walks may recurse over it.
#pragma once

#include <array>
#include <cstdint>

#include "memory/ref.h"

namespace assay::memory {

template <class T>
class PersistentArray {
  static constexpr uint32_t kBits = 5;
  static constexpr uint32_t kFan = 1u << kBits;

  // What the entries are follows from the level; both kinds are Refs, so one union holds them.
  struct Node;
  union Entry {
    Entry() : leaf() {}
    ~Entry() {}
    Ref<T> leaf;
    Ref<Node> inner;
  };
  struct Node : Pooled<Node> {
    explicit Node(uint32_t level_shift) : shift(level_shift) {}
    Node(const Node& other) : count(other.count), shift(other.shift) {
      for (uint32_t i = 0; i < kFan; ++i) {
        if (shift == 0) {
          new (&entry[i].leaf) Ref<T>(other.entry[i].leaf);
        } else {
          new (&entry[i].inner) Ref<Node>(other.entry[i].inner);
        }
      }
    }
    ~Node() {
      for (Entry& each : entry) {
        if (shift == 0) {
          each.leaf.~Ref<T>();
        } else {
          each.inner.~Ref<Node>();
        }
      }
    }

    uint32_t refs = 0;
    uint32_t count = 0;  // entries that are not null
    uint32_t shift;      // 0: a leaf
    std::array<Entry, kFan> entry;
  };

 public:
  /// Null if absent.
  const T* find(uint32_t index) const {
    if (index >> top_ >> kBits) return nullptr;
    const Node* node = root_.get();
    if (!node) return nullptr;
    for (uint32_t shift = top_; shift > 0; shift -= kBits) {
      node = node->entry[(index >> shift) & (kFan - 1)].inner.get();
      if (!node) return nullptr;
    }
    return node->entry[index & (kFan - 1)].leaf.get();
  }

  /// To change an entry.  Pre: it is there.
  T& own(uint32_t index) { return leaf_of(index).entry[index & (kFan - 1)].leaf.own(); }

  void set(uint32_t index, Ref<T> value) {
    if (!value) return erase(index);
    grow_for(index);
    Node& leaf = leaf_of(index);
    Ref<T>& entry = leaf.entry[index & (kFan - 1)].leaf;
    if (!entry) ++leaf.count;
    entry = std::move(value);
  }

  void erase(uint32_t index) {
    if (!find(index)) return;
    std::array<Node*, 8> way;
    uint32_t depth = 0;
    Node* node = &root_.own();
    way[depth++] = node;
    for (uint32_t shift = top_; shift > 0; shift -= kBits) {
      node = &node->entry[(index >> shift) & (kFan - 1)].inner.own();
      way[depth++] = node;
    }
    node->entry[index & (kFan - 1)].leaf = Ref<T>();
    uint32_t shift = 0;
    while (--node->count == 0) {
      if (--depth == 0) {
        root_ = Ref<Node>();
        return;
      }
      node = way[depth - 1];
      shift += kBits;
      node->entry[(index >> shift) & (kFan - 1)].inner = Ref<Node>();
    }
  }

  /// Every entry, in the order of indices: visit(index, const T&).
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (root_) walk(*root_, top_, 0, visit);
  }

  /// The entries in which two arrays differ, in order: visit(index, const T* a, const T* b), null
  /// where absent.  Parts that they share cost nothing.
  template <class Visit>
  static void for_each_difference(const PersistentArray& a, const PersistentArray& b,
                                  Visit&& visit) {
    PersistentArray left = a, right = b;
    while (left.top_ < right.top_) left.deepen();
    while (right.top_ < left.top_) right.deepen();
    compare(left.root_.get(), right.root_.get(), left.top_, 0, visit);
  }

  bool empty() const { return !root_; }

 private:
  void deepen() {
    top_ += kBits;
    if (!root_) return;
    Node* node = new Node(top_);
    node->entry[0].inner = std::move(root_);
    node->count = 1;
    root_ = Ref<Node>(node);
  }
  void grow_for(uint32_t index) {
    while (index >> top_ >> kBits) deepen();
    if (!root_) root_ = Ref<Node>(new Node(top_));
  }
  /// The leaf node of an index, ours alone, made where it is missing.
  Node& leaf_of(uint32_t index) {
    Node* node = &root_.own();
    for (uint32_t shift = top_; shift > 0; shift -= kBits) {
      Ref<Node>& next = node->entry[(index >> shift) & (kFan - 1)].inner;
      if (!next) {
        next = Ref<Node>(new Node(shift - kBits));
        ++node->count;
      }
      node = &next.own();
    }
    return *node;
  }
  template <class Visit>
  static void walk(const Node& node, uint32_t shift, uint32_t base, Visit&& visit) {
    for (uint32_t i = 0; i < kFan; ++i) {
      if (shift == 0) {
        if (node.entry[i].leaf) visit(base + i, *node.entry[i].leaf);
      } else if (node.entry[i].inner) {
        walk(*node.entry[i].inner, shift - kBits, base + (i << shift), visit);
      }
    }
  }
  template <class Visit>
  static void compare(const Node* a, const Node* b, uint32_t shift, uint32_t base, Visit&& visit) {
    if (a == b) return;
    for (uint32_t i = 0; i < kFan; ++i) {
      if (shift == 0) {
        const T* left = a ? a->entry[i].leaf.get() : nullptr;
        const T* right = b ? b->entry[i].leaf.get() : nullptr;
        if (left != right) visit(base + i, left, right);
      } else {
        compare(a ? a->entry[i].inner.get() : nullptr, b ? b->entry[i].inner.get() : nullptr,
                shift - kBits, base + (i << shift), visit);
      }
    }
  }

  Ref<Node> root_;
  uint32_t top_ = 0;  // shift of the root's level
};

}  // namespace assay::memory
