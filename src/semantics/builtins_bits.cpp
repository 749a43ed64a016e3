// Builtins on bits, and arithmetic that says whether it overflowed.
#include <algorithm>

#include "semantics/builtin_tables.h"

namespace assay::semantics {

using logic::Extend;
using logic::Term;

namespace {

Term byte_swap(BuiltinCall& call) {
  Term value = argument(call, 0), swapped;
  for (uint32_t i = 0; i < value.width() / 8; ++i) {
    Term byte = logic::extract(pool(call), value, i * 8 + 7, i * 8);
    swapped = swapped.is_null() ? byte : logic::concat(pool(call), swapped, byte);
  }
  return swapped;
}

Term bit_reverse(BuiltinCall& call) {
  Term value = argument(call, 0), turned;
  for (uint32_t i = 0; i < value.width(); ++i) {
    Term bit = logic::extract(pool(call), value, i, i);
    turned = turned.is_null() ? bit : logic::concat(pool(call), turned, bit);
  }
  return turned;
}

Term count_of_ones(BuiltinCall& call, Term value) {
  Term sum = Term::constant(32, 0);
  for (uint32_t i = 0; i < value.width(); ++i) {
    Term bit = logic::extract(pool(call), value, i, i);
    sum = logic::add(pool(call), sum, logic::zext(pool(call), bit, 32));
  }
  return sum;
}

Term popcount(BuiltinCall& call) {
  Term value = argument(call, 0);
  if (value.is_immediate()) {
    return as_result(call,
                     Term::constant(32, static_cast<uint64_t>(__builtin_popcountll(value.bits()))));
  }
  return as_result(call, count_of_ones(call, value));
}

Term parity(BuiltinCall& call) {
  return as_result(call, logic::bit_and(pool(call), popcount(call), Term::constant(32, 1)));
}

enum class From : uint8_t { Low, High };

/// The number of the first set bit from one end; the width if there is none.
Term first_set(BuiltinCall& call, Term value, From from) {
  uint32_t width = value.width();
  Term found = Term::constant(32, width);
  for (uint32_t i = 0; i < width; ++i) {
    // The bit nearest the end decides, so it is asked last.
    uint32_t bit = from == From::Low ? width - 1 - i : i;
    uint32_t number = from == From::Low ? bit : width - 1 - bit;
    found = logic::ite(pool(call), logic::extract(pool(call), value, bit, bit),
                       Term::constant(32, number), found);
  }
  return found;
}

/// Processors differ in what they answer for zero, and compilers count on nobody asking.
void look_for_set_bit(BuiltinCall& call) {
  Term value = argument(call, 0);
  if (!call.evaluator.is_strict() || !value.is_immediate() || value.bits() != 0) return;
  call.evaluator.require(call.state, ObligationKind::HasSetBit, call.node, logic::kFalse);
}

Term count_leading(BuiltinCall& call) {
  look_for_set_bit(call);
  return as_result(call, first_set(call, argument(call, 0), From::High));
}
Term count_trailing(BuiltinCall& call) {
  look_for_set_bit(call);
  return as_result(call, first_set(call, argument(call, 0), From::Low));
}
Term find_first_set(BuiltinCall& call) {
  Term value = argument(call, 0);
  Term number = logic::add(pool(call), first_set(call, value, From::Low), Term::constant(32, 1));
  return as_result(call, logic::ite(pool(call), logic::is_nonzero(pool(call), value), number,
                                    Term::constant(32, 0)));
}
Term redundant_sign_bits(BuiltinCall& call) {
  Term value = argument(call, 0);
  Term sign = logic::ashr(pool(call), value, Term::constant(value.width(), value.width() - 1));
  Term differing = logic::bit_xor(pool(call), value, sign);
  Term leading = first_set(call, differing, From::High);
  return as_result(call, logic::sub(pool(call), leading, Term::constant(32, 1)));
}

Term rotate(BuiltinCall& call, bool left) {
  Term value = argument(call, 0);
  Term amount = logic::resize(pool(call), argument(call, 1), value.width(), Extend::Zero);
  Term width = Term::constant(value.width(), value.width());
  Term by = logic::urem(pool(call), amount, width);
  Term rest = logic::sub(pool(call), width, by);
  Term up = logic::shl(pool(call), value, left ? by : rest);
  Term down = logic::lshr(pool(call), value, left ? rest : by);
  return logic::bit_or(pool(call), up, down);
}
Term rotate_left(BuiltinCall& call) { return rotate(call, true); }
Term rotate_right(BuiltinCall& call) { return rotate(call, false); }

// Arithmetic that says whether it overflowed.

enum class Operation : uint8_t { Add, Sub, Mul };

struct Cut {
  Term kept;  // as the type has it
  Term overflows;
};

/// Exact in a width that holds every result, then cut to a type.
Cut cut_to(BuiltinCall& call, Operation operation, const ValueType& to) {
  const ValueType& a_type = *call.arguments[0].type;
  const ValueType& b_type = *call.arguments[1].type;
  uint32_t wide = 2 * std::max({a_type.width, b_type.width, to.width}) + 2;
  auto widen = [&](Term value, const ValueType& type) {
    return logic::resize(pool(call), value, wide, type.is_signed ? Extend::Sign : Extend::Zero);
  };
  Term a = widen(argument(call, 0), a_type), b = widen(argument(call, 1), b_type);
  Term exact = operation == Operation::Add   ? logic::add(pool(call), a, b)
               : operation == Operation::Sub ? logic::sub(pool(call), a, b)
                                             : logic::mul(pool(call), a, b);
  Term kept = logic::truncate(pool(call), exact, to.width);
  return {kept, logic::ne(pool(call), widen(kept, to), exact)};
}

/// The result goes where the third argument points.
template <Operation kOperation>
Term with_overflow(BuiltinCall& call) {
  ValueTypes& types = *call.state.frame().function->unit->types;
  const ValueType& to = types.of(types.types().pointee(call.arguments[2].type->type));
  Cut result = cut_to(call, kOperation, to);
  call.evaluator.store(call.state, call.node, argument(call, 2), to, result.kept);
  return as_result(call, result.overflows);
}
constexpr auto add_overflow = with_overflow<Operation::Add>;
constexpr auto sub_overflow = with_overflow<Operation::Sub>;
constexpr auto mul_overflow = with_overflow<Operation::Mul>;

/// The third argument only gives the type.
template <Operation kOperation>
Term would_overflow(BuiltinCall& call) {
  return as_result(call, cut_to(call, kOperation, *call.arguments[2].type).overflows);
}
constexpr auto add_overflow_p = would_overflow<Operation::Add>;
constexpr auto sub_overflow_p = would_overflow<Operation::Sub>;
constexpr auto mul_overflow_p = would_overflow<Operation::Mul>;

constexpr BuiltinRow kBitRows[] = {
    {"bswap16", byte_swap},
    {"bswap32", byte_swap},
    {"bswap64", byte_swap},
    {"bswap128", byte_swap},
    {"bitreverse8", bit_reverse},
    {"bitreverse16", bit_reverse},
    {"bitreverse32", bit_reverse},
    {"bitreverse64", bit_reverse},
    {"popcount", popcount},
    {"parity", parity},
    {"clz", count_leading},
    {"ctz", count_trailing},
    {"ffs", find_first_set},
    {"clrsb", redundant_sign_bits},
    {"rotateleft8", rotate_left},
    {"rotateleft16", rotate_left},
    {"rotateleft32", rotate_left},
    {"rotateleft64", rotate_left},
    {"rotateright8", rotate_right},
    {"rotateright16", rotate_right},
    {"rotateright32", rotate_right},
    {"rotateright64", rotate_right},
    {"add_overflow", add_overflow},
    {"sadd_overflow", add_overflow},
    {"uadd_overflow", add_overflow},
    {"sub_overflow", sub_overflow},
    {"ssub_overflow", sub_overflow},
    {"usub_overflow", sub_overflow},
    {"mul_overflow", mul_overflow},
    {"smul_overflow", mul_overflow},
    {"umul_overflow", mul_overflow},
    {"saddl_overflow", add_overflow},
    {"uaddl_overflow", add_overflow},
    {"ssubl_overflow", sub_overflow},
    {"usubl_overflow", sub_overflow},
    {"smull_overflow", mul_overflow},
    {"umull_overflow", mul_overflow},
    {"saddll_overflow", add_overflow},
    {"uaddll_overflow", add_overflow},
    {"ssubll_overflow", sub_overflow},
    {"usubll_overflow", sub_overflow},
    {"smulll_overflow", mul_overflow},
    {"umulll_overflow", mul_overflow},
    {"add_overflow_p", add_overflow_p},
    {"sub_overflow_p", sub_overflow_p},
    {"mul_overflow_p", mul_overflow_p},
};

}  // namespace

std::span<const BuiltinRow> bit_builtins() { return kBitRows; }

}  // namespace assay::semantics
