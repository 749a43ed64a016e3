// What std::map, std::list and std::unordered_map keep in the library: nodes linked and balanced.
//
// Layouts are libstdc++'s: a tree node is its colour, parent, left and right; a list node its next
// and previous.  The header of a tree has the root as its parent, the first node left, the last
// right.
#include <cstring>
#include <string>
#include <unordered_map>

#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

/// Links of nodes in the program's memory.  After a failed access, all are null and nothing is
/// written any more.
class Links {
 public:
  explicit Links(LibraryCall& call) : call_(call), word_(call.pointer_bytes()) {}

  uint64_t get(uint64_t node, uint32_t number) {
    if (failed_) return 0;
    std::optional<uint64_t> found = call_.load_pointer(node + number * word_);
    failed_ = !found;
    return found.value_or(0);
  }
  void set(uint64_t node, uint32_t number, uint64_t value) {
    if (!failed_) failed_ = !call_.store_pointer(node + number * word_, value);
  }
  bool failed() const { return failed_; }
  CallAnswer done() { return failed_ ? call_.stop() : call_.none(); }
  CallAnswer done(uint64_t value) { return failed_ ? call_.stop() : call_.number(value); }

 protected:
  LibraryCall& call_;
  uint32_t word_;
  bool failed_ = false;
};

class Tree : public Links {
 public:
  using Links::Links;
  static constexpr uint32_t kParent = 1, kLeft = 2, kRight = 3;
  static constexpr uint64_t kRed = 0, kBlack = 1;

  uint64_t parent(uint64_t node) { return get(node, kParent); }
  uint64_t left(uint64_t node) { return get(node, kLeft); }
  uint64_t right(uint64_t node) { return get(node, kRight); }
  uint64_t color(uint64_t node) {
    if (failed_) return kBlack;
    std::optional<uint64_t> found = call_.load(node, 4);
    failed_ = !found;
    return found.value_or(kBlack);
  }
  void set_color(uint64_t node, uint64_t color) {
    if (!failed_) failed_ = !call_.store(node, 4, color);
  }
  bool is_black(uint64_t node) { return node == 0 || color(node) == kBlack; }

  uint64_t next(uint64_t node);
  uint64_t previous(uint64_t node);
  void insert(bool to_left, uint64_t node, uint64_t parent, uint64_t header);
  uint64_t erase(uint64_t node, uint64_t header);

 private:
  uint64_t outermost(uint64_t node, uint32_t side) {
    while (uint64_t below = get(node, side)) node = below;
    return node;
  }
  /// The child on `side` goes up into the node's place.
  void rotate(uint64_t node, uint32_t side, uint64_t header);
  void replace_child(uint64_t old, uint64_t made, uint64_t header);
  void rebalance_after_erase(uint64_t node, uint64_t above, uint64_t header);
};

constexpr uint32_t other(uint32_t side) { return Tree::kLeft + Tree::kRight - side; }

uint64_t Tree::next(uint64_t node) {
  if (uint64_t below = right(node)) return outermost(below, kLeft);
  uint64_t above = parent(node);
  while (!failed() && node == right(above)) {
    node = above;
    above = parent(above);
  }
  return right(node) != above ? above : node;
}

uint64_t Tree::previous(uint64_t node) {
  if (color(node) == kRed && parent(parent(node)) == node) return right(node);  // the header
  if (uint64_t below = left(node)) return outermost(below, kRight);
  uint64_t above = parent(node);
  while (!failed() && node == left(above)) {
    node = above;
    above = parent(above);
  }
  return above;
}

void Tree::replace_child(uint64_t old, uint64_t made, uint64_t header) {
  uint64_t above = parent(old);
  if (parent(header) == old) {
    set(header, kParent, made);
  } else {
    set(above, left(above) == old ? kLeft : kRight, made);
  }
}

void Tree::rotate(uint64_t node, uint32_t side, uint64_t header) {
  uint64_t up = get(node, side);
  uint64_t inner = get(up, other(side));
  set(node, side, inner);
  if (inner != 0) set(inner, kParent, node);
  set(up, kParent, parent(node));
  replace_child(node, up, header);
  set(up, other(side), node);
  set(node, kParent, up);
}

