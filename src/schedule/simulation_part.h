// The part of a program that a batch of components is simulated in.
//
// It has the tables of their units, the bodies of the batch and of its helpers, the initialisers of
// their units' variables, and those of constants that other units define, with what is reached from
// there.  So what a function can see does not depend on the others of its batch.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "schedule/simulation_task.h"
#include "semantics/program.h"

namespace assay::schedule {

class PartOfProgram {
 public:
  static Result<std::unique_ptr<PartOfProgram>> make(const SimulatedProgram& whole,
                                                     ImageUnits& units,
                                                     const ComponentBatch& batch);

  semantics::Program& program() { return *program_; }
  /// A function of the batch; none: another definition of its name stands here.
  semantics::EntityId entity_of(callgraph::FunctionId function) const;
  /// Any function, as the batch's code knows it; none: it has no name here.
  semantics::EntityId callee(callgraph::FunctionId function) const;

 private:
  PartOfProgram(const SimulatedProgram& whole, ImageUnits& units) : whole_(whole), units_(units) {}
  Result<void> add_unit(uint32_t index, const std::set<callgraph::FunctionId>& functions);
  /// By unit: names of variables whose initialisers the parts at hand lead to.
  std::map<uint32_t, std::set<std::string>> needed_constants() const;
  Result<void> add_constants(uint32_t index, const std::set<std::string>& names);

  struct Part {
    uint32_t index;  // in the image
    std::unique_ptr<ir::Unit> unit;
    std::map<callgraph::FunctionId, size_t> functions;  // in unit->functions
  };
  const SimulatedProgram& whole_;
  ImageUnits& units_;
  std::vector<Part> parts_;
  std::optional<semantics::Program> program_;
};

}  // namespace assay::schedule
