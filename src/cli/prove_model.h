// A model as SMT-LIB writes it.
#pragma once

#include <cstddef>
#include <string>

#include "logic/eval.h"
#include "logic/smtlib_read.h"

namespace assay::cli {

/// A definition for each of the declarations that a command sees, by its number.
std::string print_model(const logic::TermPool& pool, const logic::SmtScript& script, size_t command,
                        const logic::Assignment& model);

/// What a term is in the model.
std::string print_value(const logic::TermPool& pool, const logic::SmtValue& value,
                        const logic::Assignment& model);

}  // namespace assay::cli