void Tree::insert(bool to_left, uint64_t node, uint64_t above, uint64_t header) {
  set(node, kParent, above);
  set(node, kLeft, 0);
  set(node, kRight, 0);
  set_color(node, kRed);
  if (to_left) {
    set(above, kLeft, node);  // of the header: the first node
    if (above == header) {
      set(header, kParent, node);
      set(header, kRight, node);
    } else if (above == left(header)) {
      set(header, kLeft, node);
    }
  } else {
    set(above, kRight, node);
    if (above == right(header)) set(header, kRight, node);
  }
  while (!failed() && node != parent(header) && color(parent(node)) == kRed) {
    uint64_t father = parent(node), grandfather = parent(father);
    uint32_t side = father == left(grandfather) ? kLeft : kRight;
    uint64_t uncle = get(grandfather, other(side));
    if (!is_black(uncle)) {
      set_color(father, kBlack);
      set_color(uncle, kBlack);
      set_color(grandfather, kRed);
      node = grandfather;
      continue;
    }
    if (node == get(father, other(side))) {
      node = father;
      rotate(node, other(side), header);
      father = parent(node);
    }
    set_color(father, kBlack);
    set_color(grandfather, kRed);
    rotate(grandfather, side, header);
  }
  set_color(parent(header), kBlack);
}

uint64_t Tree::erase(uint64_t node, uint64_t header) {
  uint64_t taken = node, below = 0, above = 0;
  if (left(node) == 0) {
    below = right(node);
  } else if (right(node) == 0) {
    below = left(node);
  } else {
    taken = outermost(right(node), kLeft);
    below = right(taken);
  }
  uint64_t removed_color = color(taken);
  if (taken != node) {
    // The next node takes the place.
    set(left(node), kParent, taken);
    set(taken, kLeft, left(node));
    if (taken != right(node)) {
      above = parent(taken);
      if (below != 0) set(below, kParent, above);
      set(above, kLeft, below);
      set(taken, kRight, right(node));
      set(right(node), kParent, taken);
    } else {
      above = taken;
    }
    replace_child(node, taken, header);
    set(taken, kParent, parent(node));
    set_color(taken, color(node));
    set_color(node, removed_color);
  } else {
    above = parent(node);
    if (below != 0) set(below, kParent, above);
    replace_child(node, below, header);
    if (left(header) == node) {
      set(header, kLeft, right(node) == 0 ? above : outermost(below, kLeft));
    }
    if (right(header) == node) {
      set(header, kRight, left(node) == 0 ? above : outermost(below, kRight));
    }
  }
  if (removed_color == kBlack) rebalance_after_erase(below, above, header);
  return node;
}

void Tree::rebalance_after_erase(uint64_t node, uint64_t above, uint64_t header) {
  while (!failed() && node != parent(header) && is_black(node)) {
    uint32_t side = node == left(above) ? kLeft : kRight;
    uint64_t sibling = get(above, other(side));
    if (!is_black(sibling)) {
      set_color(sibling, kBlack);
      set_color(above, kRed);
      rotate(above, other(side), header);
      sibling = get(above, other(side));
    }
    if (is_black(left(sibling)) && is_black(right(sibling))) {
      set_color(sibling, kRed);
      node = above;
      above = parent(above);
      continue;
    }
    if (is_black(get(sibling, other(side)))) {
      set_color(get(sibling, side), kBlack);
      set_color(sibling, kRed);
      rotate(sibling, side, header);
      sibling = get(above, other(side));
    }
    set_color(sibling, color(above));
    set_color(above, kBlack);
    if (uint64_t outer = get(sibling, other(side))) set_color(outer, kBlack);
    rotate(above, other(side), header);
    break;
  }
  if (node != 0) set_color(node, kBlack);
}

CallAnswer tree_next(LibraryCall& call) {
  Tree tree(call);
  return tree.done(tree.next(call.word(0)));
}

CallAnswer tree_previous(LibraryCall& call) {
  Tree tree(call);
  return tree.done(tree.previous(call.word(0)));
}

CallAnswer tree_insert(LibraryCall& call) {
  Tree tree(call);
  tree.insert((call.word(0) & 1) != 0, call.word(1), call.word(2), call.word(3));
  return tree.done();
}

