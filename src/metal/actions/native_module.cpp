#include "metal/actions/native_module.h"

#include "base/module.h"

namespace assay::metal {
namespace {

template <class Entry>
Result<const Entry*> load(const std::string& name) {
  Result<void*> address = load_from_module(name, ("assay_" + name + "_entry").c_str());
  if (!address.ok()) return input_error("rules cannot be run: {}", address.error());
  return reinterpret_cast<const Entry* (*)()>(address.value())();
}

}  // namespace

Result<const CompilerEntry*> rule_compiler() {
  static const Result<const CompilerEntry*> entry = load<CompilerEntry>("rule_compiler");
  return entry;
}

Result<const LoaderEntry*> rule_loader() {
  static const Result<const LoaderEntry*> entry = load<LoaderEntry>("rule_loader");
  return entry;
}

}  // namespace assay::metal
