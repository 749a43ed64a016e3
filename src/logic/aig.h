// And-inverter graph: the gates that bit-vectors become before they become clauses.
//
// A literal is a node and a complement bit.  Node 0 is the constant, every other node is an
// input or the conjunction of two literals of older nodes.  Conjunctions are hashed, and
// rewritten over two levels as they are made (Brummayer and Biere, "Local two-level
// and-inverter graph minimization without blowup", MEMICS 2006): a rewrite never makes more
// nodes than it saves.  Nodes are numbered in order of creation, so equal calls give equal
// graphs.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace assay::logic {

/// A node of one Aig, or its complement.
class Lit {
 public:
  constexpr Lit() = default;  // false
  constexpr explicit Lit(bool value) : code_(value ? 1 : 0) {}
  constexpr Lit(uint32_t node, bool complemented) : code_(2 * node + (complemented ? 1 : 0)) {}

  constexpr uint32_t node() const { return code_ >> 1; }
  constexpr bool complemented() const { return (code_ & 1) != 0; }
  constexpr bool is_constant() const { return code_ <= 1; }
  constexpr bool is_true() const { return code_ == 1; }
  constexpr bool is_false() const { return code_ == 0; }
  /// Dense: an index for tables over literals.
  constexpr uint32_t code() const { return code_; }
  constexpr Lit operator!() const { return from_code(code_ ^ 1); }
  constexpr Lit operator^(bool flip) const { return from_code(code_ ^ (flip ? 1 : 0)); }
  static constexpr Lit from_code(uint32_t code) {
    Lit lit;
    lit.code_ = code;
    return lit;
  }
  friend constexpr auto operator<=>(Lit, Lit) = default;

 private:
  uint32_t code_ = 0;
};

inline constexpr Lit kFalseLit{false};
inline constexpr Lit kTrueLit{true};

/// What a conjunction's two levels compute, seen as one larger gate.
struct Gate {
  enum class Kind : uint8_t {
    And,       // a and b
    Xor,       // a xor b, complemented if `flip`
    Ite,       // a ? b : c
    Majority,  // of a, b, c; complemented if `flip`
  };
  Kind kind = Kind::And;
  bool flip = false;
  Lit a, b, c;
};

class Aig {
 public:
  static constexpr uint32_t kDefaultNodes = 1u << 25;

  explicit Aig(uint32_t max_nodes = kDefaultNodes);

  Lit make_input();
  Lit make_and(Lit a, Lit b);
  Lit make_or(Lit a, Lit b) { return !make_and(!a, !b); }
  Lit make_xor(Lit a, Lit b);
  Lit make_ite(Lit condition, Lit then_lit, Lit else_lit);
  /// At least two of the three.
  Lit make_majority(Lit a, Lit b, Lit c);

  bool is_and(uint32_t node) const { return nodes_[node].left < kFirstLeaf; }
  bool is_input(uint32_t node) const { return nodes_[node].left == kInput; }
  /// Pre: is_and(node).
  Lit left(uint32_t node) const { return Lit::from_code(nodes_[node].left); }
  Lit right(uint32_t node) const { return Lit::from_code(nodes_[node].right); }
  /// Conjunctions that have this node as a child.  Pre: node exists.
  uint32_t fan_out(uint32_t node) const { return fan_out_[node]; }
  /// Pre: is_and(node).
  Gate gate(uint32_t node) const;

  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t and_count() const { return and_count_; }
  /// Once true, literals made since are meaningless: the caller gives up on its query.
  bool too_large() const { return too_large_; }
  /// Before anything is made that cannot fit.
  void give_up() { too_large_ = true; }
  uint32_t max_nodes() const { return max_nodes_; }

 private:
  static constexpr uint32_t kInput = UINT32_MAX, kConstant = UINT32_MAX - 1,
                            kFirstLeaf = UINT32_MAX - 1;
  struct Node {
    uint32_t left, right;
  };

  // The node for a conjunction if there is one, else node 0.  Does not rewrite.
  uint32_t find(Lit a, Lit b) const;
  Lit lookup_or_create(Lit a, Lit b);
  bool simplify_pair(Lit& a, Lit& b, Lit& result) const;
  bool rewrite_one_level(Lit& a, Lit b, Lit& result) const;
  bool rewrite_two_level(Lit& a, Lit& b, Lit& result) const;
  Lit find_xor(Lit a, Lit b) const;
  bool cancel_xor(Lit a, Lit b, Lit& result) const;
  void grow_table();
  static uint64_t hash(uint32_t left, uint32_t right);

  uint32_t max_nodes_;
  uint32_t and_count_ = 0;
  bool too_large_ = false;
  std::vector<Node> nodes_;
  std::vector<uint32_t> fan_out_;
  std::vector<uint32_t> table_;  // open addressing, 0 is free
};

}  // namespace assay::logic
