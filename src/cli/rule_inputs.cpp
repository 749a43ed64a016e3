#include "cli/rule_inputs.h"

#include <algorithm>
#include <filesystem>

#include "base/nearest.h"
#include "frontend/read_file.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// How files that ship are told from those of the user, in modules and in messages.
constexpr std::string_view kShipped = "assay:";

std::string_view base_name(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

const ShippedFile* shipped_by_file(std::string_view name) {
  for (const ShippedFile& file : shipped_files())
    if (file.name == name) return &file;
  return nullptr;
}

// A module stands beside the file that names it; otherwise one that ships is meant.
Result<metal::ModuleText> find_module(const std::string& name, const std::string& importer) {
  if (std::string_view(name).starts_with(kShipped)) {
    const ShippedFile* file = shipped_by_file(std::string_view(name).substr(kShipped.size()));
    if (file == nullptr) return input_error("no rule is called '{}'", name);
    return metal::ModuleText{.file = name, .text = std::string(file->text)};
  }
  bool from_shipped = std::string_view(importer).starts_with(kShipped);
  if (!from_shipped) {
    fs::path path = importer.empty() ? fs::path(name) : fs::path(importer).parent_path() / name;
    std::error_code error;
    if (fs::is_regular_file(path, error)) {
      Result<std::string> text = frontend::read_file(path);
      if (!text.ok()) return input_error("{}: {}", path.string(), text.error());
      return metal::ModuleText{.file = path.lexically_normal().string(), .text = text.take()};
    }
  }
  for (const ShippedFile& file : shipped_files()) {
    if (base_name(file.name) == name)
      return metal::ModuleText{.file = std::string(kShipped) + std::string(file.name),
                               .text = std::string(file.text)};
  }
  return input_error("{}: no such file, and no module that ships has this name", name);
}

Result<NamedRule> load(const std::string& name, const std::string& file, std::string_view text) {
  metal::Composition composition = TRY(metal::load_composition(file, find_module));
  return NamedRule{name, std::move(composition), read_rule_head(text)};
}

Result<NamedRule> load_shipped(const ShippedFile& file) {
  return load(rule_name(file.name), std::string(kShipped) + std::string(file.name), file.text);
}

Result<NamedRule> load_file(const std::string& path) {
  Result<std::string> text = frontend::read_file(path);
  if (!text.ok()) return input_error("{}: {}", path, text.error());
  return load(path, path, text.value());
}

Result<std::vector<std::string>> metal_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_regular_file(error) && is_rule_file(at->path().string()))
      files.push_back(at->path().lexically_normal().string());
  }
  if (error) return input_error("{}: {}", folder, error.message());
  if (files.empty()) return input_error("{}: no *.metal file in it", folder);
  std::sort(files.begin(), files.end());
  return files;
}

Error no_such_rule(const std::string& word) {
  std::vector<std::string> names;
  for (const ShippedFile& file : shipped_files())
    if (is_rule_file(file.name))
      names.insert(names.end(), {rule_name(file.name), rule_name(base_name(file.name))});
  std::vector<std::string_view> known(names.begin(), names.end());
  return input_error("{}: no such file, and no rule that ships has this name{}", word,
                     suggestion(word, known));
}

}  // namespace

const ShippedFile* find_shipped(std::string_view word) {
  for (const ShippedFile& file : shipped_files()) {
    if (!is_rule_file(file.name)) continue;
    std::string name = rule_name(file.name);
    if (name == word || base_name(name) == word || file.name == word) return &file;
  }
  return nullptr;
}

Result<std::vector<NamedRule>> load_rules(const std::vector<std::string>& words) {
  std::vector<NamedRule> rules;
  if (words.empty()) {
    for (const ShippedFile& file : shipped_files()) {
      if (is_rule_file(file.name) && !read_rule_head(file.text).only_when_named)
        rules.push_back(TRY(load_shipped(file)));
    }
    return rules;
  }
  for (const std::string& word : words) {
    std::error_code ignored;
    if (fs::is_directory(word, ignored)) {
      for (const std::string& file : TRY(metal_files(word))) rules.push_back(TRY(load_file(file)));
    } else if (fs::exists(word, ignored)) {
      rules.push_back(TRY(load_file(word)));
    } else if (const ShippedFile* file = find_shipped(word)) {
      rules.push_back(TRY(load_shipped(*file)));
    } else {
      return no_such_rule(word);
    }
  }
  return rules;
}

}  // namespace assay::cli
