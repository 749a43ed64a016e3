// What the tests of models/ read files with.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/result.h"
#include "models/parse.h"

namespace assay::models {

inline Result<std::string> read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return input_error("no such file or directory");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace assay::models
