// Guards: path conditions over named atoms, in canonical form (BDD; SATURN 3.3).
//
// An atom is any Boolean term, and nothing is known of it but its name: so `c or !c` is true again
// at a join, and two guards are equivalent exactly when they are equal.  Atoms are ordered by
// creation, which follows the program; there is no reordering and no garbage collection, for a pool
// lives as long as the analysis of one function.  Past its budget a pool answers with the guard
// too_large(), a value like any other: whatever is made of it is too large as well, unless it does
// not matter.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/tri.h"
#include "logic/term_pool.h"

namespace assay::logic {

/// Four bytes, copied freely, meaningless outside the pool that made it.
class Guard {
 public:
  constexpr Guard() = default;  // true
  static constexpr Guard always() { return Guard(0); }
  static constexpr Guard never() { return Guard(1); }
  static constexpr Guard too_large() { return Guard(UINT32_MAX); }

  constexpr bool is_always() const { return code_ == 0; }
  constexpr bool is_never() const { return code_ == 1; }
  constexpr bool is_too_large() const { return code_ == UINT32_MAX; }
  constexpr Guard operator!() const { return is_too_large() ? *this : Guard(code_ ^ 1); }
  /// Creation order: the same in every run.
  friend constexpr auto operator<=>(Guard, Guard) = default;

 private:
  friend class GuardPool;
  explicit constexpr Guard(uint32_t code) : code_(code) {}
  constexpr uint32_t node() const { return code_ >> 1; }
  constexpr bool complemented() const { return (code_ & 1) != 0; }
  constexpr Guard flipped_if(bool flip) const { return Guard(code_ ^ (flip ? 1 : 0)); }

  uint32_t code_ = 0;  // node and complement
};

struct GuardBudget {
  uint32_t nodes = 100'000;
  uint32_t steps = 1'000'000;  // of one operation
};

class GuardPool {
 public:
  /// The term pool outlives this one.
  explicit GuardPool(TermPool& terms, GuardBudget budget = {});
  GuardPool(const GuardPool&) = delete;
  GuardPool& operator=(const GuardPool&) = delete;

  /// The guard "t holds".  Constants and complements are seen through.  Pre: a Boolean.
  Guard atom(Term t);
  Guard make_and(Guard a, Guard b);
  Guard make_or(Guard a, Guard b) { return !make_and(!a, !b); }
  Guard make_xor(Guard a, Guard b) { return make_ite(a, !b, b); }
  Guard make_ite(Guard condition, Guard then_guard, Guard else_guard);
  /// Whether b holds wherever a does; Unknown past the budget.
  Tri implies(Guard a, Guard b);
  /// The guard where the atom `t` is known to hold, or not to.
  Guard cofactor(Guard guard, Term t, bool holds);

  /// The atoms it depends on, in order.  Pre: not too large.
  std::vector<Term> support(Guard guard) const;
  /// Nodes of its diagram.  Pre: not too large.
  size_t size(Guard guard) const;
  /// An equivalent term; shared diagrams become shared terms.  Pre: not too large.
  Term to_term(Guard guard);

  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }

 private:
  struct Node {
    uint32_t atom;    // smaller ones are above; the terminal has the largest
    Guard high, low;  // `high` is never complemented
  };
  struct Cached {
    Guard a, b, result;
  };
  struct Frame {
    Guard a, b;
    uint32_t atom;
    Guard low;
    bool low_done;
  };
  static constexpr uint32_t kTerminal = UINT32_MAX;

  Guard make_node(uint32_t atom, Guard high, Guard low);
  uint32_t top(Guard g) const { return nodes_[g.node()].atom; }
  Guard high(Guard g, uint32_t atom) const;
  Guard low(Guard g, uint32_t atom) const;
  // True if `result` is known without looking below.
  bool and_is_plain(Guard& a, Guard& b, Guard& result) const;
  Cached& cache_slot(Guard a, Guard b);
  void grow_tables();
  void nodes_below(Guard guard, std::vector<uint32_t>& nodes) const;
  uint32_t atom_index(Term t);

  TermPool& terms_;
  GuardBudget budget_;
  std::vector<Term> atoms_;
  std::unordered_map<Term, uint32_t> atom_indexes_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> unique_;  // open addressing, 0 is free (the terminal is never looked up)
  std::vector<Cached> cache_;     // lossy
  std::vector<Frame> frames_;
  std::vector<Term> as_terms_;  // by node; null: not yet
};

}  // namespace assay::logic
