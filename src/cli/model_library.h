// The models of library functions: those that ship, and the user's over them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "cli/rule_catalog.h"
#include "models/library.h"

namespace assay::cli {

/// All of models/, by name.
std::span<const ShippedFile> shipped_models();

/// What ships, then each of `files` in order: a later model of a function replaces an earlier one.
/// `set`: with none, only what is wrong with them is found.
Result<models::Library> load_models(const std::vector<std::string>& files,
                                    ModelSet set = ModelSet::All);

}  // namespace assay::cli
