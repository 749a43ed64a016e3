#include "cli/model_library.h"

#include <fmt/format.h>

#include "frontend/read_file.h"

namespace assay::cli {
namespace {

// How files that ship are told from those of the user.
constexpr std::string_view kFolder = "assay:/";
// Not a file of models/: includes them all, so that each may use what another declares.
constexpr std::string_view kAll = "all that ship";

Result<std::string> read_shipped(std::string_view name) {
  std::string all;
  for (const ShippedFile& file : shipped_models()) {
    if (file.name == name) return std::string(file.text);
    all += fmt::format("(include \"{}\")\n", file.name);
  }
  if (name == kAll) return all;
  return input_error("no such file among the models that ship");
}

Result<std::string> read_model_file(const std::string& path) {
  std::string_view name = path;
  if (name.starts_with(kFolder)) return read_shipped(name.substr(kFolder.size()));
  return frontend::read_file(path);
}

}  // namespace

Result<models::Library> load_models(const std::vector<std::string>& files, ModelSet set) {
  models::Library library(read_model_file);
  TRY(library.add_file(fmt::format("{}{}", kFolder, kAll)));
  for (const std::string& file : files) TRY(library.add_file(file));
  if (set == ModelSet::None) return models::Library(read_model_file);
  return library;
}

}  // namespace assay::cli
