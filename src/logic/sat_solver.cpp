#include "logic/sat_solver.h"

#include <cadical.hpp>

#include "base/check.h"

namespace assay::logic {

struct SatSolver::Impl {
  mutable CaDiCaL::Solver solver;
};

SatSolver::SatSolver() : impl_(std::make_unique<Impl>()) {
  impl_->solver.set("quiet", 1);
  // Our questions are small and mostly refuted: phases that hunt for models cost a third of the
  // time of bench/prover's mix.
  impl_->solver.set("stabilize", 0);
  // Models of programs are mostly small numbers: with few conflicts allowed, a third fewer
  // questions stay open.
  impl_->solver.set("phase", 0);
}

SatSolver::~SatSolver() = default;

void SatSolver::add_clause(std::span<const int> literals) {
  for (int literal : literals) impl_->solver.add(literal);
  impl_->solver.add(0);
}

SatSolver::Answer SatSolver::solve(std::span<const int> assumptions, int conflicts) {
  for (int literal : assumptions) impl_->solver.assume(literal);
  if (conflicts >= 0) impl_->solver.limit("conflicts", conflicts);
  switch (impl_->solver.solve()) {
    case 10:
      return Answer::Sat;
    case 20:
      return Answer::Unsat;
    default:
      return Answer::Unknown;
  }
}

bool SatSolver::value(int variable) const { return impl_->solver.val(variable) > 0; }

bool SatSolver::failed(int assumption) const { return impl_->solver.failed(assumption); }

}  // namespace assay::logic
