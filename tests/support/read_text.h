// A whole file as text, for tests that compare with one.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace assay::test {

/// Empty where there is no such file: an expectation that is still to be written.
inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace assay::test
