// One object by two names: what is tracked as `s->m` is meant by `g->s->m` too where `g->s` and `s`
// are known to be one pointer.  Asked where a rule could fire, and forgotten afterwards.
#include <algorithm>
#include <ranges>

#include "engines/machines/exploration.h"

namespace assay::machines {

using ir::NodeId;
using ir::Op;
using metal::TreeId;

namespace {

// `&a->m` and `&b->m`: a and b.  Equal trees: none.
std::pair<TreeId, TreeId> where_they_differ(const metal::TreePool& pool, TreeId a, TreeId b) {
  while (a != b) {
    const metal::Tree &first = pool[a], &second = pool[b];
    bool is_step = first.op == Op::AddressOf || first.op == Op::Member || first.op == Op::Deref;
    if (!is_step || first.op != second.op || first.text != second.text ||
        first.owner != second.owner)
      return {a, b};
    a = first.kids[0];
    b = second.kids[0];
  }
  return {};
}

}  // namespace

bool Exploration::is_same_by_facts(const State& state, TreeId a, TreeId b) const {
  auto [first, second] = where_they_differ(pool(), a, b);
  if (!first.valid()) return false;
  // Pointers that are held somewhere: `p + i` where i is 0 is no other name of p.
  auto is_pointer = [&](TreeId tree) {
    Op op = pool()[tree].op;
    bool is_held = op == Op::Local || op == Op::Global || op == Op::Member || op == Op::Deref ||
                   op == Op::Index;
    return is_held && pool()[tree].scalar.kind == metal::ScalarKind::Pointer;
  };
  return is_pointer(first) && is_pointer(second) &&
         state.facts.equal(pool(), first, second) == Tri::Yes &&
         state.facts.equal(pool(), first, pool().make_int(0)) != Tri::Yes;
}

// What a rule could look at, at this point: the operands of its node.
std::vector<Exploration::Alias> Exploration::add_aliases(State& state, NodeId node) {
  std::vector<Alias> added;
  if (!run_.options.prune || run_.rules.is_stateless() || state.instances.empty() ||
      state.facts.empty() ||
      run_.rules.index().candidates(code_.code(), node, metal::Moment::Point).empty())
    return added;
  for (NodeId kid : body().kids_of(node)) {
    TreeId tree = code_.tree(kid);
    if (!tree.valid() || metal::is_constant(pool()[tree]) || pool()[tree].op == Op::FunctionRef)
      continue;
    for (Instance& instance : state.instances) {
      if (state.find(instance.variable, tree) != nullptr) continue;
      auto known = std::ranges::find_if(instance.names, [&](const Name& name) {
        return !name.doubt.valid() && is_same_by_facts(state, name.tree, tree);
      });
      if (known == instance.names.end()) continue;
      HistoryStep step;
      step.kind = HistoryStep::Kind::Synonym;
      step.before = instance.history;
      step.at = node;
      step.tree = tree;
      step.state = instance.state;
      step.path = state.path;
      instance.add_name(pool(), {tree, known->chain + 1});
      instance.history = context_.add(step);
      added.push_back({instance.variable, tree, instance.history, step.before});
    }
  }
  return added;
}

// No rule has fired on it by that name: it goes on under those that it has for good.
void Exploration::remove_aliases(State& state, const std::vector<Alias>& added) {
  for (const Alias& alias : std::views::reverse(added))
    for (Instance& instance : state.instances)
      if (instance.history == alias.step) instance.history = alias.before;
  for (const Alias& alias : added)
    for (Instance& instance : state.instances)
      if (instance.variable == alias.variable && instance.names.size() > 1)
        std::erase_if(instance.names, [&](const Name& name) { return name.tree == alias.tree; });
}

}  // namespace assay::machines
