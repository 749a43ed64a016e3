// The sources that a report quotes, split into lines once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/report.h"

namespace assay::output {

class SourceText {
 public:
  /// `report` must outlive it.
  explicit SourceText(const Report& report) : report_(report) {}

  /// Line `line`, counted from 1, without its line ending; none if there is no such line.
  std::optional<std::string_view> line(const std::string& file, uint32_t line);
  /// GitHub's hash of the line; empty if the text is not known.
  std::string line_hash(const std::string& file, uint32_t line);

 private:
  struct File {
    bool known = false;
    std::string text;
    std::vector<size_t> starts;       // of lines
    std::vector<std::string> hashes;  // of lines; computed when first asked for
  };
  File& open(const std::string& file);

  const Report& report_;
  std::map<std::string, File> files_;
};

/// `file` relative to `root` when it lies inside, with forward slashes; otherwise as it is.
std::string relative_path(const std::string& file, const std::string& root);

}  // namespace assay::output
