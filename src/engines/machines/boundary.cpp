#include "engines/machines/boundary.h"

#include <algorithm>
#include <map>

#include "engines/machines/places.h"

namespace assay::machines {
namespace {

using ir::Op;
using metal::Tree;
using metal::TreeId;
using metal::TreePool;

// Belongs to no function, so that caller and callee may be the same one.
TreeId make_slot(TreePool& pool, size_t number) {
  Tree tree;
  tree.op = Op::Decl;
  tree.payload = number;
  return pool.make(std::move(tree));
}

bool is_nameable(const TreePool& pool, TreeId tree) {
  return any_part(pool, tree, [&](TreeId part) {
    Op op = pool[part].op;
    return op == Op::Local || op == Op::Global || op == Op::Call;
  });
}

}  // namespace

Boundary::Boundary(TreePool& pool, const FunctionCode& caller, const FunctionCode& callee,
                   ir::NodeId call)
    : pool_(pool),
      caller_(caller),
      callee_(callee),
      value_(caller.tree(call)),
      fact_value_(caller.call_value(call)),
      result_slot_(make_slot(pool, SIZE_MAX)) {
  const ir::Body& body = caller.body();
  const ir::Body& inner = callee.body();
  auto kids = body.kids_of(call);
  bool by_place = body[call].op != Op::Call;  // Construct, Destroy: `this` is the place's address
  for (size_t i = 0; i < inner.param_count; ++i) {
    size_t kid = by_place ? i : i + 1;
    if (kid >= kids.size()) break;
    TreeId actual = caller.tree(kids[kid]);
    TreeId formal = callee.local(ir::LocalId(i));
    if (!actual.valid() || !formal.valid()) continue;
    if (by_place && i == 0) actual = address_of(pool, actual);
    arguments_.push_back({formal, actual, make_slot(pool, i), ir::LocalId(i)});
  }
}

TreeId Boundary::replace_actual(TreeId tree, const Argument& argument) const {
  if (!is_nameable(pool_, argument.actual)) return tree;
  tree = pool_.replace(tree, argument.actual, argument.slot);
  const Tree& actual = pool_[argument.actual];
  if (actual.op != Op::AddressOf) return tree;
  TreeId place = actual.kids[0];
  if (!pool_.mentions(tree, place)) return tree;
  return pool_.replace(tree, place, deref_of(pool_, argument.slot, place));
}

const std::vector<TreeId>& Boundary::into_callee(TreeId tree) const {
  auto [at, is_new] = in_callee_.try_emplace(tree);
  if (is_new) at->second = find_in_callee(tree);
  return at->second;
}

std::vector<TreeId> Boundary::find_in_callee(TreeId tree) const {
  std::vector<TreeId> results;
  auto finish = [&](TreeId inner) {
    if (has_local_of(pool_, inner, caller_.scope())) return;
    for (const Argument& argument : arguments_)
      inner = pool_.replace(inner, argument.slot, argument.formal);
    if (std::find(results.begin(), results.end(), inner) == results.end()) results.push_back(inner);
  };
  for (size_t first = 0; first < arguments_.size(); ++first) {
    TreeId inner = replace_actual(tree, arguments_[first]);
    if (inner == tree) continue;
    for (const Argument& argument : arguments_) inner = replace_actual(inner, argument);
    finish(inner);
  }
  finish(tree);
  return results;
}

TreeId Boundary::remembered(TreeId tree, const std::vector<ir::LocalId>& reassigned,
                            TreeId value) const {
  auto [at, is_new] = in_caller_.try_emplace({tree, value, reassigned});
  if (is_new) at->second = find_in_caller(tree, reassigned, value);
  return at->second;
}

TreeId Boundary::find_in_caller(TreeId tree, const std::vector<ir::LocalId>& reassigned,
                                TreeId value) const {
  tree = pool_.replace(tree, callee_.result(), result_slot_);
  for (const Argument& argument : arguments_) {
    tree = pool_.replace(tree, callee_.given(argument.local), argument.slot);
    if (std::find(reassigned.begin(), reassigned.end(), argument.local) != reassigned.end())
      continue;
    tree = pool_.replace(tree, argument.formal, argument.slot);
  }
  if (has_local_of(pool_, tree, callee_.scope())) return {};
  for (const Argument& argument : arguments_)
    tree = pool_.replace(tree, argument.slot, argument.actual);
  if (!pool_.mentions(tree, result_slot_)) return tree;
  return value.valid() ? pool_.replace(tree, result_slot_, value) : TreeId();
}

bool Boundary::is_copied(TreeId callee_tree) const {
  while (pool_[callee_tree].op == Op::Member) callee_tree = pool_[callee_tree].kids[0];
  return pool_[callee_tree].op == Op::Local;
}

// APPROX(over): what a callee of the callee writes is not seen.
bool Boundary::is_read_from_written(TreeId callee_tree) const {
  return std::ranges::any_of(arguments_, [&](const Argument& argument) {
    if (pool_[argument.actual].op == Op::AddressOf) return false;
    return pool_.mentions(callee_tree, argument.formal) &&
           any_part(pool_, argument.actual,
                    [&](TreeId part) { return callee_.writes(pool_[part], argument.local); });
  });
}

// APPROX(over): what a callee of the callee tests is not told; its paths are not told apart.
bool Boundary::concerns_callee(TreeId callee_tree) const {
  const Tree& tree = pool_[callee_tree];
  if (tree.op == Op::Global) return callee_.names_global(tree.text);
  return tree.op == Op::Local && !callee_.is_value(tree) &&
         callee_.tests(ir::LocalId(static_cast<uint32_t>(tree.payload)));
}

bool is_visible_outside(const FunctionCode& code, TreeId tree,
                        const std::vector<ir::LocalId>& reassigned) {
  const TreePool& pool = code.code().pool;
  return !any_part(pool, tree, [&](TreeId part) {
    const Tree& node = pool[part];
    if (node.op != Op::Local || node.scope != code.scope()) return false;
    if (part == code.result() || code.is_given(node)) return false;
    if (code.is_value(node)) return true;
    ir::LocalId local(static_cast<uint32_t>(node.payload));
    return local.index() >= code.body().param_count ||
           std::find(reassigned.begin(), reassigned.end(), local) != reassigned.end();
  });
}

Refined refine(TreePool& pool, const Boundary& boundary, const State& state,
               const IsMeant& is_meant) {
  Refined refined;
  refined.entry.global = state.global;
  for (size_t i = 0; i < state.instances.size(); ++i) {
    const Instance& outer = state.instances[i];
    Instance inner = outer;
    inner.names.clear();
    uint32_t next_place = 0;
    for (const Name& name : outer.names) next_place = std::max(next_place, name.place);
    for (const Name& name : outer.names) {
      if (name.doubt.valid()) continue;
      const std::vector<TreeId>& trees = boundary.into_callee(name.tree);
      uint32_t place = name.place != 0 || trees.size() < 2 ? name.place : ++next_place;
      for (TreeId tree : trees) inner.add_name(pool, {tree, name.chain, place});
    }
    // What the callee cannot name stays with the caller, and goes past the call as it is.
    bool concerns =
        std::ranges::any_of(inner.names, [&](const Name& name) { return is_meant(name.tree); });
    if (!concerns) continue;
    inner.origin = static_cast<int32_t>(refined.instances.size());
    inner.history = {};
    refined.instances.push_back(i);
    refined.entry.instances.push_back(std::move(inner));
  }
  return refined;
}

Facts refine_facts(TreePool& pool, const Boundary& boundary, const State& state) {
  std::map<TreeId, TreeId> known;
  auto rename = [&](TreeId tree) {
    auto [at, is_new] = known.try_emplace(tree);
    if (is_new)
      for (TreeId inner : boundary.into_callee(tree))
        if (!at->second.valid() && boundary.concerns_callee(inner)) at->second = inner;
    return at->second;
  };
  // What the callee cannot name goes first: values are told by the names that it has for them.
  Facts told = state.facts;
  told.forget_if(pool, [&](TreeId tree) { return !rename(tree).valid(); });
  Facts facts = told.renamed(pool, rename);
  for (const Boundary::Argument& argument : boundary.arguments()) {
    if (!boundary.concerns_callee(argument.formal)) continue;
    const Tree& actual = pool[argument.actual];
    if (metal::is_constant(actual))
      facts.assign(pool, argument.formal, argument.actual);
    else if (actual.op == Op::AddressOf && state.facts.holds(pool, argument.actual) == Tri::Yes)
      facts.assume(pool, argument.formal, true);
  }
  return facts;
}

namespace {

struct Restorer {
  TreePool& pool;
  const Boundary& boundary;
  const metal::Machine& machine;
  const Refined& refined;
  const Exit& exit;
  std::span<const ir::LocalId> moved;

