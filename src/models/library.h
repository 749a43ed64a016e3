// All models at hand, by the name of their function.
//
// Models come in layers, each a file or a folder with all they include: what ships first, then the
// user's own.  A later layer's model replaces an earlier one's; within a layer a name stands once.
// What ships was checked when it was built, and is hundreds of models of which a program calls
// few: they are read when they are asked for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/model.h"
#include "models/parse.h"

namespace assay::models {

class Library {
 public:
  /// The text of a file, or what is wrong with it: `no such file or directory`.
  using Reader = std::function<Result<std::string>(const std::string& path)>;
  explicit Library(Reader reader) : reader_(std::move(reader)) {}

  /// A text that ships: it outlives the library, and no other layer came before it.
  void add_shipped(std::string_view name, std::string_view text);
  /// On an error the library is as it was.
  Result<void> add_file(const std::string& path);
  /// Every `*.model` of the folder, in the order of their names.
  Result<void> add_folder(const std::string& path);

  /// Null: nobody modelled it.  Follows aliases.
  const Model* find(std::string_view function) const;
  /// Null: nobody declared it.
  const ResourceDeclaration* find_resource(std::string_view type) const;

  /// Those of the layers; what ships is not among them.  An alias of the same name, from a later
  /// layer, hides a model.
  const std::map<std::string, Model, std::less<>>& models() const { return models_; }
  /// All modelled functions, aliases not counted, in the order of their names.
  std::vector<std::string> names() const;
  /// To the model that it leads to, not to another alias.
  const std::map<std::string, std::string, std::less<>>& aliases() const { return aliases_; }
  const std::map<std::string, ResourceDeclaration, std::less<>>& resources() const {
    return resources_;
  }

 private:
  struct Shipped {
    std::string_view file;
    Outline outline;
  };

  Result<void> add_layer(const std::vector<std::string>& paths);
  bool has_model(std::string_view function) const;

  Reader reader_;
  std::map<std::string, Shipped, std::less<>> shipped_;
  mutable std::map<std::string, Model, std::less<>> read_;  // of those that ship
  std::map<std::string, Model, std::less<>> models_;
  std::map<std::string, std::string, std::less<>> aliases_;
  std::map<std::string, ResourceDeclaration, std::less<>> resources_;
};

/// The files and, after each, what it includes, each once.  A cycle of includes is an error.
Result<std::vector<ModelFile>> read_with_includes(const std::vector<std::string>& paths,
                                                  const Library::Reader& reader);

}  // namespace assay::models
