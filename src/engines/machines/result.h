// What the analysis of one root gives: errors and notes with their why, counts, what was not done.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/tri.h"
#include "callgraph/call_graph.h"
#include "findings/finding.h"
#include "ir/function.h"
#include "metal/actions/host.h"

namespace assay::machines {

/// One step of the way from the root's entry to an error.
struct PathEvent {
  enum class Kind : uint8_t {
    Edge,     // `block` is left by its edge of that number
    Unwind,   // `block` is left by unwinding from `at`
    Enter,    // `at` calls `function`
    Past,     // `at` calls a function, by one of many ways through it
    Instead,  // another way through the function that was left just before, up to its Leave
    Leave,    // `function` returns to its caller
    Throw,    // `function` is left by unwinding
    Begin,    // what is tracked begins here, or with the next call
    Stop,     // the error, at `at` in `block`; none: past the last point
  };
  Kind kind = Kind::Edge;
  callgraph::FunctionId function;
  ir::BlockId block;
  uint32_t edge = 0;
  ir::NodeId at;
  Tri is_nonzero = Tri::Unknown;  // Enter, Past: what it answers, whichever way was taken
};

struct RuleFinding {
  findings::Finding finding;  // with what ranking needs
  metal::ReportSort sort = metal::ReportSort::Error;
  callgraph::FunctionId function;
  std::vector<PathEvent> path;  // from the root's entry; empty: too long to tell
  /// The same error by other ways: one of them is told where no run can take this one's path.
  std::vector<RuleFinding> others;
};

/// What is known of an error before all of it is found out.
struct ErrorOutline {
  const findings::Finding& about;  // not all filled in
  size_t steps = 0;                // of its trace, or more
  bool crosses_calls = false;      // it does not begin in the function that it is in
  bool is_beside = false;          // by another way, after one that is told
};
/// Whether it is to be told.
using Wanted = std::function<bool(const ErrorOutline&)>;

/// By mc_count.  The same place is counted once, whoever reports it.
struct RuleCount {
  std::string place;  // of the machine, function and point, unique in the program
  std::string key;
  int64_t by = 0;
};

/// A function whose analysis is not complete.
struct Stopped {
  callgraph::FunctionId function;
  std::string reason;
  bool is_rule_fault = false;  // the rule's C code misbehaved; otherwise a limit was met
};

struct RootResult {
  std::vector<RuleFinding> errors, notes;
  std::vector<RuleCount> counts;
  std::vector<Stopped> stopped;
};

}  // namespace assay::machines
