// Gates to clauses, only those a question needs and that were not written before.
//
// By polarity (Plaisted and Greenbaum): a gate that is only ever asked to be true gets only the
// clauses of that direction; the others follow when somebody asks.  Exclusive or, if-then-else and
// majority are written as one gate each, without variables for their inner conjunctions, and
// conjunctions that only serve a larger one are part of it.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/aig.h"
#include "logic/sat_solver.h"

namespace assay::logic {

class Cnf {
 public:
  Cnf(const Aig& aig, SatSolver& solver) : aig_(aig), solver_(solver) {}

  /// The solver's literal for `lit`, ready to be assumed or asserted.  Pre: not a constant.
  int require(Lit lit);
  /// The variable of a node, 0 if no clause has it.
  int variable(uint32_t node) const { return node < states_.size() ? states_[node].variable : 0; }
  uint32_t variable_count() const { return variables_; }
  uint64_t clause_count() const { return clauses_; }

 private:
  static constexpr uint8_t kPositive = 1, kNegative = 2, kBoth = 3;
  struct State {
    int variable = 0;
    uint8_t written = 0;  // directions
  };
  struct Need {
    uint32_t node;
    uint8_t directions;
  };

  int literal(Lit lit);
  // `lit` occurs in a clause of this direction of its parent.
  void need(Lit lit, uint8_t directions);
  void write(uint32_t node, uint8_t directions);
  void write_and(uint32_t node, uint8_t directions);
  void write_xor(int out, const Gate& gate, uint8_t directions);
  void write_ite(int out, const Gate& gate, uint8_t directions);
  void write_majority(int out, const Gate& gate, uint8_t directions);
  void clause(std::initializer_list<int> literals);

  const Aig& aig_;
  SatSolver& solver_;
  std::vector<State> states_;  // by node
  std::vector<Need> todo_;
  std::vector<Lit> stack_, leaves_;
  std::vector<int> long_clause_;
  uint32_t variables_ = 0;
  uint64_t clauses_ = 0;
};

}  // namespace assay::logic
