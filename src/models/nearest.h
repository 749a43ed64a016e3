// The word somebody may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay::models {

/// `; did you mean 'X'?` for the nearest of the words, or nothing when all are far; the first of
/// several that are as near.
std::string did_you_mean(std::string_view written, std::span<const std::string_view> words);

}  // namespace assay::models
