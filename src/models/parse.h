// Text to models.
#pragma once

#include <string_view>

#include "base/result.h"
#include "models/model.h"

namespace assay::models {

/// What one file says, checked as far as it stands alone: includes, and what they declare, are
/// `Library`'s business.  Errors are `FILE:LINE:COLUMN: message`, the first one found.
Result<ModelFile> parse_models(std::string_view file, std::string_view text);

}  // namespace assay::models
