#include "logic/gate_solver.h"

#include <algorithm>
#include <climits>

#include "base/check.h"

namespace assay::logic {
namespace {

// A solver may carry this many variables, plus this many times those the question needs.
constexpr uint32_t kSpareVariables = 2'000, kSpareFactor = 4;
// A conflict costs more the more variables there are: past this many, fewer of them are allowed, so
// that the same budget means about the same time.
constexpr int64_t kPlainVariables = 5'000;

int allowed(int64_t conflicts, uint32_t variables) {
  if (conflicts < 0) return -1;
  int64_t limit = std::min<int64_t>(conflicts, INT_MAX);
  if (variables <= kPlainVariables) return static_cast<int>(limit);
  return static_cast<int>(std::max<int64_t>(limit * kPlainVariables / variables, 1));
}

}  // namespace

GateSolver::GateSolver(const TermPool& pool, uint32_t max_gates)
    : pool_(pool), max_gates_(max_gates), graph_(std::make_unique<Graph>(pool, max_gates)) {}

// Gates of earlier questions must not make this one too large.
bool GateSolver::blast(std::span<const Term> conjuncts) {
  auto blast_all = [&] {
    return std::all_of(conjuncts.begin(), conjuncts.end(),
                       [&](Term t) { return graph_->blaster.blast(t); });
  };
  bool fresh = graph_->aig.node_count() == 1;
  if (blast_all()) return true;
  renew_graph();
  if (fresh) return false;
  if (blast_all()) return true;
  // What was begun has no gates: the next question must not find it.
  renew_graph();
  return false;
}

void GateSolver::renew_graph() {
  clauses_.reset();
  graph_ = std::make_unique<Graph>(pool_, max_gates_);
}

uint32_t GateSolver::count_gates(std::span<const Lit> roots, uint32_t limit) {
  const Aig& aig = graph_->aig;
  if (++stamp_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    stamp_ = 1;
  }
  stamps_.resize(std::max<size_t>(stamps_.size(), aig.node_count()));
  std::vector<uint32_t> stack;
  uint32_t count = 0;
  auto visit = [&](Lit lit) {
    if (stamps_[lit.node()] == stamp_) return;
    stamps_[lit.node()] = stamp_;
    ++count;
    stack.push_back(lit.node());
  };
  for (Lit root : roots) visit(root);
  while (!stack.empty() && count <= limit) {
    uint32_t node = stack.back();
    stack.pop_back();
    if (!aig.is_and(node)) continue;
    visit(aig.left(node));
    visit(aig.right(node));
  }
  return count;
}

void GateSolver::renew_solver_if_crowded(std::span<const Lit> roots) {
  if (clauses_ != nullptr) {
    uint32_t carried = clauses_->cnf.variable_count();
    if (carried <= kSpareVariables) return;
    uint32_t enough = (carried - kSpareVariables) / kSpareFactor;
    if (count_gates(roots, enough) >= enough) return;
  }
  clauses_ = std::make_unique<Clauses>(graph_->aig);
}

GateSolver::Outcome GateSolver::solve(std::span<const Term> conjuncts, int64_t conflicts) {
  failed_.clear();
  solver_used_ = false;
  if (!blast(conjuncts)) return Outcome::TooLarge;
  Lits roots;
  std::vector<uint32_t> positions;
  for (uint32_t i = 0; i < conjuncts.size(); ++i) {
    Lit root = graph_->blaster.boolean(conjuncts[i]);
    if (root.is_false()) {
      failed_ = {i};
      return Outcome::Unsat;
    }
    if (root.is_true()) continue;
    roots.push_back(root);
    positions.push_back(i);
  }
  if (roots.empty()) {
    clauses_.reset();
    return Outcome::Sat;
  }
  renew_solver_if_crowded(roots);
  std::vector<int> assumptions;
  for (Lit root : roots) assumptions.push_back(clauses_->cnf.require(root));
  solver_used_ = true;
  int limit = allowed(conflicts, clauses_->cnf.variable_count());
  switch (clauses_->solver.solve(assumptions, limit)) {
    case SatSolver::Answer::Sat:
      return Outcome::Sat;
    case SatSolver::Answer::Unknown:
      return Outcome::OutOfConflicts;
    case SatSolver::Answer::Unsat:
      break;
  }
  for (size_t i = 0; i < assumptions.size(); ++i) {
    if (clauses_->solver.failed(assumptions[i])) failed_.push_back(positions[i]);
  }
  return Outcome::Unsat;
}

Bits GateSolver::value(Term t) const {
  Bits result(t.width(), 0);
  if (!has_value(t) || clauses_ == nullptr) return result;
  Lits lits = graph_->blaster.bits(t);
  for (uint32_t i = 0; i < t.width(); ++i) {
    int variable = clauses_->cnf.variable(lits[i].node());
    bool bit = lits[i].is_constant() ? lits[i].is_true()
                                     : variable != 0 && clauses_->solver.value(variable);
    result.set_bit(i, bit ^ (!lits[i].is_constant() && lits[i].complemented()));
  }
  return result;
}

}  // namespace assay::logic
