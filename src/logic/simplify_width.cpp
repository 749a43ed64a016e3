// Simplification of what changes widths: extension, extraction, concatenation.
//
// Memory takes values apart into bytes and puts them together again; these rules make that free.
#include <algorithm>
#include <array>
#include <vector>

#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

Term zext(TermPool& pool, Term a, uint32_t width) {
  ASSAY_CHECK(width >= a.width() && width <= kMaxWidth, "an extension should not cut");
  Term x, c, k1, k2;
  // match: zext(x) to its own width   result: x
  if (a.width() == width) return a;
  if (Term k = fold_constants(pool, Op::ZExt, width, {&a, 1}); !k.is_null()) return k;
  // match: zext(zext(x))   result: zext(x)
  if (match(pool, a, Op::ZExt, x)) return rules::make(pool, Op::ZExt, width, x);
  // match: zext(c ? k1 : k2)   result: c ? zext(k1) : zext(k2)
  if (a.width() > 1 && match_choice(pool, a, c, k1, k2)) {
    return logic::ite(pool, c, logic::zext(pool, k1, width), logic::zext(pool, k2, width));
  }
  return rules::make(pool, Op::ZExt, width, a);
}

Term sext(TermPool& pool, Term a, uint32_t width) {
  ASSAY_CHECK(width >= a.width() && width <= kMaxWidth, "an extension should not cut");
  Term x, c, k1, k2;
  // match: sext(x) to its own width   result: x
  if (a.width() == width) return a;
  if (Term k = fold_constants(pool, Op::SExt, width, {&a, 1}); !k.is_null()) return k;
  // match: sext(sext(x))   result: sext(x)
  if (match(pool, a, Op::SExt, x)) return rules::make(pool, Op::SExt, width, x);
  // match: sext(zext(x)), x narrower   result: zext(x)
  if (match(pool, a, Op::ZExt, x)) return rules::make(pool, Op::ZExt, width, x);
  // match: sext(c ? k1 : k2)   result: c ? sext(k1) : sext(k2)
  if (a.width() > 1 && match_choice(pool, a, c, k1, k2)) {
    return logic::ite(pool, c, logic::sext(pool, k1, width), logic::sext(pool, k2, width));
  }
  return rules::make(pool, Op::SExt, width, a);
}

namespace {

struct Slice {
  Term of;  // null: zeros
  uint32_t high = 0;
  uint32_t low = 0;

