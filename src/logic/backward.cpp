#include <algorithm>

#include "logic/transfer.h"
#include "logic/word_ops.h"

namespace assay::logic {
namespace {

// match: a != c, at a bound of a    result: the bound moves by one
void exclude(Facts& a, uint64_t value) {
  if (a.empty) return;
  int64_t as_signed = word::to_signed(a.width, value);
  if (a.umin == a.umax && a.umin == value) {
    a.empty = true;
    return;
  }
  if (a.umin == value) ++a.umin;
  if (a.umax == value) --a.umax;
  if (a.smin == as_signed) ++a.smin;
  if (a.smax == as_signed) --a.smax;
  a.tighten();
}

void know_eq(bool equal, std::span<Facts> args) {
  if (equal) {
    args[0].meet(args[1]);
    args[1].meet(args[0]);
    return;
  }
  if (args[1].is_constant()) exclude(args[0], args[1].umin);
  if (args[0].is_constant()) exclude(args[1], args[0].umin);
}

// a < b
void know_ult(Facts& a, Facts& b) {
  if (b.umax == 0 || a.umin == a.mask()) {
    a.empty = true;
    return;
  }
  a.umax = std::min(a.umax, b.umax - 1);
  b.umin = std::max(b.umin, a.umin + 1);
  a.tighten();
  b.tighten();
}

// b <= a
void know_uge(Facts& a, Facts& b) {
  a.umin = std::max(a.umin, b.umin);
  b.umax = std::min(b.umax, a.umax);
  a.tighten();
  b.tighten();
}

void know_slt(Facts& a, Facts& b) {
  if (b.smax == b.lowest() || a.smin == a.highest()) {
    a.empty = true;
    return;
  }
  a.smax = std::min(a.smax, b.smax - 1);
  b.smin = std::max(b.smin, a.smin + 1);
  a.tighten();
  b.tighten();
}

void know_sge(Facts& a, Facts& b) {
  a.smin = std::max(a.smin, b.smin);
  b.smax = std::min(b.smax, a.smax);
  a.tighten();
  b.tighten();
}

// result = a + b: an operand is the result less the other.
void know_sum(const Facts& result, std::span<Facts> args) {
  Facts first[] = {result, args[1]}, second[] = {result, args[0]};
  args[0].meet(forward(Op::Sub, result.width, first, {}));
  args[1].meet(forward(Op::Sub, result.width, second, {}));
}

void know_bitwise(Op op, const Facts& result, std::span<Facts> args) {
  for (size_t i = 0; i < 2; ++i) {
    Facts& arg = args[i];
    const Facts& other = args[1 - i];
    uint64_t zeros = 0, ones = 0;
    switch (op) {
      case Op::And:
        ones = result.ones;
        zeros = result.zeros & other.ones;
        break;
      case Op::Or:
        zeros = result.zeros;
        ones = result.ones & other.zeros;
        break;
      default:
        zeros = (result.zeros & other.zeros) | (result.ones & other.ones);
        ones = (result.zeros & other.ones) | (result.ones & other.zeros);
        break;
    }
    arg.meet(Facts::known_bits(arg.width, zeros, ones));
  }
}

void know_choice(const Facts& result, std::span<Facts> args) {
  for (size_t side : {1, 2}) {
    Facts both = args[side];
    both.meet(result);
    if (both.empty) args[0].meet(Facts::boolean(side == 2));
  }
  if (args[0].is_true()) args[1].meet(result);
  if (args[0].is_false()) args[2].meet(result);
}

void know_narrower(Op op, const Facts& result, Facts& arg) {
  uint64_t mask = arg.mask();
  arg.meet(Facts::known_bits(arg.width, result.zeros & mask, result.ones & mask));
  if (op == Op::ZExt) {
    if (result.umin > mask)
      arg.empty = true;
    else
      arg.meet(Facts::between(arg.width, result.umin, std::min(result.umax, mask)));
    return;
  }
  if (result.smin > arg.highest() || result.smax < arg.lowest())
    arg.empty = true;
  else
    arg.meet(Facts::signed_between(arg.width, std::max(result.smin, arg.lowest()),
                                   std::min(result.smax, arg.highest())));
}

void know_concat(const Facts& result, Facts& high, Facts& low) {
  high.meet(Facts::between(high.width, result.umin >> low.width, result.umax >> low.width));
  high.meet(Facts::known_bits(high.width, result.zeros >> low.width, result.ones >> low.width));
  low.meet(Facts::known_bits(low.width, result.zeros & low.mask(), result.ones & low.mask()));
}

void know_shifted(Op op, const Facts& result, std::span<Facts> args) {
  if (!args[1].is_constant() || args[1].umin >= result.width) return;
  uint64_t amount = args[1].umin;
  if (op == Op::Shl)
    args[0].meet(Facts::known_bits(result.width, result.zeros >> amount, result.ones >> amount));
  else
    args[0].meet(Facts::known_bits(result.width, result.zeros << amount, result.ones << amount));
}

}  // namespace

void backward(Op op, const Facts& result, std::span<Facts> args, Params params) {
  if (!result.tracked() || result.empty) return;
  for (const Facts& arg : args) {
    if (!arg.tracked() || arg.empty) return;
  }
  bool is_true = result.is_true();
  bool decided = result.width == 1 && result.is_constant();
  switch (op) {
    case Op::Not: {
      Facts known[] = {result};
      args[0].meet(forward(Op::Not, result.width, known, {}));
      return;
    }
    case Op::Neg: {
      Facts known[] = {result};
      args[0].meet(forward(Op::Neg, result.width, known, {}));
      return;
    }
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return know_bitwise(op, result, args);
    case Op::Add:
      return know_sum(result, args);
    case Op::Sub: {
      Facts first[] = {result, args[1]}, second[] = {args[0], result};
      args[0].meet(forward(Op::Add, result.width, first, {}));
      args[1].meet(forward(Op::Sub, result.width, second, {}));
      return;
    }
    case Op::Shl:
    case Op::LShr:
      return know_shifted(op, result, args);
    case Op::ZExt:
    case Op::SExt:
      return know_narrower(op, result, args[0]);
    case Op::Extract:
      args[0].meet(
          Facts::known_bits(args[0].width, result.zeros << params.b, result.ones << params.b));
      return;
    case Op::Concat:
      return know_concat(result, args[0], args[1]);
    case Op::Ite:
      return know_choice(result, args);
    case Op::Eq:
      if (decided) know_eq(is_true, args);
      return;
    case Op::Ult:
      if (decided) is_true ? know_ult(args[0], args[1]) : know_uge(args[0], args[1]);
      return;
    case Op::Slt:
      if (decided) is_true ? know_slt(args[0], args[1]) : know_sge(args[0], args[1]);
      return;
    default:
      return;
  }
}

}  // namespace assay::logic
