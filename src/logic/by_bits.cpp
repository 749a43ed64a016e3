#include "logic/by_bits.h"

#include <bit>

#include "logic/build.h"

namespace assay::logic {
namespace {

class BitRules {
 public:
  BitRules(TermPool& pool, const BaseFacts& base) : pool_(pool), base_(base) {}

  Term simplify(Term t) {
    Op op = pool_.op(t);
    if (op != Op::And && op != Op::LShr && op != Op::Extract) return Term();
    Term x = pool_.arg(t, 0);
    if (x.is_immediate() || x.width() > 64) return Term();
    if (op == Op::Extract) {
      auto [high, low] = pool_.params(t);
      Term seen = look_through(x, low_mask(high - low + 1) << low);
      return seen == x ? Term() : extract(pool_, seen, high, low);
    }
    Term k = pool_.arg(t, 1);
    if (!k.is_immediate()) return Term();
    return op == Op::And ? mask(x, k) : shift(x, k);
  }

 private:
  uint64_t possible_ones(Term t) const { return ~base_.of(t).zeros & low_mask(t.width()); }

  /// What has the same bits at `seen`; the others do not matter.
  Term look_through(Term x, uint64_t seen) const {
    while (!x.is_immediate()) {
      Op op = pool_.op(x);
      if (op != Op::And && op != Op::Or && op != Op::Xor && op != Op::Add) return x;
      Term a = pool_.arg(x, 0), b = pool_.arg(x, 1);
      if (op == Op::And) {
        // match: a & k, k all ones at the bits seen    result: a
        if (!b.is_immediate() || (~b.bits() & seen) != 0) return x;
        x = a;
        continue;
      }
      // match: a | b and so on, b zero at the bits seen    result: a.  A sum may carry from below.
      uint64_t matters =
          op == Op::Add ? low_mask(static_cast<uint32_t>(std::bit_width(seen))) : seen;
      if ((possible_ones(b) & matters) == 0)
        x = a;
      else if ((possible_ones(a) & matters) == 0)
        x = b;
      else
        return x;
    }
    return x;
  }

  Term mask(Term x, Term k) {
    // match: x & k, where x has no other bits    result: x
    if ((possible_ones(x) & ~k.bits()) == 0) return x;
    Term seen = look_through(x, k.bits());
    return seen == x ? Term() : bit_and(pool_, seen, k);
  }

  Term shift(Term x, Term k) {
    uint32_t width = x.width();
    if (k.bits() == 0 || k.bits() >= width) return Term();
    uint32_t by = static_cast<uint32_t>(k.bits());
    Term seen = look_through(x, low_mask(width) & ~low_mask(by));
    if (seen != x) return lshr(pool_, seen, k);
    // match: ((y << k) + c) >> k unsigned, c a multiple of 2^k    result: (y + (c >> k)) & low bits
    if (!pool_.is(x, Op::Add)) return Term();
    Term shifted = pool_.arg(x, 0), c = pool_.arg(x, 1);
    if (!c.is_immediate() || (c.bits() & low_mask(by)) != 0) return Term();
    if (!pool_.is(shifted, Op::Shl) || pool_.arg(shifted, 1) != k) return Term();
    Term sum = add(pool_, pool_.arg(shifted, 0), Term::constant(width, c.bits() >> by));
    return bit_and(pool_, sum, Term::constant(width, low_mask(width - by)));
  }

  TermPool& pool_;
  const BaseFacts& base_;
};

}  // namespace

Term simplify_by_bits(TermPool& pool, const BaseFacts& base, Term t) {
  Term result = BitRules(pool, base).simplify(t);
  return result == t ? Term() : result;
}

Term masked_number(const TermPool& pool, Term t) {
  if (t.width() > 64 || !pool.is(t, Op::And)) return Term();
  Term mask = pool.arg(t, 1);
  if (!mask.is_immediate() || (mask.bits() & (mask.bits() + 1)) != 0) return Term();
  return pool.arg(t, 0);
}

}  // namespace assay::logic
