// Text to models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/model.h"

namespace assay::models {

/// What one file says, checked as far as it stands alone: includes, and what they declare, are
/// `Library`'s business.  Errors are `FILE:LINE:COLUMN: message`, the first one found.
Result<ModelFile> parse_models(std::string_view file, std::string_view text);

/// A model that was found, and not read yet.
struct Outline {
  std::string name;
  std::string_view text;
  Place place;  // of the text in its file
};

struct OutlinedFile {
  std::vector<ResourceDeclaration> resources;
  std::vector<Alias> aliases;
  std::vector<Outline> models;
};

/// What a text has, its models only by name.  Mistakes in them are found when they are read.
Result<OutlinedFile> outline_models(std::string_view file, std::string_view text);
/// One model of an outline.
Result<Model> read_model(std::string_view file, const Outline& outline);

}  // namespace assay::models
