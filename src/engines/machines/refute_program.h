// The functions of one path as a program of their own.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "callgraph/call_graph.h"
#include "engines/machines/loop_values.h"
#include "engines/machines/program.h"
#include "ir/loops.h"
#include "semantics/program.h"

namespace assay::machines {

/// What an arrival at a loop makes unknown.
struct LoopEffect {
  std::vector<ir::LocalId> locals;
  std::vector<ir::NodeId> points;  // that may write memory; none: no point does
  std::vector<LoopValue> values;   // of what it makes unknown: what is known all the same
};

struct PathFunction {
  callgraph::FunctionId id;
  const ir::Function* function = nullptr;
  std::map<ir::BlockId, LoopEffect> loops;  // by header
  bool has_other_cycles = false;
};

class PathProgram {
 public:
  /// Null: a body cannot be had, or the units have different targets.
  static std::unique_ptr<PathProgram> load(ProgramView& view,
                                           std::span<const callgraph::FunctionId> functions);

  semantics::Program& program() { return *program_; }
  /// Pre: one of the functions that were loaded.
  const PathFunction& operator[](callgraph::FunctionId id) const { return functions_.at(id); }
  const PathFunction* find(const ir::Function* function) const;

 private:
  PathProgram() = default;

  std::deque<ir::Unit> units_;  // the tables of each, and only the functions of the path
  std::map<callgraph::FunctionId, PathFunction> functions_;
  std::unordered_map<const ir::Function*, const PathFunction*> by_function_;
  std::unique_ptr<semantics::Program> program_;
};

}  // namespace assay::machines
