#include "output/uri.h"

#include <fmt/format.h>

#include "output/source_text.h"

namespace assay::output {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
}

}  // namespace

// A colon is encoded too: in the first segment of a relative reference it would end a scheme.
std::string percent_encoded(std::string_view path) {
  std::string uri;
  uri.reserve(path.size());
  for (char c : path) {
    if (is_plain(c))
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

std::string directory_uri(std::string_view directory) {
  std::string uri = "file://" + percent_encoded(directory);
  if (!uri.ends_with('/')) uri += '/';
  return uri;
}

std::string artifact_uri(const std::string& file, const std::string& root) {
  std::string path = relative_path(file, root);
  if (path.starts_with('/')) return "file://" + percent_encoded(path);
  return percent_encoded(path);
}

void write_artifact(JsonWriter& json, const std::string& file, const std::string& root) {
  std::string uri = artifact_uri(file, root);
  json.begin_object();
  json.member("uri", uri);
  if (!root.empty() && !uri.starts_with("file://")) json.member("uriBaseId", "SRCROOT");
  json.end_object();
}

}  // namespace assay::output
