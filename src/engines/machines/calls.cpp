// Calls: into which functions, in which state, and how the caller goes on.
#include <algorithm>

#include "callgraph/analysis_roots.h"
#include "engines/machines/exploration.h"
#include "engines/machines/places.h"

namespace assay::machines {

using callgraph::CallSite;
using ir::NodeId;
using ir::Op;
using metal::TreeId;

bool Exploration::is_call(NodeId node) const {
  Op op = body()[node].op;
  return op == Op::Call || op == Op::Construct || op == Op::Destroy;
}

// By the name that patterns use.
bool Exploration::is_named_callee(NodeId node) const {
  if (body()[node].op != Op::Call) return false;
  NodeId callee = body().kid(node, 0);
  while (body()[callee].op == Op::Cast || body()[callee].op == Op::Load ||
         body()[callee].op == Op::Deref || body()[callee].op == Op::AddressOf)
    callee = body().kid(callee, 0);
  if (body()[callee].op != Op::FunctionRef) return false;
  const ir::Symbol& symbol = code_.unit().symbols[body().symbol_of(callee)];
  return run_.rules.is_named_callee(symbol.name) || run_.rules.is_named_callee(symbol.display);
}

bool Exploration::has_body(NodeId call) const {
  for (const CallSite& site : code_.sites(call))
    for (callgraph::FunctionId target : site.targets)
      if (run_.workspace.view().graph().functions[target.index()].unit >= 0) return true;
  return false;
}

Exploration::CallStep Exploration::call(Item& item, NodeId node, bool is_matched,
                                        ContextId& needed) {
  std::vector<Target> targets;
  drop_doubted(item.state, node);
  lose_nameless(item.state, node);
  bool is_own = item.fired || (!is_matched && !is_named_callee(node));
  bool others = true;
  if (!run_.rules.is_local() && is_own) others = find_targets(item, node, targets);
  if (targets.empty()) {
    // Of a call that no rule fired at, no rule says what it does: `memcpy(&p, …)` writes `p`.
    skip_call(item, node, is_matched);
    return CallStep::Skipped;
  }
  std::vector<const Context*> callees;
  bool is_cut = false;  // past the root's steps: some callee is not entered
  for (Target& target : targets) {
    callees.push_back(results_(target.context));
    if (callees.back() == nullptr && !run_.is_over()) {
      needed = target.context;
      return CallStep::Waiting;
    }
    is_cut = is_cut || callees.back() == nullptr;
  }
  // Whatever was handed in decides what the callee began to track.
  for (const Target& target : targets)
    for (size_t outer : target.refined.instances)
      for (const Name& name : item.state.instances[outer].names)
        note_in_the_way(item.visit, {name.tree});
  if (run_.trace) run_.trace->end(item.state);
  std::vector<Item> resumed;
  for (size_t i = 0; i < targets.size(); ++i)
    if (callees[i] != nullptr) return_from(item, node, targets[i], *callees[i], resumed);
  if ((others || is_cut) && run_.workspace.returns().may_return(code_.sites(node))) {
    Item past = item;
    skip_call(past, node, false, is_cut ? Behind::All : Behind::RawMemory);
    for (size_t i = 0; i < targets.size(); ++i)
      if (callees[i] == nullptr) lose_handed(past.state, item.state, targets[i]);
    if (run_.trace)
      run_.trace->begin(past.state,
                        segment(Segment::Kind::Block, item.block, item.point * 2 + 2, node));
    ++past.point;
    past.fired = false;
    resumed.push_back(std::move(past));
  }
  for (Item& next : resumed) {
    next.kind = Item::Kind::Enter;
    next.after = cache_.after(node);
    next.value = code_.call_value(node);
  }
  std::move(resumed.rbegin(), resumed.rend(), std::back_inserter(stack_));
  return CallStep::Entered;
}

// `std::unique_ptr<Guard> g(new Guard(m))`: an object that is handed on before it has a name here.
// APPROX(under): whoever has it keeps it too deep to be followed, and ends it some day, so what was
// begun within it is tracked no longer.
void Exploration::lose_nameless(State& state, NodeId call) {
  if (state.instances.empty()) return;
  std::set<TreeId> handed;
  for (NodeId kid : body().kids_of(call)) {
    while (body()[kid].op == Op::Cast) kid = body().kid(kid, 0);
    if (body()[kid].op != Op::New) continue;
    if (TreeId block = value_tree(state, kid); block.valid()) handed.insert(block);
  }
  if (handed.empty()) return;
  auto is_within = [&](const Name& name) {
    return !handed.contains(name.tree) &&
           any_part(pool(), name.tree, [&](TreeId part) { return handed.contains(part); });
  };
  // By its other names as well: what they mean was found out within the object.
  for (Instance& instance : state.instances)
    if (std::ranges::any_of(instance.names, is_within)) instance.names.clear();
  std::erase_if(state.instances, [](const Instance& instance) {
    return instance.names.empty() && instance.origin < 0;
  });
}

// APPROX(under): what happens to an object in a callee that is not entered for want of steps nobody
// knows, so it is tracked no longer.
void Exploration::lose_handed(State& state, const State& before, const Target& target) {
  std::set<TreeId> handed;
  for (size_t outer : target.refined.instances)
    for (const Name& name : before.instances[outer].names) handed.insert(name.tree);
  drop_names(state, [&](const Name& name) { return handed.contains(name.tree); });
}

// Whether the call may also go where we do not follow.
bool Exploration::find_targets(const Item& item, NodeId node, std::vector<Target>& targets) {
  bool others = false, are_many = false;
  std::vector<const FunctionCode*> codes;
  for (const CallSite& site : code_.sites(node)) {
    if (site.kind == callgraph::CallEdgeKind::Callback) continue;
    others = others || site.open;
    are_many = are_many || !callgraph::is_followed(run_.workspace.view().graph(), site);
    for (callgraph::FunctionId id : site.targets) {
      const FunctionCode* code = run_.workspace.code(id);
      if (code == nullptr) {
        others = true;
      } else {
        codes.push_back(code);
      }
      if (codes.size() > run_.options.max_tracked_targets) break;
    }
  }
  // APPROX(under): an indirect call with many targets says little about where it goes, and would
  // tie all of them into one recursion: what they begin themselves is not followed from here (each
  // is a root, by the same question), only what is handed to them.
  if (codes.size() > run_.options.max_tracked_targets) return true;
  for (const FunctionCode* code : codes) {
    bool leads = !are_many && run_.reach.leads_to_match(code->id(), item.state.global);
    if (!leads && item.state.instances.empty()) {
      others = true;
      continue;
    }
    const Boundary& boundary = run_.workspace.boundary(code_, *code, node);
    Refined refined =
        refine(pool(), boundary, item.state, [&](TreeId tree) { return may_name(*code, tree); });
    Target target{code, boundary, std::move(refined), {}, are_many};
    bool concerns = leads || !target.refined.instances.empty();
    // Where nothing is tracked, facts only help those below whom something begins.
    if (concerns && run_.options.prune && (!target.refined.instances.empty() || leads))
      target.refined.entry.facts = refine_facts(pool(), target.boundary, item.state);
    if (concerns && admit(node, target)) {
      targets.push_back(std::move(target));
    } else {
      others = true;
    }
  }
  return others || codes.empty();
}

// By the fields and globals that the texts from there on name; a plain parameter is always one.
bool Exploration::may_name(const FunctionCode& callee, TreeId tree) const {
  return !any_part(pool(), tree, [&](TreeId part) {
    const metal::Tree& node = pool()[part];
    if (node.op != Op::Member && node.op != Op::Global) return false;
    const std::string& name = pool().text(node.op == Op::Member ? node.text : node.name);
    return !run_.workspace.mentions().below(callee.id(), name);
  });
}

// Names the context, within what one context may ask of one callee.
bool Exploration::admit(NodeId, Target& target) {
  std::set<ContextId>& entries = entries_[target.code->id()];
  Entry& entry = target.refined.entry;
  // APPROX(over): where nothing is tracked, facts only tell apart ways on which something begins;
  // and a function that counts down would be entered once for each number.
  auto under_way = run_.under_way.find(target.code->id());
  bool is_bare = entry.instances.empty() &&
                 run_.contexts.bare_count(target.code->id()) >= run_.options.max_bare_contexts;
  if (is_bare ||
      (under_way != run_.under_way.end() && under_way->second >= run_.options.max_nested))
    entry.facts = Facts();
  ContextId id = run_.contexts.intern(pool(), target.code->id(), entry);
  if (!entries.contains(id) && entries.size() >= run_.options.max_entries_with_facts) {
    entry.facts = Facts();
    id = run_.contexts.intern(pool(), target.code->id(), entry);
  }
  // APPROX(under): a callee that would be entered in too many states is not entered again.
  if (!entries.contains(id) && entries.size() >= run_.options.max_entries) {
    if (context_.stopped.empty())
      context_.stopped = "it calls one function in too many different states";
    return false;
  }
  entries.insert(id);
  target.context = id;
  return true;
}

// The same for all who come back by that exit, until the callee goes another round.
const Facts& Exploration::facts_after(NodeId node, const Target& target, const Exit& exit,
                                      uint32_t number) {
  AfterCall& known = after_calls_[{node, target.context, number}];
  if (!known.is_known || !known.within.is_shared_with(exit.facts))
    known = {true, exit.facts, restore_facts(pool(), target.boundary, exit)};
  return known.told;
}

// What began in the callee of this call.
void Exploration::drop_begun(State& state, NodeId call) {
  std::erase_if(state.instances, [&](const Instance& instance) {
    if (!instance.history.valid()) return false;
    const HistoryStep& step = context_.history[instance.history.index()];
    return step.kind == HistoryStep::Kind::Returned && step.at == call && !step.before.valid();
  });
}

// Parameters that were handed what stands in memory, where the callee may have put something else
// since: `del(l, l->head)` frees what was the head, and knows the head by another name; or it gets
// there from elsewhere, as by `e->list->head`.
// APPROX(under): on this way it may not have.
std::vector<ir::LocalId> Exploration::moved_arguments(NodeId node, const Target& target) const {
  std::vector<ir::LocalId> moved;
  for (const Boundary::Argument& argument : target.boundary.arguments()) {
    Op op = pool()[argument.actual].op;
    bool is_place = op == Op::Member || op == Op::Deref || op == Op::Index || op == Op::Global;
    if (!is_place || !is_exposed(argument.actual)) continue;
    const std::vector<TreeId>& inner = target.boundary.into_callee(argument.actual);
    bool is_known_otherwise =
        std::ranges::any_of(inner, [&](TreeId tree) { return tree != argument.formal; });
    char how = is_known_otherwise ? Mentions::kWritten : Mentions::kWrittenElsewhere;
    if (is_written_below(how, node, argument.actual)) moved.push_back(argument.local);
  }
  return moved;
}

void Exploration::return_from(const Item& item, NodeId node, const Target& target,
                              const Context& callee, std::vector<Item>& resumed) {
  auto [link, is_new] =
      links_.try_emplace({node, target.context}, static_cast<uint32_t>(context_.calls.size()));
  if (is_new) {
    CallLink call{node, target.context, {}, item.state.path};
    for (size_t outer : target.refined.instances)
      call.entry_history.push_back(item.state.instances[outer].history);
    context_.calls.push_back(std::move(call));
  }
  std::vector<std::pair<size_t, Item>> back;
  std::vector<const Exit*> possible;
  // What the call does to the caller's memory is the same by all exits.
  Item past = item;
  if (TreeId value = code_.tree(node); value.valid()) kill(past.state, value, {});
  havoc_memory(past.state, node);
  forget_copies(past.state, node);
  for (size_t i = 0; i < callee.exits.size(); ++i) {
    Item next = past;
    const Facts& told = facts_after(node, target, callee.exits[i], static_cast<uint32_t>(i));
    if (next.state.facts.meet(pool(), told) == Tri::No) continue;
    back.emplace_back(i, std::move(next));
    possible.push_back(&callee.exits[i]);
  }
  bool is_begun = std::ranges::any_of(possible, [](const Exit* exit) {
    return std::ranges::any_of(exit->instances,
                               [](const Instance& instance) { return instance.origin < 0; });
  });
  std::vector<ir::LocalId> moved;
  if (is_begun) moved = moved_arguments(node, target);
  for (auto& [i, next] : back) {
    const Exit& exit = callee.exits[i];
    restore(pool(), target.boundary, run_.rules.machine(), target.refined, exit, link->second,
            static_cast<uint32_t>(i), node, moved, context_, next.state);
    doubt(next.state, node, target, exit, possible);
    if (target.is_one_of_many) drop_begun(next.state, node);
    if (run_.trace) {
      run_.trace->follow(next.state,
                         segment(Segment::Kind::Call, item.block, item.point * 2 + 1, node),
                         item.state);
      run_.trace->begin(next.state,
                        segment(Segment::Kind::Block, item.block, item.point * 2 + 2, node));
    }
    PathStep step;
    step.kind = PathStep::Kind::Call;
    step.before = next.state.path;
    step.block = item.block;
    step.number = link->second;
    step.exit = static_cast<uint32_t>(i);
    step.at = node;
    next.state.path = context_.add(step);
    if (exit.kind == ExitKind::Unwind) {
      next.state.thrown = exit.thrown;
      unwind(item, std::move(next.state), node);
      continue;
    }
    ++next.point;
    next.fired = false;
    resumed.push_back(std::move(next));
  }
}

// APPROX(under): a function that we do not enter changes what it is given the address of, and
// nothing else that is tracked.
// Whether the value of a tree is read from memory that satisfies; computing an address reads none.
template <class Wanted>
static bool reads_memory(const metal::TreePool& pool, TreeId tree, const Wanted& wanted) {
  struct Visit {
    TreeId tree;
    bool as_place;
  };
  std::vector<Visit> todo{{tree, false}};
  while (!todo.empty()) {
    Visit visit = todo.back();
    todo.pop_back();
    const metal::Tree& node = pool[visit.tree];
    if (!visit.as_place && wanted(node)) return true;
    for (TreeId kid : node.kids)
      todo.push_back({kid, node.op == Op::AddressOf || (node.op == Op::Member && visit.as_place)});
  }
  return false;
}

// Neither the program's own nor a library's, as far as its header is the system's: somebody else's
// code, that is linked with this one.
bool Exploration::is_foreign_callee(NodeId call) const {
  if (body()[call].op != Op::Call || body()[call].kid_count == 0) return false;
  NodeId callee = body().kid(call, 0);
  if (body()[callee].op != Op::FunctionRef) return false;
  // The compiler's `memset` for `T()` is nobody's.
  if (body()[callee].has(ir::kImplicit)) return false;
  const ir::Symbol& symbol = code_.unit().symbols[body().symbol_of(callee)];
  return !symbol.has(ir::kSystem) && symbol.linkage == ir::Linkage::External &&
         !symbol.name.starts_with("__builtin_");
}

bool Exploration::is_seen_by_others(const metal::Tree& global) const {
  return !global.file.valid();
}

// What a callee that is not followed may have written: what is behind the pointers that it was
// given; if it is the program's own, or foreign, also globals and what is reached from there.  Of a
// call that the rule is about, the rule says what it does.  A function of the program that is not
// entered because it cannot name what is tracked may still write all of an object as raw memory,
// through a `void *`: the library's own wrappers around memset do.
void Exploration::kill_behind_arguments(State& state, NodeId call, bool is_matched, Behind what) {
  const ir::TypeTable& types = code_.unit().types;
  std::set<TreeId> given;
  for (NodeId kid : body().kids_of(call)) {
    const ir::Type& type = types.resolved(body()[kid].type);
    if (type.kind != ir::TypeKind::Pointer) continue;
    const ir::Type& inner = types[type.inner];
    if (inner.kind == ir::TypeKind::Qualified && (inner.quals & ir::kConst) != 0) continue;
    ir::TypeKind pointee = types.resolved(type.inner).kind;
    if (pointee == ir::TypeKind::Function) continue;
    if (what == Behind::RawMemory && pointee != ir::TypeKind::Void) continue;
    if (code_.tree(kid).valid()) given.insert(code_.tree(kid));
  }
  bool is_own = what == Behind::All && !is_matched && has_body(call);
  bool is_foreign = what == Behind::All && !is_matched && !is_own && is_foreign_callee(call);
  if (given.empty() && !is_own && !is_foreign) return;
  drop_names(state, [&](const Name& name) {
    // As of an object that is given by its address, so of one behind a pointer: the rule says.
    const metal::Tree& whole = pool()[name.tree];
    if (is_matched && whole.op == Op::Deref && given.contains(whole.kids[0])) return false;
    return reads_memory(pool(), name.tree, [&](const metal::Tree& tree) {
      if (tree.op == Op::Global) return is_own || (is_foreign && is_seen_by_others(tree));
      if (tree.op != Op::Deref && tree.op != Op::Index) return false;
      return given.contains(tree.kids[0]) || (is_own && !given.empty());
    });
  });
}

// `fork` answers nothing below -1, and `operator new` no null.
void Exploration::learn_result(State& state, NodeId call) {
  if (!run_.options.prune || run_.rules.is_stateless()) return;
  std::optional<ResultRange> range = code_.library_result(call);
  if (!range) return;
  TreeId value = code_.call_value(call);
  const metal::Scalar& scalar = pool()[value].scalar;
  if (scalar.kind == metal::ScalarKind::Pointer && range->low > 0)
    state.facts.assume(pool(), value, true);
  if (scalar.kind != metal::ScalarKind::Int || !scalar.is_signed) return;
  state.facts.assume_case(pool(), value, range->low, range->high, /*taken=*/true);
}

// Names that stay what they are when a constructor is handed the address of another object:
// `l.mutex->lock` after `Worker w(&l)`, where neither it nor what it calls has a word for `mutex`.
// APPROX(under): it may write the other object as raw memory, as many functions of C do.
std::set<TreeId> Exploration::left_alone(const State& state, NodeId call, TreeId place) const {
  auto is_kept_field = [&](TreeId part) {
    if (pool()[part].op != Op::Member || has_word_below(call, pool().text(pool()[part].text)))
      return false;
    while (part != place && pool()[part].op == Op::Member) {
      if (pool().text(pool()[part].owner).starts_with("union")) return false;
      part = pool()[part].kids[0];
    }
    return part == place;
  };
  std::set<TreeId> spared;
  for (const Instance& instance : state.instances) {
    for (const Name& name : instance.names) {
      TreeId rest = name.tree;
      any_part(pool(), name.tree, [&](TreeId part) {
        if (is_kept_field(part)) rest = pool().replace(rest, part, pool().make_int(0));
        return false;
      });
      if (rest != name.tree && !depends_on(pool(), rest, place)) spared.insert(name.tree);
    }
  }
  return spared;
}

void Exploration::skip_call(Item& item, NodeId node, bool is_matched, Behind behind) {
  TreeId value = code_.tree(node);
  if (value.valid()) kill(item.state, value, {});
  if (code_.pure_value(node).valid()) return;  // it writes nothing, and throws nothing
  for (NodeId kid : body().kids_of(node)) {
    TreeId argument = code_.tree(kid);
    if (!argument.valid() || pool()[argument].op != Op::AddressOf) continue;
    TreeId place = pool()[argument].kids[0];
    if (pool()[place].op == Op::FunctionRef) continue;
    if (!is_matched) {
      bool makes_another = body()[node].op == Op::Construct && kid != body().kid(node, 0);
      kill(item.state, place,
           makes_another ? left_alone(item.state, node, place) : std::set<TreeId>());
      continue;
    }
    // A rule says what its call does to the object; what is within it is written all the same.
    drop_names(item.state, [&](const Name& name) {
      return name.tree != place && depends_on(pool(), name.tree, place);
    });
  }
  drop_names(item.state, [&](const Name& name) {
    return any_part(pool(), name.tree,
                    [&](TreeId part) { return code_.writes_unasked(node, pool()[part]); });
  });
  bool is_unseen = behind == Behind::All || run_.rules.is_local() || !has_body(node);
  kill_behind_arguments(item.state, node, is_matched, is_unseen ? Behind::All : Behind::RawMemory);
  havoc_memory(item.state, node);
  learn_result(item.state, node);
  if (body()[node].has(ir::kMayThrow)) unwind_unentered(item, node);
}

// What a callee is known to throw, wherever that goes; anything else only to a handler here.
void Exploration::unwind_unentered(const Item& item, NodeId node) {
  std::set<const Thrown*> done;
  for (const CallSite& site : code_.sites(node)) {
    if (!callgraph::is_followed(run_.workspace.view().graph(), site)) continue;
    for (callgraph::FunctionId target : site.targets)
      for (const Thrown* thrown : run_.workspace.throws().leaving(target)) {
        if (!done.insert(thrown).second) continue;
        State state = item.state;
        state.thrown = thrown;
        unwind(item, std::move(state), node);
      }
  }
  if (!code_.is_caught(item.block)) return;
  State state = item.state;
  state.thrown = run_.workspace.throws().assumed();
  unwind(item, std::move(state), node);
}

}  // namespace assay::machines
