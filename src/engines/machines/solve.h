// Contexts one below the other until the root's is done; recursion until nothing changes.
#pragma once

#include <memory>
#include <vector>

#include "engines/machines/exploration.h"

namespace assay::machines {

/// A recursive call sees the exits that its callee had in the round before, at first none.  What
/// depends on a callee that is still running is provisional: when the lowest such callee is done,
/// and what was seen of it has changed, all of them go another round.
class Solver {
 public:
  explicit Solver(Run& run) : run_(run) {}
  void solve(ContextId root);

 private:
  struct Running {
    ContextId id;
    std::unique_ptr<Exploration> exploration;
    size_t low = 0;  // the deepest-down context that it depends on
    bool was_seen = false;
    bool changed = false;
    bool is_cut = false;  // by the root's limit, or it has seen what an earlier one's cut
    size_t first_provisional = 0;
    size_t round = 0;
  };

  void start(ContextId id);
  void pop();
  void explore_again(Running& running, size_t depth);
  const Context* result(ContextId id);
  /// Pre: it is done.  Else it is new again.
  bool lasts(Context& context);
  void finish_top();
  void widen(const Context& context, std::vector<Exit>& exits, size_t round) const;
  void cut(const Running& running);

  Run& run_;
  std::vector<Running> stack_;
  std::vector<ContextId> provisional_;
};

}  // namespace assay::machines
