// What the grammar of models cannot say: operands that make no sense, outcomes that contradict
// themselves, names used twice.  Errors are `FILE:LINE:COLUMN: message`.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "models/model.h"

namespace assay::models {

Result<void> check_model(std::string_view file, const Model& model);

/// Names that stand twice in one file.
Result<void> check_file(const ModelFile& file);

/// That the states of declared resources are declared.  Types that nobody declared may have any
/// state, as in the paper.
Result<void> check_states(
    const ModelFile& file,
    const std::map<std::string, ResourceDeclaration, std::less<>>& declarations);

}  // namespace assay::models
