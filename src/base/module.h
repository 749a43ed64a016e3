// Modules of the program: shared objects in `lib/` beside its `bin/`, loaded when they are needed.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

/// Of `libassay_NAME.so`.
std::string module_path(std::string_view name);

/// The address of `symbol` in the module, which stays loaded: what is in it (Clang, LLVM) registers
/// things that live as long as the process.
Result<void*> load_from_module(std::string_view name, const char* symbol);

}  // namespace assay
