#include "engines/machines/block_cache.h"

#include <algorithm>

#include "engines/machines/throws.h"

namespace assay::machines {

TreeSet tracked_trees(const State& state) {
  TreeSet trees;
  for (const Instance& instance : state.instances)
    for (const Name& name : instance.names) trees.insert(name.tree);
  return trees;
}

bool BlockCache::Asked::implied(metal::TreePool& pool, const Facts& other) {
  for (const auto& [known, answer] : answers)
    if (known->is_shared_with(other)) return answer;
  answers.emplace_back(&other, facts.implies(pool, other));
  return answers.back().second;
}

const Seen* BlockCache::find(const std::vector<Seen>& seen, Asked& asked) const {
  for (const Seen& one : seen)
    if (asked.implied(pool_, one.facts)) return &one;
  return nullptr;
}

// Beyond the limit all that was seen and the newcomer become one, with what they have in common.
void BlockCache::widen(std::vector<Seen>& seen, Facts& facts, size_t most) const {
  if (seen.size() < most) return;
  for (const Seen& one : seen) facts.join(pool_, one.facts);
  seen.clear();
}

void BlockCache::limit(Facts& facts, size_t visits, size_t most, size_t last,
                       metal::TreeId value) const {
  if (visits >= last)
    facts = facts.renamed(
        pool_, [&](metal::TreeId tree) { return tree == value ? tree : metal::TreeId(); });
  else if (visits >= most)
    facts = facts.of_single_variables(pool_);
}

Arrival BlockCache::arrive(State& state, ir::BlockId block, const TreeSet& tracked,
                           metal::TreeId value) {
  Tuples& tuples = blocks_[block.index()];
  // APPROX(over): a block that many different facts lead to is gone through with what is known of
  // single variables, then with what all arrivals of the same tuple have in common, and in the end
  // with nothing.
  constexpr size_t kPatience = 3, kDespair = 12;
  size_t before = visits_[block.index()];
  limit(state.facts, before, max_visits_, kDespair * max_visits_, value);
  size_t sets = before >= kPatience * max_visits_ ? 1 : max_facts_;
  HashList base;
  base.add(state.global.index());
  for (ir::LocalId local : state.reassigned) base.add(local.index());
  for (const JoinValue& join : state.joins) {
    base.add(join.join.index());
    base.add(join.value.index());
  }
  for (const Thrown* type : {state.thrown, state.caught})
    if (type != nullptr) base.add(type->name);
  if (state.thrown != nullptr) base.add(1);
  Hash untracked = base.result();
  std::vector<Hash> keys;
  for (const Instance& instance : state.instances) {
    HashList list;
    list.add(untracked);
    list.add(instance.key(pool_));
    keys.push_back(list.result());
  }

  Arrival arrival;
  // Beside instances the tuple without one goes with their facts; alone it keeps one set of facts,
  // joined with each arrival: nothing is tracked that they could be about.
  bool is_alone = keys.empty();
  std::vector<Seen>& bare = tuples[untracked];
  const Seen* known = nullptr;
  Asked asked{state.facts, {}};
  for (const Seen& one : bare) {
    bool fits =
        std::includes(tracked.begin(), tracked.end(), one.tracked.begin(), one.tracked.end());
    if (fits && (!is_alone || (one.is_alone && state.facts.implies(pool_, one.facts))))
      known = &one;
    if (known != nullptr) break;
  }
  if (known != nullptr) arrival.mattered = known->tracked;
  struct Missing {
    Hash key;
    HistoryId history;
  };
  std::vector<Missing> missing;
  std::vector<Cut> cuts;
  for (size_t i = 0; i < keys.size(); ++i) {
    HistoryId history = state.instances[i].history;
    if (const Seen* seen = find(tuples[keys[i]], asked))
      cuts.push_back({state.path, history, seen->path, seen->history});
    else
      missing.push_back({keys[i], history});
  }
  if (known != nullptr && missing.empty()) {
    arrival.cuts = std::move(cuts);
    return arrival;
  }

  arrival.is_new = true;
  ++visits_[block.index()];
  for (const Missing& one : missing) widen(tuples[one.key], state.facts, sets);
  for (const Missing& one : missing)
    tuples[one.key].push_back({state.facts, {}, true, false, 1, state.path, one.history, 0});
  if (known != nullptr) return arrival;
  std::vector<Seen>& list = tuples[untracked];
  size_t visits = 1;
  for (const Seen& one : list) {
    if (!is_alone || !one.is_alone) continue;
    visits += one.visits;
    limit(state.facts, visits, max_bare_visits_ + 1, kPatience * (max_bare_visits_ + 1), value);
    state.facts.join(pool_, one.facts);
  }
  std::erase_if(list, [&](const Seen& one) { return is_alone && one.is_alone; });
  if (list.size() > max_facts_) list.erase(list.begin());
  list.push_back({state.facts, tracked, false, is_alone, visits, {}, {}, ++serials_});
  arrival.untracked = {block, untracked, serials_};
  return arrival;
}

ir::BlockId BlockCache::after(ir::NodeId call) {
  auto [at, is_new] = after_.try_emplace(call, ir::BlockId(blocks_.size()));
  if (is_new) {
    blocks_.emplace_back();
    visits_.push_back(0);
  }
  return at->second;
}

void BlockCache::explored(const SeenRef& ref, const TreeSet& mattered) {
  if (ref.serial == 0) return;
  // A later arrival may have made this entry one with others: then it is not there any more.
  for (Seen& seen : blocks_[ref.block.index()][ref.tuple]) {
    if (seen.serial != ref.serial) continue;
    std::erase_if(seen.tracked, [&](metal::TreeId tree) { return !mattered.contains(tree); });
    seen.is_explored = true;
  }
}

}  // namespace assay::machines
