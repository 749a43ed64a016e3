// The words of the model language and the facts about them: one table each, nothing else lists
// them.  Words beyond the paper's appendix are marked as extensions in docs/MODELS.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay::models {

enum class Role : uint8_t { Guard, Constraint, Result };

// clang-format off
enum class Operator : uint8_t {
  // memory
  MemoryNew, MemoryNewStack, MemoryFreed, MemoryFreeable, MemoryInitialized, MemoryValidPointer,
  MemoryInvalidPointer, MemoryValidOffset, MemoryReadable, MemoryWritable, MemoryDisjoint,
  MemoryCopied, MemoryFilled, WideFilled, MemoryOwnedBy, PointerEscaped, StringTerminated,
  WideTerminated, ValueExternal,
  // resources
  ResourceNew, ResourceState, ResourceNotState,
  // code
  Calls, CallsOnce, FormatPrintf, FormatScanf, FormatScanned,
  // values
  IntNonZero, IntFits, Ieq, Ine, Ilt, Ile, Igt, Ige,
  Ueq, Une, Ult, Ule, Ugt, Uge,
  FloatNonZero, Feq, Fne, Flt, Fle, Fgt, Fge,
  PointerComparable, PointerIncomparable, Peq, PeqAddr, Pne, Plt, Ple, Pgt, Pge,
};
// clang-format on
inline constexpr size_t kOperatorCount = static_cast<size_t>(Operator::Pge) + 1;

/// What may stand as an operand.
enum class OperandKind : uint8_t {
  None,
  Place,     // a variable, a dereference, `return`, `...`: something that has content
  Value,     // a place, a constant, a function of values
  Resource,  // (TYPE STATE)
};

enum RoleSet : uint8_t {
  kGuard = 1,
  kConstraint = 2,
  kResult = 4,
  kTests = kGuard | kConstraint,
  kAlways = kTests | kResult,
};

inline constexpr size_t kMaxOperands = 3;
inline constexpr uint8_t kAnyCount = 255;  // the last kind repeats

struct OperatorInfo {
  Operator op;
  std::string_view name;
  uint8_t roles;  // RoleSet
  uint8_t min_operands;
  uint8_t max_operands;
  std::array<OperandKind, kMaxOperands> operands;
};

namespace operator_detail {
using enum OperandKind;
inline constexpr std::array<OperandKind, kMaxOperands> kV{Value, None, None};
inline constexpr std::array<OperandKind, kMaxOperands> kVV{Value, Value, None};
inline constexpr std::array<OperandKind, kMaxOperands> kVVV{Value, Value, Value};
inline constexpr std::array<OperandKind, kMaxOperands> kVP{Value, Place, None};
inline constexpr std::array<OperandKind, kMaxOperands> kVR{Value, Resource, None};
inline constexpr std::array<OperandKind, kMaxOperands> kPV{Place, Value, None};
inline constexpr std::array<OperandKind, kMaxOperands> kPR{Place, Resource, None};
inline constexpr std::array<OperandKind, kMaxOperands> kPVR{Place, Value, Resource};
}  // namespace operator_detail

