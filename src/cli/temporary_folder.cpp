#include "cli/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace assay::cli {

namespace fs = std::filesystem;

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "assay-XXXXXX").string();
  if (error) return input_error("no folder for temporary files: {}", error.message());
  if (::mkdtemp(name.data()) == nullptr) return input_error("{}: {}", name, std::strerror(errno));
  return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace assay::cli
