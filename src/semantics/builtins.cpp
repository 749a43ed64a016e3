#include "semantics/builtins.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "logic/build.h"
#include "logic/build_float.h"
#include "semantics/atomics.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using logic::Extend;
using logic::Term;

namespace {

logic::TermPool& pool(BuiltinCall& call) { return call.evaluator.pool(); }

Term argument(const BuiltinCall& call, size_t index) {
  return index < call.arguments.size() ? call.arguments[index].value : Term();
}

/// A Boolean or number as the call's result.
Term as_result(BuiltinCall& call, Term value) {
  const ValueType* type = call.step.type;
  if (!type || type->width == 0) return Term();
  return logic::resize(pool(call), value, type->width, Extend::Zero);
}

Term first(BuiltinCall& call) { return argument(call, 0); }
Term nothing(BuiltinCall&) { return Term(); }
Term zero(BuiltinCall& call) { return as_result(call, Term::constant(1, 0)); }
Term one(BuiltinCall& call) { return as_result(call, Term::constant(1, 1)); }

Term unreachable(BuiltinCall& call) {
  Obligation fault{.kind = ObligationKind::Reachable,
                   .holds = Tri::No,
                   .node = call.node,
                   .condition = logic::kFalse};
  call.evaluator.violated(call.state, fault);
  call.evaluator.stop();
  return Term();
}

// Bits.

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

Term count_leading(BuiltinCall& call) {
  return as_result(call, first_set(call, argument(call, 0), From::High));
}
Term count_trailing(BuiltinCall& call) {
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

/// Exact in a width that holds every result, then cut to the type of what the pointer leads to.
Term with_overflow(BuiltinCall& call, Operation operation, bool stores) {
  const ValueType& a_type = *call.arguments[0].type;
  const ValueType& b_type = *call.arguments[1].type;
  const Prepared& function = *call.state.frame().function;
  ValueTypes& types = *function.unit->types;
  const ValueType& to = types.of(types.types().pointee(call.arguments[2].type->type));
  uint32_t wide = 2 * std::max({a_type.width, b_type.width, to.width}) + 2;
  auto widen = [&](Term value, const ValueType& type) {
    return logic::resize(pool(call), value, wide, type.is_signed ? Extend::Sign : Extend::Zero);
  };
  Term a = widen(argument(call, 0), a_type), b = widen(argument(call, 1), b_type);
  Term exact = operation == Operation::Add   ? logic::add(pool(call), a, b)
               : operation == Operation::Sub ? logic::sub(pool(call), a, b)
                                             : logic::mul(pool(call), a, b);
  Term kept = logic::truncate(pool(call), exact, to.width);
  Term fits = logic::eq(pool(call), widen(kept, to), exact);
  if (stores) call.evaluator.store(call.state, call.node, argument(call, 2), to, kept);
  return as_result(call, logic::bit_not(pool(call), fits));
}
Term add_overflow(BuiltinCall& call) { return with_overflow(call, Operation::Add, true); }
Term sub_overflow(BuiltinCall& call) { return with_overflow(call, Operation::Sub, true); }
Term mul_overflow(BuiltinCall& call) { return with_overflow(call, Operation::Mul, true); }

/// The third argument only gives the type.
Term with_overflow_p(BuiltinCall& call, Operation operation) {
  const ValueType& a_type = *call.arguments[0].type;
  const ValueType& b_type = *call.arguments[1].type;
  const ValueType& to = *call.arguments[2].type;
  uint32_t wide = 2 * std::max({a_type.width, b_type.width, to.width}) + 2;
  auto widen = [&](Term value, const ValueType& type) {
    return logic::resize(pool(call), value, wide, type.is_signed ? Extend::Sign : Extend::Zero);
  };
  Term a = widen(argument(call, 0), a_type), b = widen(argument(call, 1), b_type);
  Term exact = operation == Operation::Add   ? logic::add(pool(call), a, b)
               : operation == Operation::Sub ? logic::sub(pool(call), a, b)
                                             : logic::mul(pool(call), a, b);
  Term kept = widen(logic::truncate(pool(call), exact, to.width), to);
  return as_result(call, logic::ne(pool(call), kept, exact));
}
Term add_overflow_p(BuiltinCall& call) { return with_overflow_p(call, Operation::Add); }
Term sub_overflow_p(BuiltinCall& call) { return with_overflow_p(call, Operation::Sub); }
Term mul_overflow_p(BuiltinCall& call) { return with_overflow_p(call, Operation::Mul); }

// Variadic functions.

Term va_start(BuiltinCall& call) {
  Frame& frame = call.state.frame();
  Term area = frame.arguments.valid() ? call.state.memory.address(frame.arguments)
                                      : call.evaluator.pointer_constant(0);
  call.evaluator.store_bytes(call.state, call.node, argument(call, 0), area);
  return Term();
}
Term va_copy(BuiltinCall& call) {
  uint32_t bytes = call.evaluator.program().target().pointer_bits / 8;
  Term from = call.evaluator.load_bytes(call.state, call.node, argument(call, 1), bytes);
  if (!from.is_null()) {
    call.evaluator.store_bytes(call.state, call.node, argument(call, 0), from);
  }
  return Term();
}

// Memory.

Term stack_allocate(BuiltinCall& call) {
  Term size = logic::resize(pool(call), argument(call, 0),
                            call.evaluator.program().target().pointer_bits, Extend::Zero);
  memory::ObjectId object = call.evaluator.make_object(
      call.state, memory::ObjectKind::Local, size, memory::Background::Indeterminate, call.node);
  call.state.memory.own(object).alignment = 16;
  call.state.frame().owned.push_back(object);
  return call.state.memory.address(object);
}

/// What the compiler would know without looking: nothing.
Term object_size(BuiltinCall& call) {
  Term kind = argument(call, 1);
  bool minimum = kind.is_immediate() && (kind.bits() & 2) != 0;
  uint32_t width = call.step.type->width;
  return Term::constant(width, minimum ? 0 : ~uint64_t{0});
}

Term frame_address(BuiltinCall& call) {
  Frame& frame = call.state.frame();
  for (Term local : frame.locals) {
    if (!local.is_null()) return local;
  }
  return zero(call);
}

/// A place in the caller's code: the same for the same call.
Term return_address(BuiltinCall& call) {
  std::deque<Frame>& frames = call.state.frames;
  if (frames.size() < 2 || !argument(call, 0).is_value(0)) return zero(call);
  const Frame& caller = frames[frames.size() - 2];
  constexpr uint64_t kCode = 1 << 20;  // past the labels
  Term function = call.evaluator.address_of(call.state, caller.function->entity);
  std::span<const ir::NodeId> points = caller.function->body->points_of(caller.block);
  uint64_t place = caller.point > 0 ? points[caller.point - 1].index() : 0;
  return logic::add(pool(call), function, call.evaluator.pointer_constant(kCode + place));
}

// Floating point.

const ValueType& real_type(BuiltinCall& call) { return *call.arguments[0].type; }

Term is_nan(BuiltinCall& call) {
  return as_result(call, logic::f_is_nan(pool(call), real_type(call).format, argument(call, 0)));
}
Term is_infinite(BuiltinCall& call) {
  return as_result(call,
                   logic::f_is_infinite(pool(call), real_type(call).format, argument(call, 0)));
}
Term is_finite(BuiltinCall& call) {
  logic::FloatFormat format = real_type(call).format;
  Term value = argument(call, 0);
  Term not_finite = logic::bit_or(pool(call), logic::f_is_nan(pool(call), format, value),
                                  logic::f_is_infinite(pool(call), format, value));
  return as_result(call, logic::bit_not(pool(call), not_finite));
}
/// Infinities tell their sign.
Term infinite_sign(BuiltinCall& call) {
  Term value = argument(call, 0);
  uint32_t width = call.step.type->width;
  Term sign = logic::ite(pool(call),
                         logic::extract(pool(call), value, value.width() - 1, value.width() - 1),
                         Term::constant(width, ~uint64_t{0}), Term::constant(width, 1));
  return logic::ite(pool(call), logic::f_is_infinite(pool(call), real_type(call).format, value),
                    sign, Term::constant(width, 0));
}
Term sign_bit(BuiltinCall& call) {
  Term value = argument(call, 0);
  return as_result(call, logic::extract(pool(call), value, value.width() - 1, value.width() - 1));
}
Term magnitude(BuiltinCall& call) {
  return logic::f_abs(pool(call), real_type(call).format, argument(call, 0));
}
Term copy_sign(BuiltinCall& call) {
  Term size = argument(call, 0), sign = argument(call, 1);
  uint32_t top = size.width() - 1;
  return logic::concat(pool(call), logic::extract(pool(call), sign, top, top),
                       logic::extract(pool(call), size, top - 1, 0));
}
Term real_constant(BuiltinCall& call, double value) {
  const ValueType& type = *call.step.type;
  uint64_t bits;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return logic::f_convert(pool(call), logic::FloatFormat::Double, type.format,
                          Term::constant(64, bits));
}
Term infinity(BuiltinCall& call) { return real_constant(call, __builtin_inf()); }
Term not_a_number(BuiltinCall& call) { return real_constant(call, __builtin_nan("")); }

enum class Relation : uint8_t { Less, LessEqual, Greater, GreaterEqual, LessGreater, Unordered };

template <Relation relation>
Term quiet_compare(BuiltinCall& call) {
  logic::FloatFormat format = real_type(call).format;
  Term a = argument(call, 0), b = argument(call, 1);
  switch (relation) {
    case Relation::Less:
      return as_result(call, logic::f_lt(pool(call), format, a, b));
    case Relation::LessEqual:
      return as_result(call, logic::f_le(pool(call), format, a, b));
    case Relation::Greater:
      return as_result(call, logic::f_lt(pool(call), format, b, a));
    case Relation::GreaterEqual:
      return as_result(call, logic::f_le(pool(call), format, b, a));
    case Relation::LessGreater:
      return as_result(call, logic::bit_or(pool(call), logic::f_lt(pool(call), format, a, b),
                                           logic::f_lt(pool(call), format, b, a)));
    case Relation::Unordered:
      return as_result(call, logic::bit_or(pool(call), logic::f_is_nan(pool(call), format, a),
                                           logic::f_is_nan(pool(call), format, b)));
  }
  return Term();
}

Term make_complex(BuiltinCall& call) {
  const ValueType& type = *call.step.type;
  Term low = logic::zext(pool(call), argument(call, 0), type.lane_bits());
  Term high = logic::zext(pool(call), argument(call, 1), type.lane_bits());
  return logic::concat(pool(call), high, low);
}

Term complex_part(BuiltinCall& call, uint32_t index) {
  const ValueType& type = *call.arguments[0].type;
  uint32_t low = index * type.lane_bits();
  return logic::extract(pool(call), argument(call, 0), low + type.lane->width - 1, low);
}
Term complex_real(BuiltinCall& call) { return complex_part(call, 0); }
Term complex_imaginary(BuiltinCall& call) { return complex_part(call, 1); }
Term complex_conjugate(BuiltinCall& call) {
  const ValueType& type = *call.arguments[0].type;
  Term turned = logic::f_neg(pool(call), type.lane->format, complex_part(call, 1));
  Term low = logic::zext(pool(call), complex_part(call, 0), type.lane_bits());
  return logic::concat(pool(call), logic::zext(pool(call), turned, type.lane_bits()), low);
}

struct Row {
  std::string_view name;
  BuiltinFunction function;
};

// Names without `__builtin_`; the suffixes l, ll, g and f, l of the families are cut first.
constexpr std::array kRows = {
    Row{"expect", first},
    Row{"addressof", first},
    Row{"expect_with_probability", first},
    Row{"assume_aligned", first},
    Row{"unpredictable", first},
    Row{"launder", first},
    Row{"extract_return_addr", first},
    Row{"unreachable", unreachable},
    Row{"assume", nothing},
    Row{"prefetch", nothing},
    Row{"va_end", nothing},
    Row{"va_start", va_start},
    Row{"c23_va_start", va_start},
    Row{"stdarg_start", va_start},
    Row{"va_copy", va_copy},
    Row{"constant_p", zero},
    Row{"object_size", object_size},
    Row{"dynamic_object_size", object_size},
    Row{"alloca", stack_allocate},
    Row{"alloca_with_align", stack_allocate},
    Row{"alloca_uninitialized", stack_allocate},
    Row{"frame_address", frame_address},
    Row{"return_address", return_address},
    Row{"bswap16", byte_swap},
    Row{"bswap32", byte_swap},
    Row{"bswap64", byte_swap},
    Row{"bswap128", byte_swap},
    Row{"bitreverse8", bit_reverse},
    Row{"bitreverse16", bit_reverse},
    Row{"bitreverse32", bit_reverse},
    Row{"bitreverse64", bit_reverse},
    Row{"popcount", popcount},
    Row{"parity", parity},
    Row{"clz", count_leading},
    Row{"ctz", count_trailing},
    Row{"ffs", find_first_set},
    Row{"clrsb", redundant_sign_bits},
    Row{"rotateleft8", rotate_left},
    Row{"rotateleft16", rotate_left},
    Row{"rotateleft32", rotate_left},
    Row{"rotateleft64", rotate_left},
    Row{"rotateright8", rotate_right},
    Row{"rotateright16", rotate_right},
    Row{"rotateright32", rotate_right},
    Row{"rotateright64", rotate_right},
    Row{"add_overflow", add_overflow},
    Row{"sadd_overflow", add_overflow},
    Row{"uadd_overflow", add_overflow},
    Row{"sub_overflow", sub_overflow},
    Row{"ssub_overflow", sub_overflow},
    Row{"usub_overflow", sub_overflow},
    Row{"mul_overflow", mul_overflow},
    Row{"smul_overflow", mul_overflow},
    Row{"umul_overflow", mul_overflow},
    Row{"saddl_overflow", add_overflow},
    Row{"uaddl_overflow", add_overflow},
    Row{"ssubl_overflow", sub_overflow},
    Row{"usubl_overflow", sub_overflow},
    Row{"smull_overflow", mul_overflow},
    Row{"umull_overflow", mul_overflow},
    Row{"saddll_overflow", add_overflow},
    Row{"uaddll_overflow", add_overflow},
    Row{"ssubll_overflow", sub_overflow},
    Row{"usubll_overflow", sub_overflow},
    Row{"smulll_overflow", mul_overflow},
    Row{"umulll_overflow", mul_overflow},
    Row{"add_overflow_p", add_overflow_p},
    Row{"sub_overflow_p", sub_overflow_p},
    Row{"mul_overflow_p", mul_overflow_p},
    Row{"isnan", is_nan},
    Row{"isinf", is_infinite},
    Row{"isinf_sign", infinite_sign},
    Row{"isfinite", is_finite},
    Row{"finite", is_finite},
    Row{"signbit", sign_bit},
    Row{"fabs", magnitude},
    Row{"copysign", copy_sign},
    Row{"inf", infinity},
    Row{"huge_val", infinity},
    Row{"nan", not_a_number},
    Row{"isless", quiet_compare<Relation::Less>},
    Row{"islessequal", quiet_compare<Relation::LessEqual>},
    Row{"isgreater", quiet_compare<Relation::Greater>},
    Row{"isgreaterequal", quiet_compare<Relation::GreaterEqual>},
    Row{"islessgreater", quiet_compare<Relation::LessGreater>},
    Row{"isunordered", quiet_compare<Relation::Unordered>},
    Row{"complex", make_complex},
    Row{"conj", complex_conjugate},
    Row{"creal", complex_real},
    Row{"cimag", complex_imaginary},
    Row{"is_constant_evaluated", zero},
    Row{"cpu_supports", zero},
    Row{"cpu_init", nothing},
    Row{"unwind_init", nothing},
    Row{"isfpclass", zero},
    Row{"clear_cache", nothing},
    Row{"___clear_cache", nothing},
    Row{"nondeterministic_value", zero},
    Row{"eh_return_data_regno", one},
};

BuiltinFunction find_exactly(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.function;
  }
  return nullptr;
}

/// Families: popcount, popcountl, popcountll, popcountg; nan, nanf, nanl.
BuiltinFunction find_family(std::string_view name) {
  if (BuiltinFunction found = find_exactly(name)) return found;
  for (std::string_view suffix : {"ll", "l", "g", "f128", "f16", "f"}) {
    if (!name.ends_with(suffix)) continue;
    if (BuiltinFunction found = find_exactly(name.substr(0, name.size() - suffix.size()))) {
      return found;
    }
  }
  return nullptr;
}

/// Functions of the library that the compiler knows and has no bodies of: each gives back its
/// argument.
BuiltinFunction find_known(std::string_view name) {
  for (std::string_view known : {"_ZSt4moveI", "_ZSt7forwardI", "_ZSt13move_if_noexceptI",
                                 "_ZSt9addressofI", "_ZSt11__addressofI", "_ZSt8as_constI"}) {
    if (name.starts_with(known)) return first;
  }
  return nullptr;
}

BuiltinFunction find_by_name(std::string_view name) {
  if (BuiltinFunction found = find_known(name)) return found;
  if (BuiltinFunction found = find_atomic(name)) return found;
  constexpr std::string_view kPrefix = "__builtin_";
  if (name == "alloca" || name.starts_with("conj")) return find_family(name);
  if (!name.starts_with(kPrefix)) return nullptr;
  return find_family(name.substr(kPrefix.size()));
}

}  // namespace

BuiltinFunction Builtins::find(const Program& program, EntityId entity) {
  if (entity.index() >= by_entity_.size()) by_entity_.resize(program.entities().size());
  auto& [known, function] = by_entity_[entity.index()];
  if (!known) {
    known = true;
    const Entity& callee = program[entity];
    if (!callee.body) function = find_by_name(callee.name);
  }
  return function;
}

}  // namespace assay::semantics
