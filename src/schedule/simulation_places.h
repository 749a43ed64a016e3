// Findings of the simulator get their lines, from the program as it is now.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "callgraph/call_graph.h"
#include "engines/simulator/report.h"
#include "schedule/image_view.h"

namespace assay::schedule {

class FindingPlacer {
 public:
  /// Where the operations of a function's model come from; null: nobody knows.
  using OriginsOf = std::function<const simulator::Origins*(callgraph::FunctionId)>;
  /// Both outlive this.
  FindingPlacer(const ProgramImage& image, const callgraph::CallGraph& graph, OriginsOf origins)
      : graph_(graph), units_(image, kCacheBytes), origins_(std::move(origins)) {}

  findings::Finding place(callgraph::FunctionId function, simulator::Unplaced finding);

 private:
  static constexpr uint64_t kCacheBytes = uint64_t{64} << 20;
  /// Of one name: that of the unit, else any.
  callgraph::FunctionId find(const std::string& name, int32_t unit) const;
  const ir::Places* places_of(callgraph::FunctionId function);

  const callgraph::CallGraph& graph_;
  ImageUnits units_;
  OriginsOf origins_;
  std::map<callgraph::FunctionId, std::optional<ir::Places>> places_;  // none: unreadable
};

}  // namespace assay::schedule
