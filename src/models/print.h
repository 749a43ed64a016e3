// Models to text, in the language they are written in.
//
// The text is canonical: parsing it and printing again gives the same bytes, and equal models
// have equal texts, so that a model's text can serve as its identity.
#pragma once

#include <string>

#include "models/model.h"

namespace assay::models {

/// Ends with a newline.
std::string print_model(const Model& model);

/// Includes, resources, models, aliases, with an empty line before each model.
std::string print_models(const ModelFile& file);

/// `(constraint memory_valid_pointer p)`.
std::string print_operation(const Model& model, const Operation& operation);

/// One operand, for messages.
std::string print_operand(const Model& model, const Operand& operand);

}  // namespace assay::models
