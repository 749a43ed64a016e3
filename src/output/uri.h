// Paths as URIs: percent-encoded, relative to SRCROOT where they lie inside the project.
#pragma once

#include <string>
#include <string_view>

#include "output/json_writer.h"

namespace assay::output {

/// Every byte that RFC 3986 does not allow in a path is written %XX; so any file name, valid
/// UTF-8 or not, gives a valid URI.
std::string percent_encoded(std::string_view path);
/// `file:///…/`, as a base must end.
std::string directory_uri(std::string_view directory);
/// Relative for what lies inside `root`, otherwise `file:///…`.
std::string artifact_uri(const std::string& file, const std::string& root);
/// SARIF's artifactLocation of a file.
void write_artifact(JsonWriter& json, const std::string& file, const std::string& root);

}  // namespace assay::output
