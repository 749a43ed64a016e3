// Simplification of comparisons.
#include <array>

#include "logic/simplify.h"

namespace assay::logic::slow {

using namespace rules;

namespace {

// What a rule makes of an equation: nothing, an answer, or another equation, which the caller's
// loop looks at again.  No chain of calls: sums nest as deep as programs are long.
struct Step {
  enum Kind : uint8_t { None, Answer, Again } kind = None;
  Term a, b;

  static Step answer(Term t) { return {Answer, t, Term()}; }
  static Step again(Term a, Term b) { return {Again, a, b}; }
};

// a = k.
Step eq_constant(TermPool& pool, Term a, Term k) {
  std::span<const Term> args = pool.args(a);
  Term x = args.empty() ? Term() : args[0];
  bool second_constant = args.size() == 2 && pool.is_constant(args[1]);
  switch (pool.op(a)) {
    // match: ~x = k   result: x = ~k
    case Op::Not:
      return Step::again(x, logic::bit_not(pool, k));
    // match: -x = k   result: x = -k
    case Op::Neg:
      return Step::again(x, logic::neg(pool, k));
    // match: x + k1 = k   result: x = k - k1
    case Op::Add:
      return second_constant ? Step::again(x, logic::sub(pool, k, args[1])) : Step();
    // match: x ^ y = 0   result: x = y
    // match: x ^ k1 = k   result: x = k ^ k1
    case Op::Xor:
      if (is_zero(pool, k)) return Step::again(x, args[1]);
      return second_constant ? Step::again(x, logic::bit_xor(pool, k, args[1])) : Step();
    // match: x - y = 0   result: x = y
    // match: k1 - x = k   result: x = k1 - k
    case Op::Sub:
      if (is_zero(pool, k)) return Step::again(x, args[1]);
      return pool.is_constant(x) ? Step::again(args[1], logic::sub(pool, x, k)) : Step();
    // match: zext(x) = k   result: x = low bits of k, or false where the others are not as extended
    case Op::ZExt:
    case Op::SExt: {
      Term low = logic::truncate(pool, k, x.width());
      Term back = pool.op(a) == Op::ZExt ? logic::zext(pool, low, k.width())
                                         : logic::sext(pool, low, k.width());
      return back == k ? Step::again(x, low) : Step::answer(kFalse);
    }
    // match: (x & k1) = k, k has bits that k1 has not   result: false
    case Op::And: {
      if (!second_constant) return Step();
      Term stray = logic::bit_and(pool, k, logic::bit_not(pool, args[1]));
      return is_zero(pool, stray) ? Step() : Step::answer(kFalse);
    }
    // match: (x | k1) = k, k1 has bits that k has not   result: false
    case Op::Or: {
      if (!second_constant) return Step();
      Term stray = logic::bit_and(pool, args[1], logic::bit_not(pool, k));
      return is_zero(pool, stray) ? Step() : Step::answer(kFalse);
    }
    default:
      return Step();
  }
}

// Two operations of one kind.
Step eq_alike(TermPool& pool, Term a, Term b) {
  if (pool.op(a) != pool.op(b)) return Step();
  std::span<const Term> p = pool.args(a);
  std::span<const Term> q = pool.args(b);
  switch (pool.op(a)) {
    // match: ~x = ~y, -x = -y   result: x = y
    case Op::Not:
    case Op::Neg:
      return Step::again(p[0], q[0]);
    // match: zext(x) = zext(y), of one width   result: x = y; sext likewise
    case Op::ZExt:
    case Op::SExt:
      return p[0].width() == q[0].width() ? Step::again(p[0], q[0]) : Step();
    // match: x + y = z + x   result: y = z; ^ likewise
    case Op::Add:
    case Op::Xor:
      if (p[0] == q[1]) return Step::again(p[1], q[0]);
      if (p[1] == q[0]) return Step::again(p[0], q[1]);
      [[fallthrough]];
    // match: x - y = x - z, x + y = x + z, x ^ y = x ^ z, x . y = x . z   result: y = z
    // match: y - x = z - x, y + x = z + x, y ^ x = z ^ x, y . x = z . x   result: y = z
    case Op::Sub:
    case Op::Concat:
      if (p[0] == q[0]) return Step::again(p[1], q[1]);
      if (p[1] == q[1]) return Step::again(p[0], q[0]);
      return Step();
    default:
      return Step();
  }
}

// match: x + y = x, x ^ y = x   result: y = 0
Step eq_part(TermPool& pool, Term a, Term b) {
  Term y;
  for (int swapped = 0; swapped < 2; ++swapped, std::swap(a, b)) {
    if (match_partner(pool, a, Op::Add, b, y) || match_partner(pool, a, Op::Xor, b, y)) {
      return Step::again(y, zero(pool, y.width()));
    }
  }
  return Step();
}

}  // namespace

Term eq(TermPool& pool, Term a, Term b) {
  check_alike(a, b);
  for (;;) {
    // match: x = x   result: true
    if (a == b) return kTrue;
    if (Term t = fold_binary(pool, Op::Eq, 1, a, b); !t.is_null()) return t;
    // match: x = y at width 1   result: ~(x ^ y)
    if (a.width() == 1) return logic::bit_not(pool, logic::bit_xor(pool, a, b));
    // match: x = ~x   result: false
    if (are_complements(pool, a, b)) return kFalse;
    order(pool, a, b);
    Step step = pool.is_constant(b) ? eq_constant(pool, a, b) : eq_alike(pool, a, b);
    if (step.kind == Step::None) step = eq_part(pool, a, b);
    if (step.kind == Step::Answer) return step.a;
    if (step.kind == Step::None) return rules::make(pool, Op::Eq, 1, a, b);
    a = step.a;
    b = step.b;
  }
}

namespace {

// Both extended in one way from one width, or one of them a constant that survives the way back:
// the comparison can be made before the extension.  `inner_*` are what to compare.
bool same_extension(TermPool& pool, Op extension, Term a, Term b, Term& inner_a, Term& inner_b) {
  bool first = match(pool, a, extension, inner_a);
  bool second = match(pool, b, extension, inner_b);
  if (first && second) return inner_a.width() == inner_b.width();
  if (first == second) return false;
  Term k = first ? b : a;
  if (!pool.is_constant(k)) return false;
  Term low = logic::truncate(pool, k, (first ? inner_a : inner_b).width());
  Term back =
      extension == Op::ZExt ? logic::zext(pool, low, k.width()) : logic::sext(pool, low, k.width());
  (first ? inner_b : inner_a) = low;
  return back == k;
}

// x < k, where k is one of the extreme numbers or next to one.  `least` and `most` are the order's
// ends.  Null if no rule fires.
Term below_constant(TermPool& pool, Term x, Term k, Term least, Term most) {
  // match: x < least   result: false
  if (k == least) return kFalse;
  // match: x < least + 1   result: x = least
  if (k == logic::add(pool, least, number(pool, k.width(), 1))) return logic::eq(pool, x, least);
  // match: x < most   result: x != most
  if (k == most) return logic::ne(pool, x, most);
  return Term();
}

Term above_constant(TermPool& pool, Term k, Term x, Term least, Term most) {
  // match: most < x   result: false
  if (k == most) return kFalse;
  // match: most - 1 < x   result: x = most
  if (k == logic::sub(pool, most, number(pool, k.width(), 1))) return logic::eq(pool, x, most);
  // match: least < x   result: x != least
  if (k == least) return logic::ne(pool, x, least);
  return Term();
}

// match: sext(x) < sext(y)   result: x < y, signed or not
// match: zext(x) < zext(y)   result: x < y unsigned
// A constant that could be extended so counts as extended.
void peel_extensions(TermPool& pool, Op& op, Term& a, Term& b) {
  Term x, y;
  for (;;) {
    if (same_extension(pool, Op::ZExt, a, b, x, y)) {
      op = Op::Ult;
    } else if (!same_extension(pool, Op::SExt, a, b, x, y)) {
      return;
    }
    a = x;
    b = y;
  }
}

// match: ~x < ~y   result: y < x; a constant counts as the complement of its complement
bool swap_complements(TermPool& pool, Term& a, Term& b) {
  Term x, y;
  bool first = match(pool, a, Op::Not, x);
  bool second = match(pool, b, Op::Not, y);
  if (!first && !second) return false;
  if (!first && !pool.is_constant(a)) return false;
  if (!second && !pool.is_constant(b)) return false;
  Term swapped_a = second ? y : logic::bit_not(pool, b);
  Term swapped_b = first ? x : logic::bit_not(pool, a);
  a = swapped_a;
  b = swapped_b;
  return true;
}

// One side extended, the other a constant that no such number reaches.  Pre: extensions are peeled.
// Null if no rule fires.
Term past_extension(const TermPool& pool, Op op, Term a, Term b) {
  bool a_constant = pool.is_constant(a);
  if (!a_constant && !pool.is_constant(b)) return Term();
  Term k = a_constant ? a : b;
  Term other = a_constant ? b : a;
  bool is_sext = pool.is(other, Op::SExt) && op == Op::Slt;
  if (!pool.is(other, Op::ZExt) && !is_sext) return Term();
  // match: zext(x) < k, sext(x) < k, k past all x   result: true
  // match: k < zext(x), k < sext(x), k below all x   result: true; the others false
  bool k_is_low = op == Op::Slt && pool.value(k).sign();
  return Term::boolean(a_constant == k_is_low);
}

// Two sums of one term: which is less is whether they wrap around.  Pre: a and b differ.  Null if
// no rule fires.
Term between_sums(TermPool& pool, Term a, Term b) {
  auto split = [&](Term term, Term& rest, Term& k) {
    bool is_sum = pool.is(term, Op::Add) && pool.is_constant(pool.arg(term, 1));
    rest = is_sum ? pool.arg(term, 0) : term;
    k = is_sum ? pool.arg(term, 1) : zero(pool, term.width());
    return is_sum;
  };
  Term x, y, j, k;
  bool a_is_sum = split(a, x, j), b_is_sum = split(b, y, k);
  if (x != y) return Term();
  // match: x < x + k   result: x < -k
  if (!a_is_sum) return logic::ult(pool, a, logic::neg(pool, k));
  // match: x + j < x   result: ~(x < -j)
  if (!b_is_sum) return logic::bit_not(pool, logic::ult(pool, b, logic::neg(pool, j)));
  // match: x + j < x + k   result: x + j < j - k
  return logic::ult(pool, a, logic::sub(pool, j, k));
}

Term less(TermPool& pool, Op op, Term a, Term b) {
  check_alike(a, b);
  do {
    peel_extensions(pool, op, a, b);
  } while (swap_complements(pool, a, b));
  // match: x < x   result: false
  if (a == b) return kFalse;
  if (Term t = fold_binary(pool, op, 1, a, b); !t.is_null()) return t;
  uint32_t width = a.width();
  bool is_signed = op == Op::Slt;
  // match: x < y at width 1   result: ~x & y; signed   result: x & ~y
  if (width == 1) {
    return is_signed ? logic::bit_and(pool, a, logic::bit_not(pool, b))
                     : logic::bit_and(pool, logic::bit_not(pool, a), b);
  }
  if (Term t = past_extension(pool, op, a, b); !t.is_null()) return t;
  if (Term t = is_signed ? Term() : between_sums(pool, a, b); !t.is_null()) return t;
  Term least = is_signed ? pool.constant(bits_shl(Bits(width, 1), Bits(width, width - 1)))
                         : zero(pool, width);
  Term most = logic::bit_not(pool, least);
  Term t;
  if (pool.is_constant(b)) t = below_constant(pool, a, b, least, most);
  if (pool.is_constant(a)) t = above_constant(pool, a, b, least, most);
  return t.is_null() ? rules::make(pool, op, 1, a, b) : t;
}

}  // namespace

Term ult(TermPool& pool, Term a, Term b) { return less(pool, Op::Ult, a, b); }
Term slt(TermPool& pool, Term a, Term b) { return less(pool, Op::Slt, a, b); }

}  // namespace assay::logic::slow
