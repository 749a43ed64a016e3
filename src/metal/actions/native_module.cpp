#include "metal/actions/native_module.h"

#include <dlfcn.h>

#include <filesystem>

namespace assay::metal {
namespace {

Result<const NativeEntry*> load() {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::string path = (program.parent_path().parent_path() / "lib" / ASSAY_NATIVE_MODULE).string();
  // Never unloaded: LLVM registers things that live as long as the process.
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr)
    return input_error("the compiler of rules cannot be loaded: {}", ::dlerror());
  auto entry = reinterpret_cast<const NativeEntry* (*)()>(::dlsym(module, kNativeEntryName));
  if (entry == nullptr) return input_error("{}: not the compiler of rules of this program", path);
  return entry();
}

}  // namespace

Result<const NativeEntry*> native_module() {
  static const Result<const NativeEntry*> entry = load();
  return entry;
}

}  // namespace assay::metal
