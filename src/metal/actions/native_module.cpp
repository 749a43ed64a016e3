#include "metal/actions/native_module.h"

#include <dlfcn.h>

#include <filesystem>

namespace assay::metal {
namespace {

/// `libassay_NAME.so`, beside the program's folder, shows `assay_NAME_entry`.
template <class Entry>
Result<const Entry*> load(const std::string& name) {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::string path =
      (program.parent_path().parent_path() / "lib" / ("libassay_" + name + ".so")).string();
  // Never unloaded: LLVM registers things that live as long as the process.
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) return input_error("rules cannot be run: {}", ::dlerror());
  std::string symbol = "assay_" + name + "_entry";
  auto entry = reinterpret_cast<const Entry* (*)()>(::dlsym(module, symbol.c_str()));
  if (entry == nullptr) return input_error("{}: not a module of this program", path);
  return entry();
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