// clang-format off
inline constexpr std::array<OperatorInfo, kOperatorCount> kOperators = [] {
  using namespace operator_detail;
  using O = Operator;
  return std::array<OperatorInfo, kOperatorCount>{{
    {O::MemoryNew,            "memory_new",             kResult,     2, 3, kPVR},
    {O::MemoryNewStack,       "memory_new_stack",       kResult,     2, 2, kPV},
    {O::MemoryFreed,          "memory_freed",           kResult,     1, 2, kVR},
    {O::MemoryFreeable,       "memory_freeable",        kTests,      1, 2, kVR},
    {O::MemoryInitialized,    "memory_initialized",     kAlways,     1, 2, kPV},
    {O::MemoryValidPointer,   "memory_valid_pointer",   kAlways,     1, 1, kV},
    {O::MemoryInvalidPointer, "memory_invalid_pointer", kAlways,     1, 1, kV},
    {O::MemoryValidOffset,    "memory_valid_offset",    kAlways,     1, 2, kVV},
    {O::MemoryReadable,       "memory_readable",        kTests,      2, 2, kVV},
    {O::MemoryWritable,       "memory_writable",        kTests,      2, 2, kVV},
    {O::MemoryDisjoint,       "memory_disjoint",        kTests,      3, 3, kVVV},
    {O::MemoryCopied,         "memory_copied",          kResult,     3, 3, kVVV},
    {O::MemoryFilled,         "memory_filled",          kResult,     3, 3, kVVV},
    {O::WideFilled,           "wide_filled",            kResult,     3, 3, kVVV},
    {O::MemoryOwnedBy,        "memory_owned_by",        kResult,     2, 2, kVV},
    {O::PointerEscaped,       "pointer_escaped",        kResult,     1, 1, kV},
    {O::StringTerminated,     "string_terminated",      kAlways,     1, 2, kVV},
    {O::WideTerminated,       "wide_terminated",        kAlways,     1, 2, kVV},
    {O::ValueExternal,        "value_external",         kResult,     1, 2, kPV},
    {O::ResourceNew,          "resource_new",           kResult,     2, 2, kPR},
    {O::ResourceState,        "resource_state",         kAlways,     2, 2, kPR},
    {O::ResourceNotState,     "resource_not_state",     kTests,      2, 2, kPR},
    {O::Calls,                "calls",                  kResult,     1, kAnyCount, kVVV},
    {O::CallsOnce,            "calls_once",             kResult,     1, kAnyCount, kVVV},
    {O::FormatPrintf,         "format_printf",          kConstraint, 2, 3, kVVV},
    {O::FormatScanf,          "format_scanf",           kConstraint, 2, 3, kVVV},
    {O::FormatScanned,        "format_scanned",         kResult,     3, 3, kVVV},
    {O::IntNonZero,           "int_non_zero",           kAlways,     1, 1, kV},
    {O::IntFits,              "int_fits",               kTests,      1, 1, kV},
    {O::Ieq,                  "ieq",                    kAlways,     2, 2, kVV},
    {O::Ine,                  "ine",                    kAlways,     2, 2, kVV},
    {O::Ilt,                  "ilt",                    kAlways,     2, 2, kVV},
    {O::Ile,                  "ile",                    kAlways,     2, 2, kVV},
    {O::Igt,                  "igt",                    kAlways,     2, 2, kVV},
    {O::Ige,                  "ige",                    kAlways,     2, 2, kVV},
    {O::Ueq,                  "ueq",                    kAlways,     2, 2, kVV},
    {O::Une,                  "une",                    kAlways,     2, 2, kVV},
    {O::Ult,                  "ult",                    kAlways,     2, 2, kVV},
    {O::Ule,                  "ule",                    kAlways,     2, 2, kVV},
    {O::Ugt,                  "ugt",                    kAlways,     2, 2, kVV},
    {O::Uge,                  "uge",                    kAlways,     2, 2, kVV},
    {O::FloatNonZero,         "float_non_zero",         kAlways,     1, 1, kV},
    {O::Feq,                  "feq",                    kAlways,     2, 2, kVV},
    {O::Fne,                  "fne",                    kAlways,     2, 2, kVV},
    {O::Flt,                  "flt",                    kAlways,     2, 2, kVV},
    {O::Fle,                  "fle",                    kAlways,     2, 2, kVV},
    {O::Fgt,                  "fgt",                    kAlways,     2, 2, kVV},
    {O::Fge,                  "fge",                    kAlways,     2, 2, kVV},
    {O::PointerComparable,    "pointer_comparable",     kAlways,     2, 2, kVV},
    {O::PointerIncomparable,  "pointer_incomparable",   kAlways,     2, 2, kVV},
    {O::Peq,                  "peq",                    kAlways,     2, 2, kVV},
    {O::PeqAddr,              "peq_addr",               kAlways,     2, 2, kVP},
    {O::Pne,                  "pne",                    kAlways,     2, 2, kVV},
    {O::Plt,                  "plt",                    kAlways,     2, 2, kVV},
    {O::Ple,                  "ple",                    kAlways,     2, 2, kVV},
    {O::Pgt,                  "pgt",                    kAlways,     2, 2, kVV},
    {O::Pge,                  "pge",                    kAlways,     2, 2, kVV},
  }};
}();
// clang-format on

constexpr const OperatorInfo& operator_info(Operator op) {
  return kOperators[static_cast<size_t>(op)];
}

/// Whether another operand may follow `count` of them.
constexpr bool takes_more(const OperatorInfo& info, size_t count) {
  return info.max_operands == kAnyCount || count < info.max_operands;
}

