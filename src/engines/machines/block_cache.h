// What has reached a block before, and under which facts: an arrival that brings nothing new ends.
//
// By the papers' independence an instance goes its way whatever else is tracked, so the cache
// speaks of tuples (global state, instance), not of whole states.  The tuple without an instance
// stands for all objects that are not tracked: rules that begin to track something act on it.  What
// it does depends on which objects are tracked already, as far as one of them kept a rule from
// firing.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "engines/machines/context.h"
#include "engines/machines/state.h"

namespace assay::machines {

using TreeSet = std::set<metal::TreeId>;

struct Seen {
  Facts facts;
  TreeSet tracked;  // of the tuple without an instance; once explored, only what mattered
  bool is_explored = false;
  bool is_alone = false;  // no instance came with it
  size_t visits = 1;      // likewise: how many arrivals it stands for
  PathId path = {};       // of the instance, where it came here
  HistoryId history = {};
  uint64_t serial = 0;
};

/// Where to note what mattered, once a visit's exploration has come to its end.
struct SeenRef {
  ir::BlockId block;
  Hash tuple;
  uint64_t serial = 0;  // 0: none
};

struct Arrival {
  bool is_new = false;
  SeenRef untracked;      // the entry that was made for the tuple without an instance
  TreeSet mattered;       // of the entry that answered for it
  std::vector<Cut> cuts;  // where it brought nothing new
};

class BlockCache {
 public:
  BlockCache(metal::TreePool& pool, size_t blocks, size_t max_facts, size_t max_visits,
             size_t max_bare_visits)
      : pool_(pool),
        blocks_(blocks),
        visits_(blocks),
        max_facts_(max_facts),
        max_visits_(max_visits),
        max_bare_visits_(max_bare_visits) {}

  /// Notes the arrival.  Where more facts than the limit would have to be kept, the state goes on
  /// with what they have in common.
  /// What is known of `value`, which a call has just given, stays: the next branch asks for it.
  Arrival arrive(State& state, ir::BlockId block, const TreeSet& tracked, metal::TreeId value = {});
  void explored(const SeenRef& ref, const TreeSet& mattered);
  /// A place of its own for the point after a call: many exits of callees in one block would
  /// otherwise multiply.
  ir::BlockId after(ir::NodeId call);

 private:
  using Tuples = std::unordered_map<Hash, std::vector<Seen>>;
  /// What the facts of one arrival imply: tuples that came together have theirs in common.
  struct Asked {
    const Facts& facts;
    std::vector<std::pair<const Facts*, bool>> answers;
    bool implied(metal::TreePool& pool, const Facts& other);
  };
  const Seen* find(const std::vector<Seen>& seen, Asked& asked) const;
  void widen(std::vector<Seen>& seen, Facts& facts, size_t most) const;
  /// After so many visits, and after the last ones.
  void limit(Facts& facts, size_t visits, size_t most, size_t last, metal::TreeId value) const;

  metal::TreePool& pool_;
  std::vector<Tuples> blocks_;
  std::vector<size_t> visits_;  // that brought something new
  std::map<ir::NodeId, ir::BlockId> after_;
  size_t max_facts_;
  size_t max_visits_;
  size_t max_bare_visits_;
  uint64_t serials_ = 0;
};

/// The trees that instances are attached to.
TreeSet tracked_trees(const State& state);

}  // namespace assay::machines
