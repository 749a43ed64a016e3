// The full adder, seven gates: the products inside both exclusive ors are those of the carry.
#pragma once

#include "logic/aig.h"

namespace assay::logic::circuit {

struct Sum {
  Lit bit, carry;
};

inline Sum full_adder(Aig& aig, Lit a, Lit b, Lit c) {
  Lit half = aig.make_xor(a, b);
  Lit bit = aig.make_xor(half, c);
  return {bit, aig.make_or(aig.make_and(a, b), aig.make_and(half, c))};
}

}  // namespace assay::logic::circuit
