#include "logic/smtlib_ops.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "logic/build.h"
#include "logic/smtlib_print.h"

namespace assay::logic {
namespace {

using Args = std::span<const SmtValue>;

// How the arguments of a function look.
enum class Shape : uint8_t {
  Bools,    // Bool arguments and result
  Alike,    // bit-vectors of one width, and so the result
  Compare,  // bit-vectors of one width, a Bool
  Any,      // looked at by the function
};

// Operators by simplification or as they stand.
class Maker {
 public:
  Maker(TermPool& pool, Simplify simplify) : pool_(pool), simplify_(simplify) {}

  Term make(Op op, uint32_t width, std::span<const Term> args, Params params = {}) {
    if (simplify_ == Simplify::Yes) return build(pool_, op, width, args, params);
    return pool_.make(op, width, args, params);
  }
  Term one(Op op, Term a) { return make(op, a.width(), {&a, 1}); }
  Term two(Op op, Term a, Term b) {
    bool is_predicate = op_info(op).width_rule == WidthRule::Predicate;
    std::array<Term, 2> args = {a, b};
    return make(op, is_predicate ? 1 : a.width(), args);
  }
  Term invert(Term a) { return one(Op::Not, a); }
  Term choose(Term c, Term a, Term b) {
    std::array<Term, 3> args = {c, a, b};
    return make(Op::Ite, a.width(), args);
  }
  Term extend(Op op, Term a, uint32_t by) {
    return by == 0 ? a : make(op, a.width() + by, {&a, 1});
  }
  Term slice(Term a, uint32_t high, uint32_t low) {
    if (low == 0 && high + 1 == a.width()) return a;
    return make(Op::Extract, high - low + 1, {&a, 1}, {.a = high, .b = low});
  }
  Term join(Term high, Term low) {
    std::array<Term, 2> args = {high, low};
    return make(Op::Concat, high.width() + low.width(), args);
  }
  Term sign(Term a) { return slice(a, a.width() - 1, a.width() - 1); }
  Term number(uint32_t width, uint64_t value) { return pool_.constant(Bits(width, value)); }
  Term least(uint32_t width) {
    return pool_.constant(bits_shl(Bits(width, 1), Bits(width, width - 1)));
  }
  Term minus_one(uint32_t width) { return pool_.constant(Bits::ones(width)); }

 private:
  TermPool& pool_;
  Simplify simplify_;
};

Term smod(Maker& m, Term a, Term b) {
  // The remainder, moved to the divisor's sign.  By zero both are the dividend.
  Term rest = m.two(Op::SRem, a, b);
  Term is_zero = m.two(Op::Eq, rest, m.number(a.width(), 0));
  Term same_sign = m.two(Op::Eq, m.sign(rest), m.sign(b));
  return m.choose(m.two(Op::Or, is_zero, same_sign), rest, m.two(Op::Add, rest, b));
}

Term less_or_equal(Maker& m, Op less, Term a, Term b) { return m.invert(m.two(less, b, a)); }

// A sum of operands of one sign, a difference of operands of two: the result's sign is another.
Term signed_overflow(Maker& m, Op op, Term a, Term b) {
  Term signs = m.two(Op::Xor, m.sign(a), m.sign(b));
  if (op == Op::Add) signs = m.invert(signs);
  return m.two(Op::And, signs, m.two(Op::Xor, m.sign(a), m.sign(m.two(op, a, b))));
}

// Past this many operands, each against each is more than sorting them.
constexpr size_t kManyOperands = 128;

// Batcher's odd-even merge sort: the larger of each pair goes up.
void sort_operands(Maker& m, std::vector<Term>& terms) {
  size_t count = terms.size();
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t step = run; step > 0; step /= 2) {
      for (size_t start = step % run; start + step < count; start += 2 * step) {
        for (size_t i = start; i < std::min(start + step, count - step); ++i) {
          if (i / (2 * run) != (i + step) / (2 * run)) continue;
          Term a = terms[i], b = terms[i + step];
          Term swap = m.two(Op::Ult, b, a);
          terms[i] = m.choose(swap, b, a);
          terms[i + step] = m.choose(swap, a, b);
        }
      }
    }
  }
}

