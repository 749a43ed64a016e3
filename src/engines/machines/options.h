// What whoever runs the engine may choose.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::machines {

struct EngineOptions {
  bool prune = true;                    // paths that contradict themselves
  bool block_cache = true;              // off: paths are cut at loops only
  bool is_reversed = false;             // the last way out of a block is taken first
  bool trace = false;                   // keeps block and suffix summaries, for print_trace
  uint64_t max_steps = 60'000;          // points and blocks in one function from one entry
  uint64_t max_root_steps = 2'000'000;  // below one root; then no further callee is entered
  size_t max_facts = 3;                 // kept per block and tuple, before they are joined
  size_t max_visits = 12;               // of a block from one entry; then without facts
  size_t max_bare_visits = 4;           // likewise, by paths on which nothing is tracked
  size_t max_depth = 5;                 // derefs, members and indices in a tracked tree
  size_t max_entries_with_facts = 6;    // into one callee from one context; then without facts
  size_t max_entries = 40;              // likewise; then its calls are not followed
  size_t max_bare_contexts = 12;        // of a function, with facts and nothing tracked
  size_t max_tracked_targets = 4;       // of a call; into more nothing is followed
  size_t max_exits = 24;                // of one context
  size_t max_same_exits = 3;            // that differ in facts only, before these are joined
  size_t max_iterations = 8;            // of recursive functions
  size_t max_nested = 3;                // of one function within itself, with facts
};

}  // namespace assay::machines
