#include "frontend/clang_module.h"

#include <sys/stat.h>

#include "base/check.h"
#include "base/module.h"
#include "frontend/parse.h"

namespace assay::frontend {
namespace {

constexpr std::string_view kModule = "clang";

Result<const ClangEntry*> load() {
  Result<void*> address = load_from_module(kModule, kClangEntryName);
  if (!address.ok()) return input_error("the front end cannot be loaded: {}", address.error());
  auto entry = reinterpret_cast<const ClangEntry* (*)()>(address.value());
  if (entry()->format != ir::kFormatVersion)
    return input_error("{}: not the front end of this program; build both together",
                       module_path(kModule));
  return entry();
}

const Result<const ClangEntry*>& clang() {
  static const Result<const ClangEntry*> entry = load();
  return entry;
}

const ClangEntry& loaded_clang() {
  ASSAY_CHECK(clang().ok(), "commands should be prepared before Clang is asked");
  return *clang().value();
}

}  // namespace

Result<void> load_clang() {
  if (!clang().ok()) return Error{clang().error()};
  return {};
}

std::string front_end_identity() {
  std::string identity;
  for (const std::string& path : {std::string("/proc/self/exe"), module_path(kModule)}) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) info = {};
    identity += fmt::format("{} {} {}.{:09}\n", path, info.st_size, info.st_mtim.tv_sec,
                            info.st_mtim.tv_nsec);
  }
  return identity;
}

ir::Unit parse_unit(const PreparedCommand& command) { return loaded_clang().parse_unit(command); }

std::vector<Flag> sort_flags(std::span<const std::string> arguments) {
  return loaded_clang().sort_flags(arguments);
}

ClangAnswer ask_clang(const std::vector<std::string>& flags, std::string_view target,
                      Language language) {
  return loaded_clang().ask_clang(flags, target, language);
}

std::string clang_resource_directory() { return ASSAY_CLANG_RESOURCE_DIR; }

}  // namespace assay::frontend
