// The operators of terms.  One table of facts, kOps; nothing else lists all operators.
//
// Division and shifts follow SMT-LIB: x / 0 is all ones (signed: 1 or -1 by x's sign), x % 0 is x,
// a shift by the width or more gives 0 or the sign everywhere.  What C or a processor says instead
// is spelled out by helpers in build.h.  There is no "less or equal" on integers: `a <= b` is
// `Not(b < a)`, so that a fact and its negation have one form each.  Floating-point operators are
// folded when constant; otherwise the prover sees an unknown value (kOpaque).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::logic {

// clang-format off
enum class Op : uint8_t {
  // leaves
  Symbol, Placeholder, WideConst,
  // uninterpreted function
  Apply,
  // integers
  Not, Neg, And, Or, Xor, Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr,
  ZExt, SExt, Extract, Concat, Ite, Eq, Ult, Slt, UMulO, SMulO,
  // floating point
  FAdd, FSub, FMul, FDiv, FRem, FSqrt, FRound, FEq, FLt, FLe,
  FConvert, FToSInt, FToUInt, SIntToF, UIntToF,
};
// clang-format on
inline constexpr size_t kOpCount = static_cast<size_t>(Op::UIntToF) + 1;

enum class FloatFormat : uint8_t { Half, BFloat, Single, Double, X87, Quad };

/// How the width of a node follows from those of its arguments.
enum class WidthRule : uint8_t {
  Given,      // any
  Same,       // all arguments and the result alike
  Predicate,  // all arguments alike, the result a Boolean
  Wider,      // the result wider than the argument
  Slice,      // Extract: params.a is the highest bit, params.b the lowest
  Sum,        // Concat: args[0] are the high bits
  Choice,     // Ite: a Boolean, then two like the result
  Words,      // WideConst: immediates of 64 bits, lowest first; the last one has the rest
};

/// What Params means.
enum class ParamKind : uint8_t {
  None,
  Name,           // a: NameId in the pool
  Number,         // a: which one
  Slice,          // a: highest bit, b: lowest bit
  Format,         // a: FloatFormat of the arguments
  FormatAndMode,  // a: FloatFormat, b: RoundMode
  Formats,        // a: FloatFormat of the argument, b: of the result
  ResultFormat,   // a: FloatFormat of the result, of which the width is
};

/// FRound: to an integer in the same format.
enum class RoundMode : uint8_t { NearestEven, NearestAway, Down, Up, Zero };

enum OpFlag : uint8_t {
  kCommutative = 1,
  kOpaque = 2,  // the prover knows nothing of the result but that it is a function of the arguments
  kLeaf = 4,
  kFloat = 8,
};

inline constexpr uint8_t kAnyArity = 255;

struct OpInfo {
  Op op;
  std::string_view name;  // SMT-LIB's, where it has one
  uint8_t arity;
  WidthRule width_rule;
  ParamKind params;
  uint8_t flags;
};

