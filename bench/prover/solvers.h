// The solvers that are compared, behind one interface.  Each question is asked of a new solver.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "logic/prover.h"

namespace assay::bench {

class Rival {
 public:
  virtual ~Rival() = default;
  virtual std::string_view name() const = 0;
  /// Reads the question; not measured.  False if it cannot.
  virtual bool prepare(const std::string& script, const logic::TermPool& pool,
                       std::span<const logic::Term> conjuncts) = 0;
  /// Answers it; measured.
  virtual logic::Verdict solve() = 0;
};

/// Null if it was not there when this was built.
std::unique_ptr<Rival> make_z3(uint32_t milliseconds);
std::unique_ptr<Rival> make_cvc5(uint32_t milliseconds);

}  // namespace assay::bench