  uint32_t width() const { return high - low + 1; }
  static Slice zeros(uint32_t width) { return {Term(), width - 1, 0}; }
};

// Whether truncation to `width` bits removes an extension, or folds.
bool truncates_freely(const TermPool& pool, Term t, uint32_t width) {
  if (pool.is_constant(t)) return true;
  return (pool.is(t, Op::ZExt) || pool.is(t, Op::SExt)) && pool.arg(t, 0).width() <= width;
}

// match: low bits of x op y, where both are constants or extended from no more bits
// result: the same operation in fewer bits.  Integer promotion undone.
Term narrow(TermPool& pool, const Slice& slice) {
  if (slice.low != 0 || slice.of.node() == 0) return Term();
  Op op = pool.op(slice.of);
  if (op != Op::Add && op != Op::Sub && op != Op::Mul && op != Op::And && op != Op::Or &&
      op != Op::Xor) {
    return Term();
  }
  Term x = pool.arg(slice.of, 0);
  Term y = pool.arg(slice.of, 1);
  uint32_t width = slice.width();
  if (!truncates_freely(pool, x, width) || !truncates_freely(pool, y, width)) return Term();
  std::array<Term, 2> args = {logic::truncate(pool, x, width), logic::truncate(pool, y, width)};
  return logic::build(pool, op, width, args);
}

enum class Peeled : uint8_t { No, Yes, Zero, Split };

// x shifted by a constant: zeros on one side.
Peeled peel_shift(const TermPool& pool, Slice& slice, Slice& low) {
  std::span<const Term> args = pool.args(slice.of);
  if (!pool.is_constant(args[1])) return Peeled::No;
  uint32_t width = slice.of.width();
  uint32_t by = distance(pool, args[1]);
  if (by == width) return Peeled::Zero;
  if (pool.op(slice.of) == Op::LShr) {
    // match: (x >> k)[high:low] unsigned   result: x[high + k : low + k], with zeros past x
    if (slice.low + by >= width) return Peeled::Zero;
    Slice inside = {args[0], std::min(slice.high + by, width - 1), slice.low + by};
    uint32_t zeros = slice.width() - inside.width();
    if (zeros == 0) {
      slice = inside;
      return Peeled::Yes;
    }
    slice = Slice::zeros(zeros);
    low = inside;
    return Peeled::Split;
  }
  // match: (x << k)[high:low]   result: x[high - k : low - k], with zeros below x
  if (slice.high < by) return Peeled::Zero;
  Slice inside = {args[0], slice.high - by, slice.low < by ? 0 : slice.low - by};
  uint32_t zeros = slice.width() - inside.width();
  slice = inside;
  if (zeros == 0) return Peeled::Yes;
  low = Slice::zeros(zeros);
  return Peeled::Split;
}

// (x op k)[high:low] where k does nothing, or all, in these bits.
Peeled peel_mask(const TermPool& pool, Slice& slice) {
  Term k = pool.arg(slice.of, 1);
  if (!pool.is_constant(k)) return Peeled::No;
  Bits mask = bits_extract(pool.value(k), slice.high, slice.low);
  bool is_and = pool.is(slice.of, Op::And);
  // match: (x & k)[high:low], k all zeros there   result: 0
  if (is_and && mask.is_zero()) return Peeled::Zero;
  // match: (x & k)[high:low], k all ones there   result: x[high:low]
  // match: (x | k)[high:low], (x ^ k)[high:low], k all zeros there   result: x[high:low]
  if (is_and ? !mask.is_ones() : !mask.is_zero()) return Peeled::No;
  slice.of = pool.arg(slice.of, 0);
  return Peeled::Yes;
}

// One step of an extraction through what it is taken from.  A caller's loop, not a chain of calls,
// goes through nested ones.  Split: it became two, `slice` above `low`.
Peeled peel(const TermPool& pool, Slice& slice, Slice& low) {
  if (slice.of.node() == 0 || slice.width() == slice.of.width()) return Peeled::No;
  std::span<const Term> args = pool.args(slice.of);
  switch (pool.op(slice.of)) {
    // match: x[a:b][high:low]   result: x[high + b : low + b]
    case Op::Extract: {
      uint32_t offset = pool.params(slice.of).b;
      slice = {args[0], slice.high + offset, slice.low + offset};
      return Peeled::Yes;
    }
    // match: (x . y)[high:low]   result: y[high:low], or x[...], or both put together
    case Op::Concat: {
      uint32_t border = args[1].width();
      if (slice.high < border) {
        slice.of = args[1];
        return Peeled::Yes;
      }
      if (slice.low >= border) {
        slice = {args[0], slice.high - border, slice.low - border};
        return Peeled::Yes;
      }
      low = {args[1], border - 1, slice.low};
      slice = {args[0], slice.high - border, 0};
      return Peeled::Split;
    }
    // match: zext(x)[high:low]   result: x[high:low], with zeros past x; sext(x) inside x likewise
    case Op::ZExt:
    case Op::SExt: {
      uint32_t border = args[0].width();
      if (slice.high < border) {
        slice.of = args[0];
        return Peeled::Yes;
      }
      if (pool.is(slice.of, Op::SExt)) return Peeled::No;
      if (slice.low >= border) return Peeled::Zero;
      low = {args[0], border - 1, slice.low};
      slice = Slice::zeros(slice.high - border + 1);
      return Peeled::Split;
    }
    case Op::LShr:
    case Op::Shl:
      return peel_shift(pool, slice, low);
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return peel_mask(pool, slice);
    default:
      return Peeled::No;
  }
}

// An extraction that peel() leaves as it is.
Term extract_core(TermPool& pool, const Slice& slice) {
  uint32_t width = slice.width();
  if (slice.of.is_null()) return zero(pool, width);
  // match: x[all bits]   result: x
  if (width == slice.of.width()) return slice.of;
  if (pool.is_constant(slice.of)) {
    return pool.constant(bits_extract(pool.value(slice.of), slice.high, slice.low));
  }
  Term x, c, k1, k2;
  // match: (c ? k1 : k2)[high:low]   result: c ? k1[high:low] : k2[high:low]
  if (match_choice(pool, slice.of, c, k1, k2)) {
    return logic::ite(pool, c, logic::extract(pool, k1, slice.high, slice.low),
                      logic::extract(pool, k2, slice.high, slice.low));
  }
  // match: sext(x)[high:low], across the end of x   result: sext(x[top:low])
  if (match(pool, slice.of, Op::SExt, x)) {
    uint32_t low = std::min(slice.low, x.width() - 1);
    Params params = {.a = x.width() - 1, .b = low};
    Term part = low == 0 ? x : pool.make(Op::Extract, x.width() - low, {&x, 1}, params);
    return logic::sext(pool, part, width);
  }
  if (Term t = narrow(pool, slice); !t.is_null()) return t;
  return pool.make(Op::Extract, width, {&slice.of, 1}, {.a = slice.high, .b = slice.low});
}

}  // namespace

