// The part of TOML that a project's settings need: keys, tables, texts, numbers, truth values,
// lists.
//
// Every value knows its line, so that who reads the settings can say where a mistake stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace assay::cli {

using TomlValue = std::variant<std::string, int64_t, double, bool, std::vector<std::string>>;

struct TomlEntry {
  std::string table;  // empty: before the first
  std::string key;
  TomlValue value;
  unsigned line = 0;
};

/// `name` is for messages: `name:7: …`.
Result<std::vector<TomlEntry>> read_toml(std::string_view text, const std::string& name);

}  // namespace assay::cli
