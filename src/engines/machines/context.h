// A function analysed from one entry state: how it leaves, what is wrong in it, and why.
//
// The result depends on the function, its callees and the entry alone, so it is computed once. What
// explains an error (histories, paths) is told relative to the entry; why.h puts it together along
// the calls that lead here.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "callgraph/call_graph.h"
#include "engines/machines/state.h"

namespace assay::machines {

using ContextId = Id<struct ContextTag>;

/// One step of what happened to an instance; `before` leads back to where it began.
struct HistoryStep {
  enum class Kind : uint8_t {
    Entered,   // it was handed in: what was before is the caller's business
    Created,   // by a rule
    Changed,   // by a rule
    Synonym,   // another name for the same value
    Returned,  // came out of a callee
  };
  Kind kind = Kind::Created;
  HistoryId before;
  ir::NodeId at;
  metal::TreeId tree;    // Created, Changed, Synonym: by which name
  metal::StateId state;  // Created, Changed: what it went to
  PathId path;
  uint32_t number = 0;    // Entered: which; Returned: in Context::calls
  uint32_t exit = 0;      // Returned: in the callee's exits
  uint32_t instance = 0;  // Returned: in the exit's instances
};

/// One step of a path; `before` leads back to the function's entry.
struct PathStep {
  enum class Kind : uint8_t {
    Edge,    // from `block`, by its edge of that number
    Unwind,  // from the middle of `block`, to its unwind
    Call,    // through a callee and back
  };
  Kind kind = Kind::Edge;
  PathId before;
  ir::BlockId block;
  uint32_t number = 0;  // Edge: of the block's; Call: in Context::calls
  uint32_t exit = 0;    // Call: in the callee's exits
  ir::NodeId at;        // Unwind, Call: the point
};

enum class ExitKind : uint8_t { Normal, Unwind };

struct Exit {
  ExitKind kind = ExitKind::Normal;
  const struct Thrown* thrown = nullptr;  // Unwind: its type, if known
  metal::StateId global;
  std::vector<Instance> instances;  // names are trees that the caller can make sense of
  std::vector<bool> is_unchanged;   // by instance: it was handed in, and nothing happened to it
  Facts facts;                      // likewise
  std::vector<ir::LocalId> reassigned;
  PathId path;
  std::vector<PathId> others;     // paths that it stands for as well
  bool has_more = false;          // and some that nobody kept
  Hash key;                       // of all but facts and path
  Tri is_nonzero = Tri::Unknown;  // what the function returns

  /// It stands for the other's paths from now on, or for some of its own that are not kept.
  void add_ways_of(const Exit& other);
};

struct CallLink {
  ir::NodeId at;
  ContextId callee;
  std::vector<HistoryId> entry_history;  // of each instance that was handed in
  PathId path;
};

/// How an error is reached.
struct ErrorWay {
  HistoryId history;
  uint32_t chain = 0;
  PathId path;
};

/// To one error, that are remembered beside the first.
inline constexpr size_t kMaxOtherWays = 3;

struct RuleError {
  metal::RuleReport report;
  ir::NodeId at;
  bool at_end = false;  // where the function falls off its end
  metal::TreeId tree;   // of the instance, if it is about one
  ErrorWay way;
  std::vector<ErrorWay> others;  // a few more, in case no run can go the first
};

/// A count by mc_count, once per place.
struct CountKey {
  metal::RuleRef rule;
  ir::NodeId at;
  std::string key;
  friend auto operator<=>(const CountKey&, const CountKey&) = default;
};

struct Entry {
  bool is_root = false;
  metal::StateId global;
  std::vector<Instance> instances;  // origin: their number
  Facts facts;
};

/// A path that ended where an instance came to a block in a state in which one had been there.
struct Cut {
  PathId path;
  HistoryId history;
  PathId known_path;  // of the one that had been there, where it came to the block
  HistoryId known_history;
};

struct Context {
  callgraph::FunctionId function;
  Entry entry;

  std::vector<Exit> exits;
  std::vector<RuleError> errors;                              // errors and notes
  std::unordered_multimap<size_t, size_t> errors_by_content;  // by hash; only to look up
  std::map<CountKey, int64_t> counts;
  std::vector<CallLink> calls;
  std::vector<HistoryStep> history;
  std::vector<PathStep> path;
  std::vector<Cut> cuts;
  std::string stopped;         // why the analysis of it is not complete; empty: it is
  bool is_rule_fault = false;  // the rule's C code misbehaved
  uint64_t steps = 0;

  enum class Status : uint8_t { New, Running, Provisional, Done };
  Status status = Status::New;
  size_t depth = 0;  // Running: where on the stack; Provisional: how far down it waits for another
  /// Done, but it, or what it has seen, was under way when a root met this limit of steps: without
  /// the callees that were not known then.  0: it is whole.
  uint64_t cut_by = 0;

  HistoryId add(HistoryStep step) {
    history.push_back(step);
    return HistoryId(history.size() - 1);
  }
  /// The way with its beginning, up to where the other one was known, replaced by the other's; none
  /// if the instance is not on it there.
  std::optional<ErrorWay> way_by(const Cut& cut, const ErrorWay& way);
  PathId add(PathStep step) {
    path.push_back(step);
    return PathId(path.size() - 1);
  }
  /// The result so far is thrown away, but for the exits.
  void restart();
  /// As if nobody had ever asked for it.
  void forget();
};

/// All contexts of one machine.
class Contexts {
 public:
  ContextId intern(metal::TreePool& pool, callgraph::FunctionId function, Entry entry);
  Context& operator[](ContextId id) { return *contexts_[id.index()]; }
  const Context& operator[](ContextId id) const { return *contexts_[id.index()]; }
  size_t size() const { return contexts_.size(); }
  /// How many a function has in which nothing is tracked.
  size_t bare_count(callgraph::FunctionId function) const;
  void clear();

 private:
  std::vector<std::unique_ptr<Context>> contexts_;
  std::map<Hash, ContextId> index_;
  std::map<callgraph::FunctionId, size_t> bare_;
};

/// What the number of an exit means stays the same as long as these do.
bool same_exits(metal::TreePool& pool, const std::vector<Exit>& a, const std::vector<Exit>& b);
Hash exit_key(const metal::TreePool& pool, const Exit& exit);

}  // namespace assay::machines
