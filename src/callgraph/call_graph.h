// The call graph of a program: who calls whom, resolved as far as a sound, context-insensitive,
// field-sensitive analysis goes.
//
// Each unit is reduced to small facts (unit_facts.h), once; `finish` links them by name, solves
// the flow of function addresses (solver.h), and orders the result.  The same units in the same
// order give the same graph, byte for byte.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "ir/unit.h"

namespace assay::callgraph {

using FunctionId = Id<struct ProgramFunctionTag>;

enum class CallEdgeKind : uint8_t {
  Direct,
  Indirect,  // through a function pointer, a pointer to member included
  Virtual,
  Callback,  // not called here: handed to a function without a body, which may call it
};
std::string_view call_edge_name(CallEdgeKind kind);

/// One kind of call at one point.  A point has two when it calls a function without a body and
/// hands it callbacks.
struct CallSite {
  ir::NodeId point;
  CallEdgeKind kind = CallEdgeKind::Direct;
  std::vector<FunctionId> targets;  // sorted
  bool open = false;                // other targets, unknown to us, are possible
};

/// One definition of a function: an external name, or an internal one with its unit.  Equal
/// bodies of one name (inline functions, headers) are one; different bodies of one external name
/// are one each, since they belong to different programs.
struct ProgramFunction {
  std::string name;
  std::string display;
  std::string file;
  uint32_t line = 0;
  int32_t unit = -1;  // index of the unit whose definition stands for it; -1: no body
  uint32_t index_in_unit = 0;
  std::vector<CallSite> calls;       // by point, then kind
  std::vector<int32_t> other_units;  // further units that define it with another body
  bool address_taken = false;
  bool escapes = false;  // code that we do not see may call it through its address
  uint32_t called = 0;   // call sites that may reach it
};

struct CallGraph {
  std::vector<ProgramFunction> functions;           // sorted by (name, file, unit)
  std::vector<std::vector<FunctionId>> components;  // SCCs, callees before callers
  std::vector<FunctionId> roots;                    // called by nobody we know
};

class UnitFacts;

/// Feed units one at a time, in order; then `finish`, once.
class CallGraphBuilder {
 public:
  CallGraphBuilder();
  ~CallGraphBuilder();
  CallGraphBuilder(const CallGraphBuilder&) = delete;
  CallGraphBuilder& operator=(const CallGraphBuilder&) = delete;

  void add_unit(const ir::Unit& unit);
  /// A unit's facts that were computed elsewhere, in a worker or an earlier run.
  void add_facts(UnitFacts facts);
  /// Of equal definitions in several files, those of units with these main files stand for all.
  CallGraph finish(const std::set<std::string>& preferred = {});

 private:
  std::vector<UnitFacts> units_;
};

}  // namespace assay::callgraph
