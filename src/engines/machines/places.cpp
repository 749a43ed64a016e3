#include "engines/machines/places.h"

#include <vector>

namespace assay::machines {
namespace {

using metal::Tree;
using metal::TreeId;
using metal::TreePool;

struct Visit {
  TreeId tree;
  bool as_place;  // only where it is matters, not what it holds
};

}  // namespace

bool depends_on(const TreePool& pool, TreeId tree, TreeId place) {
  if (!place.valid()) return false;
  // Another element of the array that a part of the name is found by: `b[*ord]` after `ord[i] = 0`.
  auto may_move = [&](TreeId one) {
    const Tree& a = pool[one];
    const Tree& b = pool[place];
    auto is_element = [](const Tree& node) {
      return node.op == ir::Op::Deref || node.op == ir::Op::Index;
    };
    return one != tree && is_element(a) && is_element(b) && a.kids[0] == b.kids[0];
  };
  // The same memory whatever it is read as: `*(unsigned *)p = 0` after `*p`.
  auto is_place = [&](TreeId one) {
    if (one == place) return true;
    const Tree& a = pool[one];
    const Tree& b = pool[place];
    // The fields of a union are one place.
    if (a.op == ir::Op::Member && b.op == ir::Op::Member)
      return a.owner == b.owner && a.kids == b.kids && pool.text(a.owner).starts_with("union");
    bool leads = a.op == ir::Op::Deref || a.op == ir::Op::Index;
    return leads && a.op == b.op && a.payload == b.payload && a.kids == b.kids;
  };
  // Asked of each name at each write: its room is kept.
  static thread_local std::vector<Visit> todo;
  todo.assign(1, {tree, false});
  while (!todo.empty()) {
    Visit visit = todo.back();
    todo.pop_back();
    if (!visit.as_place && (is_place(visit.tree) || may_move(visit.tree))) return true;
    const Tree& node = pool[visit.tree];
    switch (node.op) {
      case ir::Op::AddressOf:
        todo.push_back({node.kids[0], true});
        break;
      case ir::Op::Member:
        todo.push_back({node.kids[0], visit.as_place});
        break;
      case ir::Op::Index:
        // The array may be a pointer: then where the element is depends on what it holds.
        for (TreeId kid : node.kids) todo.push_back({kid, false});
        break;
      default:
        for (TreeId kid : node.kids) todo.push_back({kid, false});
    }
  }
  return false;
}

bool has_local_of(const TreePool& pool, TreeId tree, metal::ScopeId scope) {
  return any_part(pool, tree, [&](TreeId part) {
    const Tree& node = pool[part];
    return node.op == ir::Op::Local && node.scope == scope;
  });
}

bool is_shared_memory(const TreePool& pool, TreeId tree) {
  return any_part(pool, tree, [&](TreeId part) {
    ir::Op op = pool[part].op;
    return op == ir::Op::Global || op == ir::Op::Deref || op == ir::Op::Index;
  });
}

TreeId address_of(TreePool& pool, TreeId place) {
  Tree tree;
  tree.op = ir::Op::AddressOf;
  tree.kids = {place};
  return pool.make(std::move(tree));
}

TreeId deref_of(TreePool& pool, TreeId pointer, TreeId like) {
  Tree tree;
  tree.op = ir::Op::Deref;
  tree.scalar = pool[like].scalar;
  tree.kids = {pointer};
  return pool.make(std::move(tree));
}

}  // namespace assay::machines