Term extract(TermPool& pool, Term a, uint32_t high, uint32_t low) {
  ASSAY_CHECK(low <= high && high < a.width(), "an extraction should lie inside its term");
  Slice slice = {a, high, low};
  Term result;
  std::vector<Slice> above;  // what is still to be put on top of the result
  for (;;) {
    Slice lower;
    Peeled peeled = peel(pool, slice, lower);
    if (peeled == Peeled::Yes) continue;
    if (peeled == Peeled::Split) {
      above.push_back(slice);
      slice = lower;
      continue;
    }
    Term part = peeled == Peeled::Zero ? zero(pool, slice.width()) : extract_core(pool, slice);
    result = result.is_null() ? part : logic::concat(pool, part, result);
    if (above.empty()) return result;
    slice = above.back();
    above.pop_back();
  }
}

namespace {

// match: x[a : b + 1] . x[b : c]   result: x[a : c]
Term join_slices(TermPool& pool, Term high, Term low) {
  if (!pool.is(high, Op::Extract) || !pool.is(low, Op::Extract)) return Term();
  Term x = pool.arg(high, 0);
  if (x != pool.arg(low, 0) || pool.params(high).b != pool.params(low).a + 1) return Term();
  return logic::extract(pool, x, pool.params(high).a, pool.params(low).b);
}

// Whether `high` is the sign of `low`, or of what `low` is a slice of the top of, repeated.
bool is_sign_of(const TermPool& pool, Term high, Term low) {
  Term bit = pool.is(high, Op::SExt) ? pool.arg(high, 0) : high;
  if (bit.width() != 1 || !pool.is(bit, Op::Extract)) return false;
  Term x = low;
  uint32_t top = low.width() - 1;
  if (pool.is(low, Op::Extract)) {
    x = pool.arg(low, 0);
    top = pool.params(low).a;
  }
  return pool.arg(bit, 0) == x && pool.params(bit).a == top;
}

}  // namespace

Term concat(TermPool& pool, Term high, Term low) {
  ASSAY_CHECK(!high.is_null() && !low.is_null() && high.width() + low.width() <= kMaxWidth,
              "a concatenation should stay within the bounds of widths");
  uint32_t width = high.width() + low.width();
  std::array<Term, 2> args = {high, low};
  if (Term k = fold_constants(pool, Op::Concat, width, args); !k.is_null()) return k;
  // match: 0 . x   result: zext(x)
  if (is_zero(pool, high)) return logic::zext(pool, low, width);
  if (Term t = join_slices(pool, high, low); !t.is_null()) return t;
  Term x, y;
  // match: x[a : b + 1] . (x[b : c] . y)   result: x[a : c] . y; two constants likewise
  if (match(pool, low, Op::Concat, x, y)) {
    Term joined = join_slices(pool, high, x);
    if (joined.is_null() && pool.is_constant(high) && pool.is_constant(x)) {
      joined = logic::concat(pool, high, x);
    }
    if (!joined.is_null()) return rules::make(pool, Op::Concat, width, joined, y);
  }
  // match: (y . x[a : b + 1]) . x[b : c]   result: y . x[a : c]; two constants likewise
  if (match(pool, high, Op::Concat, y, x)) {
    Term joined = join_slices(pool, x, low);
    if (joined.is_null() && pool.is_constant(low) && pool.is_constant(x)) {
      joined = logic::concat(pool, x, low);
    }
    if (!joined.is_null()) return rules::make(pool, Op::Concat, width, y, joined);
  }
  // match: zext(x) . y   result: zext(x . y), which shows its leading zeros
  if (match(pool, high, Op::ZExt, x)) {
    return logic::zext(pool, logic::concat(pool, x, low), width);
  }
  // match: (sign of x repeated) . x   result: sext(x)
  if (is_sign_of(pool, high, low)) return logic::sext(pool, low, width);
  return rules::make(pool, Op::Concat, width, high, low);
}

}  // namespace assay::logic::slow
