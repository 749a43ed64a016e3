#include "logic/facts.h"

#include <algorithm>
#include <bit>

#include "logic/word_ops.h"

namespace assay::logic {

Facts Facts::any(uint32_t width) {
  Facts facts;
  facts.width = width;
  if (width > 64) return facts;
  facts.umax = facts.mask();
  facts.smin = facts.lowest();
  facts.smax = facts.highest();
  return facts;
}

Facts Facts::constant(uint32_t width, uint64_t bits) {
  Facts facts;
  facts.width = width;
  bits &= facts.mask();
  facts.ones = bits;
  facts.zeros = ~bits & facts.mask();
  facts.umin = facts.umax = bits;
  facts.smin = facts.smax = word::to_signed(width, bits);
  return facts;
}

Facts Facts::between(uint32_t width, uint64_t umin, uint64_t umax) {
  Facts facts = any(width);
  facts.umin = umin;
  facts.umax = umax;
  facts.tighten();
  return facts;
}

Facts Facts::signed_between(uint32_t width, int64_t smin, int64_t smax) {
  Facts facts = any(width);
  facts.smin = smin;
  facts.smax = smax;
  facts.tighten();
  return facts;
}

Facts Facts::known_bits(uint32_t width, uint64_t zeros, uint64_t ones) {
  Facts facts = any(width);
  facts.zeros = zeros & facts.mask();
  facts.ones = ones & facts.mask();
  facts.tighten();
  return facts;
}

bool Facts::may_be(uint64_t bits) const {
  if (!tracked()) return true;
  int64_t as_signed = word::to_signed(width, bits);
  return !empty && (bits & zeros) == 0 && (~bits & ones) == 0 && bits >= umin && bits <= umax &&
         as_signed >= smin && as_signed <= smax;
}

uint64_t Facts::nearest(uint64_t wish) const {
  uint64_t value = std::clamp(wish & mask(), umin, umax);
  uint64_t fitted = (value | ones) & ~zeros;
  if (may_be(fitted)) return fitted;
  if (may_be(umin)) return umin;
  if (may_be(umax)) return umax;
  return static_cast<uint64_t>(smin) & mask();
}

void Facts::tighten() {
  if (!tracked()) return;
  // Bits bound the number.
  umin = std::max(umin, ones);
  umax = std::min(umax, ~zeros & mask());
  // Within one half the unsigned and the signed order agree.
  uint64_t sign = uint64_t{1} << (width - 1);
  if (smin >= 0 || smax < 0) {
    umin = std::max(umin, static_cast<uint64_t>(smin) & mask());
    umax = std::min(umax, static_cast<uint64_t>(smax) & mask());
  }
  if (umin >= sign || umax < sign) {
    smin = std::max(smin, word::to_signed(width, umin));
    smax = std::min(smax, word::to_signed(width, umax));
  }
  if (umin > umax || smin > smax || (zeros & ones) != 0) {
    empty = true;
    return;
  }
  // What the two bounds have in common at the top, all values have.
  uint64_t differ = umin ^ umax;
  uint64_t common = differ == 0 ? mask() : mask() & ~low_mask(std::bit_width(differ));
  ones |= umin & common;
  zeros |= ~umin & common;
  if ((zeros & ones) != 0) empty = true;
}

bool Facts::meet(const Facts& other) {
  if (!tracked() || empty) return false;
  Facts before = *this;
  empty = empty || other.empty;
  zeros |= other.zeros;
  ones |= other.ones;
  umin = std::max(umin, other.umin);
  umax = std::min(umax, other.umax);
  smin = std::max(smin, other.smin);
  smax = std::min(smax, other.smax);
  if (*this == before) return false;
  tighten();
  return true;
}

Facts Facts::join(const Facts& other) const {
  if (empty || !tracked()) return other;
  if (other.empty) return *this;
  Facts result = *this;
  result.zeros &= other.zeros;
  result.ones &= other.ones;
  result.umin = std::min(umin, other.umin);
  result.umax = std::max(umax, other.umax);
  result.smin = std::min(smin, other.smin);
  result.smax = std::max(smax, other.smax);
  return result;
}

}  // namespace assay::logic
