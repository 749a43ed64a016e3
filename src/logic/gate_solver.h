// Conjunctions of Booleans, decided by gates, clauses and the SAT solver.
//
// Gates and clauses are kept from one question to the next.  A solver that carries far more than
// the present question needs is replaced by a new one, for it would have to give all of that a
// value.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "logic/blast.h"
#include "logic/cnf.h"
#include "logic/sat_solver.h"

namespace assay::logic {

class GateSolver {
 public:
  enum class Outcome : uint8_t { Sat, Unsat, OutOfConflicts, TooLarge };

  GateSolver(const TermPool& pool, uint32_t max_gates);

  /// `conflicts` < 0: no limit; else fewer where there are very many variables.
  Outcome solve(std::span<const Term> conjuncts, int64_t conflicts);
  /// After Unsat: conjuncts that suffice, as positions.
  const std::vector<uint32_t>& failed() const { return failed_; }
  /// After Sat: an opaque term's value; zero where it does not matter.
  Bits value(Term t) const;
  bool has_value(Term t) const { return graph_->blaster.is_blasted(t); }
  /// Whether the SAT solver was asked at all.
  bool was_solver_used() const { return solver_used_; }

 private:
  struct Graph {
    Graph(const TermPool& pool, uint32_t max_gates) : aig(max_gates), blaster(pool, aig) {}
    Aig aig;
    Blaster blaster;
  };
  struct Clauses {
    explicit Clauses(const Aig& aig) : cnf(aig, solver) {}
    SatSolver solver;
    Cnf cnf;
  };

  bool blast(std::span<const Term> conjuncts);
  void renew_graph();
  void renew_solver_if_crowded(std::span<const Lit> roots);
  uint32_t count_gates(std::span<const Lit> roots, uint32_t limit);

  const TermPool& pool_;
  uint32_t max_gates_;
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Clauses> clauses_;
  std::vector<uint32_t> failed_;
  std::vector<uint32_t> stamps_;  // by gate
  uint32_t stamp_ = 0;
  bool solver_used_ = false;
};

}  // namespace assay::logic
