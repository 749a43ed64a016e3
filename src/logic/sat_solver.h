// The SAT solver: CaDiCaL, seen through the few questions we ask.
//
// Variables are positive numbers, literals a variable or its negative, as in DIMACS.  Clauses stay,
// assumptions hold for one question.  The budget is counted in conflicts, so that the same clauses
// and questions give the same answers on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace assay::logic {

class SatSolver {
 public:
  enum class Answer : uint8_t { Sat, Unsat, Unknown };

  SatSolver();
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  void add_clause(std::span<const int> literals);
  void add_clause(std::initializer_list<int> literals) {
    add_clause(std::span<const int>(literals.begin(), literals.size()));
  }
  /// `conflicts` < 0: no limit.
  Answer solve(std::span<const int> assumptions, int conflicts);
  /// Pre: the last answer was Sat and nothing was added since.
  bool value(int variable) const;
  /// Whether the assumption took part in the refutation.  Pre: the last answer was Unsat, as above.
  bool failed(int assumption) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::logic
