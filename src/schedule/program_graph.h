// The call graph of a program image: each unit's facts are found by workers, and linked here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "callgraph/call_graph.h"
#include "schedule/program_image.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

struct GraphOptions {
  PoolOptions pool;
  std::function<void(size_t done, size_t total)> progress;
  std::function<bool()> interrupted;
  std::set<std::string> preferred = {};  // main files: see CallGraphBuilder::finish
};

struct ProgramGraph {
  callgraph::CallGraph graph;                               // its units are those of the image
  std::vector<std::pair<std::string, std::string>> failed;  // main file, why: not in the graph
  std::map<std::string, uint64_t> notes;                    // about the workers
  bool interrupted = false;
};

/// Pre: the process has one thread.
Result<ProgramGraph> build_graph(const ProgramImage& image, const GraphOptions& options);

/// A program's image and graph, made when the first of several engines asks for them.
class LinkedProgram {
 public:
  /// Asked again, whatever the options, it changes nothing.
  Result<void> link(store::Store& store, const ImageOptions& image, const GraphOptions& graph);
  // Pre: linked.
  const ProgramImage& image() const { return *image_; }
  const ProgramGraph& graph() const { return *graph_; }

 private:
  std::optional<ProgramImage> image_;
  std::optional<ProgramGraph> graph_;
};

}  // namespace assay::schedule
