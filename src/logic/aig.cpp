#include "logic/aig.h"

#include <algorithm>

#include "base/check.h"

namespace assay::logic {

Aig::Aig(uint32_t max_nodes) : max_nodes_(std::min(max_nodes, kDefaultNodes)) {
  nodes_.push_back({kConstant, kConstant});
  fan_out_.push_back(0);
  table_.assign(1024, 0);
}

uint64_t Aig::hash(uint32_t left, uint32_t right) {
  uint64_t key = (static_cast<uint64_t>(left) << 32 | right) * 0x9e3779b97f4a7c15u;
  return key ^ key >> 29;
}

Lit Aig::make_input() {
  if (nodes_.size() >= max_nodes_) {
    too_large_ = true;
    return kFalseLit;
  }
  nodes_.push_back({kInput, kInput});
  fan_out_.push_back(0);
  return Lit(node_count() - 1, false);
}

uint32_t Aig::find(Lit a, Lit b) const {
  if (b < a) std::swap(a, b);
  size_t mask = table_.size() - 1;
  for (size_t slot = hash(a.code(), b.code()) & mask;; slot = (slot + 1) & mask) {
    uint32_t node = table_[slot];
    if (node == 0) return 0;
    if (nodes_[node].left == a.code() && nodes_[node].right == b.code()) return node;
  }
}

void Aig::grow_table() {
  std::vector<uint32_t> table(table_.size() * 2, 0);
  size_t mask = table.size() - 1;
  for (uint32_t node : table_) {
    if (node == 0) continue;
    size_t slot = hash(nodes_[node].left, nodes_[node].right) & mask;
    while (table[slot] != 0) slot = (slot + 1) & mask;
    table[slot] = node;
  }
  table_ = std::move(table);
}

Lit Aig::lookup_or_create(Lit a, Lit b) {
  if (b < a) std::swap(a, b);
  size_t mask = table_.size() - 1;
  size_t slot = hash(a.code(), b.code()) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const Node& node = nodes_[table_[slot]];
    if (node.left == a.code() && node.right == b.code()) return Lit(table_[slot], false);
  }
  if (nodes_.size() >= max_nodes_) {
    too_large_ = true;
    return kFalseLit;
  }
  uint32_t node = node_count();
  nodes_.push_back({a.code(), b.code()});
  fan_out_.push_back(0);
  ++fan_out_[a.node()];
  ++fan_out_[b.node()];
  table_[slot] = node;
  if (++and_count_ * 2 > table_.size()) grow_table();
  return Lit(node, false);
}

// One of the two is a conjunction, the other stands for itself.
bool Aig::rewrite_one_level(Lit& a, Lit b, Lit& result) const {
  Lit x = left(a.node()), y = right(a.node());
  if (!a.complemented()) {
    // match: (x y) b    result: false if b = !x (contradiction), (x y) if b = x (idempotence)
    if (b == !x || b == !y) return result = kFalseLit, true;
    if (b == x || b == y) return result = a, true;
    return false;
  }
  // match: !(x y) b    result: b if b = !x (subsumption), !y b if b = x (substitution)
  if (b == !x || b == !y) return result = b, true;
  if (b == x) return a = !y, false;
  if (b == y) return a = !x, false;
  return false;
}

// Both are conjunctions, possibly complemented.
bool Aig::rewrite_two_level(Lit& a, Lit& b, Lit& result) const {
  if (a.complemented() && !b.complemented()) std::swap(a, b);
  Lit a0 = left(a.node()), a1 = right(a.node()), b0 = left(b.node()), b1 = right(b.node());
  bool a_has_not_b0 = b0 == !a0 || b0 == !a1, a_has_not_b1 = b1 == !a0 || b1 == !a1;
  bool a_has_b0 = b0 == a0 || b0 == a1, a_has_b1 = b1 == a0 || b1 == a1;
  if (!a.complemented() && !b.complemented()) {
    // match: (x y)(!x z)    result: false (contradiction)
    if (a_has_not_b0 || a_has_not_b1) return result = kFalseLit, true;
    // match: (x y)(x z)     result: (x y) z (idempotence)
    if (a_has_b0) return b = b1, false;
    if (a_has_b1) return b = b0, false;
    return false;
  }
  if (!a.complemented()) {
    // match: (x y) !(!x z)  result: (x y) (subsumption)
    if (a_has_not_b0 || a_has_not_b1) return result = a, true;
    // match: (x y) !(x z)   result: (x y) !z (substitution)
    if (a_has_b0) return b = !b1, false;
    if (a_has_b1) return b = !b0, false;
    return false;
  }
  // match: !(x y) !(x !y)   result: !x (resolution)
  if ((a_has_b0 && a_has_not_b1) || (a_has_b1 && a_has_not_b0))
    return result = a_has_b0 ? !b0 : !b1, true;
  return false;
}

// True if the conjunction has an answer without a new node; otherwise a and b are reduced as
// far as the rules go.  Each rule that goes on replaces a literal by one of an older node.
bool Aig::simplify_pair(Lit& a, Lit& b, Lit& result) const {
  for (;;) {
    if (a == b || b.is_true()) return result = a, true;
    if (a == !b || a.is_false() || b.is_false()) return result = kFalseLit, true;
    if (a.is_true()) return result = b, true;
    Lit old_a = a, old_b = b;
    if (is_and(a.node()) && rewrite_one_level(a, b, result)) return true;
    if (a != old_a) continue;
    if (is_and(b.node()) && rewrite_one_level(b, a, result)) return true;
    if (b != old_b) continue;
    if (!is_and(a.node()) || !is_and(b.node())) return false;
    if (rewrite_two_level(a, b, result)) return true;
    if ((a == old_a && b == old_b) || (a == old_b && b == old_a)) return false;
  }
}

