// What a worker does for the simulator: some components with the models of their callees; and its
// answer, as bytes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "engines/simulator/simulator.h"
#include "schedule/image_view.h"
#include "schedule/simulation_plan.h"
#include "schedule/simulation_variables.h"

namespace assay::schedule {

struct SimulationTask {
  ComponentBatch components;
  std::map<callgraph::FunctionId, std::string> models;  // of callees
};

Bytes encode_simulation_task(const SimulationTask& task);
Result<SimulationTask> decode_simulation_task(std::string_view bytes, size_t functions);

/// Of one function.
struct SimulationAnswer {
  std::string failure;               // why there is no answer; empty: there is
  std::string model;                 // says neither file nor line
  std::vector<std::string> globals;  // that the model speaks of
  simulator::Origins origins;        // of its operations
  std::vector<simulator::Unplaced> findings;
  simulator::Coverage coverage;
  uint32_t paths = 0;
  uint64_t points = 0;
  uint64_t questions = 0;
  bool is_out_of_budget = false;
  bool is_complete = false;  // every path was followed to its end
  Hash model_hash;           // not part of the bytes
};

void write_coverage(ByteWriter& writer, const simulator::Coverage& coverage);
simulator::Coverage read_coverage(ByteReader& reader);
Bytes encode_simulation_answers(const std::vector<SimulationAnswer>& answers);
Result<std::vector<SimulationAnswer>> decode_simulation_answers(std::string_view bytes);

/// What all workers share, made before they are forked.
struct SimulatedProgram {
  const ProgramImage& image;
  const callgraph::CallGraph& graph;
  const std::vector<FunctionTraits>& traits;
  const ProgramVariables& variables;
  const models::Library& library;
  const simulator::Options& options;
  /// Of functions that have others.
  const std::map<callgraph::FunctionId, simulator::Options>& special;
};

/// Of a component: functions whose bodies its special calls may simulate.
std::set<callgraph::FunctionId> helpers_of(const callgraph::CallGraph& graph,
                                           const std::vector<FunctionTraits>& traits,
                                           const SimulatedComponent& component);

/// One for each worker process.
class SimulationWorker {
 public:
  explicit SimulationWorker(const SimulatedProgram& program)
      : program_(program), units_(program.image, kCacheBytes) {}

  const SimulatedProgram& program() const { return program_; }
  /// Answers by component, then by function.
  std::vector<SimulationAnswer> run(const SimulationTask& task);
  /// Where in a unit its functions are, by name.
  const std::unordered_map<std::string, uint32_t>& functions_of(uint32_t unit,
                                                                const ir::UnitRecord& record);

  static constexpr uint64_t kCacheBytes = uint64_t{128} << 20;

 private:
  const SimulatedProgram& program_;
  ImageUnits units_;
  std::map<uint32_t, std::unordered_map<std::string, uint32_t>> functions_;  // by unit
};

}  // namespace assay::schedule
