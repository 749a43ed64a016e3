// What leaves functions by their own throws: where a callee is not entered, because nothing that a
// rule is about happens there, its exceptions still end the caller's path, or take it to a handler.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engines/machines/program.h"

namespace assay::machines {

/// The type of what is thrown.  One object for each name.
struct Thrown {
  std::string name;
  std::shared_ptr<const ir::Unit> unit;
  ir::TypeId type;
};

class Throws {
 public:
  explicit Throws(ProgramView& view) : view_(view) {}

  /// Types of what may leave the function, by name.  The answer does not depend on what was asked
  /// before.
  // APPROX(under): what is thrown again by a handler is not among them, nor what a function without
  // a body throws.
  std::vector<const Thrown*> leaving(callgraph::FunctionId function);
  const Thrown* type_of(const std::shared_ptr<const ir::Unit>& unit, ir::TypeId type);
  /// Stands for what a function without a body is taken to throw, where there is a handler for it.
  const Thrown* assumed() const { return &assumed_; }
  static bool fits(const Thrown& thrown, const ir::Unit& unit, const ir::Edge& handler);

 private:
  using Names = std::set<std::string>;
  void find(callgraph::FunctionId root);
  Names escaping(callgraph::FunctionId function);

  ProgramView& view_;
  Thrown assumed_{"...", nullptr, {}};
  std::map<std::string, Thrown> types_;
  std::vector<bool> known_;
  std::map<callgraph::FunctionId, Names> leaving_;  // nothing leaves the others
};

}  // namespace assay::machines
