// Refine: what assumptions say about the values of the terms under them.
//
// Goes from the assumptions down to the symbols and back up, a few times.  The facts hold for every
// assignment that makes all assumptions true; if one set of values is empty, there is none.
#pragma once

#include <span>
#include <vector>

#include "logic/base_facts.h"

namespace assay::logic {

class Refinement {
 public:
  Refinement(const TermPool& pool, const BaseFacts& base) : pool_(pool), base_(base) {}

  /// False if the assumptions contradict each other.  Pre: `base` has learnt the cone, and the cone
  /// is that of the assumptions, which are Booleans.
  bool run(const Cone& cone, std::span<const Term> assumptions);
  /// Of the last run's cone.
  Facts of(Term t) const;

 private:
  bool assume(std::span<const Term> assumptions);
  bool downwards();
  bool upwards();
  bool has_fresh_args(Term t) const;
  void load_args(Term t);
  bool narrow(size_t index, const Facts& facts);

  const TermPool& pool_;
  const BaseFacts& base_;
  const Cone* cone_ = nullptr;
  std::vector<Facts> facts_;    // by position in the cone
  std::vector<uint8_t> dirty_;  // says more than when its arguments were told
  std::vector<uint8_t> fresh_;  // says more than when those above it were told
  std::vector<Facts> args_;
  bool changed_ = false;
};

}  // namespace assay::logic
