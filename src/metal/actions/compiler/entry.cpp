// The one symbol that the module shows.
#include "metal/actions/compiler/compile_unit.h"

namespace assay::metal {
namespace {

constexpr CompilerEntry kEntry{compile_unit};

}  // namespace
}  // namespace assay::metal

extern "C" __attribute__((visibility("default"))) const assay::metal::CompilerEntry*
assay_rule_compiler_entry() {
  return &assay::metal::kEntry;
}
