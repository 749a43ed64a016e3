// Whether the way to an error can be taken at all, bit for bit.
//
// Pruning knows equalities, orders and ranges; this asks the prover about the whole path: every
// condition on it as the semantics has it, everything from outside unknown.  A path is refuted only
// where no run can take it: what a loop defines is unknown on each arrival at it, calls that the
// path does not enter and writes through unknown pointers change whatever they may reach
// (writes.h).  Pointers that were followed before the error are not null; no other undefined
// operation rules anything out, because it may be the error itself.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/tri.h"
#include "callgraph/call_graph.h"
#include "engines/machines/program.h"
#include "engines/machines/result.h"
#include "engines/machines/writes.h"
#include "logic/prover.h"

namespace assay::machines {

struct PathWitness {
  callgraph::FunctionId root;
  std::span<const PathEvent> events;  // from the root's entry; the last one is the error
};

struct RefuteOptions {
  logic::Budget budget{.conflicts = 2'000};
  uint32_t max_gates = 4'000'000;
  uint64_t max_points = 20'000;  // of a path; longer ones are not looked at
  uint32_t max_terms = 200'000;
  size_t max_levels = 12;    // functions under way that a path is followed from
  size_t max_ways = 24;      // that are asked for, through calls that have returned
  size_t max_parts = 8;      // calls that are looked at alone, where the whole path cannot be
  Writes* writes = nullptr;  // null: calls and loops write all that pointers lead to; not owned
  logic::QueryRecorder* recorder = nullptr;  // keeps the questions; not owned
};

/// Keeps what it has found out about functions and about parts of paths.  That never shows in an
/// answer, which depends on the path, the program and the options alone.
class Refuter {
 public:
  /// The view outlives it.
  explicit Refuter(ProgramView& view, const RefuteOptions& options = {});
  ~Refuter();

  /// No: the path contradicts itself.  Yes: the prover found inputs that take it.  Unknown:
  /// neither, or there is something on the path that is not followed.
  Tri possible(const PathWitness& witness);
  /// Looks no further than from the function on in which what is tracked begins: cheap, and the
  /// same for all who call that.
  Tri possible_there(const PathWitness& witness);
  /// How many it has gone over since it began anew: what it costs.
  uint64_t points() const;
  /// Forgets the answers, on which the points depend.
  void begin_anew();

 private:
  struct Kept;
  RefuteOptions options_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace assay::machines
