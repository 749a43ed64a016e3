// The call graph of a program image, and what else its units together say: each unit is read once,
// by a worker, and what it says is put together here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "callgraph/call_graph.h"
#include "schedule/image_view.h"
#include "schedule/machines_constants.h"
#include "schedule/program_image.h"
#include "schedule/simulation_variables.h"
#include "schedule/unit_question.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

struct GraphOptions {
  PoolOptions pool;
  std::function<void(size_t done, size_t total)> progress;
  std::function<bool()> interrupted;
  std::set<std::string> preferred = {};  // main files: see CallGraphBuilder::finish
  /// Asked of each unit while it is read; they outlive the call.  A unit that cannot be read answers
  /// none.
  std::vector<UnitQuestion*> questions = {};
};

struct ProgramGraph {
  callgraph::CallGraph graph;                               // its units are those of the image
  std::vector<std::pair<std::string, std::string>> failed;  // main file, why: not in the graph
  std::map<std::string, uint64_t> notes;                    // about the workers
  bool interrupted = false;
};

/// Pre: the process has one thread.
Result<ProgramGraph> build_graph(const ProgramImage& image, const GraphOptions& options);

/// What engines want to know of a program beside its graph.
struct ProgramNeeds {
  bool values = false;     // of variables that nobody writes, for rules
  bool variables = false;  // who writes which, and the parts of keys, for the simulator
};

/// A program's image and graph, made when the first of several engines asks for them.
class LinkedProgram {
 public:
  /// What all engines that share it need.
  explicit LinkedProgram(ProgramNeeds needs) : needs_(needs) {}

  /// Asked again, whatever the options, it changes nothing.
  Result<void> link(store::Store& store, const ImageOptions& image, const GraphOptions& graph);
  // Pre: linked, and not interrupted.
  const ProgramImage& image() const { return *image_; }
  const ProgramGraph& graph() const { return *graph_; }
  // Pre: also asked for.
  const machines::VariableValues& values() const;
  const ProgramVariables& variables() const;

 private:
  ProgramNeeds needs_;
  std::optional<ProgramImage> image_;
  std::optional<ProgramGraph> graph_;
  machines::VariableValues values_;
  ProgramVariables variables_;
};

}  // namespace assay::schedule
