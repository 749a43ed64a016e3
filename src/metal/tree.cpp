#include "metal/tree.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"

namespace assay::metal {
namespace {

using ir::Op;

bool is_truth(Op op) {
  return (op >= Op::Lt && op <= Op::Ne) || op == Op::LogAnd || op == Op::LogOr;
}

/// Whether operands leave open what the operator computes in.
bool scalar_matters(Op op) {
  return op == Op::Deref || op == Op::Index || op == Op::Cast || op == Op::Neg ||
         op == Op::BitNot || (op >= Op::Add && op <= Op::BitXor);
}

bool names_a_part(Op op) { return op == Op::Deref || op == Op::Member || op == Op::Index; }

}  // namespace

TreePool::TreePool() = default;

TextId TreePool::text(std::string_view text) {
  if (text.empty()) return {};
  auto [found, is_new] = text_index_.try_emplace(std::string(text), TextId(texts_.size()));
  if (is_new) {
    texts_.emplace_back(text);
    text_hashes_.push_back(hash_bytes(text));
  }
  return found->second;
}

Hash TreePool::hash_of(const Tree& tree) const {
  // Numbers only: kids and texts enter by their own hashes, so the order of creation does not.
  std::array<uint64_t, 24> few;
  std::vector<uint64_t> many;
  size_t size = 8 + 2 * tree.kids.size();
  uint64_t* out = few.data();
  if (size > few.size()) {
    many.resize(size);
    out = many.data();
  }
  auto hash_of_text = [&](TextId id) { return id.valid() ? text_hashes_[id.index()] : Hash(); };
  Hash text = hash_of_text(tree.text), owner = hash_of_text(tree.owner);
  size_t at = 0;
  out[at++] = static_cast<uint64_t>(tree.op) << 8 | static_cast<uint64_t>(tree.call);
  // The highest bit of a literal is a sign or a number.
  bool is_high = tree.op == Op::IntLit && tree.payload >> 63 != 0 && !tree.scalar.is_signed;
  Scalar scalar = scalar_matters(tree.op) || is_high ? tree.scalar : Scalar();
  out[at++] = static_cast<uint64_t>(tree.scope.index()) << 32 |
              static_cast<uint64_t>(scalar.kind) << 16 | scalar.bits << 1 |
              static_cast<uint64_t>(scalar.is_signed);
  out[at++] = tree.payload;
  out[at++] = text.high;
  out[at++] = text.low;
  out[at++] = owner.high;
  out[at++] = owner.low;
  out[at++] = tree.kids.size();
  for (TreeId kid : tree.kids) {
    out[at++] = trees_[kid.index()].hash.high;
    out[at++] = trees_[kid.index()].hash.low;
  }
  return hash_bytes({reinterpret_cast<const char*>(out), at * sizeof(uint64_t)});
}

TreeId TreePool::make_int(uint64_t value) {
  if (value < small_numbers_.size() && small_numbers_[value].valid()) return small_numbers_[value];
  Tree tree;
  tree.op = Op::IntLit;
  tree.payload = value;
  TreeId made = make(std::move(tree));
  if (value < small_numbers_.size()) small_numbers_[value] = made;
  return made;
}

/// Rewrites until nothing changes; each step makes the tree smaller or is taken once.
TreeId TreePool::canonical(Tree& tree) {
  auto kid = [&](size_t i) -> const Tree& { return trees_[tree.kids[i].index()]; };
  auto is_int = [&](size_t i, uint64_t value) {
    return kid(i).op == Op::IntLit && !kid(i).text.valid() && kid(i).payload == value;
  };
  if (tree.op == Op::Not) {
    tree.op = Op::Eq;
    tree.kids.push_back(make_int(0));
  }
  switch (tree.op) {
    case Op::Index:
      if (!is_int(1, 0)) return {};
      tree.op = Op::Deref;
      tree.kids.pop_back();
      tree.payload = 0;
      [[fallthrough]];
    case Op::Deref:
      // A pointer's sum has the pointer first; `*(p + 0)` is `*p`.
      while (kid(0).op == Op::Add && kid(0).payload != 0) {
        tree.payload = kid(0).payload;
        tree.kids = std::vector<TreeId>(kid(0).kids);
        tree.op = Op::Index;
        if (!is_int(1, 0)) return {};
        tree.kids.pop_back();
        tree.op = Op::Deref;
        tree.payload = 0;
      }
      if (kid(0).op == Op::AddressOf) return kid(0).kids[0];
      return {};
    case Op::AddressOf:
      if (kid(0).op == Op::Deref) return kid(0).kids[0];
      return {};
    case Op::Eq:
    case Op::Ne:
      if (is_constant(kid(0)) && !is_constant(kid(1))) std::swap(tree.kids[0], tree.kids[1]);
      if (is_int(1, 0) && is_truth(kid(0).op)) {
        TreeId truth = tree.kids[0];
        if (tree.op == Op::Ne) return truth;
        // Only equality: a comparison of floats that fails does not make its opposite true.
        if (kid(0).op != Op::Eq && kid(0).op != Op::Ne) return {};
        tree = Tree(trees_[truth.index()]);
        tree.op = tree.op == Op::Eq ? Op::Ne : Op::Eq;
      }
      return {};
    case Op::Neg:
      if (kid(0).op == Op::IntLit && !kid(0).text.valid()) return make_int(0 - kid(0).payload);
      return {};
    case Op::Plus:
      return tree.kids[0];
    default:
      return {};
  }
}

TreeId TreePool::make(Tree tree) {
  if (TreeId known = canonical(tree); known.valid()) return known;
  Hash hash = hash_of(tree);
  auto [found, is_new] = index_.try_emplace(hash, TreeId(trees_.size()));
  if (!is_new) return found->second;
  uint32_t depth = 0;
  for (TreeId kid : tree.kids) {
    ASSAY_CHECK(kid.valid() && kid.index() < trees_.size(), "kids should be older than parents");
    depth = std::max(depth, trees_[kid.index()].depth);
  }
  tree.hash = hash;
  tree.depth = depth + (names_a_part(tree.op) ? 1 : 0);
  tree.is_volatile = text(tree.type).find("volatile") != std::string::npos;
  trees_.push_back(std::move(tree));
  return found->second;
}

int TreePool::compare(TreeId a, TreeId b) const {
  if (a == b) return 0;
  if (!a.valid() || !b.valid()) return a.valid() ? 1 : -1;
  return trees_[a.index()].hash < trees_[b.index()].hash ? -1 : 1;
}

bool TreePool::mentions(TreeId whole, TreeId part) const {
  if (!whole.valid() || !part.valid()) return false;
  std::vector<TreeId> todo{whole};
  while (!todo.empty()) {
    TreeId id = todo.back();
    todo.pop_back();
    if (id == part) return true;
    // What is older than the part cannot contain it.
    for (TreeId kid : trees_[id.index()].kids) {
      if (kid >= part) todo.push_back(kid);
    }
  }
  return false;
}

TreeId TreePool::replace(TreeId whole, TreeId from, TreeId to) {
  if (whole == from) return to;
  if (!mentions(whole, from)) return whole;
  // By age: each tree in it that mentions `from`, kids first.
  std::vector<TreeId> affected, todo{whole};
  std::unordered_map<TreeId, TreeId> made{{from, to}};
  while (!todo.empty()) {
    TreeId id = todo.back();
    todo.pop_back();
    if (made.contains(id)) continue;
    made.emplace(id, id);
    affected.push_back(id);
    for (TreeId kid : trees_[id.index()].kids) {
      if (kid >= from) todo.push_back(kid);
    }
  }
  std::sort(affected.begin(), affected.end());
  for (TreeId id : affected) {
    Tree tree = trees_[id.index()];
    bool changed = false;
    for (TreeId& kid : tree.kids) {
      auto found = made.find(kid);
      if (found == made.end() || found->second == kid) continue;
      kid = found->second;
      changed = true;
    }
    if (changed) made[id] = make(std::move(tree));
  }
  return made[whole];
}

}  // namespace assay::metal
