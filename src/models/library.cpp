#include "models/library.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "models/check.h"
#include "models/parse.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;

template <class... Args>
Error error_at(const ModelFile& file, Place place, fmt::format_string<Args...> format,
               Args&&... args) {
  return Error{fmt::format("{}:{}:{}: {}", file.name, place.line, place.column,
                           fmt::format(format, std::forward<Args>(args)...))};
}

// A file whose includes are being read.
struct OpenFile {
  size_t index;     // in the list of files read
  size_t next = 0;  // include
};

std::string cycle_text(const std::vector<ModelFile>& files, const std::vector<OpenFile>& open,
                       const std::string& path) {
  std::string text;
  bool is_inside = false;
  for (const OpenFile& file : open) {
    is_inside |= files[file.index].name == path;
    if (is_inside) text += files[file.index].name + " -> ";
  }
  return text + path;
}

}  // namespace

Result<std::vector<ModelFile>> read_with_includes(const std::vector<std::string>& paths,
                                                  const Library::Reader& reader) {
  std::vector<ModelFile> files;
  std::set<std::string> seen;
  std::vector<OpenFile> open;
  auto read = [&](const std::string& path) -> Result<void> {
    if (!seen.insert(path).second) return {};
    Result<std::string> text = reader(path);
    if (!text.ok()) return input_error("{}: {}", path, text.error());
    files.push_back(TRY(parse_models(path, text.value())));
    open.push_back({files.size() - 1});
    return {};
  };
  for (const std::string& path : paths) {
    TRY(read(fs::path(path).lexically_normal().string()));
    while (!open.empty()) {
      OpenFile& current = open.back();
      if (current.next == files[current.index].includes.size()) {
        open.pop_back();
        continue;
      }
      const ModelFile& file = files[current.index];
      const Include& include = file.includes[current.next++];
      std::string target =
          (fs::path(file.name).parent_path() / include.file).lexically_normal().string();
      bool is_open = std::any_of(open.begin(), open.end(), [&](const OpenFile& other) {
        return files[other.index].name == target;
      });
      if (is_open)
        return error_at(file, include.place, "a file that includes itself: {}",
                        cycle_text(files, open, target));
      std::string from =
          fmt::format("{}:{}:{}", file.name, include.place.line, include.place.column);
      Result<void> done = read(target);
      if (done.ok()) continue;
      // A file that cannot be read is the including file's mistake; one that cannot be parsed
      // says itself where.
      if (done.error().starts_with(target + ": "))
        return input_error("{}: included file {}", from, done.error());
      return Error{done.error()};
    }
  }
  return files;
}

void Library::add_shipped(std::string_view name, std::string_view text) {
  Result<OutlinedFile> file = outline_models(name, text);
  ASSAY_CHECK(file.ok(), "models that ship should have been tried");
  for (Outline& outline : file.value().models) {
    std::string function = outline.name;
    shipped_.emplace(std::move(function), Shipped{name, std::move(outline)});
  }
  for (Alias& alias : file.value().aliases) aliases_.emplace(alias.name, alias.target);
  for (ResourceDeclaration& resource : file.value().resources) {
    std::string type = resource.type;
    resources_.emplace(std::move(type), std::move(resource));
  }
}

Result<void> Library::add_file(const std::string& path) { return add_layer({path}); }

Result<void> Library::add_folder(const std::string& path) {
  std::error_code failed;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(path, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (entry->path().extension() == ".model") paths.push_back(entry->path().string());
  }
  if (failed) return input_error("{}: {}", path, failed.message());
  std::sort(paths.begin(), paths.end());
  return add_layer(paths);
}

Result<void> Library::add_layer(const std::vector<std::string>& paths) {
  std::vector<ModelFile> files = TRY(read_with_includes(paths, reader_));
  Library next = *this;
  std::map<std::string, std::string> homes;  // of the names in this layer: the file
  for (const ModelFile& file : files) {
    for (const ResourceDeclaration& resource : file.resources) {
      if (!next.resources_.emplace(resource.type, resource).second)
        return error_at(file, resource.place, "resource '{}' is already declared", resource.type);
    }
  }
  for (ModelFile& file : files) {
    TRY(check_states(file, next.resources_));
    for (Model& model : file.models) {
      auto [home, is_new] = homes.emplace(model.name, file.name);
      if (!is_new)
        return error_at(file, model.place, "'{}' is modelled in {} too", model.name, home->second);
      next.aliases_.erase(model.name);
      model.file = file.name;
      next.models_.insert_or_assign(model.name, std::move(model));
    }
  }
  for (const ModelFile& file : files) {
    for (const Alias& alias : file.aliases) {
      auto [home, is_new] = homes.emplace(alias.name, file.name);
      if (!is_new)
        return error_at(file, alias.place, "'{}' is modelled in {} too", alias.name, home->second);
      if (alias.target == alias.name)
        return error_at(file, alias.place, "alias '{}' of itself", alias.name);
      // An alias names a model, not another alias: so there are no circles.
      if (!next.has_model(alias.target))
        return error_at(file, alias.place, "alias '{}' of '{}', which has no model of its own",
                        alias.name, alias.target);
      next.aliases_.insert_or_assign(alias.name, alias.target);
    }
  }
  *this = std::move(next);
  return {};
}

const Model* Library::find(std::string_view function) const {
  auto alias = aliases_.find(function);
  std::string_view name = alias == aliases_.end() ? function : alias->second;
  if (auto found = models_.find(name); found != models_.end()) return &found->second;
  if (auto found = read_.find(name); found != read_.end()) return &found->second;
  auto shipped = shipped_.find(name);
  if (shipped == shipped_.end()) return nullptr;
  Result<Model> model = read_model(shipped->second.file, shipped->second.outline);
  ASSAY_CHECK(model.ok(), "models that ship should have been tried");
  return &read_.emplace(name, std::move(model.value())).first->second;
}

bool Library::has_model(std::string_view function) const {
  return models_.contains(function) || shipped_.contains(function);
}

std::vector<std::string> Library::names() const {
  std::vector<std::string> names;
  for (const auto& [name, model] : models_) names.push_back(name);
  for (const auto& [name, shipped] : shipped_)
    if (!models_.contains(name)) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

const ResourceDeclaration* Library::find_resource(std::string_view type) const {
  auto found = resources_.find(type);
  return found == resources_.end() ? nullptr : &found->second;
}

}  // namespace assay::models