// clang-format off
inline constexpr std::array<OpInfo, kOpCount> kOps = {{
    {Op::Symbol,      "symbol",       0,         WidthRule::Given,     ParamKind::Name,          kLeaf | kOpaque},
    {Op::Placeholder, "placeholder",  0,         WidthRule::Given,     ParamKind::Number,        kLeaf | kOpaque},
    {Op::WideConst,   "constant",     kAnyArity, WidthRule::Words,     ParamKind::None,          kLeaf},
    {Op::Apply,       "apply",        kAnyArity, WidthRule::Given,     ParamKind::Name,          kOpaque},
    {Op::Not,         "bvnot",        1,         WidthRule::Same,      ParamKind::None,          0},
    {Op::Neg,         "bvneg",        1,         WidthRule::Same,      ParamKind::None,          0},
    {Op::And,         "bvand",        2,         WidthRule::Same,      ParamKind::None,          kCommutative},
    {Op::Or,          "bvor",         2,         WidthRule::Same,      ParamKind::None,          kCommutative},
    {Op::Xor,         "bvxor",        2,         WidthRule::Same,      ParamKind::None,          kCommutative},
    {Op::Add,         "bvadd",        2,         WidthRule::Same,      ParamKind::None,          kCommutative},
    {Op::Sub,         "bvsub",        2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::Mul,         "bvmul",        2,         WidthRule::Same,      ParamKind::None,          kCommutative},
    {Op::UDiv,        "bvudiv",       2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::SDiv,        "bvsdiv",       2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::URem,        "bvurem",       2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::SRem,        "bvsrem",       2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::Shl,         "bvshl",        2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::LShr,        "bvlshr",       2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::AShr,        "bvashr",       2,         WidthRule::Same,      ParamKind::None,          0},
    {Op::ZExt,        "zero_extend",  1,         WidthRule::Wider,     ParamKind::None,          0},
    {Op::SExt,        "sign_extend",  1,         WidthRule::Wider,     ParamKind::None,          0},
    {Op::Extract,     "extract",      1,         WidthRule::Slice,     ParamKind::Slice,         0},
    {Op::Concat,      "concat",       2,         WidthRule::Sum,       ParamKind::None,          0},
    {Op::Ite,         "ite",          3,         WidthRule::Choice,    ParamKind::None,          0},
    {Op::Eq,          "=",            2,         WidthRule::Predicate, ParamKind::None,          kCommutative},
    {Op::Ult,         "bvult",        2,         WidthRule::Predicate, ParamKind::None,          0},
    {Op::Slt,         "bvslt",        2,         WidthRule::Predicate, ParamKind::None,          0},
    {Op::UMulO,       "bvumulo",      2,         WidthRule::Predicate, ParamKind::None,          kCommutative},
    {Op::SMulO,       "bvsmulo",      2,         WidthRule::Predicate, ParamKind::None,          kCommutative},
    {Op::FAdd,        "fadd",         2,         WidthRule::Same,      ParamKind::Format,        kOpaque | kFloat},
    {Op::FSub,        "fsub",         2,         WidthRule::Same,      ParamKind::Format,        kOpaque | kFloat},
    {Op::FMul,        "fmul",         2,         WidthRule::Same,      ParamKind::Format,        kOpaque | kFloat},
    {Op::FDiv,        "fdiv",         2,         WidthRule::Same,      ParamKind::Format,        kOpaque | kFloat},
    {Op::FRem,        "frem",         2,         WidthRule::Same,      ParamKind::Format,        kOpaque | kFloat},
    {Op::FSqrt,       "fsqrt",        1,         WidthRule::Same,      ParamKind::Format,        kOpaque | kFloat},
    {Op::FRound,      "fround",       1,         WidthRule::Same,      ParamKind::FormatAndMode, kOpaque | kFloat},
    {Op::FEq,         "feq",          2,         WidthRule::Predicate, ParamKind::Format,        kOpaque | kFloat},
    {Op::FLt,         "flt",          2,         WidthRule::Predicate, ParamKind::Format,        kOpaque | kFloat},
    {Op::FLe,         "fle",          2,         WidthRule::Predicate, ParamKind::Format,        kOpaque | kFloat},
    {Op::FConvert,    "fconvert",     1,         WidthRule::Given,     ParamKind::Formats,       kOpaque | kFloat},
    {Op::FToSInt,     "ftosint",      1,         WidthRule::Given,     ParamKind::Format,        kOpaque | kFloat},
    {Op::FToUInt,     "ftouint",      1,         WidthRule::Given,     ParamKind::Format,        kOpaque | kFloat},
    {Op::SIntToF,     "sinttof",      1,         WidthRule::Given,     ParamKind::ResultFormat,  kOpaque | kFloat},
    {Op::UIntToF,     "uinttof",      1,         WidthRule::Given,     ParamKind::ResultFormat,  kOpaque | kFloat},
}};
// clang-format on

constexpr const OpInfo& op_info(Op op) { return kOps[static_cast<size_t>(op)]; }
constexpr bool has_flag(Op op, OpFlag flag) { return (op_info(op).flags & flag) != 0; }

constexpr uint32_t float_width(FloatFormat format) {
  constexpr uint32_t kWidths[] = {16, 16, 32, 64, 80, 128};
  return kWidths[static_cast<size_t>(format)];
}

namespace op_detail {
constexpr bool rows_in_order() {
  for (size_t i = 0; i < kOpCount; ++i) {
    if (kOps[i].op != static_cast<Op>(i)) return false;
  }
  return true;
}
constexpr bool commutative_are_binary() {
  for (const OpInfo& info : kOps) {
    if ((info.flags & kCommutative) != 0 && info.arity != 2) return false;
  }
  return true;
}
}  // namespace op_detail
static_assert(op_detail::rows_in_order(), "row i of kOps should be operator i");
static_assert(op_detail::commutative_are_binary(), "only binary operators can swap arguments");

}  // namespace assay::logic
