// The one symbol that the module shows.
#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/Host.h>

#include "metal/actions/native/compile_unit.h"
#include "metal/actions/native/load_object.h"

namespace assay::metal {
namespace {

std::string identity() { return LLVM_VERSION_STRING " " + llvm::sys::getProcessTriple(); }

constexpr NativeEntry kEntry{compile_unit, load_object, identity};

}  // namespace
}  // namespace assay::metal

extern "C" __attribute__((visibility("default"))) const assay::metal::NativeEntry*
assay_native_entry() {
  return &assay::metal::kEntry;
}
