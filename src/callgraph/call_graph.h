// The call graph of a program: who calls whom, resolved as far as a sound, context-insensitive,
// field-sensitive analysis goes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "ir/unit.h"

namespace assay::callgraph {

using FunctionId = Id<struct ProgramFunctionTag>;

enum class CallEdgeKind : uint8_t { Direct, Indirect, Virtual, Callback };

struct CallSite {
  ir::NodeId point;
  CallEdgeKind kind = CallEdgeKind::Direct;
  std::vector<FunctionId> targets;   // sorted
  bool open = false;                 // other targets, unknown to us, are possible
};

/// One function of the program: an external name, or an internal one with its unit.
struct ProgramFunction {
  std::string name;
  std::string display;
  std::string file;
  uint32_t line = 0;
  int32_t unit = -1;                 // index of the unit whose definition stands for it; -1: no body
  uint32_t index_in_unit = 0;
  std::vector<CallSite> calls;       // by point
  std::vector<int32_t> other_units;  // further units that define it with another body
  bool address_taken = false;
  uint32_t called = 0;               // call sites that may reach it
};

struct CallGraph {
  std::vector<ProgramFunction> functions;               // sorted by (name, file)
  std::vector<std::vector<FunctionId>> components;      // SCCs, callees before callers
  std::vector<FunctionId> roots;                        // called by nobody we know
};

/// What one unit contributes, computed once per unit and small: calls, the flow of function
/// pointers, address-taken functions.
class UnitFacts;

/// Feed units one at a time, in order; then `finish`.
class CallGraphBuilder {
 public:
  CallGraphBuilder();
  ~CallGraphBuilder();
  void add_unit(const ir::Unit& unit);
  CallGraph finish();

 private:
  struct State;
  State* state_;
};

}  // namespace assay::callgraph
