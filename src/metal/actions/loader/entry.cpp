// The one symbol that the module shows.
#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/Host.h>

#include "metal/actions/loader/load_object.h"

namespace assay::metal {
namespace {

std::string identity() { return LLVM_VERSION_STRING " " + llvm::sys::getProcessTriple(); }

constexpr LoaderEntry kEntry{load_object, identity};

}  // namespace
}  // namespace assay::metal

extern "C" __attribute__((visibility("default"))) const assay::metal::LoaderEntry*
assay_rule_loader_entry() {
  return &assay::metal::kEntry;
}
