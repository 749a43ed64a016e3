// Barrel shifters: a multiplexer per bit and stage, one stage per bit of the amount that matters.
#include <bit>

#include "base/check.h"
#include "logic/circuits.h"

namespace assay::logic::circuit {
namespace {

// Right shift with `fill` coming in.  Stage k moves by 2^k; the bits of the amount past the last
// stage all mean "everything is out".
Lits shift_right(Aig& aig, LitSpan a, LitSpan amount, Lit fill) {
  size_t width = a.size();
  size_t stages = std::min<size_t>(std::bit_width(width - 1), amount.size());
  Lits result(a.begin(), a.end());
  for (size_t k = 0; k < stages; ++k) {
    size_t step = size_t{1} << k;
    // Upwards: position i reads i + step, which is not yet overwritten.
    for (size_t i = 0; i < width; ++i) {
      Lit moved = i + step < width ? result[i + step] : fill;
      result[i] = aig.make_ite(amount[k], moved, result[i]);
    }
  }
  Lit all_out = any(aig, amount.subspan(stages));
  for (Lit& bit : result) bit = aig.make_ite(all_out, fill, bit);
  return result;
}

}  // namespace

Lits shl(Aig& aig, LitSpan a, LitSpan amount) {
  Lits reversed = shift_right(aig, Lits(a.rbegin(), a.rend()), amount, kFalseLit);
  return Lits(reversed.rbegin(), reversed.rend());
}

Lits lshr(Aig& aig, LitSpan a, LitSpan amount) { return shift_right(aig, a, amount, kFalseLit); }

Lits ashr(Aig& aig, LitSpan a, LitSpan amount) { return shift_right(aig, a, amount, a.back()); }

}  // namespace assay::logic::circuit
