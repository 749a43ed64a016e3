// The functions of one path as a program of their own.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "callgraph/call_graph.h"
#include "engines/machines/constants.h"
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
  std::shared_ptr<const LoadedFunction> loaded;
  std::map<ir::BlockId, LoopEffect> loops;  // by header
  bool has_other_cycles = false;

  const ir::Function& function() const { return loaded->function; }
};

/// Functions as paths see them, kept as long as memory allows: what is kept never shows in an
/// answer.
class PathFunctions {
 public:
  explicit PathFunctions(ProgramView& view) : view_(view), constants_(view) {}

  /// Null: the body cannot be had.
  std::shared_ptr<const PathFunction> get(callgraph::FunctionId id);
  ProgramView& view() { return view_; }
  const callgraph::CallGraph& graph() const { return view_.graph(); }
  Constants& constants() { return constants_; }

 private:
  static constexpr size_t kMaxNodes = 1'000'000;

  ProgramView& view_;
  Constants constants_;
  std::map<callgraph::FunctionId, std::shared_ptr<const PathFunction>> functions_;
  size_t nodes_ = 0;
};

class PathProgram {
 public:
  /// Null: a body cannot be had, or the units have different targets.
  static std::unique_ptr<PathProgram> load(PathFunctions& all,
                                           std::span<const callgraph::FunctionId> functions);

  semantics::Program& program() { return *program_; }
  /// Pre: one of the functions that were loaded.
  const PathFunction& operator[](callgraph::FunctionId id) const { return *functions_.at(id); }
  const PathFunction* find(const ir::Function* function) const;
  bool has_other_cycles() const;

 private:
  PathProgram() = default;

  std::map<callgraph::FunctionId, std::shared_ptr<const PathFunction>> functions_;
  std::unordered_map<const ir::Function*, const PathFunction*> by_function_;
  std::unique_ptr<semantics::Program> program_;
};

}  // namespace assay::machines
