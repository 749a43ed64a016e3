// The compiler's own functions: `__builtin_…`, `__atomic_…`, `__sync_…`.
//
// They are part of the language's meaning, so they live here and not in a library of an engine.
// Those that are only another spelling of a library function (`__builtin_memcpy`) are not in the
// table: the driver's library has them.
#pragma once

#include <span>
#include <vector>

#include "logic/term.h"
#include "semantics/program.h"

namespace assay::semantics {

class Evaluator;
struct Argument;
struct State;

/// One call of a builtin.
struct BuiltinCall {
  Evaluator& evaluator;
  State& state;
  ir::NodeId node;
  const Step& step;
  std::span<const Argument> arguments;
};

/// Gives the value; null: none, or the path ended.
using BuiltinFunction = logic::Term (*)(BuiltinCall&);

class Builtins {
 public:
  /// Null if the entity is no builtin of ours.
  BuiltinFunction find(const Program& program, EntityId entity);

 private:
  std::vector<std::pair<bool, BuiltinFunction>> by_entity_;  // looked up?, what
};

}  // namespace assay::semantics
