#include "prover/mix.h"

#include <random>
#include <string>
#include <vector>

#include "logic/build.h"

namespace assay::bench {
namespace {

using namespace assay::logic;

/// One question in the making: assumptions of a path, then what would be a bug there.
class Question {
 public:
  explicit Question(uint32_t seed) : random_(seed) {}

  TermPool pool;
  std::vector<Term> parts;

  uint32_t pick(uint32_t count) { return random_() % count; }
  Term k(uint64_t value) { return Term::constant(32, value); }
  Term x(uint32_t number, uint32_t width = 32) {
    return pool.symbol("x" + std::to_string(number) + "w" + std::to_string(width), width);
  }
  void add_part(Term t) { parts.push_back(t); }
  /// low <= t < high, signed.
  void in_range(Term t, uint64_t low, uint64_t high) {
    add_part(sle(pool, k(low), t));
    add_part(slt(pool, t, k(high)));
  }
  Term either(Term t) { return pick(2) == 0 ? t : bit_not(pool, t); }

 private:
  std::mt19937 random_;
};

// n items of a size: does the size in bytes wrap, does an index within n stay inside.
void overflow(Question& q) {
  Term n = q.x(0), i = q.x(1);
  uint64_t size = 1 + q.pick(100), limit = 1u << (4 + q.pick(27));
  q.in_range(n, 1, limit);
  q.in_range(i, 0, 0x7fffffff);
  q.add_part(slt(q.pool, i, n));
  Term bytes = mul(q.pool, n, q.k(size));
  switch (q.pick(3)) {
    case 0:
      q.add_part(smul_overflows(q.pool, n, q.k(size)));
      break;
    case 1:
      q.add_part(sle(q.pool, bytes, mul(q.pool, i, q.k(size))));
      break;
    default:
      q.add_part(sadd_overflows(q.pool, mul(q.pool, i, q.k(size)), q.k(q.pick(1000))));
      break;
  }
}

// base + i * size + offset against the end of an object, with 64-bit addresses.
void bounds(Question& q) {
  TermPool& pool = q.pool;
  Term i = q.x(0), n = q.x(1), base = q.x(2, 64);
  uint64_t size = uint64_t{1} << q.pick(5), offset = q.pick(static_cast<uint32_t>(size));
  uint64_t slack = q.pick(2);
  if (q.pick(3) == 0) size += 4;
  q.in_range(i, 0, 1u << 30);
  q.in_range(n, 1, 1u << (5 + q.pick(20)));
  q.add_part(slt(pool, i, add(pool, n, q.k(slack))));
  Term index = sext(pool, i, 64), count = sext(pool, n, 64);
  auto k64 = [](uint64_t value) { return Term::constant(64, value); };
  Term address = add(pool, add(pool, base, mul(pool, index, k64(size))), k64(offset));
  Term end = add(pool, base, mul(pool, count, k64(size)));
  q.add_part(ult(pool, base, k64(uint64_t{1} << 47)));
  q.add_part(bit_or(pool, ule(pool, end, address), ult(pool, address, base)));
}

void masks(Question& q) {
  TermPool& pool = q.pool;
  Term flags = q.x(0), value = q.x(1), shift = q.x(2);
  for (uint32_t i = 0, count = 2 + q.pick(5); i < count; ++i) {
    Term bit = bit_and(pool, lshr(pool, flags, q.k(q.pick(32))), q.k(1 + q.pick(15)));
    q.add_part(q.either(eq(pool, bit, q.k(q.pick(4)))));
  }
  q.add_part(ult(pool, shift, q.k(32)));
  Term low = bit_and(pool, value, sub(pool, shl(pool, q.k(1), shift), q.k(1)));
  q.add_part(ult(pool, value, q.k(1u << (8 + q.pick(20)))));
  if (q.pick(2) == 0)
    q.add_part(ult(pool, value, low));
  else
    q.add_part(eq(pool, shl(pool, lshr(pool, value, shift), shift), add(pool, low, q.k(1))));
}

void products(Question& q) {
  TermPool& pool = q.pool;
  uint32_t width = 6 + q.pick(7);
  Term a = q.x(0, width), b = q.x(1, width), c = q.x(2, width);
  switch (q.pick(4)) {
    case 0:  // distributivity
      q.add_part(
          ne(pool, mul(pool, a, add(pool, b, c)), add(pool, mul(pool, a, b), mul(pool, a, c))));
      break;
    case 1:  // factors of a number
      q.add_part(eq(pool, mul(pool, zext(pool, a, 2 * width), zext(pool, b, 2 * width)),
                    Term::constant(2 * width, q.pick(1u << width) * 6 + 35)));
      q.add_part(ult(pool, Term::constant(width, 1), a));
      q.add_part(ult(pool, Term::constant(width, 1), b));
      break;
    case 2:  // a square and its remainder
      q.add_part(eq(pool, bit_and(pool, mul(pool, a, a), Term::constant(width, 3)),
                    Term::constant(width, 2 + q.pick(2))));
      break;
    default:
      q.add_part(umul_overflows(pool, a, b));
      q.add_part(ult(pool, a, Term::constant(width, 1u << (width / 2))));
      q.add_part(ult(pool, b, Term::constant(width, 1u << (width / 2 - q.pick(2)))));
      break;
  }
}

void divisions(Question& q) {
  TermPool& pool = q.pool;
  Term a = q.x(0), n = q.x(1);
  uint64_t constant = 3 + q.pick(60);
  switch (q.pick(4)) {
    case 0:
      q.add_part(ule(pool, q.k(constant), urem(pool, a, q.k(constant))));
      break;
    case 1:
      q.add_part(ult(pool, a, q.k(1u << (8 + q.pick(10)))));
      q.add_part(ne(pool,
                    add(pool, mul(pool, udiv(pool, a, q.k(constant)), q.k(constant)),
                        urem(pool, a, q.k(constant))),
                    a));
      break;
    case 2:
      q.in_range(n, 1, 1000);
      q.in_range(a, 0, 100000);
      q.add_part(sle(pool, n, srem(pool, a, n)));
      break;
    default:
      q.in_range(a, 0, 1u << 20);
      q.add_part(eq(pool, sdiv(pool, a, q.k(constant)), q.k(q.pick(1000))));
      q.add_part(ult(pool, q.k(3), srem(pool, a, q.k(8))));
      break;
  }
}

void bytes(Question& q) {
  TermPool& pool = q.pool;
  Term word = q.k(0), again = q.k(0);
  Term length = q.x(9);
  for (uint32_t i = 0; i < 4; ++i) {
    Term byte = q.x(i, 8);
    word = bit_or(pool, shl(pool, word, q.k(8)), zext(pool, byte, 32));
    again = add(pool, again, shl(pool, zext(pool, byte, 32), q.k(24 - 8 * i)));
  }
  switch (q.pick(3)) {
    case 0:
      q.add_part(ne(pool, word, again));
      break;
    case 1:
      q.add_part(ult(pool, word, q.k(1u << (10 + q.pick(10)))));
      q.add_part(ne(pool, q.x(0, 8), Term::constant(8, 0)));
      break;
    default:
      q.add_part(eq(pool, word, add(pool, length, q.k(12))));
      q.add_part(ult(pool, length, q.k(1500)));
      q.add_part(ult(pool, q.k(q.pick(3000)), word));
      break;
  }
}

// A cell of an array, chosen by an index.
void cells(Question& q) {
  TermPool& pool = q.pool;
  Term index = q.x(0), chosen = q.x(1);
  uint32_t count = 4 + q.pick(28);
  for (uint32_t i = 0; i < count; ++i) {
    Term cell = q.pick(2) == 0 ? q.k(q.pick(500)) : q.x(10 + i % 6);
    chosen = ite(pool, eq(pool, index, q.k(i)), cell, chosen);
  }
  q.add_part(ult(pool, index, q.k(count)));
  for (uint32_t i = 0; i < 6; ++i) q.in_range(q.x(10 + i), 0, 400 + q.pick(300));
  q.add_part(q.pick(2) == 0 ? slt(pool, q.k(700 + q.pick(50)), chosen)
                            : slt(pool, q.k(q.pick(720)), chosen));
}

void paths(Question& q) {
  TermPool& pool = q.pool;
  uint32_t variables = 2 + q.pick(5);
  for (uint32_t i = 0, count = 5 + q.pick(40); i < count; ++i) {
    Term a = q.x(q.pick(variables)), b = q.x(q.pick(variables));
    Term k = q.k(q.pick(4) == 0 ? q.pick(1u << 31) : q.pick(300));
    switch (q.pick(6)) {
      case 0:
        q.add_part(q.either(eq(pool, a, k)));
        break;
      case 1:
        q.add_part(q.either(slt(pool, a, add(pool, b, k))));
        break;
      case 2:
        q.add_part(q.either(ult(pool, a, k)));
        break;
      case 3:
        q.add_part(bit_or(pool, slt(pool, a, b), ne(pool, bit_and(pool, a, k), q.k(0))));
        break;
      case 4:
        q.add_part(ne(pool, sub(pool, a, b), k));
        break;
      default:
        q.add_part(bit_or(pool, eq(pool, a, k),
                          bit_and(pool, slt(pool, q.k(64), b), slt(pool, b, q.k(91)))));
        break;
    }
  }
}

void tricks(Question& q) {
  TermPool& pool = q.pool;
  Term a = q.x(0), b = q.x(1);
  Term minus_one = q.k(0xffffffff), zero = q.k(0);
  switch (q.pick(5)) {
    case 0: {  // a power of two has one bit
      Term power = eq(pool, bit_and(pool, a, add(pool, a, minus_one)), zero);
      q.add_part(power);
      q.add_part(ult(pool, q.k(1u << 20), a));
      q.add_part(ne(pool, bit_and(pool, a, q.k(0xfffff)), zero));
      break;
    }
    case 1: {  // the absolute value
      Term absolute = ite(pool, slt(pool, a, zero), neg(pool, a), a);
      q.add_part(slt(pool, absolute, zero));
      if (q.pick(2) == 0) q.add_part(ne(pool, a, q.k(0x80000000)));
      break;
    }
    case 2: {  // the middle of two
      Term middle = add(pool, a, lshr(pool, sub(pool, b, a), q.k(1)));
      q.add_part(ule(pool, a, b));
      q.add_part(bit_or(pool, ult(pool, middle, a), ult(pool, b, middle)));
      break;
    }
    case 3: {  // rounded up to a multiple
      uint64_t align = uint64_t{1} << (1 + q.pick(6));
      Term up = bit_and(pool, add(pool, a, q.k(align - 1)), q.k(0 - align));
      q.add_part(ult(pool, up, a));
      if (q.pick(2) == 0) q.add_part(ult(pool, a, q.k(0x7fffffff)));
      break;
    }
    default:
      q.add_part(sadd_overflows(pool, a, b));
      q.add_part(slt(pool, a, q.k(1u << 30)));
      q.add_part(slt(pool, b, q.k(1u << (28 + q.pick(3)))));
      q.add_part(slt(pool, zero, bit_and(pool, a, b)));
      break;
  }
}

}  // namespace

void generate_mix(uint32_t seed, uint32_t count,
                  const std::function<void(const TermPool&, std::span<const Term>)>& use) {
  constexpr void (*kFamilies[])(Question&) = {overflow, bounds, masks, products, divisions,
                                              bytes,    cells,  paths, tricks};
  for (uint32_t i = 0; i < count; ++i) {
    Question question(seed + i);
    kFamilies[i % std::size(kFamilies)](question);
    use(question.pool, question.parts);
  }
}

}  // namespace assay::bench
