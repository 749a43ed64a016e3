#include "base/module.h"

#include <dlfcn.h>

#include <filesystem>

namespace assay {

std::string module_path(std::string_view name) {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return (program.parent_path().parent_path() / "lib" / fmt::format("libassay_{}.so", name))
      .string();
}

Result<void*> load_from_module(std::string_view name, const char* symbol) {
  std::string path = module_path(name);
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) return input_error("{}", ::dlerror());
  void* address = ::dlsym(module, symbol);
  if (address == nullptr) return input_error("{}: not a module of this program", path);
  return address;
}

}  // namespace assay