/// Functions of values, inside operands.  An extension: the paper has none.
// clang-format off
enum class Function : uint8_t {
  // arithmetic, bit-exact, on operands of one width
  Add, Sub, Mul, Udiv, Sdiv, Urem, Srem, Umin, Umax, And, Or, Xor, Not, Neg, Shl, Lshr, Ashr,
  // widths, in bits
  Zext, Sext, Extract, Concat,
  // comparisons give one bit, and so does whether a product is too large; `ite` chooses by one
  Eq, Ult, Slt, Umulo, Smulo, Ite,
  // what a pointer leads to
  BytesAt, OffsetOf, StringLength, WideLength, ScanCount,
};
// clang-format on
inline constexpr size_t kFunctionCount = static_cast<size_t>(Function::ScanCount) + 1;
inline constexpr size_t kMaxNumbers = 2;

struct FunctionInfo {
  Function function;
  std::string_view name;
  uint8_t numbers;  // written before the operands
  uint8_t operands;
  bool reads_memory;  // may be marked with `@`
};

// clang-format off
inline constexpr std::array<FunctionInfo, kFunctionCount> kFunctions = {{
    {Function::Add,          "add",           0, 2, false},
    {Function::Sub,          "sub",           0, 2, false},
    {Function::Mul,          "mul",           0, 2, false},
    {Function::Udiv,         "udiv",          0, 2, false},
    {Function::Sdiv,         "sdiv",          0, 2, false},
    {Function::Urem,         "urem",          0, 2, false},
    {Function::Srem,         "srem",          0, 2, false},
    {Function::Umin,         "umin",          0, 2, false},
    {Function::Umax,         "umax",          0, 2, false},
    {Function::And,          "and",           0, 2, false},
    {Function::Or,           "or",            0, 2, false},
    {Function::Xor,          "xor",           0, 2, false},
    {Function::Not,          "not",           0, 1, false},
    {Function::Neg,          "neg",           0, 1, false},
    {Function::Shl,          "shl",           0, 2, false},
    {Function::Lshr,         "lshr",          0, 2, false},
    {Function::Ashr,         "ashr",          0, 2, false},
    {Function::Zext,         "zext",          1, 1, false},
    {Function::Sext,         "sext",          1, 1, false},
    {Function::Extract,      "extract",       2, 1, false},
    {Function::Concat,       "concat",        0, 2, false},
    {Function::Eq,           "eq",            0, 2, false},
    {Function::Ult,          "ult",           0, 2, false},
    {Function::Slt,          "slt",           0, 2, false},
    {Function::Umulo,        "umulo",         0, 2, false},
    {Function::Smulo,        "smulo",         0, 2, false},
    {Function::Ite,          "ite",           0, 3, false},
    {Function::BytesAt,      "bytes_at",      0, 1, true},
    {Function::OffsetOf,     "offset_of",     0, 1, false},
    {Function::StringLength, "string_length", 0, 1, true},
    {Function::WideLength,   "wide_length",   0, 1, true},
    {Function::ScanCount,    "scan_count",    0, 1, true},
}};
// clang-format on

constexpr const FunctionInfo& function_info(Function function) {
  return kFunctions[static_cast<size_t>(function)];
}

/// Other spellings are accepted: the paper's own slips.
std::optional<Operator> find_operator(std::string_view name);
std::optional<Function> find_function(std::string_view name);
std::span<const std::string_view> operator_names();
std::span<const std::string_view> function_names();

// The words whose place in the list is the value of their enum.
inline constexpr std::array<std::string_view, 3> kRoleWords = {"guard", "constraint", "result"};
inline constexpr std::array<std::string_view, 4> kOutcomeWords = {"normal", "error", "alternate",
                                                                  "rest"};
inline constexpr std::array<std::string_view, 4> kExternalWords = {"param", "global", "static",
                                                                   "temp"};
// The first one, ReturnType::Unstated, has no word.
inline constexpr std::array<std::string_view, 10> kReturnWords = {"",
                                                                  "return_0",
                                                                  "return_1",
                                                                  "return_minus1",
                                                                  "return_X",
                                                                  "return_void",
                                                                  "return_type_unknown",
                                                                  "longjmp",
                                                                  "exit",
                                                                  "throw"};

/// Names that no variable may have.
inline constexpr std::array<std::string_view, 5> kReservedNames = {"return", "...", "NULL", "EOF",
                                                                   "default"};

namespace operator_detail {
constexpr bool tables_in_order() {
  for (size_t i = 0; i < kOperatorCount; ++i) {
    if (kOperators[i].op != static_cast<Operator>(i)) return false;
  }
  for (size_t i = 0; i < kFunctionCount; ++i) {
    if (kFunctions[i].function != static_cast<Function>(i)) return false;
  }
  return true;
}
static_assert(tables_in_order());
}  // namespace operator_detail

}  // namespace assay::models
