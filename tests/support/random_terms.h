// Random terms over all integer operators, for comparing what should mean the same.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "logic/eval.h"
#include "logic/term_pool.h"

namespace assay::test {

struct RandomTermOptions {
  uint32_t max_width = 128;
  uint32_t operations = 12;  // per term, besides those that fit widths
  uint32_t symbols = 3;
};

/// Terms as they are drawn, without simplification.  The same seed gives the same terms.
class RandomTerms {
 public:
  RandomTerms(logic::TermPool& pool, uint64_t seed, RandomTermOptions options = {});

  /// Starts with new symbols; afterwards symbols() has those that the term may use.
  logic::Term next();
  /// The same, as a Boolean.
  logic::Term next_boolean();
  const std::vector<logic::Term>& symbols() const { return symbols_; }
  logic::Assignment assignment();
  /// Corner values more often than chance has them.
  logic::Bits value(uint32_t width);
  uint64_t number(uint64_t below) { return engine_() % below; }

 private:
  uint32_t width();
  logic::Term leaf(uint32_t width);
  logic::Term operand(uint32_t width);
  logic::Term fit(logic::Term term, uint32_t width);
  logic::Term operation();
  logic::Term make(logic::Op op, uint32_t width, std::vector<logic::Term> args,
                   logic::Params params = {});

  logic::TermPool& pool_;
  std::mt19937_64 engine_;
  RandomTermOptions options_;
  std::vector<logic::Term> symbols_;
  std::vector<logic::Term> made_;
  uint32_t favourite_ = 1;  // the width that most operations of a term have
};

/// The term built again from its leaves through the simplifying builders.
logic::Term simplified(logic::TermPool& pool, logic::Term term);

}  // namespace assay::test