Term all_different(Maker& m, Args args) {
  uint32_t width = args[0].term.width();
  if (width < 64 && args.size() > uint64_t{1} << width) return kFalse;
  std::vector<Term> terms;
  for (const SmtValue& arg : args) terms.push_back(arg.term);
  bool sorted = terms.size() > kManyOperands;
  if (sorted) sort_operands(m, terms);
  Term result = kTrue;
  for (size_t i = 1; i < terms.size(); ++i) {
    for (size_t j = sorted ? i - 1 : 0; j < i; ++j) {
      Term part = m.invert(m.two(Op::Eq, terms[j], terms[i]));
      result = result.is_true() ? part : m.two(Op::And, result, part);
    }
  }
  return result;
}

Result<SmtValue> equality(Maker& m, Args args, bool distinct) {
  for (size_t i = 1; i < args.size(); ++i) {
    if (args[i].is_bool != args[0].is_bool || args[i].term.width() != args[0].term.width()) {
      return input_error("argument {} is a {}, the first one a {}", i + 1, smt_sort_text(args[i]),
                         smt_sort_text(args[0]));
    }
  }
  if (distinct) return SmtValue{all_different(m, args), true};
  Term result = kTrue;
  for (size_t i = 1; i < args.size(); ++i) {
    Term part = m.two(Op::Eq, args[i - 1].term, args[i].term);
    result = result.is_true() ? part : m.two(Op::And, result, part);
  }
  return SmtValue{result, true};
}

Result<SmtValue> choice(Maker& m, Args args) {
  if (!args[0].is_bool) {
    return input_error("the condition is a {}, not a Bool", smt_sort_text(args[0]));
  }
  if (args[1].is_bool != args[2].is_bool || args[1].term.width() != args[2].term.width()) {
    return input_error("the choices are a {} and a {}", smt_sort_text(args[1]),
                       smt_sort_text(args[2]));
  }
  return SmtValue{m.choose(args[0].term, args[1].term, args[2].term), args[1].is_bool};
}

Result<SmtValue> concatenation(Maker& m, Args args) {
  uint64_t width = 0;
  for (const SmtValue& arg : args) {
    if (arg.is_bool) return input_error("a Bool cannot be concatenated");
    width += arg.term.width();
  }
  if (width > kMaxWidth) return input_error("{} bits are more than {}", width, kMaxWidth);
  Term result = args[0].term;
  for (const SmtValue& arg : args.subspan(1)) result = m.join(result, arg.term);
  return SmtValue{result};
}

// Functions written `(_ name numbers)`, of one bit-vector.
Result<SmtValue> indexed(Maker& m, std::string_view name, std::span<const uint32_t> indices,
                         const SmtValue& arg) {
  if (arg.is_bool) return input_error("the argument is a Bool, not a bit-vector");
  Term a = arg.term;
  uint32_t width = a.width();
  uint32_t n = indices[0];
  if (name == "extract") {
    uint32_t low = indices[1];
    if (n < low || n >= width) {
      return input_error("bits {} to {} of a bit-vector of {}", n, low, width);
    }
    return SmtValue{m.slice(a, n, low)};
  }
  if (name == "rotate_left" || name == "rotate_right") {
    uint32_t by = n % width;
    if (by == 0) return arg;
    uint32_t cut = name == "rotate_left" ? width - by : by;
    return SmtValue{m.join(m.slice(a, cut - 1, 0), m.slice(a, width - 1, cut))};
  }
  uint64_t result = name == "repeat" ? uint64_t{width} * n : uint64_t{width} + n;
  if (result > kMaxWidth) return input_error("{} bits are more than {}", result, kMaxWidth);
  if (name == "zero_extend") return SmtValue{m.extend(Op::ZExt, a, n)};
  if (name == "sign_extend") return SmtValue{m.extend(Op::SExt, a, n)};
  if (n == 0) return input_error("nothing repeated no times is no bit-vector");
  Term repeated = a;
  for (uint32_t i = 1; i < n; ++i) repeated = m.join(a, repeated);
  return SmtValue{repeated};
}

Term imply(Maker& m, Term a, Term b) { return m.two(Op::Or, m.invert(a), b); }

struct Function {
  std::string_view name;
  Shape shape;
  uint8_t least;
  uint8_t most;  // 255: any number, from the left
  Term (*make)(Maker&, Term, Term);
};

