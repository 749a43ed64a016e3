#include "engines/machines/firing.h"

#include <algorithm>

#include "engines/machines/places.h"

namespace assay::machines {
namespace {

using metal::Bindings;
using metal::Branch;
using metal::HoleId;
using metal::Match;
using metal::Moment;
using metal::RuleRef;
using metal::StateId;
using metal::TreeId;

bool is_about_another(const metal::Machine& machine, const Instance& instance,
                      const Bindings& bindings) {
  for (size_t h = 0; h < bindings.by_hole.size(); ++h) {
    HoleId hole(h);
    if (machine.hole(hole).role == metal::Role::StateVariable && bindings.has(hole) &&
        !instance.is_named(bindings[hole].tree))
      return true;
  }
  return false;
}

}  // namespace

// Of file scope, in a file that is not the instance's: it waits until control comes back there.
bool Firing::is_active(const Instance& instance) const {
  if (instance.names.empty()) return false;
  const metal::TreePool& pool = code_.code().pool;
  const std::string& file = code_.unit().main_file;
  return std::ranges::any_of(instance.names, [&](const Name& name) {
    return !any_part(pool, name.tree, [&](TreeId part) {
      metal::TextId home = pool[part].file;
      return home.valid() && pool.text(home) != file;
    });
  });
}

Bindings Firing::bind(const Instance& instance, TreeId tree) const {
  Bindings bindings;
  bindings.by_hole.resize(rules_.machine().holes.size());
  bindings.by_hole[instance.variable.index()] = {tree, {}, {}, true};
  return bindings;
}

std::optional<TreeId> Firing::match_instance(State& state, size_t number, RuleRef ref,
                                             ir::NodeId node, Moment moment, Match& match) {
  const Instance& instance = state.instances[number];
  current_.state = &state;  // callouts may ask for the instance's data
  current_.instance = number;
  std::optional<TreeId> matched;
  for (const Name& name : instance.names) {
    if (!metal::match_rule(rules_.machine(), ref, code_.code(), node, moment,
                           bind(instance, name.tree), *this, match))
      continue;
    matched = name.tree;
    break;
  }
  current_ = {};
  return matched;
}

void Firing::fire_instances(State& state, Moment moment, Occasion& occasion) {
  auto candidates = rules_.index().candidates(code_.code(), occasion.at, moment);
  if (candidates.empty()) return;
  // Instances that rules make here come after these, and do not fire at the point that made them.
  size_t count = state.instances.size();
  for (size_t i = 0; i < count && failure_.empty() && !occasion.path_ends; ++i) {
    const Instance& instance = state.instances[i];
    if (!is_active(instance)) continue;
    if (std::ranges::any_of(instance.names, [&](const Name& name) {
          return moment == Moment::Condition && occasion.touched.contains(name.tree);
        }))
      continue;
    for (RuleRef ref : candidates) {
      if (!rules_.may_match(ref, named_) || !rules_.applies_in(ref, instance.state)) continue;
      Match match;
      std::optional<TreeId> tree = match_instance(state, i, ref, occasion.at, moment, match);
      if (!tree) continue;
      // APPROX(under): whoever does not ask whether the callee gave the place another value takes
      // it for granted.
      if (moment == Moment::Point && instance.find(*tree)->doubt.valid()) {
        std::erase_if(state.instances[i].names,
                      [](const Name& name) { return name.doubt.valid(); });
        break;
      }
      if (rules_.subsumes() && is_subsumed(state, i, occasion.at, occasion)) break;
      apply(state, i, *tree, ref, match, occasion);
      break;
    }
  }
  drop_stopped(state);
}

bool Firing::is_in_the_way(State& state, RuleRef ref, const Match& match,
                           Occasion& occasion) const {
  bool by_start = rules_.is_start(state.global);
  for (size_t h = 0; h < match.bindings.by_hole.size(); ++h) {
    HoleId hole(h);
    if (rules_.machine().hole(hole).role != metal::Role::StateVariable) continue;
    if (!match.bindings.has(hole)) continue;
    TreeId tree = match.bindings[hole].tree;
    if (!tree.valid()) continue;
    bool is_tracked = state.find(hole, tree) != nullptr;
    if (!is_tracked && !occasion.touched.contains(tree)) continue;
    bool makes = std::ranges::any_of(rules_.rule(ref).targets, [&](const metal::Target& target) {
      return rules_.machine().state(target.state.id).variable == hole;
    });
    if (!by_start && !makes) continue;
    occasion.in_the_way.insert(tree);
    return true;
  }
  return false;
}

bool Firing::match_global(State& state, RuleRef ref, ir::NodeId node, Moment moment,
                          Occasion& occasion, Match& match) {
  if (!rules_.may_match(ref, named_) || !rules_.applies_in(ref, state.global)) return false;
  current_.state = &state;  // callouts may ask what is known
  bool matches = metal::match_rule(rules_.machine(), ref, code_.code(), node, moment, Bindings{},
                                   *this, match);
  current_ = {};
  return matches && !is_in_the_way(state, ref, match, occasion);
}

void Firing::fire_global(State& state, Moment moment, Occasion& occasion) {
  for (RuleRef ref : rules_.index().candidates(code_.code(), occasion.at, moment)) {
    if (!failure_.empty() || occasion.path_ends) return;
    Match match;
    if (!match_global(state, ref, occasion.at, moment, occasion, match)) continue;
    if (rules_.subsumes() && is_subsumed(state, kNone, occasion.at, occasion)) return;
    apply(state, kNone, {}, ref, match, occasion);
    drop_stopped(state);
    return;
  }
}

// A transition that matches at an ancestor, among those that the current state enables.  What
// begins to track another object says nothing of this one: `free(l->s)` uses `l`.
bool Firing::is_subsumed(State& state, size_t instance, ir::NodeId node, Occasion& occasion) {
  const ir::Body& body = code_.body();
  for (ir::NodeId up = code_.parents()[node.index()]; up.valid();
       up = code_.parents()[up.index()]) {
    if (ir::op_info(body[up].op).kind == ir::OpClass::Container) return false;
    for (Moment moment : {Moment::Point, Moment::Condition}) {
      if (moment == Moment::Condition && !code_.is_condition(up)) continue;
      for (RuleRef ref : rules_.index().candidates(code_.code(), up, moment)) {
        Match match;
        if (instance != kNone && rules_.applies_in(ref, state.instances[instance].state) &&
            match_instance(state, instance, ref, up, moment, match))
          return true;
        if (match_global(state, ref, up, moment, occasion, match) &&
            (instance == kNone ||
             !is_about_another(rules_.machine(), state.instances[instance], match.bindings)))
          return true;
      }
    }
  }
  return false;
}

void Firing::apply(State& state, size_t instance, TreeId tree, RuleRef ref, const Match& match,
                   Occasion& occasion) {
  occasion.any_fired = true;
  if (tree.valid()) occasion.touched.insert(tree);
  if (rules_.is_by_branch(ref) || match.negated) {
    postpone(state, instance, tree, ref, match, occasion);
    return;
  }
  for (const metal::Target& target : rules_.rule(ref).targets)
    set_target(state, instance, tree, target.state.id, match.bindings, ref, occasion);
  run_action(state, instance, tree, ref, match.bindings, nullptr, occasion);
}

void Firing::postpone(State& state, size_t instance, TreeId tree, RuleRef ref, const Match& match,
                      Occasion& occasion) {
  Pending pending{ref, match, {}, tree, {}, occasion.at};
  if (instance != kNone) pending.variable = state.instances[instance].variable;
  // What is to be tracked after the branch is spoken for from here on.
  for (const metal::Target& target : rules_.rule(ref).targets) {
    HoleId hole = rules_.machine().state(target.state.id).variable;
    if (hole.valid() && hole.index() < match.bindings.by_hole.size() && match.bindings.has(hole))
      occasion.touched.insert(match.bindings[hole].tree);
  }
  // A plain rule that holds on the false side only acts there; one with sides acts here, once.
  if (rules_.is_by_branch(ref))
    run_action(state, instance, tree, ref, match.bindings, &pending, occasion);
  state.pending.push_back(std::move(pending));
}

void Firing::take_branch(State& state, bool truth, Occasion& occasion) {
  std::vector<Pending> todo = std::move(state.pending);
  state.pending.clear();
  for (Pending& pending : todo) {
    bool side = truth != pending.match.negated;
    bool by_branch = rules_.is_by_branch(pending.rule);
    if (!by_branch && !side) continue;
    occasion.at = pending.at;
    size_t instance = kNone;
    for (size_t i = 0; i < state.instances.size() && pending.variable.valid(); ++i)
      if (state.instances[i].variable == pending.variable &&
          state.instances[i].is_named(pending.tree))
        instance = i;
    if (pending.variable.valid() && instance == kNone) continue;
    current_.pending = &pending;
    for (const metal::Target& target : rules_.rule(pending.rule).targets) {
      if (target.branch != Branch::Both && (target.branch == Branch::True) != side) continue;
      set_target(state, instance, pending.tree, target.state.id, pending.match.bindings,
                 pending.rule, occasion);
    }
    current_.pending = nullptr;
    if (!by_branch)
      run_action(state, instance, pending.tree, pending.rule, pending.match.bindings, nullptr,
                 occasion);
    drop_stopped(state);
  }
}

void Firing::set_target(State& state, size_t instance, TreeId tree, StateId target,
                        const Bindings& bindings, RuleRef, Occasion& occasion) {
  HoleId variable = rules_.machine().state(target).variable;
  if (!variable.valid()) {
    state.global = target;
    if (rules_.is_stop(target)) occasion.path_ends = true;
    return;
  }
  if (instance != kNone && state.instances[instance].variable == variable) {
    change(state, state.instances[instance], tree, target, occasion);
    return;
  }
  if (variable.index() >= bindings.by_hole.size() || !bindings.has(variable)) return;
  TreeId object = bindings[variable].tree;
  if (!object.valid()) return;
  if (Instance* other = state.find(variable, object)) {
    change(state, *other, object, target, occasion);
    return;
  }
  if (rules_.is_stop(target)) return;
  std::optional<metal::InstanceData> data;
  if (current_.pending) data = current_.pending->data;
  create(state, variable, object, target, std::move(data), occasion);
}

void Firing::change(State& state, Instance& instance, TreeId tree, StateId target,
                    Occasion& occasion) {
  for (const Name& name : instance.names) occasion.touched.insert(name.tree);
  instance.state = target;
  instance.history = context_.add(HistoryStep{HistoryStep::Kind::Changed, instance.history,
                                              occasion.at, tree, target, state.path});
}

// APPROX(under): what is reached through more fields and derefs than the limit is not tracked.
void Firing::create(State& state, HoleId variable, TreeId tree, StateId target,
                    std::optional<metal::InstanceData> data, Occasion& occasion) {
  metal::TreePool& pool = code_.code().pool;
  if (metal::is_constant(pool[tree]) || pool[tree].depth > options_.max_depth) return;
  Instance instance;
  instance.variable = variable;
  instance.state = target;
  instance.data = std::move(data);
  instance.names.push_back({tree, 0});
  state.add_copies(pool, instance);
  instance.history = context_.add(
      HistoryStep{HistoryStep::Kind::Created, {}, occasion.at, tree, target, state.path});
  for (const Name& name : instance.names) occasion.touched.insert(name.tree);
  state.instances.push_back(std::move(instance));
}

void Firing::drop_stopped(State& state) {
  std::erase_if(state.instances, [&](const Instance& instance) {
    return rules_.is_stop(instance.state) || (instance.names.empty() && instance.origin < 0);
  });
  state.sort(code_.code().pool);
}

// `$end_of_path$`, alone or refined by callouts; other patterns match no end.
bool Firing::matches_end(metal::PatternId pattern, const Bindings& bindings, ir::NodeId at) {
  const metal::Machine& machine = rules_.machine();
  std::vector<std::pair<metal::PatternId, bool>> todo{{pattern, false}};
  std::vector<bool> values;
  while (!todo.empty()) {
    auto [id, kids_done] = todo.back();
    todo.pop_back();
    const metal::PatternNode& node = machine.trees[id];
    bool combines = node.op == metal::PatternOp::All || node.op == metal::PatternOp::Any;
    if (node.op == metal::PatternOp::Named) {
      todo.push_back({machine.patterns[node.named.index()].pattern, false});
    } else if (combines && !kids_done) {
      todo.push_back({id, true});
      for (metal::PatternId kid : node.kids) todo.push_back({kid, false});
    } else if (combines) {
      auto begin = values.end() - static_cast<ptrdiff_t>(node.kids.size());
      bool value = node.op == metal::PatternOp::All
                       ? std::all_of(begin, values.end(), [](bool one) { return one; })
                       : std::any_of(begin, values.end(), [](bool one) { return one; });
      values.erase(begin, values.end());
      values.push_back(value);
    } else if (node.op == metal::PatternOp::Callout) {
      values.push_back(holds(id, code_.code(), at, bindings));
    } else {
      values.push_back(node.op == metal::PatternOp::EndOfPath);
    }
  }
  return values.back();
}

void Firing::end_instance(State& state, size_t instance, Occasion& occasion) {
  const Instance& ending = state.instances[instance];
  if (ending.names.empty()) return;
  TreeId tree = ending.first_name().tree;
  Bindings bindings = bind(ending, tree);
  for (RuleRef ref : rules_.end_of_path()) {
    if (!rules_.applies_in(ref, ending.state)) continue;
    if (!matches_end(rules_.rule(ref).pattern, bindings, occasion.at)) continue;
    Match match;
    match.bindings = bindings;
    apply(state, instance, tree, ref, match, occasion);
    return;
  }
}

void Firing::end_global(State& state, Occasion& occasion) {
  Bindings bindings;
  bindings.by_hole.resize(rules_.machine().holes.size());
  for (RuleRef ref : rules_.end_of_path()) {
    if (!rules_.applies_in(ref, state.global)) continue;
    if (!matches_end(rules_.rule(ref).pattern, bindings, occasion.at)) continue;
    Match match;
    match.bindings = bindings;
    apply(state, kNone, {}, ref, match, occasion);
    return;
  }
}

}  // namespace assay::machines
