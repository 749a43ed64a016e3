// The JSON of compile_commands.json, read without building a tree of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::frontend {

/// One entry as written; a key that is not there is no value.
struct DatabaseEntry {
  std::optional<std::string> directory;
  std::optional<std::string> file;
  std::optional<std::string> output;
  std::optional<std::string> command;
  std::optional<std::vector<std::string>> arguments;
};

/// Keys it does not know are skipped with all they hold.  The error starts with what follows the
/// file's name: `:3:7: not JSON: …` or `: entry 4: "file" is not a string`.
Result<std::vector<DatabaseEntry>> parse_database_entries(std::string_view text);

}  // namespace assay::frontend
