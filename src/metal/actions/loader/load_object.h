// Object code put into memory by ORC.
#pragma once

#include "metal/actions/native_module.h"

namespace assay::metal {

/// See LoaderEntry.
Result<std::unique_ptr<LoadedObject>> load_object(std::string_view object,
                                                  std::span<const RuleSymbol> symbols);

}  // namespace assay::metal
