// Equalities among assumptions, solved for symbols.
//
// `x + 3 = y - 1` defines x, so x can be replaced everywhere and the equality forgotten.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/linear.h"
#include "logic/substitute.h"

namespace assay::logic {

struct Solved {
  enum class Kind : uint8_t {
    Open,     // nothing found
    Always,   // the assumption holds
    Never,    // it does not
    Defines,  // replacement.leaf is replacement.by
    Simpler,  // the same as `simpler`, which is shorter
  };
  Kind kind = Kind::Open;
  Replacement replacement;
  Term simpler;
};

/// Finds definitions that can be applied together: none defines a symbol that another one uses.
class EqualitySolver {
 public:
  explicit EqualitySolver(TermPool& pool) : pool_(pool), walk_(pool) {}

  /// Forgets the definitions so far: a new round.
  void start();
  /// `assumption` is a Boolean taken to be true.
  Solved solve(Term assumption);
  /// The same for an equality that is not assumed: never Defines.  Cheap where neither side is a
  /// sum.
  Solved simplify(Term equality);
  /// Adds a definition of a symbol, if it fits to the others.
  bool define(Term leaf, Term by);

 private:
  Solved decide(Term equality, const LinearForm& form);
  Solved solve_form(Term equality, const LinearForm& form);

  TermPool& pool_;
  Cone walk_;
  std::vector<Term> defined_, used_;  // sorted
};

}  // namespace assay::logic
