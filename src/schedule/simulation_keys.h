// What the simulation of a function depends on, as a hash: the key of its summary.
//
// A key holds everything that is read while a component is simulated: its bodies, those of the C++
// library that they call with what is below, the types and symbols that they name, the initialisers
// of constants that they can see, the models of its callees, the hand-written models, the options,
// and the program itself.  Places are not in it: a function that moves in its file has the same
// key.  The symbols are listed in the order of their unit's table, since that order shows in a
// model.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "engines/simulator/options.h"
#include "models/library.h"
#include "schedule/simulation_plan.h"
#include "schedule/simulation_variables.h"
#include "store/store.h"

namespace assay::schedule {

struct SimulationAnswer;

/// What every key depends on: this build, the options, the hand-written models.
Hash shared_key(const simulator::Options& options, const models::Library& library);
/// Of the settings of a function that has its own.
Hash options_key(const simulator::Options& options);
/// Of all that the database holds of the program: what its units were made from.
Result<Hash> program_key(store::Store& store, const Hash& shared);

class SimulationKeys {
 public:
  /// `shared`: what every key depends on.  All outlive this.
  SimulationKeys(const Hash& shared, const callgraph::CallGraph& graph,
                 const std::vector<FunctionTraits>& traits, const ProgramVariables& variables,
                 const std::map<callgraph::FunctionId, simulator::Options>& special);

  /// Null: no answer, or one without a model.
  using FindAnswer = std::function<const SimulationAnswer*(callgraph::FunctionId)>;
  Hash of(const SimulatedComponent& component, const FindAnswer& answer) const;

 private:
  struct VariableAt {
    uint32_t unit = 0;
    uint32_t symbol = 0;
    friend auto operator<=>(const VariableAt&, const VariableAt&) = default;
  };
  void add_function(const callgraph::ProgramFunction& function, const FindAnswer& answer,
                    ByteWriter& key) const;
  void add_calls(const callgraph::ProgramFunction& function, const FindAnswer& answer,
                 std::vector<VariableAt>& named, ByteWriter& key) const;
  void find_below();
  void add_variables(std::vector<VariableAt> named, ByteWriter& key) const;
  void find_by_name(uint32_t unit, std::string_view name, std::vector<VariableAt>& found) const;

  Hash shared_;
  const callgraph::CallGraph& graph_;
  const std::vector<FunctionTraits>& traits_;
  const ProgramVariables& variables_;
  const std::map<callgraph::FunctionId, simulator::Options>& special_;
  /// By function: its body and all below it.
  std::vector<Hash> below_;
  /// By unit, then by name; a name may be an external and an internal variable's.
  std::vector<std::multimap<std::string_view, uint32_t, std::less<>>> by_name_;
};

}  // namespace assay::schedule
