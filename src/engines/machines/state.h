// The state of one machine on one path: the global state, and an instance for each tracked object.
//
// An instance is attached to a value, not to a variable: `names` are the trees that hold this value
// now.  So synonyms are one instance (what changes one changes the other), an assignment takes a
// name away, and an instance without names is gone.  The order of instances and names is that of
// their trees' contents, the same in every run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "engines/machines/facts.h"
#include "ir/function.h"
#include "metal/actions/host.h"
#include "metal/match.h"
#include "metal/program.h"
#include "metal/tree.h"

namespace assay::machines {

using HistoryId = Id<struct HistoryTag>;  // of a Context
using PathId = Id<struct PathTag>;        // of a Context

struct Name {
  metal::TreeId tree;
  uint32_t chain = 0;  // assignments between the tracked object and this name
  uint32_t place =
      0;  // names with the same number, not 0, are one place: a parameter's and a global's
  /// A call that was given the place's address and writes it only on some ways; this is another, and
  /// nothing has asked yet which.
  ir::NodeId doubt = {};
};

struct Instance {
  metal::HoleId variable;
  metal::StateId state;
  std::vector<Name> names;
  std::optional<metal::InstanceData> data;
  /// Which of the instances that the function was entered with it is; -1: it began in here.  One
  /// that was handed in stays without names, because the caller may have others for it.
  int32_t origin = -1;
  HistoryId history;

  bool is_named(metal::TreeId tree) const;
  const Name* find(metal::TreeId tree) const;
  void add_name(const metal::TreePool& pool, Name name);
  /// `s->text` beside `r->text`, where the variable s holds the pointer r: one place by two names.
  void add_parts_behind(metal::TreePool& pool, metal::TreeId pointer, metal::TreeId variable);
  /// The one that the others are copies of.  Pre: it has names.
  const Name& first_name() const;
  /// By content; what only explains is left out.
  Hash key(const metal::TreePool& pool) const;
};

/// A rule has matched a condition, and what it does depends on the side that is taken.
struct Pending {
  metal::RuleRef rule;
  metal::Match match;
  metal::HoleId variable;  // of the instance that the rule is about; none: of no instance
  metal::TreeId tree;      // its name
  std::optional<metal::InstanceData> data;  // of an instance that is yet to be made
  ir::NodeId at;
};

/// Places that hold one value though nothing is tracked there yet: `q = p` before `free(p)`.
struct Copies {
  std::vector<Name> names;
};

/// What `&&`, `||` or `?:` yields on this path.
struct JoinValue {
  ir::NodeId join;
  ir::NodeId value;
};

struct TraceStep;

struct State {
  metal::StateId global;
  std::vector<Instance> instances;
  Facts facts;
  std::vector<Pending> pending;
  std::vector<JoinValue> joins;
  std::vector<Copies> copies;
  std::vector<ir::LocalId>
      reassigned;       // parameters that no longer are what the caller gave; sorted
  ir::NodeId returned;  // the Return point that was passed
  std::vector<std::pair<ir::BlockId, uint32_t>> rounds;  // of loops that are counted, by header
  const struct Thrown* thrown = nullptr;                 // on its way, if its type is known
  const struct Thrown* caught = nullptr;                 // by the innermost handler, likewise
  PathId path;
  std::shared_ptr<const TraceStep> trace;  // only where a trace is wanted

  Instance* find(metal::HoleId variable, metal::TreeId tree);
  const Instance* find(metal::HoleId variable, metal::TreeId tree) const;
  /// An instance that has just begun to be tracked is known by all copies of its object.
  void add_copies(metal::TreePool& pool, Instance& instance) const;
  /// Where instances' order may have changed.
  void sort(const metal::TreePool& pool);
};

/// Hashes of things in a row.
class HashList {
 public:
  void add(uint64_t value);
  void add(const Hash& hash);
  void add(std::string_view text);
  Hash result() const;

 private:
  std::string bytes_;
};

}  // namespace assay::machines
