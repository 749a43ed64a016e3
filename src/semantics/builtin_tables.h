// The tables behind Builtins, one per file, and what their functions share.
#pragma once

#include <span>
#include <string_view>

#include "logic/build.h"
#include "semantics/builtins.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

/// Names without `__builtin_`, and without the suffixes that make families (see find_family).
struct BuiltinRow {
  std::string_view name;
  BuiltinFunction function;
};

std::span<const BuiltinRow> bit_builtins();    // builtins_bits.cpp: bits, overflow
std::span<const BuiltinRow> float_builtins();  // builtins_float.cpp: real and complex numbers

inline logic::TermPool& pool(BuiltinCall& call) { return call.evaluator.pool(); }

/// Null if the call has fewer.
inline logic::Term argument(const BuiltinCall& call, size_t index) {
  return index < call.arguments.size() ? call.arguments[index].value : logic::Term();
}

/// A Boolean or number as the call's result.
inline logic::Term as_result(BuiltinCall& call, logic::Term value) {
  const ValueType* type = call.step.type;
  if (!type || type->width == 0) return logic::Term();
  return logic::resize(pool(call), value, type->width, logic::Extend::Zero);
}

}  // namespace assay::semantics