CallAnswer tree_erase(LibraryCall& call) {
  Tree tree(call);
  return tree.done(tree.erase(call.word(0), call.word(1)));
}

constexpr uint32_t kNext = 0, kPrevious = 1;

CallAnswer list_hook(LibraryCall& call) {  // before the position
  Links links(call);
  uint64_t node = call.word(0), position = call.word(1);
  uint64_t before = links.get(position, kPrevious);
  links.set(node, kNext, position);
  links.set(node, kPrevious, before);
  links.set(before, kNext, node);
  links.set(position, kPrevious, node);
  return links.done();
}

CallAnswer list_unhook(LibraryCall& call) {
  Links links(call);
  uint64_t next = links.get(call.word(0), kNext), before = links.get(call.word(0), kPrevious);
  links.set(before, kNext, next);
  links.set(next, kPrevious, before);
  return links.done();
}

CallAnswer list_transfer(LibraryCall& call) {  // [first, last) goes before the position
  Links links(call);
  uint64_t position = call.word(0), first = call.word(1), last = call.word(2);
  if (position == last) return call.none();
  uint64_t last_moved = links.get(last, kPrevious), before_first = links.get(first, kPrevious);
  uint64_t before_position = links.get(position, kPrevious);
  links.set(last_moved, kNext, position);
  links.set(before_first, kNext, last);
  links.set(before_position, kNext, first);
  links.set(position, kPrevious, last_moved);
  links.set(last, kPrevious, before_first);
  links.set(first, kPrevious, before_position);
  return links.done();
}

CallAnswer list_reverse(LibraryCall& call) {
  Links links(call);
  uint64_t node = call.word(0);
  do {
    uint64_t next = links.get(node, kNext);
    links.set(node, kNext, links.get(node, kPrevious));
    links.set(node, kPrevious, next);
    node = next;
  } while (!links.failed() && node != call.word(0));
  return links.done();
}

/// The object's policy, as the host has it: the same layout, the same table of primes.
bool load_policy(LibraryCall& call, std::__detail::_Prime_rehash_policy& policy) {
  float load = 1;
  uint64_t resize = 0;
  if (!call.read(call.word(0), &load, sizeof load) ||
      !call.read(call.word(0) + 8, &resize, sizeof resize)) {
    return false;
  }
  policy._M_max_load_factor = load;
  policy._M_next_resize = resize;
  return true;
}

CallAnswer next_bucket_count(LibraryCall& call) {
  std::__detail::_Prime_rehash_policy policy;
  if (!load_policy(call, policy)) return call.stop();
  uint64_t count = policy._M_next_bkt(call.word(1));
  return call.store(call.word(0) + 8, 8, policy._M_next_resize) ? call.number(count) : call.stop();
}

CallAnswer needs_rehash(LibraryCall& call) {
  std::__detail::_Prime_rehash_policy policy;
  if (!load_policy(call, policy)) return call.stop();
  auto [needed, count] = policy._M_need_rehash(call.word(1), call.word(2), call.word(3));
  if (!call.store(call.word(0) + 8, 8, policy._M_next_resize)) return call.stop();
  char pair[16] = {};
  pair[0] = needed ? 1 : 0;
  std::memcpy(pair + 8, &count, sizeof count);
  return call.aggregate(pair, sizeof pair);
}

CallAnswer hash_bytes(LibraryCall& call) {
  std::optional<std::string> bytes = call.bytes(call.word(0), call.word(1));
  if (!bytes) return call.stop();
  return call.number(std::_Hash_bytes(bytes->data(), bytes->size(), call.word(2)));
}

constexpr LibraryEntry kFunctions[] = {
    {"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", tree_next},
    {"_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", tree_next},
    {"_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", tree_previous},
    {"_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", tree_previous},
    {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", tree_insert},
    {"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", tree_erase},
    {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", list_hook},
    {"_ZNSt8__detail15_List_node_base9_M_unhookEv", list_unhook},
    {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", list_transfer},
    {"_ZNSt8__detail15_List_node_base10_M_reverseEv", list_reverse},
    {"_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", next_bucket_count},
    {"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", needs_rehash},
    {"_ZSt11_Hash_bytesPKvmm", hash_bytes},
};

}  // namespace

std::span<const LibraryEntry> container_functions() { return kFunctions; }

}  // namespace assay::interpreter
