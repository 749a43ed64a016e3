// The functions of SMT-LIB's theories Core and FixedSizeBitVectors, as terms.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/term_pool.h"

namespace assay::logic {

/// A term with the sort SMT-LIB gives it: at width 1 it is a Bool or a bit-vector.
struct SmtValue {
  Term term;
  bool is_bool = false;
};

/// `Bool`, or `(_ BitVec 32)`.
std::string smt_sort_text(const SmtValue& value);

enum class Simplify : uint8_t { No, Yes };

/// Whether the theories have a function of that name.
bool is_smt_function(std::string_view name);

/// The function applied.  An error says what is wrong with the arguments, without a place.
Result<SmtValue> apply_smt_function(TermPool& pool, Simplify simplify, std::string_view name,
                                    std::span<const uint32_t> indices,
                                    std::span<const SmtValue> args);

}  // namespace assay::logic
