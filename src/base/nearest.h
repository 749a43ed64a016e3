// Which known name a misspelt one was meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

/// What it costs to get from one to the other: so much for a letter inserted, deleted or replaced,
/// less for two neighbours swapped, least for another case.
inline constexpr size_t kOneLetter = 3;
size_t edit_distance(std::string_view a, std::string_view b);

/// The first of the nearest `names`, if it is near enough to be a slip; else empty.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names);

/// `; did you mean 'x'?`, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string_view> names);

}  // namespace assay
