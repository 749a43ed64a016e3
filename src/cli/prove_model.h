// A model as SMT-LIB writes it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "logic/eval.h"
#include "logic/smtlib_read.h"

namespace assay::cli {

/// A definition for each of the declarations.
std::string print_model(const logic::TermPool& pool, const logic::SmtScript& script,
                        std::span<const uint32_t> declared, const logic::Assignment& model);

/// What a term is in the model.
std::string print_value(const logic::TermPool& pool, const logic::SmtValue& value,
                        const logic::Assignment& model);

}  // namespace assay::cli
