// Files and lines, as the golden tests need them.
#include <fstream>
#include <sstream>

#include "golden/golden.h"

namespace assay::test {

const std::filesystem::path& root_dir() {
  static const std::filesystem::path root = ASSAY_ROOT_DIR;
  return root;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
}

}  // namespace assay::test
