// Clang, which lives in a module of its own (frontend/clang) and is loaded when first needed.
//
// Most runs parse nothing, and loading Clang takes longer than all that they do.  The functions
// that need it are declared in parse.h and known_flags.h; here they are passed on to the module,
// which the program finds beside itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/command.h"
#include "frontend/known_flags.h"
#include "ir/encode.h"
#include "ir/unit.h"

namespace assay::frontend {

/// What the module offers.  Both sides pass C++ values: they are built together.
struct ClangEntry {
  uint32_t format;  // ir::kFormatVersion: of another one are the wrong values
  ir::Unit (*parse_unit)(const PreparedCommand& command);
  std::vector<Flag> (*sort_flags)(std::span<const std::string> arguments);
  ClangAnswer (*ask_clang)(const std::vector<std::string>& flags, std::string_view target,
                           Language language);
};
/// `extern "C" const ClangEntry* assay_clang_entry()`.
inline constexpr const char* kClangEntryName = "assay_clang_entry";

/// Loads the module, once.  Processes forked afterwards have it too.
Result<void> load_clang();

/// Another build of the program or of the module has another identity.
std::string front_end_identity();

}  // namespace assay::frontend