  bool is_by_moved(TreeId inner) const {
    return std::ranges::any_of(moved, [&](ir::LocalId local) {
      return pool.mentions(inner, boundary.callee().local(local)) ||
             pool.mentions(inner, boundary.callee().given(local));
    });
  }

  bool is_by_value(const Instance& instance) const {
    return machine.hole(instance.variable).passing == metal::Passing::ByValue;
  }

  // Names that did not go into the callee: it cannot have touched them, but for those of a place
  // whose other name was there and did not come back.
  std::vector<Name> kept_names(const Instance& outer, const Instance& back) const {
    std::vector<Name> kept;
    auto is_lost = [&](const Name& other) {
      return !boundary.into_callee(other.tree).empty() && !back.is_named(other.tree);
    };
    for (const Name& name : outer.names) {
      if (!boundary.into_callee(name.tree).empty()) continue;
      bool goes = name.place != 0 && std::ranges::any_of(outer.names, [&](const Name& other) {
                    return other.place == name.place && is_lost(other);
                  });
      if (!goes) kept.push_back(name);
    }
    return kept;
  }

  std::vector<Name> outer_names(const Instance& inner, const Instance* outer) const {
    std::vector<Name> names;
    for (const Name& name : inner.names) {
      if (outer == nullptr && is_by_value(inner) && boundary.is_copied(name.tree)) continue;
      if (outer == nullptr && boundary.is_read_from_written(name.tree)) continue;
      if (outer == nullptr && is_by_moved(name.tree)) continue;
      TreeId tree = boundary.into_caller(name.tree, exit.reassigned);
      if (!tree.valid() || metal::is_constant(pool[tree])) continue;
      const Name* known = outer ? outer->find(tree) : nullptr;
      names.push_back({tree, known ? known->chain : name.chain, known ? known->place : 0});
    }
    return names;
  }