template <Op op>
Term plain(Maker& m, Term a, Term b) {
  return m.two(op, a, b);
}
template <Op op>
Term inverted(Maker& m, Term a, Term b) {
  return m.invert(m.two(op, a, b));
}
template <Op op>
Term unary(Maker& m, Term a, Term) {
  return m.one(op, a);
}
template <Op op>
Term swapped(Maker& m, Term a, Term b) {
  return m.two(op, b, a);
}
template <Op op>
Term at_most(Maker& m, Term a, Term b) {
  return less_or_equal(m, op, a, b);
}
template <Op op>
Term at_least(Maker& m, Term a, Term b) {
  return less_or_equal(m, op, b, a);
}
template <Op op>
Term overflow(Maker& m, Term a, Term b) {
  return signed_overflow(m, op, a, b);
}
Term carry(Maker& m, Term a, Term b) { return m.two(Op::Ult, m.two(Op::Add, a, b), a); }
Term neg_overflow(Maker& m, Term a, Term) { return m.two(Op::Eq, a, m.least(a.width())); }
Term div_overflow(Maker& m, Term a, Term b) {
  return m.two(Op::And, neg_overflow(m, a, Term()), m.two(Op::Eq, b, m.minus_one(b.width())));
}

constexpr uint8_t kMany = 255;
// clang-format off
constexpr Function kFunctions[] = {
    {"not",     Shape::Bools,   1, 1,     unary<Op::Not>},
    {"and",     Shape::Bools,   1, kMany, plain<Op::And>},
    {"or",      Shape::Bools,   1, kMany, plain<Op::Or>},
    {"xor",     Shape::Bools,   1, kMany, plain<Op::Xor>},
    {"=>",      Shape::Bools,   2, kMany, imply},
    {"bvnot",   Shape::Alike,   1, 1,     unary<Op::Not>},
    {"bvneg",   Shape::Alike,   1, 1,     unary<Op::Neg>},
    {"bvand",   Shape::Alike,   2, kMany, plain<Op::And>},
    {"bvor",    Shape::Alike,   2, kMany, plain<Op::Or>},
    {"bvxor",   Shape::Alike,   2, kMany, plain<Op::Xor>},
    {"bvadd",   Shape::Alike,   2, kMany, plain<Op::Add>},
    {"bvmul",   Shape::Alike,   2, kMany, plain<Op::Mul>},
    {"bvsub",   Shape::Alike,   2, kMany, plain<Op::Sub>},
    {"bvudiv",  Shape::Alike,   2, 2,     plain<Op::UDiv>},
    {"bvsdiv",  Shape::Alike,   2, 2,     plain<Op::SDiv>},
    {"bvurem",  Shape::Alike,   2, 2,     plain<Op::URem>},
    {"bvsrem",  Shape::Alike,   2, 2,     plain<Op::SRem>},
    {"bvsmod",  Shape::Alike,   2, 2,     smod},
    {"bvshl",   Shape::Alike,   2, 2,     plain<Op::Shl>},
    {"bvlshr",  Shape::Alike,   2, 2,     plain<Op::LShr>},
    {"bvashr",  Shape::Alike,   2, 2,     plain<Op::AShr>},
    {"bvnand",  Shape::Alike,   2, 2,     inverted<Op::And>},
    {"bvnor",   Shape::Alike,   2, 2,     inverted<Op::Or>},
    {"bvxnor",  Shape::Alike,   2, 2,     inverted<Op::Xor>},
    {"bvcomp",  Shape::Compare, 2, 2,     plain<Op::Eq>},
    {"bvult",   Shape::Compare, 2, 2,     plain<Op::Ult>},
    {"bvule",   Shape::Compare, 2, 2,     at_most<Op::Ult>},
    {"bvugt",   Shape::Compare, 2, 2,     swapped<Op::Ult>},
    {"bvuge",   Shape::Compare, 2, 2,     at_least<Op::Ult>},
    {"bvslt",   Shape::Compare, 2, 2,     plain<Op::Slt>},
    {"bvsle",   Shape::Compare, 2, 2,     at_most<Op::Slt>},
    {"bvsgt",   Shape::Compare, 2, 2,     swapped<Op::Slt>},
    {"bvsge",   Shape::Compare, 2, 2,     at_least<Op::Slt>},
    {"bvnego",  Shape::Compare, 1, 1,     neg_overflow},
    {"bvuaddo", Shape::Compare, 2, 2,     carry},
    {"bvsaddo", Shape::Compare, 2, 2,     overflow<Op::Add>},
    {"bvusubo", Shape::Compare, 2, 2,     plain<Op::Ult>},
    {"bvssubo", Shape::Compare, 2, 2,     overflow<Op::Sub>},
    {"bvumulo", Shape::Compare, 2, 2,     plain<Op::UMulO>},
    {"bvsmulo", Shape::Compare, 2, 2,     plain<Op::SMulO>},
    {"bvsdivo", Shape::Compare, 2, 2,     div_overflow},
    {"=",            Shape::Any, 2, kMany, nullptr},
    {"distinct",     Shape::Any, 2, kMany, nullptr},
    {"ite",          Shape::Any, 3, 3,     nullptr},
    {"concat",       Shape::Any, 2, kMany, nullptr},
    {"extract",      Shape::Any, 1, 1,     nullptr},
    {"zero_extend",  Shape::Any, 1, 1,     nullptr},
    {"sign_extend",  Shape::Any, 1, 1,     nullptr},
    {"repeat",       Shape::Any, 1, 1,     nullptr},
    {"rotate_left",  Shape::Any, 1, 1,     nullptr},
    {"rotate_right", Shape::Any, 1, 1,     nullptr},
};
// clang-format on

