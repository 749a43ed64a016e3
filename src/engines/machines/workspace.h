// What all engines of one worker share: trees, and functions prepared for walking.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "engines/machines/boundary.h"
#include "engines/machines/code.h"
#include "engines/machines/constants.h"
#include "engines/machines/counts.h"
#include "engines/machines/program.h"
#include "engines/machines/reach.h"
#include "engines/machines/returns.h"
#include "engines/machines/throws.h"
#include "metal/tree.h"

namespace assay::machines {

class Workspace {
 public:
  explicit Workspace(ProgramView& view)
      : view_(view),
        pool_(std::make_unique<metal::TreePool>()),
        mentions_(view),
        returns_(view),
        throws_(view),
        constants_(view) {}

  ProgramView& view() { return view_; }
  metal::TreePool& pool() { return *pool_; }
  Mentions& mentions() { return mentions_; }
  Returns& returns() { return returns_; }
  Throws& throws() { return throws_; }
  Counts& counts() { return counts_; }
  /// Null: it has no body.  Valid until the next `trim`.
  const FunctionCode* code(callgraph::FunctionId id);
  /// Likewise.
  const Boundary& boundary(const FunctionCode& caller, const FunctionCode& callee, ir::NodeId call);

  /// Between two roots: lets go of functions beyond the limit, and of all trees beyond theirs.
  void trim();
  /// Changes when trees were let go: whoever keeps any forgets them.
  uint64_t generation() const { return generation_; }

 private:
  static constexpr size_t kMaxNodes = 2'000'000;
  static constexpr size_t kMaxTrees = 3'000'000;
  static constexpr size_t kMaxBoundaries = 50'000;

  ProgramView& view_;
  std::unique_ptr<metal::TreePool> pool_;
  Mentions mentions_;
  Returns returns_;
  Throws throws_;
  Counts counts_;
  Constants constants_;
  std::map<callgraph::FunctionId, std::unique_ptr<FunctionCode>> functions_;
  using Crossing = std::tuple<callgraph::FunctionId, ir::NodeId, callgraph::FunctionId>;
  std::map<Crossing, Boundary> boundaries_;
  size_t nodes_ = 0;
  uint64_t generation_ = 0;
};

}  // namespace assay::machines
