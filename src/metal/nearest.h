// Which known name a misspelt one was meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::metal {

/// Letters to insert, delete, replace or swap with their neighbour to get from one to the other.
size_t edit_distance(std::string_view a, std::string_view b);

/// The first of the nearest `names`, if it is near enough to be a slip; else empty.
std::string_view nearest_name(std::string_view word, const std::vector<std::string_view>& names);

/// `; did you mean 'x'?`, or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace assay::metal