const Function* find_function(std::string_view name) {
  const Function* at = std::ranges::find(kFunctions, name, &Function::name);
  return at == std::end(kFunctions) ? nullptr : at;
}

uint32_t index_count(std::string_view name) {
  if (name == "extract") return 2;
  constexpr std::string_view kIndexed[] = {"zero_extend", "sign_extend", "repeat", "rotate_left",
                                           "rotate_right"};
  return std::ranges::find(kIndexed, name) == std::end(kIndexed) ? 0 : 1;
}

Result<SmtValue> apply_plain(Maker& m, const Function& function, Args args) {
  for (const SmtValue& arg : args) {
    if (function.shape == Shape::Bools && !arg.is_bool) {
      return input_error("argument {} is a {}, not a Bool", &arg - args.data() + 1,
                         smt_sort_text(arg));
    }
    if (function.shape != Shape::Bools &&
        (arg.is_bool || arg.term.width() != args[0].term.width())) {
      return input_error("argument {} is a {}, the first one a {}", &arg - args.data() + 1,
                         smt_sort_text(arg), smt_sort_text(args[0]));
    }
  }
  bool is_bool = function.shape == Shape::Bools ||
                 (function.shape == Shape::Compare && function.name != "bvcomp");
  if (args.size() == 1) {
    // A conjunction of one part is that part.
    Term a = args[0].term;
    return SmtValue{function.most == 1 ? function.make(m, a, Term()) : a, is_bool};
  }
  if (function.name == "=>") {
    Term result = args.back().term;
    for (size_t i = args.size() - 1; i-- > 0;) result = function.make(m, args[i].term, result);
    return SmtValue{result, true};
  }
  Term result = args[0].term;
  for (const SmtValue& arg : args.subspan(1)) result = function.make(m, result, arg.term);
  return SmtValue{result, is_bool};
}

}  // namespace

std::string smt_sort_text(const SmtValue& value) {
  return value.is_bool ? "Bool" : fmt::format("(_ BitVec {})", value.term.width());
}

bool is_smt_function(std::string_view name) { return find_function(name) != nullptr; }

Result<SmtValue> apply_smt_function(TermPool& pool, Simplify simplify, std::string_view name,
                                    std::span<const uint32_t> indices, Args args) {
  const Function* function = find_function(name);
  if (function == nullptr) return input_error("no function '{}'", name);
  if (indices.size() != index_count(name)) {
    return input_error("it takes {} numbers, not {}", index_count(name), indices.size());
  }
  if (args.size() < function->least || (function->most != kMany && args.size() > function->most)) {
    return input_error("it takes {}{} argument{}, not {}",
                       function->most == kMany ? "at least " : "", function->least,
                       function->least == 1 ? "" : "s", args.size());
  }
  Maker maker(pool, simplify);
  if (function->make != nullptr) return apply_plain(maker, *function, args);
  if (name == "=" || name == "distinct") return equality(maker, args, name == "distinct");
  if (name == "ite") return choice(maker, args);
  if (name == "concat") return concatenation(maker, args);
  return indexed(maker, name, indices, args[0]);
}

}  // namespace assay::logic
