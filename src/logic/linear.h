// Linear forms: a term as a sum of multiples of other terms, modulo 2^width.
//
// (x + y) - y and 2 x - x have the forms of x: what a SAT solver proves carry by carry is plain to
// see here.  Products of sums are multiplied out, so x (y + z) and x y + x z are one form too.
// Widths up to 64.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/term_pool.h"

namespace assay::logic {

struct LinearForm {
  struct Part {
    Term term;
    uint64_t factor;
  };
  uint32_t width = 0;
  std::vector<Part> parts;  // by term, each once, no factor zero
  uint64_t constant = 0;
};

enum class Remainders : uint8_t {
  Keep,
  Expand,  // x % y is x - y (x / y): longer, but some things cancel only so
};

/// Of a - b.  False if it is wider than 64 bits or takes more than `limit` steps.
bool linear_difference(TermPool& pool, Term a, Term b, size_t limit, LinearForm& result,
                       Remainders remainders = Remainders::Keep);

/// The sum as a term, without the part at `skip` if there is one, all factors times `scale`.
Term linear_term(TermPool& pool, const LinearForm& form, size_t skip = SIZE_MAX,
                 uint64_t scale = 1);

/// A sum equal to `t` in which nothing cancels any more; null if nothing does in `t`.
Term shorter_sum(TermPool& pool, Term t);

/// 1 / odd modulo 2^64.
uint64_t inverse_of_odd(uint64_t odd);

}  // namespace assay::logic
