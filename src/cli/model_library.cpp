#include "cli/model_library.h"

#include "frontend/read_file.h"

namespace assay::cli {

Result<models::Library> load_models(const std::vector<std::string>& files, ModelSet set) {
  models::Library library(frontend::read_file);
  for (const ShippedFile& file : shipped_models()) library.add_shipped(file.name, file.text);
  for (const std::string& file : files) TRY(library.add_file(file));
  if (set == ModelSet::None) return models::Library(frontend::read_file);
  return library;
}

}  // namespace assay::cli
