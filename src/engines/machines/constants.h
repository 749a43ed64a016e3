// Values that stay the same in every run: variables that nobody writes, functions that always
// answer with one number.
//
// What a branch over such a value decides is decided before the program starts; facts and refuted
// paths take the number instead of the variable or the call.
#pragma once

#include <map>
#include <optional>
#include <span>

#include "engines/machines/program.h"

namespace assay::machines {

class Constants {
 public:
  explicit Constants(ProgramView& view) : view_(view) {}

  /// As an integer literal of the variable's type has it.
  std::optional<uint64_t> variable(const ir::Unit& unit, ir::SymbolId symbol) const;
  /// What each function that the call may reach returns, whenever it does.
  std::optional<uint64_t> result(std::span<const callgraph::CallSite> call);
  /// What a call of one of the system's functions yields; none: it is no such call, or anything.
  std::optional<ResultRange> library_result(const ir::Unit& unit, const ir::Body& body,
                                            ir::NodeId call) const;
  /// The number an expression stands for; none: it is no constant, or too much of an expression.
  std::optional<uint64_t> value(const ir::Unit& unit, const ir::Body& body, ir::NodeId node) const;

 private:
  std::optional<uint64_t> result(callgraph::FunctionId function);
  std::optional<uint64_t> find_result(const LoadedFunction& loaded) const;

  ProgramView& view_;
  std::map<callgraph::FunctionId, std::optional<uint64_t>> results_;
};

/// Whom a call names; null: it is called through a pointer.
const ir::Symbol* callee_of(const ir::Unit& unit, const ir::Body& body, ir::NodeId call);
/// It looks at its arguments and at memory, and does nothing else.
bool is_pure_function(const ir::Symbol& symbol);
/// Declared in a system header, without a body in the program.
bool is_library_function(const ir::Symbol& symbol);

/// The calls of a function at one point.
std::span<const callgraph::CallSite> sites_at(const callgraph::ProgramFunction& function,
                                              ir::NodeId point);

}  // namespace assay::machines
