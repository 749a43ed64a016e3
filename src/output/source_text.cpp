#include "output/source_text.h"

#include "output/line_hash.h"

namespace assay::output {

SourceText::File& SourceText::open(const std::string& name) {
  auto [at, is_new] = files_.try_emplace(name);
  File& file = at->second;
  if (!is_new || !report_.source) return file;
  std::optional<std::string> text = report_.source(name);
  if (!text) return file;
  file.known = true;
  file.text = std::move(*text);
  file.starts.push_back(0);
  for (size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n') file.starts.push_back(i + 1);
  return file;
}

std::optional<std::string_view> SourceText::line(const std::string& name, uint32_t line) {
  const File& file = open(name);
  if (line == 0 || line > file.starts.size()) return std::nullopt;
  size_t begin = file.starts[line - 1];
  size_t end = line < file.starts.size() ? file.starts[line] - 1 : file.text.size();
  std::string_view text = std::string_view(file.text).substr(begin, end - begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::string SourceText::line_hash(const std::string& name, uint32_t line) {
  File& file = open(name);
  if (!file.known || line == 0) return {};
  if (file.hashes.empty()) file.hashes = line_hashes(file.text);
  return line <= file.hashes.size() ? file.hashes[line - 1] : std::string();
}

std::string relative_path(const std::string& file, const std::string& root) {
  std::string prefix = root;
  if (!prefix.ends_with('/')) prefix += '/';
  if (!root.empty() && file.starts_with(prefix) && file.size() > prefix.size())
    return file.substr(prefix.size());
  return file;
}

}  // namespace assay::output
