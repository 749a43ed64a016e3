// What a point does to a state whatever the rules say: kills, synonyms, facts, ends of scopes.
#include <algorithm>

#include "engines/machines/exploration.h"
#include "engines/machines/places.h"
#include "engines/machines/writes.h"

namespace assay::machines {

using ir::NodeId;
using ir::Op;
using metal::TreeId;

// Through what does not change the value, and joins that were taken.
NodeId Exploration::value_node(const State& state, NodeId node) const {
  // Each step goes to an older node.
  while (true) {
    const ir::Node& at = body()[node];
    auto join = std::find_if(state.joins.begin(), state.joins.end(),
                             [&](const JoinValue& value) { return value.join == node; });
    // `a = b = 0` gives a the constant: a and b are equal by chance, not one thing.
    if (NodeId assigned = assigned_constant(node); assigned.valid()) return assigned;
    if (at.op == Op::Conditional && join != state.joins.end()) {
      node = join->value;
    } else if (at.op == Op::Cast || at.op == Op::Opaque || at.op == Op::Comma) {
      TreeId own = code_.tree(node);
      NodeId inner = at.op == Op::Opaque  ? NodeId(static_cast<uint32_t>(at.payload - 1))
                     : at.op == Op::Comma ? body().kids_of(node).back()
                                          : body().kid(node, 0);
      if (at.op == Op::Opaque && at.payload == 0) return node;
      // A cast that changes the value is a tree of its own.
      if (at.op == Op::Cast && own != code_.tree(inner)) return node;
      node = inner;
    } else if (at.op == Op::New && at.kid_count > 0) {
      node = body().kid(node, 0);  // the block, in which the constructor has left what it did
    } else {
      return node;
    }
  }
}

NodeId Exploration::assigned_constant(NodeId node) const {
  if (body()[node].op != Op::Assign) return {};
  while (body()[node].op == Op::Assign) node = body().kid(node, 1);
  TreeId tree = code_.tree(node);
  return tree.valid() && metal::is_constant(pool()[tree]) ? node : NodeId();
}

void Exploration::drop_names(State& state, const std::function<bool(const Name&)>& goes,
                             OtherNames others) {
  for (Instance& instance : state.instances) {
    if (run_.rules.machine().hole(instance.variable).kills != metal::Kills::On) continue;
    std::set<uint32_t> places;
    for (const Name& name : instance.names)
      if (name.place != 0 && others == OtherNames::GoAlong && goes(name)) places.insert(name.place);
    std::erase_if(instance.names,
                  [&](const Name& name) { return places.contains(name.place) || goes(name); });
  }
  std::erase_if(state.instances, [](const Instance& instance) {
    return instance.names.empty() && instance.origin < 0;
  });
  for (Copies& copies : state.copies) std::erase_if(copies.names, goes);
  std::erase_if(state.copies, [](const Copies& copies) { return copies.names.size() < 2; });
}

void Exploration::kill(State& state, TreeId place, const std::set<TreeId>& spared) {
  if (!place.valid()) return;
  const metal::Tree& tree = pool()[place];
  auto goes = [&](const Name& name) {
    return !spared.contains(name.tree) && depends_on(pool(), name.tree, place);
  };
  if (is_own_param(tree)) reassign(state, place, goes);
  // A pointer that goes elsewhere leaves the object to its other names.
  drop_names(
      state, goes,
      tree.op == Op::Local || tree.op == Op::Global ? OtherNames::Stay : OtherNames::GoAlong);
}

// A reference stays what it refers to, whatever is written there.
bool Exploration::is_own_param(const metal::Tree& tree) const {
  return tree.op == Op::Local && tree.scope == code_.scope() && tree.payload < body().param_count &&
         !code_.unit().types.is_reference(body().locals[tree.payload].type);
}

// The parameter is the function's own: what the caller gave stays what it is, under another name.
// APPROX(under): what began in here is lost, as in `free(p); p = NULL;`.  Wrappers that write their
// parameter are mostly those of realloc, which free it for sizes that no caller asks for and no
// caller rules out.
void Exploration::reassign(State& state, TreeId param,
                           const std::function<bool(const Name&)>& goes) {
  ir::LocalId local(static_cast<uint32_t>(pool()[param].payload));
  auto at = std::lower_bound(state.reassigned.begin(), state.reassigned.end(), local);
  if (at != state.reassigned.end() && *at == local) return;
  state.reassigned.insert(at, local);
  TreeId given = code_.given(local);
  for (Instance& instance : state.instances) {
    if (instance.origin < 0) continue;
    std::vector<Name> names = instance.names;
    for (const Name& name : names)
      if (goes(name))
        instance.add_name(pool(),
                          {pool().replace(name.tree, param, given), name.chain, name.place});
  }
}

// `*pp = q`, as when an element leaves a list: whatever pointer in memory `pp` leads to, or in a
// variable whose address was taken.
// APPROX(over): pointers that it does not lead to are killed as well.
void Exploration::kill_written_through(State& state, TreeId place, const std::set<TreeId>& spared) {
  if (pool()[place].scalar.kind != metal::ScalarKind::Pointer) return;
  auto goes = [&](const Name& name) {
    const metal::Tree& tree = pool()[name.tree];
    if (spared.contains(name.tree) || tree.scalar.kind != metal::ScalarKind::Pointer) return false;
    if (tree.op == Op::Local && tree.scope == code_.scope() && !code_.is_value(tree))
      return body().locals[tree.payload].address_taken;
    return (tree.op == Op::Member || tree.op == Op::Deref || tree.op == Op::Index) &&
           is_exposed(name.tree);
  };
  drop_names(state, goes);
}

// Where a pointer was found to be null, nothing lies behind it.
void Exploration::drop_behind_null(State& state) {
  if (state.instances.empty()) return;
  TreeId zero = pool().make_int(0);
  auto is_behind_null = [&](const Name& name) {
    return any_part(pool(), name.tree, [&](TreeId part) {
      const metal::Tree& tree = pool()[part];
      return tree.op == Op::Deref && state.facts.equal(pool(), tree.kids[0], zero) == Tri::Yes;
    });
  };
  drop_names(state, is_behind_null, OtherNames::Stay);
}

bool Exploration::is_call_value(TreeId tree) const { return pool()[tree].op == Op::Call; }

void Exploration::copy(State& state, TreeId place, TreeId value, NodeId node) {
  if (metal::is_constant(pool()[value]) || pool()[place].depth > run_.options.max_depth) return;
  for (Instance& instance : state.instances) {
    if (is_call_value(value)) {
      name_parts(instance, value, place);
      std::erase_if(instance.names, [&](const Name& old) {
        return old.tree != value && pool().mentions(old.tree, value);
      });
    }
    if (!is_call_value(value)) instance.add_parts_behind(pool(), value, place);
    const Name* from = instance.find(value);
    if (from == nullptr || state.find(instance.variable, place) != nullptr) continue;
    HistoryStep step;
    step.kind = HistoryStep::Kind::Synonym;
    step.before = instance.history;
    step.at = node;
    step.tree = place;
    step.state = instance.state;
    step.path = state.path;
    Name name{place, from->chain + 1};
    name.doubt = from->doubt;
    // The call's next value is another one: from here on the variable alone stands for it.
    if (is_call_value(value))
      std::erase_if(instance.names, [&](const Name& old) { return old.tree == value; });
    instance.add_name(pool(), name);
    instance.history = context_.add(step);
  }
  if (is_call_value(value)) return;
  constexpr size_t kMaxCopies = 8;
  for (Copies& copies : state.copies) {
    auto from = std::find_if(copies.names.begin(), copies.names.end(),
                             [&](const Name& name) { return name.tree == value; });
    if (from == copies.names.end()) continue;
    copies.names.push_back({place, from->chain + 1});
    return;
  }
  // APPROX(under): only the latest copies are remembered.
  if (state.copies.size() >= kMaxCopies) state.copies.erase(state.copies.begin());
  state.copies.push_back({{{value, 0}, {place, 1}}});
}

void Exploration::write(State& state, NodeId node, const Write& write, const Occasion& occasion) {
  TreeId place = code_.tree(write.place);
  if (!place.valid()) return;
  TreeId value;
  if (write.value.valid()) value = value_tree(state, write.value);
  if (value == place) return;
  // The value may be known by a tree that the write itself changes: `p = p->next`.
  std::vector<std::pair<size_t, Name>> synonyms;
  for (size_t i = 0; i < state.instances.size() && value.valid(); ++i)
    if (const Name* name = state.instances[i].find(value)) synonyms.push_back({i, *name});
  bool lasts = value.valid() && !depends_on(pool(), value, place);
  if (pool()[place].op == Op::Deref) kill_written_through(state, place, occasion.touched);
  if (lasts || synonyms.empty()) {
    kill(state, place, occasion.touched);
    if (lasts) copy(state, place, value, node);
  } else {
    // Name it first by what no write touches, so that the instance outlives its old name.
    auto [number, name] = synonyms.front();
    Instance moved = state.instances[number];
    moved.names = {{place, name.chain + 1}};
    HistoryStep step;
    step.kind = HistoryStep::Kind::Synonym;
    step.before = moved.history;
    step.at = node;
    step.tree = place;
    step.state = moved.state;
    step.path = state.path;
    moved.history = context_.add(step);
    for (const Name& other : state.instances[number].names)
      if (!depends_on(pool(), other.tree, place)) moved.add_name(pool(), other);
    state.instances.erase(state.instances.begin() + static_cast<ptrdiff_t>(number));
    kill(state, place, occasion.touched);
    state.instances.push_back(std::move(moved));
  }
  state.sort(pool());
  if (!run_.options.prune || run_.rules.is_stateless()) return;
  Op op = body()[node].op;
  if (write.value.valid()) {
    state.facts.assign(pool(), place, fact_tree(state, write.value));
  } else if (op == Op::Construct) {
    state.facts.forget(pool(), place);
  } else {
    TreeId operand;
    if (body()[node].kid_count > 1) operand = fact_tree(state, body().kid(node, 1));
    state.facts.write(pool(), op, place, operand);
  }
}

// The variable that begins or ends here; none: a reference to what has a name of its own.
TreeId Exploration::scoped_local(NodeId node) const {
  ir::LocalId local = body().local_of(node);
  TreeId tree = code_.local(local);
  if (!tree.valid()) return {};
  const metal::Tree& named = pool()[tree];
  bool is_itself = named.op == Op::Local && named.payload == local.index();
  return is_itself ? tree : TreeId();
}

// Named by a reference that stands for what has no name of its own here, or in such an object.
bool Exploration::is_referred(TreeId tree) const {
  while (pool()[tree].op == Op::Member || pool()[tree].op == Op::AddressOf)
    tree = pool()[tree].kids[0];
  const metal::Tree& base = pool()[tree];
  if (base.op != Op::Local || base.scope != code_.scope() || code_.is_value(base)) return false;
  ir::LocalId local(static_cast<uint32_t>(base.payload));
  return code_.local(local) == tree &&
         code_.unit().types.is_reference(body().locals[local.index()].type);
}

void Exploration::declare(State& state, NodeId node) {
  TreeId local = scoped_local(node);
  if (!local.valid()) return;
  kill(state, local, {});
  if (run_.options.prune) state.facts.forget(pool(), local);
}

void Exploration::end_scope(State& state, NodeId node) {
  TreeId local = scoped_local(node);
  if (!local.valid()) return;
  // What it stands for goes on; nobody can say its name until it begins anew.
  if (is_referred(local)) return;
  auto goes = [&](const Name& name) { return pool().mentions(name.tree, local); };
  Occasion occasion;
  occasion.at = node;
  for (size_t i = 0; i < state.instances.size(); ++i) {
    Instance& instance = state.instances[i];
    bool ends = instance.origin < 0 && !instance.names.empty() &&
                std::all_of(instance.names.begin(), instance.names.end(), goes);
    if (ends) firing_.end_instance(state, i, occasion);
  }
  for (Instance& instance : state.instances) std::erase_if(instance.names, goes);
  std::erase_if(state.instances, [](const Instance& instance) {
    return instance.names.empty() && instance.origin < 0;
  });
  for (Copies& copies : state.copies) std::erase_if(copies.names, goes);
  std::erase_if(state.copies, [](const Copies& copies) { return copies.names.size() < 2; });
  state.sort(pool());
  if (run_.options.prune) state.facts.forget(pool(), local);
}

void Exploration::pass_return(State& state, NodeId node) {
  state.returned = node;
  if (is_root() || body()[node].kid_count == 0) return;
  name_result(state, node);
  if (run_.options.prune)
    state.facts.assign(pool(), code_.result(), fact_tree(state, body().kid(node, 0)));
}

// `&node->lock`, where `node` is returned or kept: by the new name as well.
void Exploration::name_parts(Instance& instance, TreeId value, TreeId place) {
  std::vector<Name> parts;
  for (const Name& name : instance.names)
    if (name.tree != value && pool().mentions(name.tree, value))
      parts.push_back({pool().replace(name.tree, value, place), name.chain});
  for (const Name& part : parts)
    if (pool()[part.tree].depth <= run_.options.max_depth) instance.add_name(pool(), part);
}

void Exploration::name_result(State& state, NodeId node) {
  TreeId value = value_tree(state, body().kid(node, 0));
  if (!value.valid()) return;
  for (Instance& instance : state.instances) {
    if (!metal::is_constant(pool()[value])) name_parts(instance, value, code_.result());
    const Name* name = instance.find(value);
    if (name == nullptr) continue;
    Name result{code_.result(), name->chain};
    if (is_call_value(value))
      std::erase_if(instance.names, [&](const Name& old) { return old.tree == value; });
    instance.add_name(pool(), result);
  }
  ir::TypeId type = body()[body().kid(node, 0)].type;
  bool is_pointer = type.valid() && code_.unit().types.resolved(type).kind == ir::TypeKind::Pointer;
  if (is_pointer) name_null_result(state, value);
}

// `if (!p) return NULL;`: what the caller gets is the null pointer that was found here.
void Exploration::name_null_result(State& state, TreeId value) {
  if (!run_.options.prune || !metal::is_constant(pool()[value])) return;
  TreeId zero = pool().make_int(0);
  if (state.facts.equal(pool(), value, zero) != Tri::Yes) return;
  for (Instance& instance : state.instances) {
    if (instance.origin >= 0) continue;
    bool is_null = std::ranges::any_of(instance.names, [&](const Name& name) {
      return pool()[name.tree].scalar.kind == metal::ScalarKind::Pointer &&
             state.facts.equal(pool(), name.tree, zero) == Tri::Yes;
    });
    if (!is_null) continue;
    instance.add_name(pool(), {code_.result(), instance.names.front().chain});
    return;
  }
}

// Written by code that is no C: its outputs.
void Exploration::assemble(State& state, NodeId node) {
  auto kids = body().kids_of(node);
  if (kids.empty()) return;
  for (NodeId output : body().kids_of(kids[0])) {
    TreeId place = code_.tree(output);
    if (!place.valid()) continue;
    kill(state, place, {});
    if (run_.options.prune) state.facts.forget(pool(), place);
  }
}

// Others may write it: memory, and locals whose address somebody has.
bool Exploration::is_exposed(TreeId tree) const {
  return any_part(pool(), tree, [&](TreeId part) {
    const metal::Tree& node = pool()[part];
    if (node.op == Op::Global || node.op == Op::Deref || node.op == Op::Index) return true;
    return node.op == Op::Local && node.scope == code_.scope() && !code_.is_value(node) &&
           body().locals[node.payload].address_taken;
  });
}

// As the callee's declaration has them; none if it is called through a pointer.
static std::span<const ir::TypeId> params_of(const ir::Unit& unit, const ir::Body& body,
                                             NodeId call) {
  const ir::Symbol* callee = callee_of(unit, body, call);
  if (callee == nullptr || !callee->type.valid()) return {};
  return unit.types.resolved(callee->type).params;
}

// A function of the system's library writes what it is given, and nothing else that the program
// names but errno.  APPROX(under): what it is given by another name.
bool Exploration::is_within_reach(NodeId call, TreeId tree) const {
  std::set<TreeId> given;
  const ir::TypeTable& types = code_.unit().types;
  std::span<const ir::TypeId> params = params_of(code_.unit(), body(), call);
  auto kids = body().kids_of(call);
  for (size_t i = 0; i < kids.size(); ++i) {
    TreeId argument = code_.tree(kids[i]);
    if (!argument.valid()) continue;
    // `fopen(name, "r")` leaves the name as it is.
    bool is_declared = i > 0 && i - 1 < params.size();
    if (leads_to_constant(types, is_declared ? params[i - 1] : body()[kids[i]].type)) continue;
    // The address of a field leads to the field: `pthread_mutex_lock(&s->lock)` writes no other.
    if (pool()[argument].op == Op::AddressOf && pool()[pool()[argument].kids[0]].op == Op::Member) {
      given.insert(pool()[argument].kids[0]);
      continue;
    }
    any_part(pool(), argument, [&](TreeId part) {
      Op op = pool()[part].op;
      if (op == Op::Local || op == Op::Global) given.insert(part);
      return false;
    });
  }
  bool is_value = pool()[tree].op == Op::Global && !pool()[tree].kids.empty();
  return any_part(pool(), tree, [&](TreeId part) {
    // What stands behind the value of a call: `*__errno_location()`.
    return given.contains(part) || (!is_value && pool()[part].op == Op::Call) ||
           code_.writes_unasked(call, pool()[part]);
  });
}

// Whether the functions that a call may reach have a word for a global; those that have none do not
// write it.  APPROX(under): a pointer may lead there.
bool Exploration::is_named_below(NodeId call, TreeId tree) const {
  TreeId whole = tree;
  while (pool()[whole].op == Op::Member) whole = pool()[whole].kids[0];
  if (pool()[whole].op != Op::Global) return true;
  // A field of a global: by its own name as well, where it is written.
  for (; tree != whole; tree = pool()[tree].kids[0]) {
    if (pool().text(pool()[tree].owner).starts_with("union")) break;
    if (!has_word_below(call, Mentions::kWritten + pool().text(pool()[tree].text))) return false;
  }
  return has_word_below(call, pool().text(pool()[whole].name));
}

bool Exploration::has_word_below(NodeId call, const std::string& name) const {
  if (code_.sites(call).empty()) return true;
  for (const callgraph::CallSite& site : code_.sites(call)) {
    if (site.open || site.targets.empty()) return true;
    for (callgraph::FunctionId target : site.targets)
      if (run_.workspace.view().graph().functions[target.index()].unit < 0 ||
          run_.workspace.mentions().below(target, name))
        return true;
  }
  return false;
}

// Whether a function of the program that a call may reach writes a field on the way to the place,
// or the global that it is; `how` (Mentions) says in which writes it counts.
bool Exploration::is_written_below(char how, NodeId call, TreeId place) const {
  return any_part(pool(), place, [&](TreeId part) {
    const metal::Tree& tree = pool()[part];
    if (tree.op != Op::Member && tree.op != Op::Global) return false;
    std::string name = how + pool().text(tree.op == Op::Member ? tree.text : tree.name);
    for (const callgraph::CallSite& site : code_.sites(call))
      for (callgraph::FunctionId target : site.targets)
        if (run_.workspace.mentions().below(target, name)) return true;
    return false;
  });
}

// What a callee is given the address of may hold something else afterwards: instances say so
// themselves, for they went in; copies of what is not tracked did not.  Likewise what stands in
// memory, if a callee writes a field of that name.
// APPROX(under): it may have written another object's.
void Exploration::forget_copies(State& state, NodeId call) {
  if (state.copies.empty()) return;
  for (Copies& copies : state.copies)
    std::erase_if(copies.names, [&](const Name& name) {
      return is_exposed(name.tree) && is_written_below(Mentions::kWritten, call, name.tree);
    });
  const ir::TypeTable& types = code_.unit().types;
  std::span<const ir::TypeId> params = params_of(code_.unit(), body(), call);
  auto kids = body().kids_of(call);
  for (size_t i = 0; i < kids.size(); ++i) {
    TreeId argument = code_.tree(kids[i]);
    if (!argument.valid() || pool()[argument].op != Op::AddressOf) continue;
    bool is_declared = i > 0 && i - 1 < params.size();
    if (leads_to_constant(types, is_declared ? params[i - 1] : body()[kids[i]].type)) continue;
    TreeId place = pool()[argument].kids[0];
    auto goes = [&](const Name& name) { return depends_on(pool(), name.tree, place); };
    for (Copies& copies : state.copies) std::erase_if(copies.names, goes);
  }
  std::erase_if(state.copies, [](const Copies& copies) { return copies.names.size() < 2; });
}

void Exploration::havoc_memory(State& state, NodeId call) {
  if (!run_.options.prune || state.facts.empty()) return;
  TreeId value = code_.call_value(call);
  bool is_library = code_.calls_system(call);
  state.facts.forget_if(pool(), [&](TreeId tree) {
    if (pool().mentions(tree, value)) return true;
    if (!is_exposed(tree)) return false;
    return is_library ? is_within_reach(call, tree) : is_named_below(call, tree);
  });
}

bool Exploration::is_tracked_pointer(const State& state, TreeId tree) const {
  return pool()[tree].scalar.kind == metal::ScalarKind::Pointer &&
         std::ranges::any_of(state.instances, [&](const Instance& instance) {
           return instance.origin < 0 && instance.is_named(tree);
         });
}

// What nobody reads any more, and what the loop that begins there may have changed.
void Exploration::forget_at(State& state, ir::BlockId block, LoopFacts loop) {
  const LoopWrites* writes = code_.loop_at(block);
  if (writes != nullptr) {
    // Copies go with the facts about them: `next` may be null where the loop ends, and what was
    // once copied from it need not be.
    auto changes = [&](const Name& name) {
      if (writes->memory && is_exposed(name.tree)) return true;
      return any_part(pool(), name.tree, [&](TreeId part) {
        const metal::Tree& node = pool()[part];
        return node.op == Op::Local && node.scope == code_.scope() &&
               (code_.is_value(node) || writes->locals[node.payload]);
      });
    };
    for (Copies& copies : state.copies) std::erase_if(copies.names, changes);
    std::erase_if(state.copies, [](const Copies& copies) { return copies.names.size() < 2; });
    // So do synonyms in memory: the head of a list is another element in the next round.
    // APPROX(under): it may be the same one.
    for (Instance& instance : state.instances)
      std::erase_if(instance.names, [&](const Name& name) {
        return name.chain > 0 && writes->memory && is_exposed(name.tree);
      });
    std::erase_if(state.instances, [](const Instance& instance) {
      return instance.names.empty() && instance.origin < 0;
    });
  }
  if (loop == LoopFacts::Keep) writes = nullptr;
  if (!run_.options.prune) return;
  if (!state.facts.empty()) forget_facts(state, block, writes);
  if (writes != nullptr && !run_.rules.is_stateless()) learn_loop(state, block);
}

void Exploration::forget_facts(State& state, ir::BlockId block, const LoopWrites* writes) {
  state.facts.forget_if(pool(), [&](TreeId tree) {
    if (writes != nullptr && writes->memory && is_exposed(tree)) return true;
    return any_part(pool(), tree, [&](TreeId part) {
      const metal::Tree& node = pool()[part];
      if (node.op != Op::Local || node.scope != code_.scope()) return false;
      bool is_value = code_.is_value(node);
      if (writes != nullptr && (is_value || writes->locals[node.payload])) return true;
      // Callers learn what is known about parameters, and whether what is tracked is null.
      bool is_told = !is_root() && !is_value &&
                     (node.payload < body().param_count || is_tracked_pointer(state, tree));
      return !is_told && !code_.may_be_read(block, node);
    });
  });
}

void Exploration::learn_loop(State& state, ir::BlockId header) {
  for (const LoopValue& value : code_.loop_values(header)) {
    TreeId local = code_.local(value.local);
    if (!local.valid() || !code_.may_be_read(header, pool()[local])) continue;
    if (value.is_pointer)
      state.facts.assume(pool(), local, true);
    else
      state.facts.assume_case(pool(), local, value.low, value.high, /*taken=*/true);
  }
}

}  // namespace assay::machines
