// The models of library functions: those that ship, and the user's over them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "cli/rule_catalog.h"
#include "models/library.h"
#include "store/store.h"

namespace assay::cli {

/// All of models/, by name.
std::span<const ShippedFile> shipped_models();

/// What ships, then each of `files` in order: a later model of a function replaces an earlier one.
/// `set`: with none, only what is wrong with them is found.
Result<models::Library> load_models(const std::vector<std::string>& files,
                                    ModelSet set = ModelSet::All);

/// A sentence for each model of the user's that is not used, since the program's function of its
/// name takes another number of arguments: a slip, of which the user would never know.
Result<std::vector<std::string>> unused_models(store::Store& store, const models::Library& library);

}  // namespace assay::cli
