// The one symbol that this module shows.
#include "frontend/clang_module.h"
#include "frontend/parse.h"

extern "C" __attribute__((visibility("default"))) const assay::frontend::ClangEntry*
assay_clang_entry() {
  static constexpr assay::frontend::ClangEntry entry{.format = assay::ir::kFormatVersion,
                                                     .parse_unit = assay::frontend::parse_unit,
                                                     .sort_flags = assay::frontend::sort_flags,
                                                     .ask_clang = assay::frontend::ask_clang};
  return &entry;
}
