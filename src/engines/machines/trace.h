// What the engine did, as PLDI figure 5 shows it: per block the edges that its points made of the
// tuples that reached it, and the suffix edges from it to the function's exit, by the paper's
// relax.
//
// A block is split around each call that is followed.  For the authors of rules; the engine itself
// goes by contexts.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engines/machines/code.h"
#include "engines/machines/machine_rules.h"
#include "engines/machines/state.h"
#include "engines/machines/workspace.h"

namespace assay::machines {

/// (global state, v: tree -> state); without a tree: `<>`; without a state: unknown.
struct TraceTuple {
  metal::StateId global;
  metal::TreeId tree;
  metal::HoleId variable;
  metal::StateId state;
  friend auto operator<=>(const TraceTuple&, const TraceTuple&) = default;
};

struct TraceEdge {
  TraceTuple from, to;
  friend auto operator<=>(const TraceEdge&, const TraceEdge&) = default;
};

/// A piece of a function: its entry, its exit, or part of a block.
struct Segment {
  callgraph::FunctionId function;
  /// In the order of the text, but that the exit comes last.
  enum class Kind : uint8_t { Entry, Block, Call, Exit };
  ir::BlockId block;  // none: the exit
  size_t part = 0;    // in the order of the block's points
  Kind kind = Kind::Block;
  ir::NodeId call;  // of Call, and of a Block: the call before it
  friend auto operator<=>(const Segment&, const Segment&) = default;
};

/// The way back along the path.
struct TraceStep {
  std::shared_ptr<const TraceStep> before;
  Segment segment;
  std::set<TraceTuple> tuples;  // at its begin
};

class Trace {
 public:
  Trace(Workspace& workspace, const MachineRules& rules) : workspace_(workspace), rules_(rules) {}

  void begin(State& state, const Segment& segment);
  /// The segment that the path is in ends.
  void end(const State& state);
  /// The call that the path stands before was followed, and left in this state.
  void follow(State& state, const Segment& call, const State& before);
  /// The path ends: at the exit, or because `hit` was reached in this state before.
  void relax(const State& state, const Segment& hit);

  std::string print() const;

 private:
  struct Edges {
    std::set<TraceEdge> transitions, adds;  // by the segment's own points
    std::set<TraceEdge> inside;             // of a call: what its callees did
    std::set<TraceEdge> suffix_transitions, suffix_adds;
  };
  std::set<TraceTuple> tuples_of(const State& state) const;
  void connect(const std::set<TraceTuple>& from, const State& to, std::set<TraceEdge>& transitions,
               std::set<TraceEdge>& adds) const;
  bool propagate(const Edges& from, Edges& to) const;
  bool is_stop(const TraceTuple& tuple) const {
    return tuple.state.valid() && rules_.is_stop(tuple.state);
  }
  std::string spell(const TraceTuple& tuple) const;
  std::string spell(const std::set<TraceEdge>& edges, bool only_visible,
                    const FunctionCode& code) const;
  std::string title(const Segment& segment, const FunctionCode& code) const;

  Workspace& workspace_;
  const MachineRules& rules_;
  std::map<Segment, Edges> edges_;
};

}  // namespace assay::machines