  // All of it was copied into the callee: whatever happened there happened to the copy.
  bool was_copied(const Instance& outer) const {
    if (!is_by_value(outer)) return false;
    for (const Name& name : outer.names)
      for (TreeId tree : boundary.into_callee(name.tree))
        if (!boundary.is_copied(tree)) return false;
    return true;
  }
};

}  // namespace

Facts restore_facts(TreePool& pool, const Boundary& boundary, const Exit& exit) {
  return exit.facts.renamed(
      pool, [&](TreeId tree) { return boundary.fact_into_caller(tree, exit.reassigned); });
}

void restore(TreePool& pool, const Boundary& boundary, const metal::Machine& machine,
             const Refined& refined, const Exit& exit, uint32_t link, uint32_t number,
             ir::NodeId call, std::span<const ir::LocalId> moved, Context& context, State& state) {
  Restorer restorer{pool, boundary, machine, refined, exit, moved};
  std::vector<Instance> before = std::move(state.instances);
  state.instances.clear();
  state.global = exit.global;
  std::vector<bool> went_in(before.size(), false);
  for (size_t outer : refined.instances) went_in[outer] = !restorer.was_copied(before[outer]);
  for (size_t i = 0; i < before.size(); ++i)
    if (!went_in[i]) state.instances.push_back(before[i]);

  for (size_t j = 0; j < exit.instances.size(); ++j) {
    const Instance& inner = exit.instances[j];
    const Instance* outer = nullptr;
    if (inner.origin >= 0) {
      size_t number_outside = refined.instances[static_cast<size_t>(inner.origin)];
      if (!went_in[number_outside]) continue;
      outer = &before[number_outside];
    }
    Instance back = inner;
    back.origin = outer ? outer->origin : -1;
    back.names.clear();
    for (const Name& name : restorer.outer_names(inner, outer))
      if (state.find(inner.variable, name.tree) == nullptr) back.add_name(pool, name);
    if (outer)
      for (const Name& name : restorer.kept_names(*outer, back)) back.add_name(pool, name);
    if (back.names.empty() && back.origin < 0) continue;
    if (outer == nullptr) state.add_copies(pool, back);
    if (outer && exit.is_unchanged[j]) {
      back.history = outer->history;
    } else {
      HistoryStep step;
      step.kind = HistoryStep::Kind::Returned;
      if (outer) step.before = outer->history;
      step.at = call;
      step.path = state.path;
      step.number = link;
      step.exit = number;
      step.instance = static_cast<uint32_t>(j);
      back.history = context.add(step);
    }
    state.instances.push_back(std::move(back));
  }
  state.sort(pool);
}

}  // namespace assay::machines