Lit Aig::make_and(Lit a, Lit b) {
  Lit result;
  if (simplify_pair(a, b, result)) return result;
  return lookup_or_create(a, b);
}

// a xor b, made of the products (a b) and (!a !b), if all three nodes exist; else false.
Lit Aig::find_xor(Lit a, Lit b) const {
  uint32_t both = find(a, b);
  if (both == 0) return kFalseLit;
  uint32_t none = find(!a, !b);
  if (none == 0) return kFalseLit;
  return Lit(find(Lit(both, true), Lit(none, true)), false);
}

// match: a xor (a xor c)    result: c
bool Aig::cancel_xor(Lit a, Lit b, Lit& result) const {
  if (!is_and(b.node())) return false;
  Gate inner = gate(b.node());
  if (inner.kind != Gate::Kind::Xor) return false;
  bool flip = inner.flip ^ b.complemented();
  if (inner.a.node() == a.node()) {
    result = inner.b ^ flip ^ (inner.a != a);
    return true;
  }
  if (inner.b.node() == a.node()) {
    result = inner.a ^ flip ^ (inner.b != a);
    return true;
  }
  return false;
}

Lit Aig::make_xor(Lit a, Lit b) {
  if (a.is_constant()) return b ^ a.is_true();
  if (b.is_constant()) return a ^ b.is_true();
  if (a == b) return kFalseLit;
  if (a == !b) return kTrueLit;
  Lit result;
  if (cancel_xor(a, b, result) || cancel_xor(b, a, result)) return result;
  // Two forms, which differ in the products they are made of.  The one asked for has (a b), which
  // an adder needs for its carry as well; but what exists already costs nothing.
  if (Lit found = find_xor(a, b); found != kFalseLit) return found;
  if (Lit found = find_xor(a, !b); found != kFalseLit) return !found;
  return make_and(!make_and(a, b), !make_and(!a, !b));
}

Lit Aig::make_ite(Lit condition, Lit then_lit, Lit else_lit) {
  if (condition.is_constant()) return condition.is_true() ? then_lit : else_lit;
  if (then_lit == else_lit) return then_lit;
  if (then_lit == !else_lit) return make_xor(condition, else_lit);
  return !make_and(!make_and(condition, then_lit), !make_and(!condition, else_lit));
}

Lit Aig::make_majority(Lit a, Lit b, Lit c) {
  // Otherwise the part that drops out would be made first, and stay.
  if (a.is_constant()) std::swap(a, c);
  if (b.is_constant()) std::swap(b, c);
  if (c.is_constant()) return c.is_true() ? make_or(a, b) : make_and(a, b);
  return make_or(make_and(a, b), make_and(c, make_or(a, b)));
}

namespace {

// match: !(x y) !(z !(!x !y))   result: not the majority of x, y, z; likewise with x xor y
// `inner` is the literal beside z.
bool is_majority_part(const Aig& aig, Lit x, Lit y, Lit inner) {
  if (!aig.is_and(inner.node())) return false;
  Lit p = aig.left(inner.node()), q = aig.right(inner.node());
  if (inner.complemented()) return (p == !x && q == !y) || (p == !y && q == !x);
  // x xor y as !(x y) !(!x !y)
  if (!p.complemented() || !q.complemented()) return false;
  auto is_product = [&](Lit lit, Lit first, Lit second) {
    if (!aig.is_and(lit.node())) return false;
    Lit l = aig.left(lit.node()), r = aig.right(lit.node());
    return (l == first && r == second) || (l == second && r == first);
  };
  return (is_product(p, x, y) && is_product(q, !x, !y)) ||
         (is_product(q, x, y) && is_product(p, !x, !y));
}

}  // namespace

Gate Aig::gate(uint32_t node) const {
  Lit l = left(node), r = right(node);
  Gate plain{Gate::Kind::And, false, l, r, kFalseLit};
  if (!l.complemented() || !r.complemented() || !is_and(l.node()) || !is_and(r.node()))
    return plain;
  Lit l0 = left(l.node()), l1 = right(l.node()), r0 = left(r.node()), r1 = right(r.node());
  auto choice = [](Lit condition, Lit if_true, Lit if_false) {
    if (if_true == !if_false)
      return Gate{Gate::Kind::Xor, condition.complemented() != if_false.complemented(),
                  Lit(condition.node(), false), Lit(if_false.node(), false), kFalseLit};
    return Gate{Gate::Kind::Ite, false, condition, if_true, if_false};
  };
  // match: !(c x) !(!c y)   result: c ? !x : !y
  if (l0 == !r0) return choice(l0, !l1, !r1);
  if (l0 == !r1) return choice(l0, !l1, !r0);
  if (l1 == !r0) return choice(l1, !l0, !r1);
  if (l1 == !r1) return choice(l1, !l0, !r0);
  auto majority = [](Lit x, Lit y, Lit z) { return Gate{Gate::Kind::Majority, true, x, y, z}; };
  if (is_majority_part(*this, l0, l1, r0)) return majority(l0, l1, r1);
  if (is_majority_part(*this, l0, l1, r1)) return majority(l0, l1, r0);
  if (is_majority_part(*this, r0, r1, l0)) return majority(r0, r1, l1);
  if (is_majority_part(*this, r0, r1, l1)) return majority(r0, r1, l0);
  return plain;
}

}  // namespace assay::logic
