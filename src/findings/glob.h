// Names with stars, as people write them in lists of checks and paths.
#pragma once

#include <string_view>

namespace assay::findings {

/// `*` stands for any text, `?` for any character.
bool glob_matches(std::string_view glob, std::string_view text);

/// A glob about paths: `**` and `*` alike stand for anything, one without a slash speaks of the
/// file's name or any folder on the way, one that ends in a slash of all inside that folder.
bool path_matches(std::string_view glob, std::string_view path);

}  // namespace assay::findings
